//! Divides a stream into pieces, compresses them on several threads, and joins the results in order.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use hashlane_codecs::lz4_format::FrameHeader;
use hashlane_codecs::zstd;
use xxhash_rust::xxh32::Xxh32;

use super::adapt::{Adapt, Measured};
use super::encoder::{Encoder, End, Lz4Blocks, Piece, ZstdFrames, ZstdStream};
use super::framed::Framed;
use super::ordered::{self, Work};
use super::serial::Serial;
use super::{Codec, PipeError};

/// Options for compression.
#[derive(Clone, Debug)]
pub struct CompressOptions {
    /// The format.
    pub codec: Codec,
    /// The level; with `adapt`, the first one.
    pub level: i32,
    /// The number of threads that compress. One more thread reads, and one writes.
    pub threads: NonZeroUsize,
    /// The levels between which to follow the speed of input and output.
    pub adapt: Option<Adapt>,
    /// The size of the input, if known. An input of another size is an error.
    pub size: Option<u64>,
    /// The dictionary, for zstd only.
    pub dictionary: Option<Arc<zstd::Dictionary>>,
}

/// The result of [`compress`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Compressed {
    /// The number of bytes read.
    pub content_bytes: u64,
    /// The number of bytes written.
    pub compressed_bytes: u64,
    /// The level of the first piece.
    pub first_level: i32,
    /// The level of the last piece.
    pub last_level: i32,
}

/// Compresses `input` into `output`, with a checksum of the content if the format has one.
///
/// zstd: with one thread and without `adapt`, one frame, with its content size if that is known. Otherwise one frame
/// per piece of 8 MiB (16 MiB from level 9, 32 MiB from 17, then 64 MiB; a quarter of that with `adapt`), each with its
/// size, as `pzstd` writes. The `zstd` tool reads that; a reader that stops after the first frame does not. LZ4: one
/// frame of independent blocks. gzip, bzip2 and xz: one stream with one thread, otherwise a member or stream per 8 MiB
/// (xz: 8 to 64 MiB). zlib, deflate, lzma and Brotli: one stream, on one thread. All others: one stream.
///
/// Without `adapt`, the bytes are the same for any number of threads above one.
///
/// At most `threads + 2` pieces and their results are in memory. If this returns an error while a thread reads, that
/// thread ends after the read.
///
/// # Errors
/// Returns an error if the input can't be read or is not `size` bytes long, if the output can't be written, or if the
/// format lacks the level.
pub fn compress(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: &CompressOptions,
) -> Result<Compressed, PipeError> {
    options.codec.check_level(options.level)?;
    if let Some(bounds) = options.adapt
        && !bounds.contains(options.level)
    {
        return Err(PipeError::Refused(format!("level {} is out of the bounds", options.level)));
    }
    if options.dictionary.is_some() && options.codec != Codec::Zstd {
        let name = options.codec.name();
        return Err(PipeError::Refused(format!("a dictionary is for zstd, not for {name}")));
    }
    let level = Arc::new(AtomicI32::new(options.level));
    let mut pieces = Pieces::new(input, options, Arc::clone(&level));
    let workers = workers(options)?;
    let threads = workers.len() as u32;
    let results = ordered::start(move || pieces.next(), workers)?;
    let mut total = Compressed {
        content_bytes: 0,
        compressed_bytes: 0,
        first_level: options.level,
        last_level: options.level,
    };
    while let Some(done) = ordered::next(&results) {
        let done = done?;
        let start = Instant::now();
        output.write_all(&done.compressed).map_err(PipeError::Write)?;
        let writing = start.elapsed();
        total.content_bytes += done.content_bytes;
        total.compressed_bytes += done.compressed.len() as u64;
        if done.content_bytes > 0 {
            total.last_level = done.level;
        }
        // Ignore the times of pieces at earlier levels.
        if let Some(bounds) = options.adapt
            && done.level == level.load(Ordering::Relaxed)
            && done.content_bytes > 0
        {
            let compressing = done.compressing / threads;
            let measured = Measured { reading: done.reading, compressing, writing };
            level.store(bounds.next(done.level, measured), Ordering::Relaxed);
        }
    }
    output.flush().map_err(PipeError::Write)?;
    Ok(total)
}

/// Whether the whole stream is one zstd frame.
fn is_one_frame(options: &CompressOptions) -> bool {
    options.codec == Codec::Zstd && options.threads.get() == 1 && options.adapt.is_none()
}

fn workers(options: &CompressOptions) -> Result<Vec<Work<Cut, Done>>, PipeError> {
    if let Some(serial) = serial(options)? {
        return Ok(vec![work(Box::new(serial))]);
    }
    let mut workers = Vec::with_capacity(options.threads.get());
    for _ in 0..options.threads.get() {
        let encoder: Box<dyn Encoder> = match options.codec {
            Codec::Zstd if is_one_frame(options) => {
                let dictionary = options.dictionary.as_deref();
                Box::new(ZstdStream::new(options.level, options.size, dictionary)?)
            }
            Codec::Zstd => Box::new(ZstdFrames::new(options.dictionary.clone())),
            Codec::Lz4 => Box::new(Lz4Blocks { header: FrameHeader::to_write(options.size) }),
            codec => match Framed::new(codec) {
                Some(framed) => Box::new(framed),
                None => return Err(PipeError::Refused(format!("{} is not written", codec.name()))),
            },
        };
        workers.push(work(encoder));
    }
    Ok(workers)
}

/// Returns the encoder of a stream that can't be divided, or that one thread writes at one level.
fn serial(options: &CompressOptions) -> Result<Option<Serial>, PipeError> {
    let can_be_cut = Framed::new(options.codec).is_some();
    if can_be_cut && (options.threads.get() > 1 || options.adapt.is_some()) {
        return Ok(None);
    }
    if !can_be_cut && options.adapt.is_some() && !matches!(options.codec, Codec::Zstd | Codec::Lz4)
    {
        let name = options.codec.name();
        return Err(PipeError::Refused(format!(
            "a stream of {name} has one level: leave out --adapt"
        )));
    }
    Serial::new(options.codec, options.level)
}

fn work(mut encoder: Box<dyn Encoder>) -> Work<Cut, Done> {
    Box::new(move |cut: Cut| {
        let start = Instant::now();
        let mut compressed = Vec::new();
        encoder.encode(&cut.piece, &mut compressed)?;
        Ok(Done {
            compressed,
            content_bytes: cut.piece.content.len() as u64,
            level: cut.piece.level,
            reading: cut.reading,
            compressing: start.elapsed(),
        })
    })
}

/// A piece, and the time it took to read.
struct Cut {
    piece: Piece,
    reading: Duration,
}

/// The result for a piece.
struct Done {
    compressed: Vec<u8>,
    content_bytes: u64,
    level: i32,
    reading: Duration,
    compressing: Duration,
}

/// Divides a stream into pieces.
struct Pieces<R> {
    input: R,
    options: CompressOptions,
    level: Arc<AtomicI32>,
    index: u64,
    content_bytes: u64,
    /// The hash of the content, for LZ4 only.
    xxh32: Xxh32,
    ended: bool,
}

impl<R: Read> Pieces<R> {
    fn new(input: R, options: &CompressOptions, level: Arc<AtomicI32>) -> Self {
        let (options, xxh32) = (options.clone(), Xxh32::new(0));
        Pieces { input, options, level, index: 0, content_bytes: 0, xxh32, ended: false }
    }

    fn next(&mut self) -> Option<Result<Cut, PipeError>> {
        if self.ended {
            return None;
        }
        Some(self.cut())
    }

    fn cut(&mut self) -> Result<Cut, PipeError> {
        let level = self.level.load(Ordering::Relaxed);
        let start = Instant::now();
        let content = self.read(level)?;
        self.content_bytes += content.len() as u64;
        if self.options.codec == Codec::Lz4 {
            self.xxh32.update(&content);
        }
        let mut end = None;
        if content.is_empty() {
            self.ended = true;
            self.check_size()?;
            end = Some(End { xxh32: self.xxh32.digest() });
        }
        let piece = Piece { index: self.index, level, content, end };
        self.index += 1;
        Ok(Cut { piece, reading: start.elapsed() })
    }

    /// Reads a whole piece, or the rest of the input.
    fn read(&mut self, level: i32) -> Result<Vec<u8>, PipeError> {
        let piece = self.options.codec.piece_bytes(level);
        let wanted = match (self.options.adapt, self.options.codec) {
            (Some(_), Codec::Zstd) => piece / 4,
            _ => piece,
        };
        let left = self.options.size.map(|size| size.saturating_sub(self.content_bytes));
        let capacity = left.map_or(wanted, |left| wanted.min(left.try_into().unwrap_or(wanted)));
        let mut content = Vec::new();
        content.try_reserve_exact(capacity).map_err(|error| PipeError::Read(error.into()))?;
        // `take` first: reading one byte too many would double the buffer.
        let mut input = (&mut self.input).take(wanted as u64);
        input.read_to_end(&mut content).map_err(PipeError::Read)?;
        Ok(content)
    }

    fn check_size(&self) -> Result<(), PipeError> {
        match self.options.size {
            Some(size) if size != self.content_bytes => {
                Err(PipeError::Read(io::Error::other("changed while it was read: try again")))
            }
            _ => Ok(()),
        }
    }
}
