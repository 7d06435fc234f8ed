//! Files in object stores.
//!
//! | module | holds |
//! |---|---|
//! | `source` | an object as a [`Source`](crate::Source) |
//! | `pin` | detects that an object has changed between two requests |
//! | `fetch` | reads a range of an object |
//! | `read_ahead` | the ranges that a sequential reader will request next |
//! | `listing` | lists the objects that match a pattern |
//! | `failure` | errors of a store, as one line |
//! | `address` | parses `s3://bucket/key` |
//! | `pinned` | a client of a store that reads one version of each object |
//! | `credentials` | credentials, with a short timeout |
//! | `transport` | lets `object_store` retry every request that was not sent, except to a host that does not exist |
//! | `connect` | makes the client of a store, configured by the environment |
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
mod transport;

#[cfg(feature = "cloud_stores")]
pub use address::Address as ObjectAddress;
pub use listing::expand;
#[cfg(feature = "cloud_stores")]
pub use pinned::PinnedStore;
pub use source::ObjectSource;
#[cfg(feature = "cloud_stores")]
pub use stores::{ObjectStores, file_system, list_objects, put_object};
