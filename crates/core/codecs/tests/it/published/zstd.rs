//! zstd frames: the generated corpus of zstd's own tests, and the good and bad frames of
//! klauspost/compress.

use super::{bytes, folder, verdicts};
use crate::support::codec::ZSTD;
use crate::support::foreign::sha256;
use crate::support::zip;

const MAX_BYTES: usize = 256 << 20;

/// Compares our decoder with the reference's verdict on one input.
fn check(name: &str, frame: &[u8], expected: Option<&(usize, String)>) {
    match (ZSTD.decode(MAX_BYTES, frame), expected) {
        (Ok(content), Some((length, hash))) => {
            assert_eq!((content.len(), sha256(&content)), (*length, hash.clone()), "{name}");
        }
        (Err(_), None) => {}
        (ours, _) => {
            panic!("{name}: we say {:?}, the reference {expected:?}", ours.map(|c| c.len()))
        }
    }
}

#[test]
fn decode_corpus() {
    let Some(folder) = folder() else { return };
    let verdicts = verdicts(&folder, "zstd_decodecorpus/verdict_zstd_decodecorpus.csv");
    for verdict in &verdicts {
        check(&verdict.entry, &bytes(&folder, &verdict.entry), verdict.content.as_ref());
    }
    println!("{} frames of the decode corpus", verdicts.len());
}

#[test]
fn good_bad_and_large_frames() {
    let Some(folder) = folder() else { return };
    let mut checked = 0;
    let verdicts = verdicts(&folder, "zstd_klauspost/verdict_zstd_klauspost.csv");
    for archive in ["bad.zip", "good.zip", "large.zip"] {
        let archive = format!("zstd_klauspost/{archive}");
        let files = zip::files(&bytes(&folder, &archive));
        for verdict in &verdicts {
            let Some((path, name)) = verdict.entry.split_once('!') else { continue };
            if path == archive {
                let (_, frame) = files.iter().find(|(file, _)| file == name).expect(name);
                check(&verdict.entry, frame, verdict.content.as_ref());
                checked += 1;
            }
        }
    }
    assert_eq!(checked, verdicts.len(), "every verdict has its file");
    println!("{checked} frames of klauspost/compress");
}
