//! Every truncation and every single flipped bit of frames, ours and foreign ones.

use hashlane_codecs::{CodecError, Workspace};

use crate::support::codec::{self, Codec};
use crate::support::foreign;
use crate::support::inputs::{Numbers, cycle};

/// The cap of every mutant. No content here is longer.
const MAX_BYTES: usize = 16 << 10;

/// The longest frames that are truncated at each byte and flipped at each bit.
const CUT_UP_TO: usize = 2_000;
const FLIP_UP_TO: usize = 1_300;

/// Brotli takes ten times as long as the others; bzip2 and lzma create contexts for each frame.
const FLIP_SLOW_UP_TO: usize = 300;

/// A frame that decodes to `content`.
struct Subject {
    name: String,
    codec: Codec,
    frame: Vec<u8>,
    content: Vec<u8>,
    /// Whether a checksum covers all of the content.
    checksum: bool,
    /// The places where a truncated frame is still complete.
    ends: Vec<usize>,
}

fn subjects() -> Vec<Subject> {
    let foreign = foreign::frames().into_iter().filter_map(|foreign| {
        let content = foreign.codec.decode(MAX_BYTES, &foreign.bytes).ok()?;
        Some(Subject {
            name: foreign.to_string(),
            codec: foreign.codec,
            frame: foreign.bytes,
            content,
            checksum: foreign.checksum,
            ends: foreign.ends,
        })
    });
    foreign.chain(ours()).collect()
}

fn ours() -> Vec<Subject> {
    let mut contents: Vec<Vec<u8>> = vec![vec![], cycle(1), cycle(12), cycle(64), cycle(600)];
    contents.push(Numbers(6).bytes(150));
    contents.push(b"a short line of text, then a short line of text".to_vec());
    contents.push(vec![b'z'; 5_000]);
    let mut subjects = Vec::new();
    for codec in codec::ALL {
        for (level, content) in
            codec.levels.iter().flat_map(|l| contents.iter().map(move |c| (l, c)))
        {
            let frame = codec.encode(*level, content);
            subjects.push(Subject {
                name: format!("our {} {level} of {} bytes", codec.name, content.len()),
                codec,
                ends: codec.ends(&frame),
                frame,
                content: content.clone(),
                checksum: codec.checksum,
            });
        }
    }
    subjects
}

/// Two decoders that must agree. Their buffers were filled with different bytes before, and hold other
/// rows at the start.
struct Twins {
    workspace: Workspace,
    buffers: [Vec<u8>; 2],
}

impl Twins {
    const BEFORE: [&[u8]; 2] = [&[0x55; 300], b"the row before"];

    fn new() -> Self {
        Twins { workspace: Workspace::default(), buffers: [vec![], vec![]] }
    }

    fn decode(&mut self, codec: Codec, frame: &[u8]) -> Result<&[u8], CodecError> {
        let mut results = [Ok(()), Ok(())];
        for (i, filler) in [0x00, 0xFF].into_iter().enumerate() {
            let out = &mut self.buffers[i];
            out.clear();
            out.resize(MAX_BYTES, filler);
            out.clear();
            out.extend_from_slice(Self::BEFORE[i]);
            results[i] = (codec.decompress)(&mut self.workspace, MAX_BYTES, frame, out);
            assert!(out.starts_with(Self::BEFORE[i]), "the row before was overwritten");
        }
        let [one, two] = [0, 1].map(|i| &self.buffers[i][Self::BEFORE[i].len()..]);
        assert_eq!(results[0], results[1], "the same input, another result");
        results[0].clone()?;
        assert!(one == two, "the content depends on what was in the buffer");
        assert!(one.len() <= MAX_BYTES, "{} bytes came out", one.len());
        Ok(one)
    }
}

/// A truncated frame is an error, unless complete frames remain.
#[test]
fn truncations() {
    let (mut frames, mut cuts, mut twins) = (0, 0, Twins::new());
    let subjects = subjects();
    let short = subjects.iter().filter(|s| s.frame.len() <= CUT_UP_TO);
    for subject in short.filter(|s| !s.codec.has_no_end()) {
        for cut in 0..subject.frame.len() {
            let result = twins.decode(subject.codec, &subject.frame[..cut]);
            let empty = cut == 0 && subject.codec.name.starts_with("hadoop");
            let whole = subject.ends.contains(&cut) || empty;
            assert_eq!(result.is_ok(), whole, "{} cut at {cut}: {result:?}", subject.name);
            assert!(result.is_err() || subject.content.starts_with(result.unwrap()));
            cuts += 1;
        }
        frames += 1;
    }
    println!("{cuts} truncations of {frames} frames");
    assert!(frames >= 200 && cuts >= 50_000);
}

#[test]
fn flipped_bits() {
    let (mut frames, mut flips, mut silent, mut twins) = (0, 0, 0, Twins::new());
    let most = |subject: &Subject| match subject.codec.name {
        "brotli" | "brotli_large" | "bzip2" | "lzma" => FLIP_SLOW_UP_TO,
        _ => FLIP_UP_TO,
    };
    for subject in subjects().iter().filter(|s| s.frame.len() <= most(s)) {
        let mut mutant = subject.frame.clone();
        for bit in 0..8 * mutant.len() {
            mutant[bit / 8] ^= 1 << (bit % 8);
            if let Ok(content) = twins.decode(subject.codec, &mutant)
                && content != subject.content
            {
                assert!(!subject.checksum, "{}: bit {bit} flipped, wrong content", subject.name);
                silent += 1;
            }
            mutant[bit / 8] ^= 1 << (bit % 8);
            flips += 1;
        }
        frames += 1;
    }
    println!("{flips} flips of {frames} frames; {silent} wrong contents, all without a checksum");
    assert!(frames >= 200 && flips >= 500_000);
    assert!(silent > 0, "without checksums some flips must go unseen: is the flip made at all?");
}

/// Bytes after the last frame are an error, whatever they are.
#[test]
fn trailing_garbage() {
    let mut twins = Twins::new();
    for subject in subjects().into_iter().filter(|s| !s.codec.has_no_end()) {
        for garbage in [
            &b"\0"[..],
            b"\0\0\0\0",
            b"garbage",
            &[0xFF; 40],
            &subject.frame[..subject.frame.len().min(3)],
        ] {
            let padding: &[&[u8]] = match subject.codec.name {
                "xz" | "hadoop_snappy" | "hadoop_lz4" => &[&[0; 4]],
                "gzip" | "zlib" => &[&[0], &[0; 4]],
                _ => &[],
            };
            if padding.contains(&garbage) || garbage.is_empty() {
                continue;
            }
            let frame = [&subject.frame, garbage].concat();
            let result = twins.decode(subject.codec, &frame);
            assert!(result.is_err(), "{} and {garbage:?}: {result:?}", subject.name);
        }
    }
}

#[test]
fn nothing_at_all() {
    for codec in codec::ALL {
        let result = codec.decode(MAX_BYTES, b"");
        if codec.name.starts_with("hadoop") {
            assert_eq!(result, Ok(vec![]), "as aircompressor writes it");
            continue;
        }
        assert!(matches!(result, Err(CodecError::Corrupt { .. })), "{}: {result:?}", codec.name);
    }
}

/// Concatenated frames decode to the concatenated contents, in formats that allow it.
#[test]
fn concatenations() {
    for codec in codec::ALL {
        if codec.has_no_end() {
            continue;
        }
        let [one, two] = [cycle(300), b"the other content".to_vec()];
        let level = codec.levels[0];
        let frames = [codec.encode(level, &one), codec.encode(level, &two)].concat();
        match codec.decode(MAX_BYTES, &frames) {
            Ok(content) => assert!(codec.concatenates && content == [one, two].concat()),
            Err(error) => assert!(!codec.concatenates, "{}: {error}", codec.name),
        }
    }
}

/// Noise is an error, also after a valid start.
#[test]
fn noise() {
    let (mut numbers, mut twins) = (Numbers(8), Twins::new());
    for codec in codec::ALL {
        let frame = codec.encode(codec.levels[0], &cycle(300));
        for _ in 0..20_000 {
            let length = numbers.below(200);
            let noise = numbers.bytes(length);
            let _ = twins.decode(codec, &noise);
            let start = numbers.below(frame.len());
            let result = twins.decode(codec, &[&frame[..start], &noise].concat());
            assert!(!codec.checksum || start == 0 || result.is_err(), "{}", codec.name);
        }
    }
}
