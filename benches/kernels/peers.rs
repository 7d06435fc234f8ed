//! The crates and the C library that our kernels are compared with, called as their users call them: row by
//! row, or through their own functions for many rows.

use std::ffi::c_void;

use blake2s_simd::Params;
use blake2s_simd::many::{HashManyJob, hash_many};
use crc_fast::{CrcAlgorithm, checksum};
use twox_hash::{XxHash3_64, XxHash3_128, XxHash64};
use xxhash_c_sys as c;
use xxhash_rust::{xxh3, xxh64};

use crate::candidate::{Answer, Candidate};
use crate::column::{SEED, SeedKind};
use crate::ours::KEY;

/// The flags of the C compiler, which determine the instruction set of the C library.
const C_ISA: &str = match option_env!("CFLAGS") {
    Some(flags) => flags,
    None => "baseline",
};

/// The peers that compute the function called `algorithm`, and others for the same purpose.
pub fn of(algorithm: &'static str, seeds: SeedKind) -> Vec<Candidate> {
    let row = Row(algorithm);
    match algorithm {
        "xxh3" => xxh3_peers(seeds),
        "xxh128" => xxh128_peers(seeds),
        "xxh64" => xxh64_peers(seeds),
        "crc32" => vec![
            row.by("crc-fast", |row| checksum(CrcAlgorithm::Crc32IsoHdlc, row) as u32),
            row.by("crc32fast", crc32fast::hash),
        ],
        "crc32c" => vec![
            row.by("crc-fast", |row| checksum(CrcAlgorithm::Crc32Iscsi, row) as u32),
            row.by("crc32c", crc32c::crc32c),
        ],
        "crc64nvme" => vec![row.by("crc-fast", |row| checksum(CrcAlgorithm::Crc64Nvme, row))],
        "blake3" => vec![row.by("blake3", |row| *blake3::hash(row).as_bytes()), blake2s_many()],
        "blake3_keyed" => {
            vec![row.by("blake3", |row| *blake3::keyed_hash(&KEY, row).as_bytes())]
        }
        "md5" => vec![row.by("RustCrypto", digest::<md5::Md5, 16>)],
        "sha1" => vec![row.by("RustCrypto", digest::<sha1::Sha1, 20>)],
        "sha256" => vec![row.by("RustCrypto", digest::<sha2::Sha256, 32>)],
        _ => Vec::new(),
    }
}

/// Makes peers of an algorithm that takes no seed.
struct Row(&'static str);

impl Row {
    fn by<T: Answer>(&self, who: &'static str, hash: impl Fn(&[u8]) -> T + 'static) -> Candidate {
        Candidate::per_row(self.0, who, "-", hash)
    }
}

/// A peer that takes seeds, and has a shorter path without one.
struct Seeded {
    algorithm: &'static str,
    seeds: SeedKind,
}

impl Seeded {
    fn by<T: Answer>(
        &self,
        (who, isa): (&'static str, &'static str),
        plain: impl Fn(&[u8]) -> T + 'static,
        seeded: impl Fn(&[u8], u64) -> T + 'static,
    ) -> Candidate {
        match self.seeds {
            SeedKind::None | SeedKind::Zero => Candidate::per_row(self.algorithm, who, isa, plain),
            SeedKind::Constant => {
                Candidate::per_row(self.algorithm, who, isa, move |row| seeded(row, SEED))
            }
            SeedKind::Column => Candidate::new(self.algorithm, who, isa, move |column, out| {
                let (out, seeds) = (&mut out[..column.len()], column.seeds);
                column.each(|i, row| out[i] = seeded(row, seeds[i]));
            }),
        }
    }
}

const XXHASH_RUST: (&str, &str) = ("xxhash-rust", "baseline");
const TWOX_HASH: (&str, &str) = ("twox-hash", "-");
const C: (&str, &str) = ("xxHash (C)", C_ISA);

fn xxh3_peers(seeds: SeedKind) -> Vec<Candidate> {
    let peer = Seeded { algorithm: "xxh3", seeds };
    let mut peers = vec![
        peer.by(XXHASH_RUST, xxh3::xxh3_64, xxh3::xxh3_64_with_seed),
        peer.by(TWOX_HASH, XxHash3_64::oneshot, |row, seed| {
            XxHash3_64::oneshot_with_seed(seed, row)
        }),
        peer.by(
            C,
            // SAFETY: the pointer and the length are those of a slice.
            |row| unsafe { c::XXH3_64bits(start(row), row.len()) },
            // SAFETY: as above.
            |row, seed| unsafe { c::XXH3_64bits_withSeed(start(row), row.len(), seed) },
        ),
    ];
    if seeds == SeedKind::Zero {
        peers.push(Row("rapidhash").by("rapidhash", rapidhash::v3::rapidhash_v3));
        #[cfg(target_feature = "aes")]
        peers.push(Row("gxhash").by("gxhash", |row| gxhash::gxhash64(row, 0)));
    }
    peers
}

fn xxh128_peers(seeds: SeedKind) -> Vec<Candidate> {
    let peer = Seeded { algorithm: "xxh128", seeds };
    let canonical = |hash: c::XXH128_hash_t| {
        (u128::from(hash.high64) << 64 | u128::from(hash.low64)).to_be_bytes()
    };
    vec![
        peer.by(
            XXHASH_RUST,
            |row| xxh3::xxh3_128(row).to_be_bytes(),
            |row, seed| xxh3::xxh3_128_with_seed(row, seed).to_be_bytes(),
        ),
        peer.by(
            TWOX_HASH,
            |row| XxHash3_128::oneshot(row).to_be_bytes(),
            |row, seed| XxHash3_128::oneshot_with_seed(seed, row).to_be_bytes(),
        ),
        peer.by(
            C,
            // SAFETY: the pointer and the length are those of a slice.
            move |row| canonical(unsafe { c::XXH3_128bits(start(row), row.len()) }),
            move |row, seed| {
                // SAFETY: as above.
                canonical(unsafe { c::XXH3_128bits_withSeed(start(row), row.len(), seed) })
            },
        ),
    ]
}

fn xxh64_peers(seeds: SeedKind) -> Vec<Candidate> {
    let peer = Seeded { algorithm: "xxh64", seeds };
    // SAFETY: the pointer and the length are those of a slice.
    let c = |row: &[u8], seed| unsafe { c::XXH64(start(row), row.len(), seed) };
    vec![
        peer.by(XXHASH_RUST, |row| xxh64::xxh64(row, 0), xxh64::xxh64),
        peer.by(
            TWOX_HASH,
            |row| XxHash64::oneshot(0, row),
            |row, seed| XxHash64::oneshot(seed, row),
        ),
        peer.by(C, move |row| c(row, 0), c),
    ]
}

fn start(row: &[u8]) -> *const c_void {
    row.as_ptr().cast()
}

fn digest<D: sha2::Digest, const WIDTH: usize>(row: &[u8]) -> [u8; WIDTH] {
    D::digest(row).as_slice().try_into().expect("the width of the algorithm")
}

/// BLAKE2s over as many strings at once as there are lanes, through its crate's own function.
fn blake2s_many() -> Candidate {
    const AT_ONCE: usize = 256;
    let params = Params::new();
    Candidate::new("blake2s", "blake2s_simd", "-", move |column, out: &mut [[u8; 32]]| {
        let mut jobs: Vec<HashManyJob<'_>> = Vec::with_capacity(AT_ONCE);
        let mut ids = Vec::with_capacity(AT_ONCE);
        let mut finish = |jobs: &mut Vec<HashManyJob<'_>>, ids: &mut Vec<usize>| {
            hash_many(jobs.iter_mut());
            for (id, job) in ids.drain(..).zip(jobs.drain(..)) {
                out[id].copy_from_slice(job.to_hash().as_bytes());
            }
        };
        column.each(|i, row| {
            jobs.push(HashManyJob::new(&params, row));
            ids.push(i);
            if jobs.len() == AT_ONCE {
                finish(&mut jobs, &mut ids);
            }
        });
        finish(&mut jobs, &mut ids);
    })
}
