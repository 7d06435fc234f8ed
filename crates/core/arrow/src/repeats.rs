//! Calls over views that repeat: each different value is computed once.

use arrow_array::ArrayRef;
use hashlane_catalog::{Call, CallError, FixedResults, Results};

use crate::results::{CallRows, MAX_TOTAL, array};
use crate::spread::spread;

impl CallRows {
    /// The array of a call's results. Values that repeat are computed once.
    pub fn array(self, call: Call<'_>) -> Result<ArrayRef, CallError> {
        // Only texts and bytes are gathered by their places.
        let is_number = self.function.returns.width().is_some();
        let Some(repeats) = call.repeats().filter(|_| !is_number) else {
            return self.of_every_row(call);
        };
        let (function, max_bytes, places) = (self.function, call.max_bytes(), repeats.places());
        let different = call.of_different(&repeats).collect(MAX_TOTAL, None)?;
        if let Results::Fixed(FixedResults { width, bytes: different, .. }) = different {
            let mut bytes = self.bytes(width)?;
            gather(&different, width, places, &mut bytes);
            return self.fixed(width, bytes);
        }
        let different = array(function, &function.returns, different, None)?;
        let places = || {
            places.iter().enumerate().map(|(row, place)| {
                let is_valid = self.nulls.as_ref().is_none_or(|nulls| nulls.is_valid(row));
                is_valid.then_some(usize::from(*place))
            })
        };
        spread(function, &different, max_bytes, &places)
    }
}

/// Writes to each row of `out` the result of `width` bytes at its place.
fn gather(results: &[u8], width: usize, places: &[u16], out: &mut [u8]) {
    fn copy<const WIDTH: usize>(results: &[u8], places: &[u16], out: &mut [u8]) {
        let (results, out) = (results.as_chunks::<WIDTH>().0, out.as_chunks_mut::<WIDTH>().0);
        out.iter_mut().zip(places).for_each(|(out, place)| *out = results[usize::from(*place)]);
    }
    match width {
        // Copies of a known length: with `spread`, BLAKE3 of ten values takes 7.7 ns a row instead of 5.0.
        16 => copy::<16>(results, places, out),
        20 => copy::<20>(results, places, out),
        32 => copy::<32>(results, places, out),
        64 => copy::<64>(results, places, out),
        _ => {
            for (out, place) in out.chunks_exact_mut(width.max(1)).zip(places) {
                out.copy_from_slice(&results[usize::from(*place) * width..][..width]);
            }
        }
    }
}
