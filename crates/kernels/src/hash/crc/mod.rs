//! Cyclic redundancy checks, named as in the catalogue of parametrised CRC algorithms:
//! <https://reveng.sourceforge.io/crc-catalogue/all.htm>
//!
//! CRCs take no seed; the seeds that come with a block are not read.

mod instruction;
mod polynomial;
mod product;

use crc_fast::{CrcAlgorithm, checksum};

use self::instruction::Crc32c;
use self::polynomial::Polynomial;
use self::product::Crc;
use super::per_row;
use crate::isa::Isa;
use crate::rows::{Block, Seeds};

/// CRC-32/ISO-HDLC of each row: the CRC of zlib, PNG and Parquet.
pub fn crc32(isa: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    struct Iso;
    impl Crc for Iso {
        type Value = u32;
        const POLYNOMIAL: Polynomial = Polynomial::new(32, 0xedb8_8320);

        #[inline(always)]
        fn value(register: u64) -> u32 {
            !(register as u32)
        }

        #[inline(always)]
        fn giant(row: &[u8]) -> u32 {
            checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32
        }
    }
    product::rows::<Iso>(isa, block, out);
}

/// CRC-32/ISCSI of each row, commonly called CRC-32C.
pub fn crc32c(isa: Isa, block: &Block<'_>, _: Seeds<'_, u32>, out: &mut [u32]) {
    match isa {
        Isa::Portable => per_row::unseeded(block, out, Iscsi::giant),
        Isa::Avx2(simd) => simd.vectorize_carryless(Crc32c { block, out }),
        Isa::Avx512(simd) => match simd.wide() {
            Some(simd) => simd.vectorize_carryless(Crc32c { block, out }),
            None => simd.vectorize_carryless(Crc32c { block, out }),
        },
    }
}

struct Iscsi;

impl Crc for Iscsi {
    type Value = u32;
    const POLYNOMIAL: Polynomial = Polynomial::new(32, 0x82f6_3b78);

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
pub fn crc64nvme(isa: Isa, block: &Block<'_>, _: Seeds<'_, u64>, out: &mut [u64]) {
    struct Nvme;
    impl Crc for Nvme {
        type Value = u64;
        const POLYNOMIAL: Polynomial = Polynomial::new(64, 0x9a6c_9329_ac4b_c9b5);

        #[inline(always)]
        fn value(register: u64) -> u64 {
            !register
        }

        #[inline(always)]
        fn giant(row: &[u8]) -> u64 {
            checksum(CrcAlgorithm::Crc64Nvme, row)
        }
    }
    product::rows::<Nvme>(isa, block, out);
}
