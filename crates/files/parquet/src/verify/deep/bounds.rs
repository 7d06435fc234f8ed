//! Least and greatest values, of the data and as the file claims them.

use std::cmp::Ordering;

use super::order::ValueOrder;

/// The least and the greatest value so far. NaN is ignored.
#[derive(Clone, Debug, Default)]
pub(crate) struct ValueExtremes {
    least: Vec<u8>,
    greatest: Vec<u8>,
    any: bool,
}

impl ValueExtremes {
    pub(crate) fn clear(&mut self) {
        self.any = false;
    }

    pub(crate) fn add(&mut self, order: ValueOrder, value: &[u8]) {
        if order.compare(value, value).is_none() {
            return;
        }
        if !self.any || order.compare(value, &self.least) == Some(Ordering::Less) {
            value.clone_into(&mut self.least);
        }
        if !self.any || order.compare(value, &self.greatest) == Some(Ordering::Greater) {
            value.clone_into(&mut self.greatest);
        }
        self.any = true;
    }

    pub(crate) fn merge(&mut self, order: ValueOrder, other: &ValueExtremes) {
        if other.any {
            self.add(order, &other.least);
            self.add(order, &other.greatest);
        }
    }
}

/// The least and the greatest value that a file claims.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClaimedBounds<'a> {
    pub min: Option<&'a [u8]>,
    pub max: Option<&'a [u8]>,
    /// Whether the claims are values of the data, and not only bounds.
    pub min_exact: bool,
    pub max_exact: bool,
}

impl ClaimedBounds<'_> {
    /// Compares the claim with the data.
    ///
    /// # Errors
    /// Returns what does not hold, in words.
    pub(crate) fn check(&self, order: ValueOrder, seen: &ValueExtremes) -> Result<(), String> {
        let sides = [
            ("min", self.min, self.min_exact, &seen.least, Ordering::Greater),
            ("max", self.max, self.max_exact, &seen.greatest, Ordering::Less),
        ];
        for (name, claim, exact, actual, wrong) in sides {
            let Some(claim) = claim else { continue };
            if order.width().is_some_and(|width| claim.len() != width) {
                return Err(format!("{name} has {} bytes", claim.len()));
            }
            if !seen.any {
                continue;
            }
            // Ignore a claim of NaN, which some writers used to write.
            let Some(found) = order.compare(claim, actual) else { continue };
            let (claim, actual) = (order.show(claim), order.show(actual));
            if found == wrong {
                return Err(format!("{name} is {claim}, but the data has {actual}"));
            }
            if exact && found != Ordering::Equal {
                return Err(format!("{name} is said to be exactly {claim}, but is {actual}"));
            }
        }
        Ok(())
    }
}
