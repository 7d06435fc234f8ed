//! The catalogue, as one binary.
//!
//! | module | covers |
//! |---|---|
//! | `rows` | properties of every function: names, documentation, forms |
//! | `settings` | the bounds of arguments, and the error messages |
//! | `codec_settings` | the same for codecs, dictionaries and symbol tables |
//! | `calls` | calls with constants and with columns of parameters |
//! | `codec_calls` | the same for codecs: round trips, NULLs, failures |
//! | `pack_calls` | the same for packs: values at their places, lists, failures |
//! | `budget` | the memory that the results of a batch may take |
//! | `no_memory` | an allocator that refuses |
//! | `choices` | values for arguments, and rows, for the tests of calls |
//! | `aggregates` | aggregates over samples and packs |
//! | `groups` | the results of groups, for the tests of aggregates |
//! | `lists` | the same, and sums and digests, over the elements of lists |
//! | `forced` | an instruction set that the CPU lacks |
//! | `reference` | the texts that are generated from the catalogue |

// One allocator for the tests of three crates.
mod aggregates;
#[path = "../../../kernels/tests/it/support/alloc.rs"]
mod alloc;
mod budget;
mod calls;
mod choices;
mod codec_calls;
mod codec_settings;
mod forced;
mod groups;
mod inputs;
mod lists;
mod no_memory;
mod pack_calls;
mod reference;
mod rows;
mod settings;
#[path = "../../../kernels/tests/it/support/this_program.rs"]
mod this_program;

#[global_allocator]
static COUNTING: alloc::Counting = alloc::Counting;
