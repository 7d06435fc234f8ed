//! Compresses a stream. zstd and LZ4: divides it into pieces, compresses them on several threads, and joins the results
//! in order.

use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

use hashlane_codecs::lz4::format::Lz4FrameHeader;
use hashlane_codecs::zstd;
use xxhash_rust::xxh32::Xxh32;

use super::adapt::{AdaptBounds, StageTimes};
use super::encoder::{Lz4Blocks, PieceEncoder, StreamEnd, StreamPiece, ZstdFrames, ZstdStream};
use super::ordered::{self, PieceWork};
use super::{PipeError, StreamCodec, sequential};

/// Options for compression.
#[derive(Clone, Debug)]
pub struct CompressOptions {
    /// The format.
    pub codec: StreamCodec,
    /// The level; with `adapt`, the first one.
    pub level: i32,
    /// The number of threads that compress zstd and LZ4. One more thread reads, and one writes. The caller's thread
    /// does all the work for other formats.
    pub threads: NonZeroUsize,
    /// The levels between which to follow the speed of input and output, for zstd and LZ4 only.
    pub adapt: Option<AdaptBounds>,
    /// The size of the input, if known. An input of another size is an error.
    pub size: Option<u64>,
    /// The dictionary, for zstd only.
    pub dictionary: Option<Arc<zstd::Dictionary>>,
}

/// The result of [`compress`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct CompressedStream {
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
/// frame of independent blocks. Without `adapt`, the bytes are the same for any number of threads above one. At most
/// `threads + 2` pieces and their results are in memory. If this returns an error while a thread reads, that thread ends
/// after the read.
///
/// All other formats: one stream, in the memory that its encoder takes and at most 32 MiB more.
///
/// # Errors
/// Returns an error if the input can't be read or is not `size` bytes long, if the output can't be written, or if the
/// format lacks the level, `adapt` or the dictionary.
pub fn compress(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: &CompressOptions,
) -> Result<CompressedStream, PipeError> {
    options.codec.check_level(options.level)?;
    if let Some(bounds) = options.adapt
        && !bounds.contains(options.level)
    {
        return Err(PipeError::Refused(format!(
            "level {} is outside the given bounds",
            options.level
        )));
    }
    if options.dictionary.is_some() && options.codec != StreamCodec::Zstd {
        let name = options.codec.name();
        return Err(PipeError::Refused(format!("a dictionary is for zstd, not for {name}")));
    }
    match options.codec {
        StreamCodec::Zstd | StreamCodec::Lz4 => parallel(input, output, options),
        codec if options.adapt.is_some() => {
            let reason = format!("a stream of {} has one level: leave out --adapt", codec.name());
            Err(PipeError::Refused(reason))
        }
        codec => {
            let level = options.level;
            let counts = sequential::compress(codec, level, input, output)?;
            let (content_bytes, compressed_bytes) = counts;
            check_size(options.size, content_bytes)?;
            Ok(CompressedStream {
                content_bytes,
                compressed_bytes,
                first_level: level,
                last_level: level,
            })
        }
    }
}

fn parallel(
    input: impl Read + Send + 'static,
    output: &mut impl Write,
    options: &CompressOptions,
) -> Result<CompressedStream, PipeError> {
    let level = Arc::new(AtomicI32::new(options.level));
    let mut pieces = PieceReader::new(input, options, Arc::clone(&level));
    let workers = workers(options)?;
    let threads = workers.len() as u32;
    let results = ordered::start(move || pieces.next(), workers)?;
    let mut total = CompressedStream {
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
            let measured = StageTimes { reading: done.reading, compressing, writing };
            level.store(bounds.next(done.level, measured), Ordering::Relaxed);
        }
    }
    output.flush().map_err(PipeError::Write)?;
    Ok(total)
}

/// Whether the whole stream is one zstd frame.
fn is_one_frame(options: &CompressOptions) -> bool {
    options.codec == StreamCodec::Zstd && options.threads.get() == 1 && options.adapt.is_none()
}

fn workers(options: &CompressOptions) -> Result<Vec<PieceWork<CutPiece, DonePiece>>, PipeError> {
    let mut workers = Vec::with_capacity(options.threads.get());
    for _ in 0..options.threads.get() {
        let encoder: Box<dyn PieceEncoder> = match options.codec {
            StreamCodec::Lz4 => {
                Box::new(Lz4Blocks { header: Lz4FrameHeader::to_write(options.size) })
            }
            _ if is_one_frame(options) => {
                let dictionary = options.dictionary.as_deref();
                Box::new(ZstdStream::new(options.level, options.size, dictionary)?)
            }
            _ => Box::new(ZstdFrames::new(options.dictionary.clone())),
        };
        workers.push(work(encoder));
    }
    Ok(workers)
}

fn work(mut encoder: Box<dyn PieceEncoder>) -> PieceWork<CutPiece, DonePiece> {
    Box::new(move |cut: CutPiece| {
        let start = Instant::now();
        let mut compressed = Vec::new();
        encoder.encode(&cut.piece, &mut compressed)?;
        Ok(DonePiece {
            compressed,
            content_bytes: cut.piece.content.len() as u64,
            level: cut.piece.level,
            reading: cut.reading,
            compressing: start.elapsed(),
        })
    })
}

/// A piece, and the time it took to read.
struct CutPiece {
    piece: StreamPiece,
    reading: Duration,
}

/// The result for a piece.
struct DonePiece {
    compressed: Vec<u8>,
    content_bytes: u64,
    level: i32,
    reading: Duration,
    compressing: Duration,
}

/// Divides a stream into pieces.
struct PieceReader<R> {
    input: R,
    options: CompressOptions,
    level: Arc<AtomicI32>,
    index: u64,
    content_bytes: u64,
    /// The hash of the content, for LZ4 only.
    xxh32: Xxh32,
    ended: bool,
}

impl<R: Read> PieceReader<R> {
    fn new(input: R, options: &CompressOptions, level: Arc<AtomicI32>) -> Self {
        let (options, xxh32) = (options.clone(), Xxh32::new(0));
        PieceReader { input, options, level, index: 0, content_bytes: 0, xxh32, ended: false }
    }

    fn next(&mut self) -> Option<Result<CutPiece, PipeError>> {
        if self.ended {
            return None;
        }
        Some(self.cut())
    }

    fn cut(&mut self) -> Result<CutPiece, PipeError> {
        let level = self.level.load(Ordering::Relaxed);
        let start = Instant::now();
        let content = self.read(level)?;
        self.content_bytes += content.len() as u64;
        if self.options.codec == StreamCodec::Lz4 {
            self.xxh32.update(&content);
        }
        let mut end = None;
        if content.is_empty() {
            self.ended = true;
            check_size(self.options.size, self.content_bytes)?;
            end = Some(StreamEnd { xxh32: self.xxh32.digest() });
        }
        let piece = StreamPiece { index: self.index, level, content, end };
        self.index += 1;
        Ok(CutPiece { piece, reading: start.elapsed() })
    }

    /// Reads a whole piece, or the rest of the input.
    fn read(&mut self, level: i32) -> Result<Vec<u8>, PipeError> {
        let piece = self.options.codec.piece_bytes(level);
        let wanted = match (self.options.adapt, self.options.codec) {
            (Some(_), StreamCodec::Zstd) => piece / 4,
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
}

/// Returns an error if the input had another size than announced.
fn check_size(announced: Option<u64>, read: u64) -> Result<(), PipeError> {
    match announced {
        Some(size) if size != read => {
            Err(PipeError::Read(io::Error::other("changed while it was read: try again")))
        }
        _ => Ok(()),
    }
}
