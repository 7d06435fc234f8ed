//! The arguments of a call other than its values: as an engine hands them over, and checked and parsed.

mod by_row;
mod parse;
mod settings;
mod value;

pub use by_row::SeedParameter;
pub(crate) use by_row::{SampleThreshold, SeedColumn, SettingsByRow};
pub use settings::Settings;
pub use value::{ArgColumn, ArgValue, nearest_double};
