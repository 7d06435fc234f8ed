//! Cyclic redundancy checks, named as in the catalogue of parametrised CRC algorithms:
//! <https://reveng.sourceforge.io/crc-catalogue/all.htm>
//!
//! CRCs take no seed; the seeds that come with a block are not read.

mod instruction;
mod polynomial;
mod product;

use crc_fast::{CrcAlgorithm, checksum};

use self::instruction::Crc32c;
use self::polynomial::CrcPolynomial;
use self::product::Crc;
use super::per_row;
use crate::blocks::{Block, FewLimits, HashKernel, Rows, Seeds, one_by_one};
use crate::isa::Isa;
use crate::lanes::CarrylessKernel;

/// Batches of fewer rows need no block.
///
/// | ns a row on Zen 4, the crate : AVX-512 | 1 row | 2 | 3 | 4 |
/// |---|---|---|---|---|
/// | CRC-32 of words | 24 : 38 | 21 : 20 | 21 : 15 | 20 : 12 |
/// | of texts of 20 to 120 bytes | 55 : 57 | 35 : 42 | 34 : 35 | 33 : 30 |
/// | CRC-32C of words | 21 : 33 | 17 : 18 | 17 : 14 | 17 : 11 |
/// | of UUIDs | 15 : 40 | 11 : 22 | 9.5 : 16 | 9.1 : 12 |
const FEW: FewLimits = FewLimits::by_isa(64, 3, 3);

/// Hashes few rows with the crate.
fn few<C: Crc, S: Copy>(
    isa: Isa,
    rows: &Rows<'_>,
    seeds: &Seeds<'_, S>,
    out: &mut [C::Value],
) -> bool {
    let hash: fn(&[u8], S) -> C::Value = |row, _| C::giant(row);
    one_by_one(FEW, isa, rows, seeds, out, hash)
}

/// CRC-32/ISO-HDLC of each row: the CRC of zlib, PNG and Parquet.
pub const CRC32: HashKernel<u32, u32> =
    HashKernel::of_blocks(|isa, block, _, out| product::rows::<IsoCrc>(isa, block, out))
        .or_few(few::<IsoCrc, _>);

struct IsoCrc;

impl Crc for IsoCrc {
    type Value = u32;
    const POLYNOMIAL: CrcPolynomial = CrcPolynomial::new(32, 0xedb8_8320);

    #[inline(always)]
    fn value(register: u64) -> u32 {
        !(register as u32)
    }

    #[inline(always)]
    fn giant(row: &[u8]) -> u32 {
        checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32
    }
}

/// CRC-32/ISCSI of each row, commonly called CRC-32C.
pub const CRC32C: HashKernel<u32, u32> = HashKernel::of_blocks(crc32c).or_few(few::<IscsiCrc, _>);

fn crc32c(isa: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    if let Err(Crc32c { block, out }) = vectorized(isa, Crc32c { block, out }) {
        per_row::unseeded(block, out, IscsiCrc::giant);
    }
}

/// Runs a kernel with the widest products that an instruction set has on this CPU. Returns the
/// kernel if it has no products.
fn vectorized<K: CarrylessKernel>(isa: Isa, kernel: K) -> Result<(), K> {
    match isa {
        Isa::Portable => return Err(kernel),
        Isa::Avx2(simd) => match simd.wide() {
            Some(simd) => simd.vectorize_carryless(kernel),
            None => simd.vectorize_carryless(kernel),
        },
        Isa::Neon(simd) => match simd.carryless() {
            Some(simd) => simd.vectorize_carryless(kernel),
            None => return Err(kernel),
        },
        Isa::Avx512(simd) => match simd.wide() {
            Some(simd) => simd.vectorize_carryless(kernel),
            None => simd.vectorize_carryless(kernel),
        },
    }
    Ok(())
}

struct IscsiCrc;

impl Crc for IscsiCrc {
    type Value = u32;
    const POLYNOMIAL: CrcPolynomial = CrcPolynomial::new(32, 0x82f6_3b78);

    #[inline(always)]
    fn value(register: u64) -> u32 {
        !(register as u32)
    }

    #[inline(always)]
    fn giant(row: &[u8]) -> u32 {
        checksum(CrcAlgorithm::Crc32Iscsi, row) as u32
    }
}

/// CRC-64/NVME of each row, the default checksum of S3.
pub const CRC64NVME: HashKernel<u64, u64> =
    HashKernel::of_blocks(|isa, block, _, out| product::rows::<NvmeCrc>(isa, block, out))
        .or_few(few::<NvmeCrc, _>);

struct NvmeCrc;

impl Crc for NvmeCrc {
    type Value = u64;
    const POLYNOMIAL: CrcPolynomial = CrcPolynomial::new(64, 0x9a6c_9329_ac4b_c9b5);

    #[inline(always)]
    fn value(register: u64) -> u64 {
        !register
    }

    #[inline(always)]
    fn giant(row: &[u8]) -> u64 {
        checksum(CrcAlgorithm::Crc64Nvme, row)
    }
}
