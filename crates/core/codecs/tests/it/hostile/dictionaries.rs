//! Frames that need a dictionary, and dictionaries, truncated and with flipped bits.

use hashlane_codecs::zstd::{self, Dictionary, dict_id};
use hashlane_codecs::{CodecError, Workspace};

use crate::dictionaries::{EVENTS, URLS, decode, decode_in, encode};
use crate::support::alloc;
use crate::support::events::{events, urls};
use crate::support::foreign::{self, Foreign};
use crate::support::inputs::{Numbers, cycle};

/// The cap of every mutant. No content here is longer.
const MAX_BYTES: usize = 16 << 10;

/// A frame with a dictionary that decodes to `content`.
struct Subject {
    dictionary: std::sync::Arc<Dictionary>,
    frame: Vec<u8>,
    content: Vec<u8>,
    checksum: bool,
    ends: Vec<usize>,
}

fn subjects() -> Vec<Subject> {
    let (dictionaries, frames) = foreign::dictionaries();
    let foreign = frames.into_iter().filter(|(_, frame)| frame.length <= MAX_BYTES);
    let foreign = foreign.map(|(id, frame)| {
        let bytes = &dictionaries.iter().find(|dictionary| dictionary.id == id).unwrap().bytes;
        let dictionary = Dictionary::prepared(bytes).unwrap();
        let content = decode(&dictionary, MAX_BYTES, &frame.bytes).unwrap();
        let Foreign { bytes, checksum, ends, .. } = frame;
        Subject { dictionary, frame: bytes, content, checksum, ends }
    });
    let mut contents = events(31, 12);
    contents.extend(urls(31, 6));
    contents.extend([vec![], cycle(1), cycle(300), vec![b'z'; 5_000], Numbers(6).bytes(150)]);
    let ours = contents.into_iter().flat_map(|content| {
        [(&EVENTS, 1), (&URLS, 3), (&EVENTS, 19)].map(|(dictionary, level)| {
            let frame = encode(dictionary, level, &content);
            let ends = vec![frame.len()];
            let dictionary = std::sync::Arc::clone(dictionary);
            Subject { dictionary, frame, content: content.clone(), checksum: true, ends }
        })
    });
    foreign.chain(ours).collect()
}

/// Decodes into buffers that are filled with other bytes before, which must not affect the result.
struct Twins {
    workspace: Workspace,
    buffers: [Vec<u8>; 2],
}

impl Twins {
    fn new() -> Self {
        Twins { workspace: Workspace::default(), buffers: [vec![], vec![]] }
    }

    fn decode(&mut self, dictionary: &Dictionary, frame: &[u8]) -> Result<&[u8], CodecError> {
        let results = [0x00, 0xFF].map(|filler| {
            let out = &mut self.buffers[usize::from(filler != 0)];
            out.clear();
            out.resize(MAX_BYTES, filler);
            out.clear();
            zstd::decompress_with(&mut self.workspace, MAX_BYTES, dictionary, frame, out)
        });
        assert_eq!(results[0], results[1], "the same input, another result");
        results[0].clone()?;
        assert!(self.buffers[0] == self.buffers[1], "the content depends on the buffer");
        assert!(self.buffers[0].len() <= MAX_BYTES);
        Ok(&self.buffers[0])
    }
}

#[test]
fn truncated_frames() {
    let (mut cuts, mut twins) = (0, Twins::new());
    for Subject { dictionary, frame, ends, .. } in subjects() {
        for cut in 0..frame.len() {
            let result = twins.decode(&dictionary, &frame[..cut]);
            assert_eq!(result.is_ok(), ends.contains(&cut), "cut at {cut}: {result:?}");
            let _ = dict_id(&frame[..cut]);
            cuts += 1;
        }
    }
    println!("{cuts} truncations");
    assert!(cuts >= 15_000);
}

#[test]
fn flipped_frames() {
    let (mut frames, mut flips, mut silent, mut ids) = (0, 0, 0, 0);
    let mut twins = Twins::new();
    for Subject { dictionary, frame, content, checksum, .. } in subjects() {
        let mut mutant = frame.clone();
        for bit in 0..8 * mutant.len() {
            mutant[bit / 8] ^= 1 << (bit % 8);
            if let Ok(out) = twins.decode(&dictionary, &mutant)
                && out != content
            {
                assert!(!checksum, "bit {bit} flipped, wrong content");
                silent += 1;
            }
            if let Ok(Some(id)) = dict_id(&mutant)
                && Some(id) != dictionary.id()
            {
                let result = twins.decode(&dictionary, &mutant).map(<[u8]>::len);
                assert!(result.is_err(), "a frame of dictionary {id}");
                ids += 1;
            }
            mutant[bit / 8] ^= 1 << (bit % 8);
            flips += 1;
        }
        frames += 1;
    }
    println!("{flips} flips of {frames} frames: {ids} other ids, {silent} wrong contents");
    assert!(frames >= 200 && flips >= 100_000 && ids >= 1_000);
    assert!(silent > 0, "without checksums some flips must go unseen: is the flip made at all?");
}

/// A frame of each width of the id, with each bit of it flipped: an error that names both ids.
#[test]
fn flipped_ids() {
    let (dictionaries, _) = foreign::dictionaries();
    for foreign in dictionaries {
        let dictionary = Dictionary::prepared(&foreign.bytes).unwrap();
        let frame = encode(&dictionary, 3, b"content");
        let width = match foreign.id {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            _ => 4,
        };
        assert_eq!(frame[5..5 + width], foreign.id.to_le_bytes()[..width], "a single segment");
        for bit in 0..8 * width {
            let mut mutant = frame.clone();
            mutant[5 + bit / 8] ^= 1 << (bit % 8);
            let needed = foreign.id ^ 1 << bit;
            let expected = CodecError::WrongDictionary { needed, given: Some(foreign.id) };
            // An id of 0 means no id. The content is then right, or the checksum wrong.
            match decode(&dictionary, 100, &mutant) {
                Ok(content) => assert!(needed == 0 && content == b"content"),
                Err(error) => assert_eq!(error, expected),
            }
        }
    }
}

/// A truncated or flipped dictionary is an error or another dictionary. A frame then gives an error
/// or, because of the checksum, the right content.
#[test]
fn broken_dictionaries() {
    let good = URLS.bytes();
    let contents = urls(32, 4);
    let frames: Vec<Vec<u8>> = contents.iter().map(|content| encode(&URLS, 3, content)).collect();
    let mut workspace = Workspace::default();
    let (mut refused, mut taken) = (0, 0);
    let mut check = |mutant: &[u8]| match Dictionary::prepared(mutant) {
        Err(error) => {
            assert!(matches!(error, CodecError::Corrupt { .. }), "{error}");
            assert!(error.to_string().contains("zstd_train_dict"), "{error}");
            refused += 1;
        }
        Ok(dictionary) => {
            for (frame, content) in frames.iter().zip(&contents) {
                let result = decode_in(&mut workspace, &dictionary, MAX_BYTES, frame);
                assert!(result.is_err() || result.as_ref() == Ok(content));
                let mut own = Vec::new();
                zstd::compress_with(&mut workspace, 3, &dictionary, content, &mut own).unwrap();
                let back = decode_in(&mut workspace, &dictionary, MAX_BYTES, &own);
                assert_eq!(back.as_ref(), Ok(content));
            }
            taken += 1;
        }
    };
    // Truncation and flips matter most in the header with its tables.
    for cut in (0..400).chain((400..good.len()).step_by(37)) {
        check(&good[..cut]);
    }
    let mut mutant = good.to_vec();
    for bit in (0..8 * 200).chain((8 * 200..8 * good.len()).step_by(61)) {
        mutant[bit / 8] ^= 1 << (bit % 8);
        check(&mutant);
        mutant[bit / 8] ^= 1 << (bit % 8);
    }
    println!("{refused} broken dictionaries refused, {taken} taken");
    assert!(refused > 500 && taken > 100);
}

#[test]
fn what_is_no_dictionary() {
    let zero_id = [&EVENTS.bytes()[..4], &[0; 4], &EVENTS.bytes()[8..]].concat();
    let frame = encode(&EVENTS, 3, b"content");
    let longest = vec![0; (16 << 20) + 1];
    let too_long = [&EVENTS.bytes()[..8], &longest].concat();
    let magic = &EVENTS.bytes()[..4];
    for bytes in [&b""[..], b"\x37", b"seven b", magic, &EVENTS.bytes()[..8], &zero_id] {
        let error = Dictionary::prepared(bytes).err().unwrap();
        assert!(matches!(error, CodecError::Corrupt { .. }), "{error}");
        assert!(error.to_string().contains("zstd_train_dict returns valid ones"), "{error}");
    }
    let error = Dictionary::prepared(&too_long).err().unwrap();
    assert!(matches!(error, CodecError::InputTooLong { .. }), "{error}");
    assert_eq!(dict_id(&zero_id), Ok(None));
    for bytes in [&b""[..], b"\x37", b"text", &EVENTS.bytes()[..7], &frame[..5], &frame[..8]] {
        assert!(matches!(dict_id(bytes), Err(CodecError::Corrupt { .. })), "{bytes:?}");
    }
}

/// Wrong sizes in the headers of frames that name their dictionary.
#[test]
fn lying_sizes() {
    for size in [1u64 << 31, 1 << 32, 1 << 60, u64::MAX - 1, u64::MAX, 0, 4, 6, 100 << 20] {
        let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD, 0b1110_0011];
        frame.extend_from_slice(&EVENTS.id().unwrap().to_le_bytes());
        frame.extend_from_slice(&size.to_le_bytes());
        frame.extend_from_slice(&[5 << 3 | 1, 0, 0]);
        frame.extend_from_slice(b"hello");
        for max_bytes in [256 << 20, usize::MAX] {
            let (result, peak) = alloc::peak(|| decode(&EVENTS, max_bytes, &frame));
            let refused =
                matches!(result, Err(CodecError::Corrupt { .. } | CodecError::OverLimit { .. }));
            assert!(refused, "{size} under {max_bytes}: {result:?}");
            assert!(peak < 10 << 20, "{size} under {max_bytes}: {peak} bytes were taken");
        }
    }
}

/// 1 GiB in 32 KiB, with and without its size, in frames that name a dictionary.
#[test]
fn bombs() {
    const MAX: usize = 64 << 20;
    for size in [None, Some(1u64 << 30)] {
        let mut frame = vec![0x28, 0xB5, 0x2F, 0xFD];
        frame.extend_from_slice(if size.is_some() { &[0b1100_0011] } else { &[0b11] });
        frame.push(7 << 3);
        frame.extend_from_slice(&EVENTS.id().unwrap().to_le_bytes());
        frame.extend(size.iter().flat_map(|size| size.to_le_bytes()));
        for i in 1..=8192 {
            let header: u32 = 128 << 13 | 1 << 1 | u32::from(i == 8192);
            frame.extend_from_slice(&header.to_le_bytes()[..3]);
            frame.push(b'x');
        }
        let (result, peak) = alloc::peak(|| decode(&EVENTS, MAX, &frame));
        assert_eq!(
            result.map(|content| content.len()),
            Err(CodecError::OverLimit { max_bytes: MAX })
        );
        assert!(peak <= 2 * MAX, "{peak} bytes were taken");
        let other = CodecError::WrongDictionary { needed: EVENTS.id().unwrap(), given: URLS.id() };
        assert_eq!(decode(&URLS, MAX, &frame), Err(other));
    }
}
