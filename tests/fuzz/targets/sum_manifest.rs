//! Lines of checksums. The first byte is the algorithm that is assumed, or none, the second how lines end
//! (lowest bit) and are written (the others), the rest a line.
//!
//! What a line says is written as a line that says the same.
#![no_main]

use hashlane_files::digest::{ALGORITHMS, FileDigest};
use hashlane_files::manifest::{
    LineAlgorithm, LineEnd, ManifestForm, escaped, line, parse, unescaped,
};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let Some((&[assumed, form], text)) = data.split_first_chunk() else { return };
    if let Some(name) = escaped(text) {
        assert_eq!(unescaped(&name).as_deref(), Some(text));
    }
    let assumed = ALGORITHMS.get(usize::from(assumed) % (ALGORITHMS.len() + 1));
    let (end, mark) = if form & 1 == 0 { (LineEnd::Line, b'\n') } else { (LineEnd::Zero, 0) };
    // A line has no such byte in it.
    let text = text.split(|byte| *byte == mark).next().unwrap_or_default();
    let Ok(Some(entry)) = parse(text, end, assumed) else { return };
    let algorithms = match &entry.kind {
        // A line of S3 about parts has no other form.
        _ if entry.parts.is_some() => return,
        LineAlgorithm::Known(algorithm) => vec![*algorithm],
        LineAlgorithm::Usual(algorithm, others) => [&[*algorithm], &others[..]].concat(),
        LineAlgorithm::Ambiguous(algorithms) => algorithms.clone(),
    };
    let form = [ManifestForm::Gnu, ManifestForm::GnuBinary, ManifestForm::Tagged]
        [usize::from(form >> 1) % 3];
    for algorithm in algorithms {
        assert_eq!(entry.digest.len(), algorithm.width);
        let digest = FileDigest { algorithm, bytes: entry.digest.clone() };
        let mut written = line(&digest, &entry.name, form, end);
        assert_eq!(written.pop(), Some(mark));
        assert!(!written.contains(&mark));
        let again = parse(&written, end, Some(algorithm)).expect("we wrote it").expect("an entry");
        assert_eq!(
            (again.kind, again.digest),
            (LineAlgorithm::Known(algorithm), entry.digest.clone())
        );
        assert_eq!(again.name, entry.name);
    }
});
