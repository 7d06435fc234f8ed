//! rapidhash V3, portable: the function `rapidhash_withSeed` of the reference.
//! Reference: <https://github.com/Nicoshev/rapidhash>

use ::rapidhash::v3::{RapidSecrets, rapidhash_v3_seeded};

use super::per_row;
use crate::blocks::{Block, HashKernel, Seeds};
use crate::isa::Isa;

/// rapidhash of each row under its seed.
pub const RAPIDHASH: HashKernel<u64, u64> = HashKernel::of_blocks(of_block)
    .or_few(|isa, rows, seeds, out| per_row::few(isa, rows, seeds, out, hash_row));

fn hash_row(row: &[u8], seed: u64) -> u64 {
    rapidhash_v3_seeded(row, &RapidSecrets::seed_cpp(seed))
}

fn of_block(_: Isa, block: &Block<'_>, seeds: Seeds<'_, u64>, out: &mut [u64]) {
    // The reference mixes the seed before it reads the row, so a constant seed is mixed once per
    // column.
    match seeds {
        Seeds::Constant(seed) => {
            let secrets = RapidSecrets::seed_cpp(seed);
            per_row::unseeded(block, out, |row| rapidhash_v3_seeded(row, &secrets));
        }
        Seeds::Column(_) => per_row::seeded(block, seeds, out, hash_row),
    }
}
