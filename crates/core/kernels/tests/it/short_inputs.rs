//! Hashes for short inputs, compared with published values of their references; SMHasher3's codes
//! are in `published`.

use hashlane_kernels::blocks::{self, HashKernel, Rows, Seeds};
use hashlane_kernels::hash::haraka::{haraka256, haraka512};
use hashlane_kernels::hash::highway::{HIGHWAYHASH64, HIGHWAYHASH128, HIGHWAYHASH256};
use hashlane_kernels::isa::Isa;

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
        blocks::hash(isa, &Rows::Slices(&texts), seeds, &mut out, kernel);
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

/// The vectors of the paper on Haraka v2, and the results of its authors' reference for other
/// inputs.
#[test]
fn haraka() {
    let counted = |len: usize| -> Vec<u8> { (0..len).map(|i| i as u8).collect() };
    let of_32 = |input: &[u8]| const_hex::encode(haraka256(input.try_into().unwrap()));
    let of_64 = |input: &[u8]| const_hex::encode(haraka512(input.try_into().unwrap()));
    for (input, hex) in [
        (counted(32), "8027ccb87949774b78d0545fb72bf70c695c2a0923cbd47bba1159efbf2b2c1c"),
        (vec![0; 32], "583066c7dd645eee22980f3c35971b702973d03a029eb246eb44eceb4a4f5863"),
        (vec![255; 32], "ba0462889bf07f6206fafa23c26246b493a01dd87afd6392e4f07427f326998b"),
    ] {
        assert_eq!(of_32(&input), hex);
    }
    for (input, hex) in [
        (counted(64), "be7f723b4e80a99813b292287f306f625a6d57331cae5f34dd9277b0945be2aa"),
        (vec![0; 64], "6165454b61dae9b53d086b1a01d6764a911b2a4707cd23640ab148b3db65caf3"),
        (vec![255; 64], "ce3d242e6c0b0d1a3e5bb6bf47c7eea17e7cd140f7b7288413b9b41074a1a2b4"),
    ] {
        assert_eq!(of_64(&input), hex);
    }
}

/// The results of the reference, meow_hash_x64_aesni.h 0.5/calico, for `cycle`s with its default
/// seed.
#[test]
fn meowhash() {
    let hash = Hash::named("meowhash");
    for (length, hex) in [
        (0, "45c059582aa07c655e26830355b5a775"),
        (1, "658ada9b64af72233793cf6fb903f526"),
        (15, "61e2ad21e2e52fb31b526c924e203b84"),
        (16, "98da5a648a552f7e451f4a9d0ed194b6"),
        (17, "c9725c4f0762f77bce32379b91d181c5"),
        (31, "69b49a022f2ef7fc6c27cf65536c6c7c"),
        (32, "5ff02e08b8ecd738cb6b0280a4f372b4"),
        (33, "58947bead522a497b7fef557043768ee"),
        (48, "7ddf379d307f68d38aee2491e6a18d53"),
        (63, "2f8de34cb7c60739788344d12dca249b"),
        (64, "2c3a3ea8aa11711fb73d353b71160a1b"),
        (255, "ace5974a76e65b938629b6f82b45394c"),
        (256, "270715b3a1980965013368db1ac9453e"),
        (257, "9956a4c468774cd1ec5211817d51b28c"),
        (300, "515d85f39ba88d2ac9934e786db23635"),
        (1000, "f441bb6d39f06b7b53ffae28894044af"),
        (100000, "2c4ef596a14e2b923053312e50593478"),
    ] {
        assert_eq!(hash.hex(&cycle(length), 0), hex, "{length} bytes");
    }
}
