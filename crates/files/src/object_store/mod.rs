//! Files in object stores.
//!
//! | module | holds |
//! |---|---|
//! | `source` | an object as a [`Source`](crate::Source) |
//! | `pin` | what makes a change of the object between two requests show |
//! | `fetch` | one range of an object |
//! | `read_ahead` | the ranges that a reader which goes on will want next |
//! | `listing` | the objects that a pattern means |
//! | `failure` | errors of a store, as one line |
//! | `address` | `s3://bucket/key` taken apart |
//! | `pinned` | a client of a store that reads one version of each object |
//! | `credentials` | credentials that are looked for briefly |
//! | `connect` | the client of a store, configured as its own tools are |
//! | `stores` | all stores as one [`FileSystem`](crate::FileSystem) |

#[cfg(feature = "cloud_stores")]
mod address;
#[cfg(feature = "cloud_stores")]
mod connect;
#[cfg(feature = "cloud_stores")]
mod credentials;
mod failure;
mod fetch;
mod listing;
mod pin;
#[cfg(feature = "cloud_stores")]
mod pinned;
mod read_ahead;
mod source;
#[cfg(feature = "cloud_stores")]
mod stores;

#[cfg(feature = "cloud_stores")]
pub use address::Address as ObjectAddress;
pub use listing::expand;
#[cfg(feature = "cloud_stores")]
pub use pinned::PinnedStore;
pub use source::ObjectSource;
#[cfg(feature = "cloud_stores")]
pub use stores::ObjectStores;
