//! Our kernels.

use hashlane_kernels::blocks::{self, BLOCK_ROWS, HashKernel, Rows, Seeds};
use hashlane_kernels::hash::blake3::Blake3Mode;
use hashlane_kernels::hash::{Algorithm, Digester, crc, xxh3, xxh64};
use hashlane_kernels::isa::Isa;

use crate::candidate::{Answer, Candidate};
use crate::column::{Column, SeedKind};

/// A kernel by its name.
pub struct Kernel {
    /// Its name in records and filters.
    pub name: &'static str,
    function: Function,
}

enum Function {
    Xxh64(HashKernel<u64, u64>),
    Xxh128(HashKernel<u64, [u8; 16]>),
    Crc32(HashKernel<u32, u32>),
    Crc64(HashKernel<u64, u64>),
    Digest16(&'static str),
    Digest20(&'static str),
    Digest32(&'static str),
    Keyed,
}

/// The key of `blake3_keyed`.
pub const KEY: [u8; 32] = *b"a key of exactly thirty-two byte";

/// Every kernel.
pub const KERNELS: &[Kernel] = &[
    Kernel { name: "xxh3", function: Function::Xxh64(xxh3::XXH3_64) },
    Kernel { name: "xxh128", function: Function::Xxh128(xxh3::XXH3_128) },
    Kernel { name: "xxh64", function: Function::Xxh64(xxh64::XXH64) },
    Kernel { name: "crc32", function: Function::Crc32(crc::CRC32) },
    Kernel { name: "crc32c", function: Function::Crc32(crc::CRC32C) },
    Kernel { name: "crc64nvme", function: Function::Crc64(crc::CRC64NVME) },
    Kernel { name: "blake3", function: Function::Digest32("blake3") },
    Kernel { name: "blake3_keyed", function: Function::Keyed },
    Kernel { name: "md5", function: Function::Digest16("md5") },
    Kernel { name: "sha1", function: Function::Digest20("sha1") },
    Kernel { name: "sha256", function: Function::Digest32("sha256") },
];

impl Kernel {
    /// The kinds of seeds that it takes.
    pub fn seed_kinds(&self) -> &'static [SeedKind] {
        match self.function {
            Function::Xxh64(_) | Function::Xxh128(_) => {
                &[SeedKind::Zero, SeedKind::Constant, SeedKind::Column]
            }
            _ => &[SeedKind::None],
        }
    }

    /// The kernel on an instruction set.
    pub fn on(&self, isa: Isa, seeds: SeedKind) -> Candidate {
        match self.function {
            Function::Crc32(kernel) => self.candidate(isa, move |column, out: &mut [u32]| {
                let seeds = Seeds::Constant(0);
                column.each_batch(out, |rows, first, out| {
                    hash(isa, column, rows, (&seeds, first), out, kernel);
                });
            }),
            Function::Xxh64(kernel) | Function::Crc64(kernel) => {
                self.candidate(isa, move |column, out: &mut [u64]| {
                    let seeds = column.seeds64(seeds);
                    column.each_batch(out, |rows, first, out| {
                        hash(isa, column, rows, (&seeds, first), out, kernel);
                    });
                })
            }
            Function::Xxh128(kernel) => self.candidate(isa, move |column, out: &mut [[u8; 16]]| {
                let seeds = column.seeds64(seeds);
                column.each_batch(out, |rows, first, out| {
                    hash(isa, column, rows, (&seeds, first), out, kernel);
                });
            }),
            Function::Digest16(name) => self.digest::<16>(isa, digester(name)),
            Function::Digest20(name) => self.digest::<20>(isa, digester(name)),
            Function::Digest32(name) => self.digest::<32>(isa, digester(name)),
            Function::Keyed => {
                self.digest::<32>(isa, Digester::Blake3 { mode: Blake3Mode::Keyed(KEY), width: 32 })
            }
        }
    }

    fn digest<const WIDTH: usize>(&self, isa: Isa, digester: Digester) -> Candidate {
        self.candidate(isa, move |column, out: &mut [[u8; WIDTH]]| {
            column.each_batch(out, |rows, _, out| match column.few_valid() {
                None => digester.digest(isa, rows, out.as_flattened_mut()),
                Some(valid) => blocks::valid_blocks(isa, rows, valid, |ids, block| {
                    let mut digests = [[0; WIDTH]; BLOCK_ROWS];
                    let digests = &mut digests[..ids.len()];
                    digester.digest_block(isa, block, digests.as_flattened_mut());
                    for (id, digest) in ids.iter().zip(digests) {
                        out[*id] = *digest;
                    }
                }),
            });
        })
    }

    fn candidate<T: Answer>(
        &self,
        isa: Isa,
        hash: impl FnMut(&Column, &mut [T]) + 'static,
    ) -> Candidate {
        Candidate::new(self.name, OURS, isa.name(), hash)
    }
}

/// One batch, as a call of a function does it; with the seeds of the column and the number of the batch's first row.
fn hash<S: Copy, T: Copy + Default>(
    isa: Isa,
    column: &Column,
    rows: &Rows<'_>,
    (seeds, first): (&Seeds<'_, S>, usize),
    out: &mut [T],
    kernel: HashKernel<S, T>,
) {
    match column.few_valid() {
        None => blocks::hash(isa, rows, seeds.part(first, out.len()), out, kernel),
        Some(valid) => {
            blocks::hash_valid(isa, rows, valid, seeds.part(first, out.len()), out, kernel);
        }
    }
}

/// Our name in records.
pub const OURS: &str = "hashlane";

fn digester(name: &str) -> Digester {
    Digester::Algorithm(Algorithm::find(name).expect("an algorithm of digest"))
}
