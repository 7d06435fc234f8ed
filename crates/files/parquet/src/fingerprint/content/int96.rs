//! INT96 timestamps. Their range exceeds 64-bit nanoseconds, which cover the years 1677 to 2262.
//!
//! The `parquet` crate converts them to 64 bits of the requested unit and wraps around on overflow.
//! Their hash is that of the nanoseconds, which the row encoding stores in 128 bits, so whole microseconds
//! give the same hash. Writers store distant times as whole microseconds. Each column chunk is therefore read
//! once in advance, to find the unit that holds all its values.
//!
//! No other type is read twice. 2 million values take 0.43 s instead of 0.30 s.

use arrow_schema::TimeUnit;
use parquet::basic::Type;
use parquet::column::page::PageReader;
use parquet::column::reader::ColumnReaderImpl;
use parquet::data_type::{Int96, Int96Type};
use parquet::errors::{ParquetError, Result};
use parquet::schema::types::{ColumnDescPtr, ColumnDescriptor};

/// The Julian day of 1970-01-01.
const EPOCH: i128 = 2_440_588;

const NANOSECONDS_OF_A_DAY: i128 = 86_400_000_000_000;

/// Returns whether a leaf has INT96 timestamps.
pub(in crate::fingerprint) fn is_int96(leaf: &ColumnDescriptor) -> bool {
    leaf.physical_type() == Type::INT96
}

/// Returns the unit that holds all values of a column chunk in 64 bits: nanoseconds if they fit, otherwise
/// microseconds. Reads `batch_rows` rows at a time.
///
/// # Errors
/// Returns an error if neither unit fits or if the pages can't be decoded.
pub(in crate::fingerprint) fn unit(
    column: ColumnDescPtr,
    pages: Box<dyn PageReader>,
    batch_rows: usize,
) -> Result<TimeUnit> {
    let name = column.path().string();
    let mut range = UnitRange::default();
    let mut reader = ColumnReaderImpl::<Int96Type>::new(column, pages);
    let (mut definition, mut repetition, mut values) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        definition.clear();
        repetition.clear();
        values.clear();
        let levels = (&mut definition, &mut repetition);
        let (rows, _, _) =
            reader.read_records(batch_rows, Some(levels.0), Some(levels.1), &mut values)?;
        values.iter().for_each(|value| range.add(value));
        if rows == 0 {
            break;
        }
    }
    range.unit().ok_or_else(|| {
        ParquetError::General(format!(
            "column {name} has an INT96 timestamp outside the years 1677 to 2262 that is not a \
             whole number of microseconds, or one beyond 290,000 years: these have no fingerprint"
        ))
    })
}

/// The units that fit the values seen so far.
struct UnitRange {
    nanoseconds: bool,
    microseconds: bool,
}

impl Default for UnitRange {
    fn default() -> Self {
        UnitRange { nanoseconds: true, microseconds: true }
    }
}

impl UnitRange {
    fn add(&mut self, value: &Int96) {
        let [low, high, day] = [0, 1, 2].map(|word| value.data()[word]);
        let of_day = (i64::from(high) << 32) + i64::from(low);
        let days = i128::from(day as i32) - EPOCH;
        let nanoseconds = days * NANOSECONDS_OF_A_DAY + i128::from(of_day);
        self.nanoseconds &= i64::try_from(nanoseconds).is_ok();
        let whole = of_day % 1000 == 0;
        self.microseconds &= whole && i64::try_from(nanoseconds / 1000).is_ok();
    }

    fn unit(&self) -> Option<TimeUnit> {
        match (self.nanoseconds, self.microseconds) {
            (true, _) => Some(TimeUnit::Nanosecond),
            (false, true) => Some(TimeUnit::Microsecond),
            (false, false) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit_of(values: &[(u32, u64)]) -> Option<TimeUnit> {
        let mut range = UnitRange::default();
        for (day, nanoseconds) in values {
            let value = vec![*nanoseconds as u32, (nanoseconds >> 32) as u32, *day];
            range.add(&Int96::from(value));
        }
        range.unit()
    }

    /// 9,223,372,036,854,775,807 nanoseconds are 106,751 days and 85,636,854,775,807 nanoseconds.
    #[test]
    fn the_last_nanosecond_of_64_bits() {
        let (day, last) = (2_440_588 + 106_751, 85_636_854_775_807);
        assert_eq!(unit_of(&[(day, last)]), Some(TimeUnit::Nanosecond));
        assert_eq!(unit_of(&[(day, last + 1)]), None);
        assert_eq!(unit_of(&[(day, last + 193)]), Some(TimeUnit::Microsecond));
        assert_eq!(unit_of(&[(day, last + 193), (2_440_588, 1)]), None);
        // The least is 106,752 days before, and 763,145,224,192 nanoseconds of that day.
        let (day, first) = (2_440_588 - 106_752, 763_145_224_192);
        assert_eq!(unit_of(&[(day, first)]), Some(TimeUnit::Nanosecond));
        assert_eq!(unit_of(&[(day, first - 192)]), Some(TimeUnit::Microsecond));
        assert_eq!(unit_of(&[(day, first - 1)]), None);
    }

    #[test]
    fn days_that_no_64_bits_of_microseconds_hold() {
        assert_eq!(unit_of(&[(i32::MAX as u32, 0)]), None);
        assert_eq!(unit_of(&[(i32::MIN as u32, 0)]), None);
        assert_eq!(unit_of(&[]), Some(TimeUnit::Nanosecond));
    }
}
