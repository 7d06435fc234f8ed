//! LZ4 frames and blocks of pierrec/lz4.

use super::{bytes, folder, verdicts};
use crate::support::codec::{LZ4_BLOCK, LZ4_FRAME};
use crate::support::foreign::sha256;

#[test]
fn frames() {
    let Some(folder) = folder() else { return };
    for verdict in verdicts(&folder, "lz4/verdict_lz4.csv") {
        // Left out: klauspost's frame with only a skippable part. The list has a verdict for it, but the
        // folder has no file. The project's own vectors have such frames.
        if verdict.entry == "lz4/lz4-skip.bin" && !folder.join(&verdict.entry).exists() {
            continue;
        }
        let ours = LZ4_FRAME.decode(256 << 20, &bytes(&folder, &verdict.entry));
        match (ours, &verdict.content) {
            (Ok(content), Some((length, hash))) => {
                assert_eq!(
                    (content.len(), &sha256(&content)),
                    (*length, hash),
                    "{}",
                    verdict.entry
                );
            }
            (Err(_), None) => {}
            (ours, theirs) => {
                panic!("{}: we say {ours:?}, the reference {theirs:?}", verdict.entry)
            }
        }
    }
}

/// The blocks of this list have no length. They decode after a length, and a malformed block is an
/// error for any length.
#[test]
fn malformed_blocks() {
    let Some(folder) = folder() else { return };
    for verdict in verdicts(&folder, "lz4/verdict_lz4_block.csv") {
        assert!(
            verdict.content.is_none(),
            "{}: a good block, which this test can't judge",
            verdict.entry
        );
        let block = bytes(&folder, &verdict.entry);
        for length in 0..=block.len() as u32 * 255 {
            let framed = [&length.to_le_bytes()[..], &block].concat();
            assert!(LZ4_BLOCK.decode(1 << 20, &framed).is_err(), "{} as {length}", verdict.entry);
        }
    }
}
