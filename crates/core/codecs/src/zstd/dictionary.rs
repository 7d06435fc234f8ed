//! Dictionaries, prepared for compression and decompression.

use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, OnceLock, PoisonError};

use zstd_safe::{CDict, DDict};

use super::header::first_header;
use super::{CONTEXT, LEVELS, MAX_DICTIONARY};
use crate::prepared::{PreparedCache, PreparedValue};
use crate::{CodecError, copied, probe};

const DICTIONARY: &str = "zstd dictionary";

/// The magic number of a dictionary. RFC 8878, 5.
const MAGIC: [u8; 4] = 0xEC30_A437_u32.to_le_bytes();

/// The number of levels.
const LEVEL_COUNT: usize = (*LEVELS.end() - *LEVELS.start() + 1) as usize;

/// The prepared dictionaries of this process.
static CACHE: LazyLock<PreparedCache<Dictionary>> = LazyLock::new(PreparedCache::new);

/// The shortest raw content that is a dictionary. zstd ignores a shorter one without an error.
const MIN_RAW: usize = 8;

/// A zstd dictionary, prepared. Threads share it.
///
/// Bytes that start with the magic number of dictionaries are a trained one. All others are raw content, to which
/// frames refer as if it came before their own, as with `zstd -D` and any file. Frames don't name raw content.
///
/// A URL of 54 bytes takes 710 ns to compress with a prepared dictionary, and 268,000 if it is prepared for each row.
pub struct Dictionary {
    bytes: Vec<u8>,
    /// `None` for raw content.
    id: Option<u32>,
    decompress: DDict<'static>,
    /// One per level, each prepared when it is first used.
    compress: [OnceLock<CDict<'static>>; LEVEL_COUNT],
    /// Held while a level is prepared, so that threads that start together prepare it once.
    making: Mutex<()>,
}

impl fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dictionary").field("id", &self.id()).finish_non_exhaustive()
    }
}

impl Dictionary {
    /// Prepares the dictionary `bytes`, or takes it from a process-wide cache.
    ///
    /// The cache compares all bytes, so keep the result while you use the same dictionary. The cache is bounded in
    /// memory (64 MiB) and in entries. A dictionary that was evicted lives on while it is in use.
    ///
    /// # Errors
    /// Returns an error if `bytes` are a trained dictionary that is damaged or has no id, since frames could not name
    /// it, and if they are shorter than 8 or longer than 16 MiB.
    pub fn prepared(bytes: &[u8]) -> Result<Arc<Dictionary>, CodecError> {
        CACHE.get_or_prepare(bytes)
    }

    /// The id in frames made with this dictionary, never 0; `None` for raw content, which frames don't name.
    pub fn id(&self) -> Option<u32> {
        self.id
    }

    /// The dictionary as it was given.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The prepared form that compresses at `level`.
    pub(super) fn for_level(&self, level: i32) -> Result<&CDict<'static>, CodecError> {
        if !LEVELS.contains(&level) {
            let (start, end) = LEVELS.into_inner();
            let reason = format!("level {level} is out of range for zstd ({start} to {end})");
            return Err(CodecError::argument(reason));
        }
        let slot = &self.compress[(level - LEVELS.start()) as usize];
        if let Some(prepared) = slot.get() {
            return Ok(prepared);
        }
        {
            let _one_at_a_time = self.making.lock().unwrap_or_else(PoisonError::into_inner);
            if slot.get().is_none() {
                // zstd has accepted the dictionary in `prepare`, so this can only fail for lack of memory.
                let bytes = self.bytes();
                let prepared = CDict::try_create(bytes, level)
                    .ok_or(CodecError::OutOfMemory { bytes: bytes.len() })?;
                let _ = slot.set(prepared);
            }
        }
        CACHE.shrink();
        slot.get().ok_or(CodecError::OutOfMemory { bytes: self.bytes.len() })
    }

    /// The prepared form that decompresses.
    pub(super) fn to_decompress(&self) -> &DDict<'static> {
        &self.decompress
    }
}

impl PreparedValue for Dictionary {
    fn prepare(bytes: &[u8]) -> Result<Self, CodecError> {
        let id = id_to_prepare(bytes)?;
        if bytes.len() > MAX_DICTIONARY {
            let len = bytes.len();
            return Err(CodecError::InputTooLong {
                format: DICTIONARY,
                bytes: len,
                max: MAX_DICTIONARY,
            });
        }
        // zstd doesn't report the reason of an error here.
        probe(bytes.len() + CONTEXT)?;
        let decompress = DDict::try_create(bytes);
        let decompress = decompress.ok_or_else(|| invalid("zstd can't read its tables"))?;
        Ok(Dictionary {
            bytes: copied(bytes)?,
            id,
            decompress,
            compress: [const { OnceLock::new() }; LEVEL_COUNT],
            making: Mutex::new(()),
        })
    }

    fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn memory(&self) -> usize {
        let levels = self.compress.iter().filter_map(OnceLock::get);
        let prepared: usize = levels.map(CDict::sizeof).sum();
        size_of::<Self>() + self.bytes.capacity() + self.decompress.sizeof() + prepared
    }
}

/// An error for `reason` that says how to make a dictionary.
fn invalid(reason: impl fmt::Display) -> CodecError {
    CodecError::corrupt(DICTIONARY, format!("{reason}; zstd_train_dict returns valid ones"))
}

/// The id of a dictionary; `None` for raw content.
fn id_to_prepare(bytes: &[u8]) -> Result<Option<u32>, CodecError> {
    if bytes.len() < MIN_RAW {
        let len = bytes.len();
        return Err(invalid(format_args!("it has {len} bytes, but needs at least {MIN_RAW}")));
    }
    if !bytes.starts_with(&MAGIC) {
        return Ok(None);
    }
    match id_of_dictionary(bytes)? {
        0 => Err(invalid("it has no id, so frames can't name it")),
        id => Ok(Some(id)),
    }
}

/// The id behind the magic number.
fn id_of_dictionary(bytes: &[u8]) -> Result<u32, CodecError> {
    let id = bytes.get(MAGIC.len()..).and_then(<[u8]>::first_chunk);
    id.map(|id| u32::from_le_bytes(*id)).ok_or_else(|| invalid("it ends within its id"))
}

/// The id of the trained dictionary `bytes`, or of the dictionary that the first frame of `bytes` names. `None` if the
/// id is 0 or if all frames are skippable.
///
/// # Errors
/// Returns an error if `bytes` are neither a trained dictionary nor frames.
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
