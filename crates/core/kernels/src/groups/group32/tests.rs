use super::*;
use crate::blocks::{Fixed, Offsets, Rows, blocks};
use crate::isa::Isa;
use crate::lanes::Kernel32;

/// What the lanes of a group should be: a row, and where in it the lane's part starts.
type Expected<'a> = Vec<(&'a [u8], usize)>;

/// How a test makes its group.
#[derive(Clone, Copy)]
enum Choice<'a> {
    From(usize),
    Ids(&'a [u8]),
    Parts(&'a [(u8, usize)]),
}

/// Compares the words of a group with those of its rows.
struct Check<'a, 'b> {
    block: &'b Block<'a>,
    choice: Choice<'b>,
}

impl Kernel32 for Check<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd32>(self, simd: S) {
        let (group, expected) = match self.choice {
            Choice::From(first) => {
                (Group32::consecutive(simd, self.block, first), self.rows(first))
            }
            Choice::Ids(ids) => (Group32::pick(simd, self.block, ids), self.ids(ids)),
            Choice::Parts(parts) => {
                (Group32::pick_parts(simd, self.block, parts), self.parts(parts))
            }
        };
        let expected = &expected[..S::U32::LANES];
        for (len, (row, position)) in lanes::<S>(group.lens()).into_iter().zip(expected) {
            assert_eq!(len as usize, row.len() - position);
        }
        for block in 0..6 {
            compare::<S>(&group.words(block), expected, block, &[]);
            compare::<S>(&group.padded_words(block), expected, block, &[0x80]);
        }
        if expected.iter().all(|(row, position)| row.len() <= 16 && *position == 0) {
            compare::<S>(&group.short_words(), expected, 0, &[]);
        }
    }
}

impl<'a> Check<'a, '_> {
    fn rows(&self, first: usize) -> Expected<'a> {
        let rows = (first..self.block.len()).map(|i| self.block.row(i));
        let none: [&[u8]; MAX_LANES] = [&[]; MAX_LANES];
        rows.chain(none).map(|row| (row, 0)).collect()
    }

    fn ids(&self, ids: &[u8]) -> Expected<'a> {
        ids.iter().map(|id| (self.block.row(usize::from(*id)), 0)).collect()
    }

    fn parts(&self, parts: &[(u8, usize)]) -> Expected<'a> {
        parts.iter().map(|(id, at)| (self.block.row(usize::from(*id)), *at)).collect()
    }
}

fn lanes<S: Simd32>(vector: S::U32) -> Vec<u32> {
    let mut rows = [[0; 32]; MAX_LANES];
    S::U32::store_rows([vector; 8], &mut rows);
    rows[..S::U32::LANES]
        .iter()
        .map(|row| u32::from_le_bytes(*row.first_chunk().unwrap()))
        .collect()
}

#[track_caller]
fn compare<S: Simd32>(words: &[S::U32], expected: &[(&[u8], usize)], block: usize, pad: &[u8]) {
    let vectors: Vec<Vec<u32>> = words.iter().map(|vector| lanes::<S>(*vector)).collect();
    for (lane, (row, position)) in expected.iter().enumerate() {
        let mut bytes = [&row[*position..], pad].concat();
        bytes.resize(bytes.len().max(64 * 7), 0);
        for (w, vector) in vectors.iter().enumerate() {
            let word = bytes[64 * block + 4 * w..].first_chunk().unwrap();
            assert_eq!(
                vector[lane],
                u32::from_le_bytes(*word),
                "word {w} of block {block} of {} bytes from {position} on, {pad:?}",
                row.len()
            );
        }
    }
}

/// Runs a kernel that `kernel` makes on every instruction set of this machine.
fn each_isa<K: Kernel32<Output = ()>>(kernel: impl Fn() -> K) {
    for isa in Isa::available() {
        match isa {
            Isa::Portable => {}
            Isa::Avx2(simd) => simd.vectorize32(kernel()),
            Isa::Avx512(simd) => simd.vectorize32(kernel()),
            Isa::Neon(simd) => simd.vectorize32(kernel()),
        }
    }
}

/// Bytes that end where the next page cannot be read.
struct Guarded {
    pages: region::Allocation,
    size: usize,
}

impl Guarded {
    fn new() -> Guarded {
        let size = region::page::size();
        let mut pages = region::alloc(2 * size, region::Protection::READ_WRITE).expect("memory");
        let start = pages.as_mut_ptr::<u8>();
        // SAFETY: new pages; the first is written within its bounds, and the second is closed.
        unsafe {
            for i in 0..size {
                start.add(i).write((i % 251) as u8);
            }
            region::protect(start.add(size), size, region::Protection::NONE).expect("a page");
        }
        Guarded { pages, size }
    }

    /// The last `len` bytes.
    fn end(&self, len: usize) -> &[u8] {
        // SAFETY: the first page is readable as long as self lives.
        let page = unsafe { std::slice::from_raw_parts(self.pages.as_ptr::<u8>(), self.size) };
        &page[self.size - len..]
    }
}

#[test]
fn words_of_every_length_up_to_an_unreadable_page() {
    let guarded = Guarded::new();
    for len in 0..=200 {
        let one_length = [guarded.end(len); MAX_LANES + 3];
        let mixed: Vec<&[u8]> = (0..40).map(|i| guarded.end((len + i * 7) % 201)).collect();
        for rows in [&one_length[..], &mixed] {
            blocks(Isa::Portable, &Rows::Slices(rows), |_, block| {
                for first in [0, 1, rows.len() - 3, rows.len() - 1] {
                    each_isa(|| Check { block, choice: Choice::From(first) });
                }
            });
        }
    }
}

#[test]
fn words_of_rows_that_ids_name() {
    let guarded = Guarded::new();
    let rows: Vec<&[u8]> = (0..=200).map(|len| guarded.end(len)).collect();
    blocks(Isa::Portable, &Rows::Slices(&rows), |_, block| {
        for i in 0..=200u8 {
            let ids: Vec<u8> =
                (0..20).map(|lane| (u32::from(i) + 13 * (lane % 16)) as u8 % 201).collect();
            each_isa(|| Check { block, choice: Choice::Ids(&ids) });
        }
    });
}

/// What is readable after rows that lie one after the other decides how they are loaded.
#[test]
fn words_of_rows_with_room_after_them() {
    let guarded = Guarded::new();
    let ids: Vec<u8> = (0..20).rev().collect();
    let check = |rows: &Rows<'_>| {
        blocks(Isa::Portable, rows, |_, block| {
            for first in [0, 1, block.len() - 1] {
                each_isa(|| Check { block, choice: Choice::From(first) });
            }
            each_isa(|| Check { block, choice: Choice::Ids(&ids) });
        });
    };
    for longest in [3, 12, 16, 17, 31, 32, 64, 65, 200] {
        let mut offsets = vec![8];
        for i in 0..20 {
            offsets.push(offsets[i] + (7 * i as i32 + longest) % (longest + 1));
        }
        let (last, end) = (offsets[19] as usize, offsets[20] as usize);
        for room in (1..=18).chain([31, 32, 63, 64, 65, 127, 128, 200, 256]) {
            let values = guarded.end(end.max(last + room));
            check(&Rows::Offsets32(Offsets::new(&offsets, values).unwrap()));
        }
        let width = longest as usize;
        check(&Rows::Fixed(Fixed::new(width, 20, guarded.end(20 * width)).unwrap()));
    }
}

#[test]
fn words_of_parts_of_rows() {
    let guarded = Guarded::new();
    let rows: Vec<&[u8]> = (0..=200).map(|len| guarded.end(len)).collect();
    blocks(Isa::Portable, &Rows::Slices(&rows), |_, block| {
        for i in 0..=200usize {
            let parts: Vec<(u8, usize)> = (0..16)
                .map(|lane| (i + 13 * lane) % 201)
                .map(|len| (len as u8, (7 * len + i) % (len + 1)))
                .collect();
            each_isa(|| Check { block, choice: Choice::Parts(&parts) });
        }
    });
}

/// Loads a block of words a lane, and writes the first of them in every way.
struct Written<const W: usize>;

impl<const W: usize> Kernel32 for Written<W> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd32>(self, simd: S) {
        let blocks: [[u8; 64]; MAX_LANES] =
            std::array::from_fn(|i| std::array::from_fn(|j| ((64 * i + j) % 251) as u8));
        let words = words_of(simd, &blocks.each_ref());
        let words: [S::U32; W] = *words.first_chunk().unwrap();
        let digests = GroupDigests::new::<S, W>(simd, words);
        assert_eq!(digests.rows().len(), S::U32::LANES);
        four_words(words, &digests);
        for width in 1..=4 * W {
            for count in 0..=S::U32::LANES {
                let expected: Vec<u8> =
                    blocks[..count].iter().flat_map(|block| &block[..width]).copied().collect();
                let mut out = vec![0; width * count];
                digests.write(width, &mut out);
                assert_eq!(out, expected);

                let ids: Vec<u8> = (0..count as u8).rev().collect();
                let mut out = vec![0; width * count];
                digests.write_to(&ids, width, &mut out);
                let reversed: Vec<u8> = expected.chunks(width).rev().flatten().copied().collect();
                assert_eq!(out, reversed);
            }
        }
    }
}

/// [`GroupDigests::write_four`] writes what the other functions write.
#[inline(always)]
fn four_words<V: Lanes32 + Rows32, const W: usize>(words: [V; W], digests: &GroupDigests) {
    for count in 1..=V::LANES {
        let ids: Vec<u8> = (0..count as u8).rev().collect();
        let mut expected = [vec![0; 16 * count], vec![0; 16 * count]];
        digests.write(16, &mut expected[0]);
        digests.write_to(&ids, 16, &mut expected[1]);
        let mut out = [vec![0; 16 * count], vec![0; 16 * count]];
        let in_order = GroupDigests::write_four(words, None, &mut out[0]);
        let by_ids = GroupDigests::write_four(words, Some(&ids), &mut out[1]);
        assert_eq!(in_order, by_ids);
        assert!(W == 4 || !in_order);
        assert!(!in_order || out == expected);
    }
}

#[test]
fn digests_are_written_in_order_and_by_ids() {
    each_isa(|| Written::<1>);
    each_isa(|| Written::<4>);
    each_isa(|| Written::<5>);
    each_isa(|| Written::<7>);
    each_isa(|| Written::<8>);
}
