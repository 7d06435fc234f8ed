//! Hashes for short inputs, compared with what their references have published; SMHasher3's codes are in `published`.

use hashlane_kernels::hash::highway::{HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, HashKernel, Rows, Seeds};

use crate::support::hash::Hash;
use crate::support::inputs::{cycle, slices};
use crate::support::json::{generated, list, number, text, unhex};

/// The vectors of AquaHash's reference: `VerifyImplementation`.
#[test]
fn aquahash() {
    let hash = Hash::named("aquahash");
    let digits =
        |length: usize| -> Vec<u8> { (0..length).map(|i| b'0' + (i % 10) as u8).collect() };
    for (length, seed, hex) in [
        (31, 0, "4ef744cac810cb7790d79edb0e6ebe9b"),
        (31, u64::MAX, "30e9efe46b5c052eed62e3a490774601"),
        (127, 0, "7a39dadc2150fbf27892c11c25aa034e"),
        (127, u64::MAX, "0edd5a3ab74bfac3ff7384a28bb9bf13"),
    ] {
        assert_eq!(hash.hex(&digits(length), seed), hex, "{length} bytes under {seed}");
    }
}

/// The values of the tests of the crate `gxhash`, version 3.5: the low halves.
#[test]
fn gxhash() {
    let hash = Hash::named("gxhash64");
    for (input, seed, low) in [
        (vec![], 0, 2_533_353_535_u32),
        (vec![0; 1], 0, 4_243_413_987),
        (vec![0; 1000], 0, 2_401_749_549),
        (vec![42; 4242], 42, 4_156_851_105),
        (vec![42; 4242], -42, 1_981_427_771),
        (b"Hello World".to_vec(), i64::MAX, 1_156_095_992),
        (b"Hello World".to_vec(), i64::MIN, 540_827_083),
    ] {
        let bytes = hash.everywhere(&input, seed.cast_unsigned());
        assert_eq!(bytes[4..], low.to_be_bytes(), "{} bytes under {seed}", input.len());
    }
}

/// The hashes of rows under a key, on every instruction set, as bytes.
fn keyed<T: Copy + Default>(
    texts: &[Vec<u8>],
    key: [u64; 4],
    kernel: HashKernel<[u64; 4], T>,
    bytes: impl Fn(T) -> Vec<u8>,
) -> Vec<String> {
    let texts = slices(texts);
    let column = vec![key; texts.len()];
    let hashes = |isa, seeds| -> Vec<String> {
        let mut out = vec![T::default(); texts.len()];
        rows::hash(isa, &Rows::Slices(&texts), seeds, &mut out, kernel);
        out.iter().map(|hash| const_hex::encode(bytes(*hash))).collect()
    };
    let expected = hashes(Isa::Portable, Seeds::Constant(key));
    for isa in Isa::available() {
        assert_eq!(hashes(isa, Seeds::Constant(key)), expected, "{isa}");
        assert_eq!(hashes(isa, Seeds::Column(&column)), expected, "{isa}");
    }
    expected
}

#[test]
fn highwayhash() {
    let file = generated("highwayhash.json");
    let lengths = list(&file["lengths"]).iter().map(number);
    let texts: Vec<Vec<u8>> = lengths.map(|length| cycle(length as usize)).collect();
    for table in list(&file["tables"]) {
        let key = unhex(text(&table["key"]));
        let key =
            std::array::from_fn(|i| u64::from_le_bytes(key[8 * i..][..8].try_into().unwrap()));
        let hashes = match text(&table["function"]) {
            "highwayhash64" => {
                keyed(&texts, key, HIGHWAYHASH64, |hash| hash.to_be_bytes().to_vec())
            }
            "highwayhash128" => keyed(&texts, key, HIGHWAYHASH128, |hash| hash.to_vec()),
            "highwayhash256" => keyed(&texts, key, HIGHWAYHASH256, |hash| hash.to_vec()),
            other => panic!("no kernel for {other}"),
        };
        let expected: Vec<&str> = list(&table["hex"]).iter().map(text).collect();
        assert_eq!(hashes, expected, "{}", table["function"]);
    }
}
