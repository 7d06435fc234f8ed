//! The same strings in every layout of a column.

use std::ops::Range;

use hashlane_kernels::blocks::{Fixed, Offsets, Rows, StringT, Strings, Views};

/// Calls `check` with the texts in each layout that can hold them, and the layout's name.
pub fn each_layout(texts: &[&[u8]], check: impl FnMut(&str, &Rows<'_>)) {
    each_slice(texts, 0..texts.len(), check);
}

/// Calls `check` with the rows of a range in each layout that can hold the texts: the column has
/// all texts, and its slice shares their buffers.
pub fn each_slice(texts: &[&[u8]], range: Range<usize>, mut check: impl FnMut(&str, &Rows<'_>)) {
    check("slices", &Rows::Slices(&texts[range.clone()]));
    with_offsets(texts, &range, &mut check);
    for (name, run) in [("views", 1), ("views in runs", 21)] {
        with_views(name, run, texts, &range, &mut check);
    }
    with_strings(texts, &range, &mut check);
    with_fixed(texts, &range, &mut check);
}

/// Offsets that don't start at 0, into values that continue after the last row, as in a slice of an
/// Arrow array.
fn with_offsets(texts: &[&[u8]], range: &Range<usize>, check: &mut impl FnMut(&str, &Rows<'_>)) {
    const BEFORE: &[u8] = b"the rows before the slice";
    let mut values = BEFORE.to_vec();
    let mut offsets = vec![BEFORE.len() as i64];
    for text in texts {
        values.extend_from_slice(text);
        offsets.push(values.len() as i64);
    }
    values.extend_from_slice(b"the rows after it");
    let offsets = &offsets[range.start..=range.end];
    let offsets32: Vec<i32> = offsets.iter().map(|offset| *offset as i32).collect();
    check("32-bit offsets", &Rows::Offsets32(Offsets::new(&offsets32, &values).unwrap()));
    check("64-bit offsets", &Rows::Offsets64(Offsets::new(offsets, &values).unwrap()));
}

/// Views whose long strings alternate between two of three buffers, after each run of this many
/// rows.
fn with_views(
    name: &str,
    run: usize,
    texts: &[&[u8]],
    range: &Range<usize>,
    check: &mut impl FnMut(&str, &Rows<'_>),
) {
    let mut buffers = [vec![0xAA; 5], vec![], vec![0xBB; 3]];
    let mut views = Vec::new();
    for (i, text) in texts.iter().enumerate() {
        let buffer = i / run % 2 * 2;
        views.push(view(text, buffer as u32, buffers[buffer].len() as u32));
        if text.len() > 12 {
            buffers[buffer].extend_from_slice(text);
        }
    }
    let views = &views[range.clone()];
    let buffers: Vec<&[u8]> = buffers.iter().map(Vec::as_slice).collect();
    check(name, &Rows::Views(Views::new(views, &buffers).unwrap()));
    if texts[range.clone()].iter().all(|text| text.len() <= 12) {
        check("views without buffers", &Rows::Views(Views::new(views, &[]).unwrap()));
    }
}

/// The view of a text. A long text is at `offset` of `buffer`.
pub fn view(text: &[u8], buffer: u32, offset: u32) -> u128 {
    let mut bytes = [0; 16];
    bytes[..4].copy_from_slice(&(text.len() as u32).to_le_bytes());
    if text.len() <= 12 {
        bytes[4..4 + text.len()].copy_from_slice(text);
    } else {
        bytes[4..8].copy_from_slice(&text[..4]);
        bytes[8..12].copy_from_slice(&buffer.to_le_bytes());
        bytes[12..].copy_from_slice(&offset.to_le_bytes());
    }
    u128::from_le_bytes(bytes)
}

fn with_strings(texts: &[&[u8]], range: &Range<usize>, check: &mut impl FnMut(&str, &Rows<'_>)) {
    let strings: Vec<StringT> = texts.iter().map(|text| StringT::new(text)).collect();
    let strings = &strings[range.clone()];
    let all_valid = vec![u64::MAX; strings.len().div_ceil(64)];
    for (name, validity) in [("strings", None), ("strings, all valid", Some(&all_valid[..]))] {
        // SAFETY: the texts outlive the call.
        check(name, &Rows::Strings(unsafe { Strings::new(strings, validity) }));
    }
}

/// Calls `check` with DuckDB strings. `None` stands for NULL; its slot holds garbage: a long length
/// and an unreadable address.
pub fn with_null_strings(texts: &[Option<&[u8]>], check: impl FnOnce(&Rows<'_>)) {
    // SAFETY: both types are 16 plain bytes.
    let garbage: StringT = unsafe { std::mem::transmute([0x4141_4141_7fff_ffffu64, 8]) };
    let strings: Vec<StringT> =
        texts.iter().map(|text| text.map_or(garbage, StringT::new)).collect();
    let mut validity = vec![0u64; texts.len().div_ceil(64)];
    for (i, text) in texts.iter().enumerate() {
        validity[i / 64] |= u64::from(text.is_some()) << (i % 64);
    }
    // SAFETY: the valid rows' texts outlive the call; the other rows' bits are not set.
    check(&Rows::Strings(unsafe { Strings::new(&strings, Some(&validity)) }));
}

/// The texts must have one length.
fn with_fixed(texts: &[&[u8]], range: &Range<usize>, check: &mut impl FnMut(&str, &Rows<'_>)) {
    let Some(width) = texts.first().map(|text| text.len()) else { return };
    if texts.iter().all(|text| text.len() == width) {
        let values = texts.concat();
        let values = &values[range.start * width..range.end * width];
        check("fixed", &Rows::Fixed(Fixed::new(width, range.len(), values).unwrap()));
    }
}
