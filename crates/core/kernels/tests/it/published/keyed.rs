//! The vectors of SipHash's authors, and the HMAC test cases of RFCs.

use hashlane_kernels::hash::{Digester, Hmac, MacAlgorithm};

use super::{folder, json_file, lines};
use crate::support::hash::Hash;
use crate::support::json::{list, text, unhex};

/// Left out: HalfSipHash, which these kernels don't support.
#[test]
fn siphash() {
    let Some(folder) = folder() else { return };
    let file = json_file(&folder, "siphash/siphash_vectors.json");
    let bytes: Vec<u8> = (0..64).collect();
    let key = std::array::from_fn(|i| i as u8);
    for (table, name) in [("vectors_sip64", "siphash24"), ("vectors_sip128", "siphash24_128")] {
        let vectors = list(&file[table]);
        assert_eq!(vectors.len(), 64);
        for (length, expected) in vectors.iter().enumerate() {
            let mut hash = Hash::named(name).keyed(&bytes[..length], key);
            if name == "siphash24" {
                // The authors write the number with its lowest byte first.
                hash.reverse();
            }
            assert_eq!(hash, unhex(text(expected)), "{name} of {length} bytes");
        }
    }
}

#[test]
fn hmac_of_rfcs() {
    let Some(folder) = folder() else { return };
    for (file, name, count) in [
        ("rfc/HMAC_rfc-2202-md5.txt", "md5", 7),
        ("rfc/HMAC_rfc-2202-sha1.txt", "sha1", 7),
        ("rfc/HMAC_rfc-4231-sha224.txt", "sha224", 6),
        ("rfc/HMAC_rfc-4231-sha256.txt", "sha256", 6),
        ("rfc/HMAC_rfc-4231-sha384.txt", "sha384", 6),
        ("rfc/HMAC_rfc-4231-sha512.txt", "sha512", 6),
    ] {
        let algorithm = MacAlgorithm::find(name).expect(name);
        let (mut key, mut message, mut checked) = (vec![], vec![], 0);
        for line in lines(&folder, file) {
            match line.split_once(" = ") {
                Some(("Key", value)) => key = unhex(value),
                Some(("Msg", value)) => message = unhex(value),
                Some(("MD", value)) => {
                    let digester = Digester::Hmac(Hmac::new(algorithm, &key));
                    let hash = Hash::Digest(name.to_string(), digester);
                    assert_eq!(hash.hex(&message, 0), value, "HMAC of {name}, {message:x?}");
                    checked += 1;
                }
                _ => {}
            }
        }
        assert_eq!(checked, count, "{file}");
    }
}
