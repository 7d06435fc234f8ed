//! Against libzstd: what is taken here has to be taken there, with the same content.

use std::sync::LazyLock;

use hashlane_kernels::isa::Isa;
use zstd_safe::{CCtx, CDict, CParameter, DCtx, DDict};

use super::{Frame, LONGEST, Prefix, SLACK, Scratch, Tables, decompress};
use crate::Sample;
use crate::random::Random;
use crate::zstd::{CONTENT_CHECKSUM_FLAG, LEVELS, limits_for, train};

/// A text of words, many of which repeat.
fn text(seed: u64, len: usize) -> Vec<u8> {
    const WORDS: [&str; 12] = [
        "https://",
        "www.example.com/",
        "shop?item=",
        "garden",
        "\"price\":",
        "leather",
        "{\"id\":",
        ", ",
        "silver",
        "aaaaaaaaaaaaaaaaaaaaaaa",
        "é",
        "0123",
    ];
    let mut random = Random(seed);
    let mut text = Vec::new();
    while text.len() < len {
        match random.below(3) {
            0 => text.extend(random.below(100_000).to_string().bytes()),
            _ => text.extend(WORDS[random.below(WORDS.len())].bytes()),
        }
    }
    text.truncate(len);
    text
}

/// A dictionary for such texts.
static DICTIONARY: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut sample = Sample::new(limits_for(4096, 4000).unwrap());
    (0..4000).for_each(|i| sample.add(&text(i, 20 + i as usize % 300)).unwrap());
    train(&sample, 4096).unwrap()
});

/// The bytes of a dictionary, and its tables if they are taken.
struct Prepared {
    padded: Vec<u8>,
    tables: Option<Tables>,
}

impl Prepared {
    fn new(dictionary: &[u8]) -> Self {
        let mut padded = dictionary.to_vec();
        padded.resize(dictionary.len() + SLACK, 0);
        Prepared { padded, tables: Tables::read(dictionary) }
    }

    fn prefix(&self) -> Option<Prefix<'_>> {
        let tables = self.tables.as_ref()?;
        Some(Prefix { content: &self.padded[tables.content()..], tables })
    }
}

/// A frame without a checksum, which would hide most mistakes in mutants.
fn frame(level: i32, dictionary: Option<&[u8]>, content: &[u8]) -> Vec<u8> {
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(level)).unwrap();
    let dictionary = dictionary.map(|dictionary| CDict::create(dictionary, level));
    if let Some(dictionary) = &dictionary {
        context.ref_cdict(dictionary).unwrap();
    }
    let mut frame = vec![0; zstd_safe::compress_bound(content.len())];
    let len = context.compress2(&mut frame[..], content).unwrap();
    frame.truncate(len);
    frame
}

/// What libzstd makes of a frame.
struct Reference<'a> {
    context: DCtx<'a>,
    dictionary: Option<DDict<'a>>,
}

impl<'a> Reference<'a> {
    /// None where libzstd does not take the dictionary.
    fn new(dictionary: Option<&'a [u8]>) -> Option<Self> {
        let dictionary = match dictionary {
            Some(bytes) => Some(DDict::try_create(bytes)?),
            None => None,
        };
        Some(Reference { context: DCtx::create(), dictionary })
    }

    fn id(&self) -> u32 {
        self.dictionary.as_ref().and_then(DDict::get_dict_id).map_or(0, |id| id.get())
    }

    fn content(&mut self, frame: &[u8]) -> Option<Vec<u8>> {
        let mut content = vec![0; 2 * LONGEST];
        let len = match &self.dictionary {
            Some(dictionary) => {
                self.context.decompress_using_ddict(&mut content[..], frame, dictionary)
            }
            None => self.context.decompress(&mut content[..], frame),
        };
        content.truncate(len.ok()?);
        Some(content)
    }
}

/// Whether a frame is taken, as a caller would ask. If so it has the content that libzstd finds, on every instruction set.
fn taken(reference: &mut Reference<'_>, prefix: Option<Prefix<'_>>, row: &[u8]) -> bool {
    let Some(frame) = Frame::read(row) else { return false };
    if frame.dictionary.is_some_and(|id| id != reference.id()) {
        return false;
    }
    let mut scratch = Scratch::default();
    let mut found = Isa::available()
        .map(|isa| decompress(isa, &mut scratch, prefix, &frame).map(<[u8]>::to_vec));
    let first = found.next().unwrap();
    assert!(found.all(|other| other == first), "{row:02x?}");
    if let Some(content) = &first {
        assert_eq!(content.len(), frame.size);
        assert_eq!(reference.content(row).as_ref(), Some(content), "{row:02x?}");
    }
    first.is_some()
}

/// The lengths of texts that are tried: all short ones, and those around the longest.
fn lengths() -> impl Iterator<Item = usize> {
    (0..=1100).chain(LONGEST - 2..LONGEST + 3)
}

#[test]
fn frames_with_a_dictionary_are_taken() {
    let dictionary = &DICTIONARY[..];
    let prepared = Prepared::new(dictionary);
    let prefix = prepared.prefix();
    assert!(prefix.is_some());
    let mut reference = Reference::new(Some(dictionary)).unwrap();
    let (mut tried, mut count) = (0, 0);
    for len in lengths() {
        let frame = frame(3, Some(dictionary), &text(1_000_000 + len as u64, len));
        let is_taken = taken(&mut reference, prefix, &frame);
        assert!(!is_taken || len <= LONGEST);
        tried += 1;
        count += usize::from(is_taken);
    }
    println!("{count} of {tried} frames");
    assert!(count * 100 >= tried * 95);
}

#[test]
fn all_levels_make_frames_of_the_same_content() {
    let prepared = Prepared::new(&DICTIONARY);
    let mut reference = Reference::new(Some(&DICTIONARY)).unwrap();
    for level in LEVELS {
        let count = (0..200).filter(|i| {
            let frame = frame(level, Some(&DICTIONARY), &text(2_000_000 + i, *i as usize));
            taken(&mut reference, prepared.prefix(), &frame)
        });
        assert!(count.count() > 100, "level {level}");
    }
}

#[test]
fn frames_without_a_dictionary_are_taken_if_they_have_no_tables() {
    let mut reference = Reference::new(None).unwrap();
    let mut take = |content: &[u8]| taken(&mut reference, None, &frame(3, None, content));
    // In frames without a checksum fewer bytes are as good as none.
    for len in lengths().filter(|len| *len > 3) {
        let fits = len <= LONGEST;
        let words: Vec<u8> = b"from here on and ".iter().copied().cycle().take(len).collect();
        let all_bytes: Vec<u8> = (0..len).map(|i| (i * i / 7 + 31 * i) as u8).collect();
        assert_eq!(take(&words), fits, "{len}");
        assert!(!take(&all_bytes) || fits);
        take(&text(len as u64, len));
    }
    assert!((4..60).all(|len| take(&text(3_000_000, len))));
}

#[test]
fn a_byte_that_repeats_is_taken() {
    let mut reference = Reference::new(None).unwrap();
    for len in [0, 1, 255, 256, 1000, LONGEST, LONGEST + 1] {
        let size = match len {
            256.. => ((len - 256) as u16).to_le_bytes().to_vec(),
            _ => vec![len as u8],
        };
        let descriptor = if len >= 256 { 0x60 } else { 0x20 };
        let block = ((len as u32) << 3 | 1 << 1 | 1).to_le_bytes();
        let mut row =
            [&[0x28, 0xB5, 0x2F, 0xFD, descriptor], &size[..], &block[..3], b"x"].concat();
        assert_eq!(reference.content(&row), Some(vec![b'x'; len]), "{len}");
        // With a checksum it is long enough to be looked at.
        row[4] |= CONTENT_CHECKSUM_FLAG;
        let sum = xxhash_rust::xxh64::xxh64(&vec![b'x'; len], 0) as u32;
        row.extend(sum.to_le_bytes());
        assert_eq!(taken(&mut reference, None, &row), len <= LONGEST, "{len}");
    }
}

/// `bytes` with some bits and bytes changed from `start` on.
fn mutant(random: &mut Random, bytes: &[u8], start: usize) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + random.below(3) {
        let at = start + random.below(bytes.len() - start);
        match random.below(3) {
            0 => bytes[at] = random.below(256) as u8,
            _ => bytes[at] ^= 1 << random.below(8),
        }
    }
    bytes
}

#[test]
fn mutants_of_frames_are_what_libzstd_finds_or_not_taken() {
    let prepared = Prepared::new(&DICTIONARY);
    let mut with = Reference::new(Some(&DICTIONARY)).unwrap();
    let mut without = Reference::new(None).unwrap();
    let mut random = Random(4);
    let mut counts = [0; 2];
    for i in 0..400 {
        let content = text(4_000_000 + i, i as usize % 200);
        let level = [1, 3, 7, 19][i as usize % 4];
        let (own, plain) =
            (frame(level, Some(&DICTIONARY), &content), frame(level, None, &content));
        for _ in 0..100 {
            let own = mutant(&mut random, &own, 4);
            counts[0] += usize::from(taken(&mut with, prepared.prefix(), &own));
            let plain = mutant(&mut random, &plain, 4);
            counts[1] += usize::from(taken(&mut without, None, &plain));
            // Of the right length, the last bits missing.
            taken(&mut with, prepared.prefix(), &own[..own.len() - 1]);
        }
    }
    println!("of 40,000 mutants each, {} and {} taken", counts[0], counts[1]);
    assert!(counts.iter().all(|count| *count > 4_000), "{counts:?}");
}

#[test]
fn mutants_of_dictionaries_have_the_tables_that_libzstd_reads() {
    let mut random = Random(5);
    let header = DICTIONARY.len() - 4096 / 2;
    let (mut both, mut frames) = (0, 0);
    for i in 0..2_000 {
        // Few bits, near the start, where the tables are.
        let tables = mutant(&mut random, &DICTIONARY[..header.min(200)], 8);
        let dictionary = [&tables, &DICTIONARY[tables.len()..]].concat();
        let prepared = Prepared::new(&dictionary);
        let (Some(mut reference), Some(prefix)) =
            (Reference::new(Some(&dictionary)), prepared.prefix())
        else {
            continue;
        };
        both += 1;
        // Frames of another dictionary are hardly valid, so the mutant's own are.
        for len in [0, 30, 60, 150] {
            let frame = frame(3, Some(&dictionary), &text(5_000_000 + i, len));
            frames += usize::from(taken(&mut reference, Some(prefix), &frame));
        }
    }
    println!("{both} dictionaries that both read, {frames} frames");
    assert!(both > 100 && frames > 200);
}

#[test]
fn rows_of_any_bytes_are_no_frames() {
    let prepared = Prepared::new(&DICTIONARY);
    let mut reference = Reference::new(Some(&DICTIONARY)).unwrap();
    let mut random = Random(6);
    let start = &frame(3, Some(&DICTIONARY), &text(6, 100))[..12];
    for len in 0..3_000 {
        let mut row = start.to_vec();
        row.extend((0..len % 60).map(|_| random.below(256) as u8));
        taken(&mut reference, prepared.prefix(), &row);
        taken(&mut reference, prepared.prefix(), &row[..row.len().min(len)]);
        assert!(!taken(&mut reference, prepared.prefix(), &row[4..]));
    }
}
