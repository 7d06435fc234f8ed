//! NIST's CAVP vectors, the test suites of RFCs, and the vectors of BLAKE2 and BLAKE3.

use hashlane_kernels::hash::Digester;
use hashlane_kernels::hash::blake3::Blake3Mode;

use super::{folder, json_file, lines};
use crate::support::hash::Hash;
use crate::support::inputs::cycle;
use crate::support::json::{list, number, text, unhex};

#[test]
fn nist_cavp() {
    let Some(folder) = folder() else { return };
    let mut checked = 0;
    for line in lines(&folder, "nist_cavp/short.csv").iter().skip(1) {
        let [name, bits, message, expected] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let name = name.to_lowercase();
        let message = unhex(message);
        assert_eq!(message.len() * 8, bits.parse::<usize>().unwrap());
        assert_eq!(Hash::named(&name).hex(&message, 0), expected, "{name} of {bits} bits");
        checked += 1;
    }
    println!("{checked} CAVP vectors");
    assert!(checked > 1000);
}

/// Left out: the HMAC files, which are in `keyed`.
#[test]
fn rfc_suites() {
    let Some(folder) = folder() else { return };
    for (file, name, count) in [
        ("rfc/hashes_MD5_rfc-1321.txt", "md5", 7),
        ("rfc/hashes_blake2_blake2b.txt", "blake2b", 7),
        ("rfc/hashes_blake2_blake2s.txt", "blake2s", 7),
        ("rfc/hashes_ripemd160_ripevectors.txt", "ripemd160", 8),
    ] {
        let (mut message, mut bits, mut checked) = (vec![], 0, 0);
        for line in lines(&folder, file) {
            match line.split_once(" = ") {
                Some(("Len", value)) => bits = value.parse().unwrap(),
                // The empty message is written as one zero byte of length 0.
                Some(("Msg", value)) => message = unhex(value)[..bits / 8].to_vec(),
                Some(("MD", value)) => {
                    assert_eq!(Hash::named(name).hex(&message, 0), value, "{name} of {message:x?}");
                    checked += 1;
                }
                _ => assert!(line.is_empty() || line.starts_with('#'), "{line}"),
            }
        }
        assert_eq!(checked, count, "{file}");
    }
}

/// Left out: the keyed half, since `digest` takes no key.
#[test]
fn blake2_known_answers() {
    let Some(folder) = folder() else { return };
    let mut checked = 0;
    for entry in list(&json_file(&folder, "blake2/blake2bs_kat_every4th.json")) {
        if !text(&entry["key"]).is_empty() {
            continue;
        }
        let hash = Hash::named(text(&entry["hash"]));
        assert_eq!(hash.hex(&unhex(text(&entry["in"])), 0), text(&entry["out"]), "{entry}");
        checked += 1;
    }
    assert_eq!(checked, 128);
}

#[test]
fn blake3_test_vectors() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "blake3/test_vectors.json");
    let key: [u8; 32] = text(&file["key"]).as_bytes().try_into().unwrap();
    let modes = [
        ("hash", Blake3Mode::Hash),
        ("keyed_hash", Blake3Mode::Keyed(key)),
        ("derive_key", Blake3Mode::derive_key(text(&file["context_string"]))),
    ];
    for case in list(&file["cases"]) {
        let input = cycle(number(&case["input_len"]) as usize);
        for (name, mode) in modes {
            let expected = unhex(text(&case[name]));
            // Both the extended output and the default length, for which there is special code.
            for width in [expected.len(), 32] {
                let hash = Hash::Digest(name.to_string(), Digester::Blake3 { mode, width });
                let out = hash.everywhere(&input, 0);
                assert_eq!(out, expected[..width], "{name} of {} bytes to {width}", input.len());
            }
        }
    }
}
