//! BLAKE3. Spec: <https://github.com/BLAKE3-team/BLAKE3-specs/blob/master/blake3.pdf>

use ::blake3::{Hasher, OUT_LEN, hash, hazmat, keyed_hash};

use crate::isa::Isa;
use crate::rows::Block;

/// Which of BLAKE3's three functions runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// The plain hash.
    Hash,
    /// The keyed hash (a MAC), under this key.
    Keyed([u8; 32]),
    /// Key derivation, under the key that [`Mode::derive_key`] computes from a context.
    DeriveKey(hazmat::ContextKey),
}

impl Mode {
    /// Key derivation under `context`, hashed once here rather than once per row.
    pub fn derive_key(context: &str) -> Mode {
        Mode::DeriveKey(hazmat::hash_derive_key_context(context))
    }

    fn hasher(&self) -> Hasher {
        match self {
            Mode::Hash => Hasher::new(),
            Mode::Keyed(key) => Hasher::new_keyed(key),
            Mode::DeriveKey(key) => hazmat::HasherExt::new_from_context_key(key),
        }
    }
}

/// Keys stay out of logs.
impl std::fmt::Debug for Mode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Mode::Hash => "Hash",
            Mode::Keyed(_) => "Keyed",
            Mode::DeriveKey(_) => "DeriveKey",
        })
    }
}

/// The first `width` bytes of each row's BLAKE3 output, one row after the other in `out`.
pub fn digest(_: Isa, mode: &Mode, width: usize, block: &Block<'_>, out: &mut [u8]) {
    for (out, row) in out.chunks_exact_mut(width).zip(block.rows()) {
        match mode {
            Mode::Hash if width == OUT_LEN => out.copy_from_slice(hash(row).as_bytes()),
            Mode::Keyed(key) if width == OUT_LEN => {
                out.copy_from_slice(keyed_hash(key, row).as_bytes());
            }
            _ => mode.hasher().update(row).finalize_xof().fill(out),
        }
    }
}
