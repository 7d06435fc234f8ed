//! Chooses the level that keeps up with input and output.

use std::time::Duration;

use super::{PipeError, StreamCodec};

/// The bounds of a level that follows the speed of input and output.
///
/// Reading, compressing and writing run at the same time, so the slowest of them sets the pace. If compressing is the
/// slowest, a lower level is faster. If another takes more than twice as long, a higher level costs no time and saves
/// bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct AdaptBounds {
    min: i32,
    max: i32,
}

/// The time that each stage took for one piece of the stream.
#[derive(Clone, Copy, Debug, Default)]
pub struct StageTimes {
    /// The time to read it, checksums included.
    pub reading: Duration,
    /// The time to compress it, divided by the number of threads.
    pub compressing: Duration,
    /// The time to write it, checksums included.
    pub writing: Duration,
}

/// If a stage takes this many times as long as another, the level changes by two.
const FAR: u32 = 4;

impl AdaptBounds {
    /// # Errors
    /// Returns an error if the codec lacks a bound, or if `min` is above `max`.
    pub fn new(codec: StreamCodec, min: i32, max: i32) -> Result<Self, PipeError> {
        codec.check_level(min)?;
        codec.check_level(max)?;
        if min > max {
            return Err(PipeError::Refused(format!(
                "the lower level {min} is above the upper level {max}"
            )));
        }
        Ok(AdaptBounds { min, max })
    }

    /// The first level: the codec's default, or the nearest bound.
    pub fn first(self, codec: StreamCodec) -> i32 {
        codec.default_level().clamp(self.min, self.max)
    }

    /// Whether the level is within the bounds.
    pub fn contains(self, level: i32) -> bool {
        (self.min..=self.max).contains(&level)
    }

    /// Returns the next level, given the times of a piece at `level`.
    pub fn next(self, level: i32, measured: StageTimes) -> i32 {
        let compressing = measured.compressing;
        let other = measured.reading.max(measured.writing);
        let wanted = if compressing > other * FAR {
            level - 2
        } else if compressing > other {
            level - 1
        } else if compressing * FAR < other {
            level + 2
        } else if compressing * 2 < other {
            level + 1
        } else {
            level
        };
        // zstd reads 0 as its default.
        let wanted = match wanted {
            0 if level > 0 => -1,
            0 => 1,
            wanted => wanted,
        };
        wanted.clamp(self.min, self.max)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn measured(reading: u64, compressing: u64, writing: u64) -> StageTimes {
        let [reading, compressing, writing] =
            [reading, compressing, writing].map(Duration::from_millis);
        StageTimes { reading, compressing, writing }
    }

    fn settled(bounds: AdaptBounds, start: i32, measured: impl Fn(i32) -> StageTimes) -> i32 {
        (0..100).fold(start, |level, _| bounds.next(level, measured(level)))
    }

    #[test]
    fn a_slow_output_or_input_raises_the_level_to_the_bound() {
        let bounds = AdaptBounds::new(StreamCodec::Zstd, 1, 19).unwrap();
        assert_eq!(bounds.next(3, measured(0, 40, 100)), 4);
        assert_eq!(bounds.next(3, measured(0, 20, 100)), 5);
        assert_eq!(bounds.next(3, measured(100, 40, 0)), 4);
        assert_eq!(settled(bounds, 3, |_| measured(1, 10, 1000)), 19);
    }

    #[test]
    fn a_fast_output_lowers_the_level_to_the_bound() {
        let bounds = AdaptBounds::new(StreamCodec::Zstd, 1, 19).unwrap();
        assert_eq!(bounds.next(9, measured(0, 100, 60)), 8);
        assert_eq!(bounds.next(9, measured(0, 100, 0)), 7);
        assert_eq!(settled(bounds, 9, |_| measured(1, 100, 1)), 1);
    }

    #[test]
    fn where_the_output_waits_a_little_the_level_stays() {
        let bounds = AdaptBounds::new(StreamCodec::Zstd, 1, 19).unwrap();
        assert_eq!(bounds.next(9, measured(0, 60, 100)), 9);
        assert_eq!(bounds.next(9, measured(0, 0, 0)), 9);
    }

    #[test]
    fn it_settles_where_compressing_takes_as_long_as_writing() {
        let bounds = AdaptBounds::new(StreamCodec::Zstd, 1, 19).unwrap();
        // Each level takes a third longer; at 12 it is 100 ms.
        let cost = |level: i32| (100.0 * 1.33f64.powi(level - 12)) as u64;
        for start in [1, 19] {
            let level = settled(bounds, start, |level| measured(0, cost(level), 100));
            assert!((9..=12).contains(&level), "{level}");
        }
    }

    #[test]
    fn level_zero_is_stepped_over() {
        let bounds = AdaptBounds::new(StreamCodec::Zstd, -5, 19).unwrap();
        assert_eq!(bounds.next(1, measured(0, 100, 60)), -1);
        assert_eq!(bounds.next(-1, measured(0, 40, 100)), 1);
        assert_eq!(bounds.next(2, measured(0, 100, 0)), -1);
    }

    #[test]
    fn bounds_are_levels_and_in_order() {
        for (min, max) in [(0, 5), (5, 4), (1, 23), (-8, 3)] {
            assert!(AdaptBounds::new(StreamCodec::Zstd, min, max).is_err(), "{min}..{max}");
        }
        assert_eq!(AdaptBounds::new(StreamCodec::Zstd, 5, 9).unwrap().first(StreamCodec::Zstd), 5);
    }
}
