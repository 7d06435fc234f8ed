//! Groups of a block's rows, one row in each lane, and the order in which rows form groups.
//!
//! A group knows how long its rows are, so kernels load through it without unsafe code.

mod group32;
mod group64;
mod partition;
mod row;
mod words;

pub(crate) use group32::{Digests, Group32, words_of};
pub(crate) use group64::Group64;
pub(crate) use partition::{Extent, Members, Partition};
pub(crate) use row::Row;
pub(crate) use words::GroupOfWords;
