//! Dictionaries, prepared for compression and decompression.

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use zstd_safe::{CDict, DDict};

use super::header::first_header;
use super::short::{Prefix, SLACK, Tables};
use super::{CONTEXT, LEVELS, MAX_DICTIONARY};
use crate::prepared::{Cache, Prepared};
use crate::{CodecError, append, grow, probe};

const DICTIONARY: &str = "zstd dictionary";

/// What a dictionary starts with. RFC 8878, 5.
const MAGIC: [u8; 4] = 0xEC30_A437_u32.to_le_bytes();

/// How many levels there are.
const LEVEL_COUNT: usize = (*LEVELS.end() - *LEVELS.start() + 1) as usize;

/// The dictionaries of this process's queries.
static CACHE: LazyLock<Cache<Dictionary>> = LazyLock::new(Cache::new);

/// A trained zstd dictionary, prepared: threads share it.
///
/// With one, a URL of 54 bytes takes 710 ns to compress; with one prepared for each row, 268,000.
pub struct Dictionary {
    /// Its bytes, and [`SLACK`] behind them.
    padded: Vec<u8>,
    id: u32,
    decompress: DDict<'static>,
    /// None where short frames are for libzstd as well.
    tables: Option<Box<Tables>>,
    /// By level, each made when first used.
    compress: [OnceLock<CDict<'static>>; LEVEL_COUNT],
    /// Held while a level is made, so that threads that start together make it once.
    making: Mutex<()>,
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dictionary").field("id", &self.id()).finish_non_exhaustive()
    }
}

impl Dictionary {
    /// The dictionary that `bytes` are, prepared.
    ///
    /// It comes from a process-wide cache where it is there, found by comparing all of its bytes,
    /// and goes to the cache where it is not. The cache is bounded by the memory of what is
    /// prepared (64 MiB) and by entries; a dictionary that has left it lives on for who holds it.
    /// Looking it up reads all of `bytes`: hold on to the result while the dictionary is the same.
    ///
    /// An error where `bytes` are no trained dictionary, or one that names no id, because frames
    /// could not say that they need it.
    pub fn prepared(bytes: &[u8]) -> Result<Arc<Dictionary>, CodecError> {
        CACHE.get_or_prepare(bytes)
    }

    /// The id that frames made with this dictionary carry. Never 0.
    pub fn id(&self) -> u32 {
        self.id
    }

    /// The dictionary as it was trained.
    pub fn bytes(&self) -> &[u8] {
        &self.padded[..self.padded.len() - SLACK]
    }

    /// What compresses at `level`.
    pub(super) fn for_level(&self, level: i32) -> Result<&CDict<'static>, CodecError> {
        if !LEVELS.contains(&level) {
            let (start, end) = LEVELS.into_inner();
            let reason = format!("zstd has the levels {start} to {end}, not {level}");
            return Err(CodecError::argument(reason));
        }
        let slot = &self.compress[(level - LEVELS.start()) as usize];
        if let Some(prepared) = slot.get() {
            return Ok(prepared);
        }
        {
            let _one_at_a_time = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            if slot.get().is_none() {
                // What zstd refuses in a dictionary it has refused in `prepare`; what is left is
                // memory.
                let bytes = self.bytes();
                let prepared = CDict::try_create(bytes, level)
                    .ok_or(CodecError::OutOfMemory { bytes: bytes.len() })?;
                let _ = slot.set(prepared);
            }
        }
        CACHE.shrink();
        slot.get().ok_or(CodecError::OutOfMemory { bytes: self.padded.len() })
    }

    /// What decompresses.
    pub(super) fn to_decompress(&self) -> &DDict<'static> {
        &self.decompress
    }

    /// What short frames are decompressed with.
    pub(super) fn prefix(&self) -> Option<Prefix<'_>> {
        let tables = self.tables.as_ref()?;
        Some(Prefix { content: self.padded.get(tables.content()..)?, tables })
    }
}

impl Prepared for Dictionary {
    fn prepare(bytes: &[u8]) -> Result<Self, CodecError> {
        let id = id_of_dictionary(bytes)?;
        if id == 0 {
            return Err(invalid("it has no id, which frames need to name it"));
        }
        if bytes.len() > MAX_DICTIONARY {
            let len = bytes.len();
            return Err(CodecError::InputTooLong {
                format: DICTIONARY,
                bytes: len,
                max: MAX_DICTIONARY,
            });
        }
        // zstd doesn't say which of its reasons it has.
        probe(bytes.len() + CONTEXT)?;
        let decompress = DDict::try_create(bytes);
        let decompress = decompress.ok_or_else(|| invalid("zstd can't read its tables"))?;
        let mut padded = Vec::new();
        append(&mut padded, bytes)?;
        grow(&mut padded, SLACK)?;
        Ok(Dictionary {
            padded,
            id,
            decompress,
            tables: Tables::read(bytes).map(Box::new),
            compress: [const { OnceLock::new() }; LEVEL_COUNT],
            making: Mutex::new(()),
        })
    }

    fn bytes(&self) -> &[u8] {
        &self.padded[..self.padded.len() - SLACK]
    }

    fn memory(&self) -> usize {
        let levels = self.compress.iter().filter_map(OnceLock::get);
        let prepared: usize = levels.map(CDict::sizeof).sum();
        let tables = self.tables.as_ref().map_or(0, |tables| size_of_val(&**tables));
        size_of::<Self>() + tables + self.padded.capacity() + self.decompress.sizeof() + prepared
    }
}

/// `reason`, and where dictionaries come from.
fn invalid(reason: impl fmt::Display) -> CodecError {
    CodecError::corrupt(DICTIONARY, format!("{reason}; zstd_train_dict makes one"))
}

fn id_of_dictionary(bytes: &[u8]) -> Result<u32, CodecError> {
    let Some((start, rest)) = bytes.split_first_chunk::<4>() else {
        return Err(invalid(format_args!("it has {} bytes", bytes.len())));
    };
    if *start != MAGIC {
        let start = u32::from_le_bytes(*start);
        return Err(invalid(format_args!("it starts with {start:#010x}, not 0xec30a437")));
    }
    let id = rest.first_chunk().ok_or_else(|| invalid("it ends within its id"))?;
    Ok(u32::from_le_bytes(*id))
}

/// The id of the dictionary that `bytes` are, or that the first frame of `bytes` names; None where
/// that is 0 or there is no such frame, but only skippable ones.
///
/// An error where `bytes` are neither a dictionary nor frames.
pub fn dict_id(bytes: &[u8]) -> Result<Option<u32>, CodecError> {
    if bytes.starts_with(&MAGIC) {
        return Ok(Some(id_of_dictionary(bytes)?).filter(|id| *id != 0));
    }
    match first_header(bytes) {
        Ok(header) => Ok(header.and_then(|header| header.dictionary)),
        Err(CodecError::Corrupt { reason, .. }) => {
            Err(CodecError::corrupt("zstd frame or dictionary", reason))
        }
        Err(error) => Err(error),
    }
}
