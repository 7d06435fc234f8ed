//! Rows that all end where an unmapped page starts, or all start where one ends: slices, views and
//! `string_t` can all point to the same bytes.

use hashlane_kernels::blocks::{Rows, Seeds, StringT, Strings, Views};

use super::{LONGEST, lengths};
use crate::instruction_sets::{Expected, shuffle};
use crate::support::columns::view;
use crate::support::fence::Fence;
use crate::support::inputs::cycle;

/// Checks columns of parts of `buffer`, each `length` bytes from `start(length)` on.
fn check(what: &str, buffer: &[u8], start: impl Fn(usize) -> usize) {
    let part = |length: usize| &buffer[start(length)..][..length];
    let mut mixed: Vec<&[u8]> = lengths().map(part).collect();
    shuffle(3, &mut mixed);
    let alone = lengths().map(|length| vec![part(length); 2 * 16 + 1]);
    for texts in alone.chain([mixed]) {
        let expected = Expected::of(&texts, Seeds::Constant(0));
        let check = |layout: &str, rows: &Rows<'_>| {
            expected.check(&format!("{} rows {what}, {layout}", texts.len()), rows);
        };
        check("slices", &Rows::Slices(&texts));
        let views: Vec<u128> =
            texts.iter().map(|text| view(text, 0, start(text.len()) as u32)).collect();
        check("views", &Rows::Views(Views::new(&views, &[buffer]).unwrap()));
        let strings: Vec<StringT> = texts.iter().map(|text| StringT::new(text)).collect();
        // SAFETY: the buffer outlives the call.
        check("strings", &Rows::Strings(unsafe { Strings::new(&strings, None) }));
    }
}

#[test]
fn that_end_at_an_unmapped_page() {
    let mut fence = Fence::new(LONGEST);
    let buffer = fence.at_end(&cycle(LONGEST));
    check("that end at the page", buffer, |length| LONGEST - length);
}

#[test]
fn that_start_at_an_unmapped_page() {
    let mut fence = Fence::new(LONGEST);
    let buffer = fence.at_start(&cycle(LONGEST));
    check("that start at the page", buffer, |_| 0);
}
