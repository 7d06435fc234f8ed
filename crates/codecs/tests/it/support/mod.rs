//! What several of the test modules need. Some of it serves the tests of kernels, too.

#[path = "../../../../kernels/tests/it/support/alloc.rs"]
pub mod alloc;
pub mod codec;
pub mod events;
pub mod foreign;
#[path = "../../../../kernels/tests/it/support/hash.rs"]
pub mod hash;
#[path = "../../../../kernels/tests/it/support/inputs.rs"]
pub mod inputs;
#[path = "../../../../kernels/tests/it/support/json.rs"]
pub mod json;
pub mod pack;
#[path = "../../../../kernels/tests/it/support/sets.rs"]
pub mod sets;
pub mod zip;
