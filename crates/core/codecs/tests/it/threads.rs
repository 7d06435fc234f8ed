//! Threads that each have a workspace.

use std::thread;

use hashlane_codecs::Workspace;

use crate::support::codec;
use crate::support::inputs::ragged;

const THREADS: usize = 16;

#[test]
fn codecs() {
    let texts = ragged(12, 300, 3_000);
    for codec in codec::ALL {
        let level = codec.levels[0];
        let serial: Vec<Vec<u8>> = texts.iter().map(|text| codec.encode(level, text)).collect();
        thread::scope(|scope| {
            for _ in 0..THREADS {
                scope.spawn(|| {
                    let mut workspace = Workspace::default();
                    for (text, frame) in texts.iter().zip(&serial) {
                        let mut out = Vec::new();
                        (codec.compress)(&mut workspace, level, text, &mut out).unwrap();
                        assert_eq!(out, *frame, "{}", codec.name);
                        let back = codec.decode_in(&mut workspace, text.len(), frame);
                        assert_eq!(back.as_ref(), Ok(text), "{}", codec.name);
                    }
                });
            }
        });
    }
}
