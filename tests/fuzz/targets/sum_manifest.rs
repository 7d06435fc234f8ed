//! Lines of checksums. The first byte is the algorithm that is assumed, or none, the second how lines end
//! (lowest bit) and are written (the others), the rest a line.
//!
//! What a line says is written as a line that says the same.
#![no_main]

use hashlane_files::digest::{ALGORITHMS, Digest};
use hashlane_files::manifest::{End, Form, Kind, escaped, line, parse, unescaped};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&[assumed, form], text)) = data.split_first_chunk() else { return };
    if let Some(name) = escaped(text) {
        assert_eq!(unescaped(&name).as_deref(), Some(text));
    }
    let assumed = ALGORITHMS.get(usize::from(assumed) % (ALGORITHMS.len() + 1));
    let (end, mark) = if form & 1 == 0 { (End::Line, b'\n') } else { (End::Zero, 0) };
    // A line has no such byte in it.
    let text = text.split(|byte| *byte == mark).next().unwrap_or_default();
    let Ok(Some(entry)) = parse(text, end, assumed) else { return };
    let algorithms = match &entry.kind {
        // A line of S3 about parts has no other form.
        _ if entry.parts.is_some() => return,
        Kind::Known(algorithm) => vec![*algorithm],
        Kind::Usual(algorithm, others) => [&[*algorithm], &others[..]].concat(),
        Kind::Ambiguous(algorithms) => algorithms.clone(),
    };
    let form = [Form::Gnu, Form::GnuBinary, Form::Tagged][usize::from(form >> 1) % 3];
    for algorithm in algorithms {
        assert_eq!(entry.digest.len(), algorithm.width);
        let digest = Digest { algorithm, bytes: entry.digest.clone() };
        let mut written = line(&digest, &entry.name, form, end);
        assert_eq!(written.pop(), Some(mark));
        assert!(!written.contains(&mark));
        let again = parse(&written, end, Some(algorithm)).expect("we wrote it").expect("an entry");
        assert_eq!((again.kind, again.digest), (Kind::Known(algorithm), entry.digest.clone()));
        assert_eq!(again.name, entry.name);
    }
});
