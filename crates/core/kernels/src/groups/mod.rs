//! Groups of a block's rows, one row in each lane, and the order in which rows form groups.
//!
//! A group knows how long its rows are, so kernels load through it without unsafe code.
//!
//! | which rows run together | decided in | for |
//! |---|---|---|
//! | rows of one length class, in lists | `partition` | XXH3 |
//! | rows of about the same number of stripes; the rest one by one | `grouped` | XXH64 in lanes |
//! | rows by a key, one after the other | `order` | XXH64 and the CRCs, a row at a time |
//! | as many blocks as keep enough lanes busy | `hash/md/lane_order.rs`, on `order` | MD5, SHA-1, SHA-2 |
//! | chunks, then trees of chunks | `hash/blake3/length_order.rs` | BLAKE3 |

mod extent;
mod group32;
mod group64;
pub(crate) mod grouped;
pub(crate) mod order;
mod partition;
mod row;

pub(crate) use extent::LengthExtent;
pub(crate) use group32::{Group32, GroupDigests, words_of};
pub(crate) use group64::{ByteOrders, Group64};
pub(crate) use partition::{ClassMembers, ClassPartition};
pub(crate) use row::SingleRow;
