//! The tests of the kernels from outside, as one binary.
//!
//! | module | compares the kernels with |
//! |---|---|
//! | `generated` | the project's own vectors, `tests/vectors`, made by independent packages |
//! | `published` | vectors that others have published, where they are at hand |
//! | `instruction_sets` | the reference crates, on every instruction set of this machine |
//! | `layouts` | themselves: a row has one hash, whatever the column's layout |
//! | `processes` | what `HASHLANE_ISA` says; the machine code with what it should be |
//! | `codecs` | themselves: what is compressed comes back |
//! | `hostile` | the promise that no input makes a codec panic, lie or take memory |
//! | `threads` | themselves, run serially |

mod codecs;
mod generated;
mod hostile;
mod instruction_sets;
mod layouts;
mod processes;
mod published;
mod support;
mod threads;

#[global_allocator]
static COUNTING: support::alloc::Counting = support::alloc::Counting;
