//! Columns whose arrays end or start at an unmapped page: the values of offsets and of fixed
//! widths, and the offsets, views, `string_t` and slices themselves.

use hashlane_kernels::blocks::{Fixed, Offsets, Rows, Seeds, StringT, Strings, Views};

use super::{LONGEST, Place, lengths};
use crate::instruction_sets::Expected;
use crate::support::columns::view;
use crate::support::fence::Fence;
use crate::support::inputs::{cycle_from, slices};

const ROWS: usize = 16 + 1;

/// Memory for the arrays of a column.
struct Fences {
    values: Fence,
    /// Offsets, views and the like.
    entries: Fence,
}

impl Fences {
    fn new() -> Fences {
        Fences { values: Fence::new(ROWS * LONGEST), entries: Fence::new((ROWS + 1) * 16) }
    }

    /// Checks `texts` in every layout, with its arrays at the given end.
    fn check(&mut self, place: Place, texts: &[Vec<u8>]) {
        let Fences { values, entries } = self;
        let texts = slices(texts);
        let expected = Expected::of(&texts, Seeds::Constant(0));
        let check = |layout: &str, rows: &Rows<'_>| {
            let (first, last) = (texts[0].len(), texts[ROWS - 1].len());
            let what = format!("rows of {first} to {last} bytes, {layout} at the {place:?}");
            expected.check(&what, rows);
        };

        let values: &[u8] = place.put(values, &texts.concat());
        let mut offsets = vec![0i64];
        offsets.extend(texts.iter().scan(0, |end, text| {
            *end += text.len() as i64;
            Some(*end)
        }));
        let offsets32: Vec<i32> = offsets.iter().map(|offset| *offset as i32).collect();
        let placed = Offsets::new(place.put(entries, &offsets32), values);
        check("32-bit offsets", &Rows::Offsets32(placed.unwrap()));
        let placed = Offsets::new(place.put(entries, &offsets), values);
        check("64-bit offsets", &Rows::Offsets64(placed.unwrap()));
        let width = texts[0].len();
        if texts.iter().all(|text| text.len() == width) {
            check("fixed", &Rows::Fixed(Fixed::new(width, ROWS, values).unwrap()));
        }

        let starts = offsets.iter().map(|offset| *offset as usize);
        let rows: Vec<&[u8]> =
            starts.zip(&texts).map(|(start, text)| &values[start..][..text.len()]).collect();
        check("slices", &Rows::Slices(place.put(entries, &rows)));
        let strings: Vec<StringT> = rows.iter().map(|row| StringT::new(row)).collect();
        // SAFETY: the values outlive the call.
        let placed = unsafe { Strings::new(place.put(entries, &strings), None) };
        check("strings", &Rows::Strings(placed));
        let views: Vec<u128> =
            rows.iter().zip(&offsets).map(|(row, offset)| view(row, 0, *offset as u32)).collect();
        let buffers = [values];
        let placed = Views::new(place.put(entries, &views), &buffers);
        check("views", &Rows::Views(placed.unwrap()));
    }
}

/// A string of each length. Each starts with a different byte.
fn texts(lengths: impl IntoIterator<Item = usize>) -> Vec<Vec<u8>> {
    let texts: Vec<Vec<u8>> =
        lengths.into_iter().enumerate().map(|(i, length)| cycle_from(9 * i, length)).collect();
    assert_eq!(texts.len(), ROWS);
    texts
}

#[test]
fn of_rows_of_one_width() {
    let mut fences = Fences::new();
    for length in lengths() {
        for place in [Place::Start, Place::End] {
            fences.check(place, &texts([length; ROWS]));
        }
    }
}

/// The first and the last row, whose neighbours are too short to keep a load inside the buffer.
#[test]
fn of_rows_beside_short_ones() {
    let mut fences = Fences::new();
    for length in lengths() {
        let short = (0..ROWS - 1).map(|i| i / 2);
        for place in [Place::Start, Place::End] {
            fences.check(place, &texts(short.clone().chain([length])));
            fences.check(place, &texts([length].into_iter().chain(short.clone().rev())));
        }
    }
}
