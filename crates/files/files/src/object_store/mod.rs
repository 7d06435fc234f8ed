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
//! | `key` | keys, and the paths that can hold them |
//! | `web` | the paths of web addresses |
//! | `answers` | checks lists of objects, and tells which errors are worth another try |
//! | `put` | writes an object under a condition |
//! | `pinned` | a client of a store that reads one version of each object |
//! | `transport` | sends the requests of `object_store` |
//! | `connect` | makes the client of a store and its credentials, configured by the environment |
//! | `stores` | all stores as one [`FileSystem`](crate::FileSystem) |

#[cfg(feature = "cloud_stores")]
mod address;
#[cfg(feature = "cloud_stores")]
mod answers;
#[cfg(feature = "cloud_stores")]
mod connect;
mod failure;
mod fetch;
mod key;
mod listing;
mod pin;
#[cfg(feature = "cloud_stores")]
mod pinned;
#[cfg(feature = "cloud_stores")]
mod put;
mod read_ahead;
mod source;
#[cfg(feature = "cloud_stores")]
mod stores;
#[cfg(feature = "cloud_stores")]
mod transport;
#[cfg(feature = "cloud_stores")]
mod web;

#[cfg(feature = "cloud_stores")]
pub use address::ObjectAddress;
pub use key::{is_folder_marker, listed_key, object_path};
pub use listing::expand;
#[cfg(feature = "cloud_stores")]
pub use pinned::PinnedStore;
pub use source::ObjectSource;
#[cfg(feature = "cloud_stores")]
pub use stores::{ObjectStores, file_system, list_objects, put_object};
