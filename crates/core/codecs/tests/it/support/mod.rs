//! Helpers that several test modules share, some of them with the tests of kernels.

#[path = "../../../../kernels/tests/it/support/alloc.rs"]
pub mod alloc;
pub mod codec;
pub mod events;
pub mod foreign;
pub mod hash;
#[allow(dead_code)]
#[path = "../../../../kernels/tests/it/support/inputs.rs"]
pub mod inputs;
#[allow(dead_code)]
#[path = "../../../../kernels/tests/it/support/json.rs"]
pub mod json;
pub mod pack;
pub mod zip;
