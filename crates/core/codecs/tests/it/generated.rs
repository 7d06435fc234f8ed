//! Frames that independent packages have made.

use crate::support::foreign;

#[test]
fn foreign_frames_decode() {
    let frames = foreign::frames();
    for frame in &frames {
        let content = frame.codec.decode(1 << 28, &frame.bytes);
        let content = content.unwrap_or_else(|error| panic!("{frame}: {error}"));
        assert!(frame.is_content(&content), "{frame}: {} bytes of other content", content.len());
    }
    println!("{} foreign frames", frames.len());
    assert!(frames.len() >= 200);
}
