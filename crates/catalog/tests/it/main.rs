//! The catalogue, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `rows` | what every function has: names, documentation, forms |
//! | `settings` | the bounds of arguments, and the words of errors |
//! | `codec_settings` | the same of codecs, dictionaries and symbol tables |
//! | `calls` | calls with constants and with columns of parameters |
//! | `codec_calls` | the same of codecs and packs: what comes back, NULLs, lists, failures |
//! | `budget` | what the results of a batch may take |
//! | `no_memory` | an allocator that refuses |
//! | `choices` | values for arguments, and rows, that the tests of calls take |
//! | `aggregates` | what is sampled or packed |
//! | `lists` | the same, and sums and digests, of the elements of lists |
//! | `forced` | an instruction set that is not there |
//! | `reference` | the texts that are made from the catalogue |

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
mod inputs;
mod lists;
mod no_memory;
mod reference;
mod rows;
mod settings;
#[path = "../../../kernels/tests/it/support/this_program.rs"]
mod this_program;

#[global_allocator]
static COUNTING: alloc::Counting = alloc::Counting;
