//! The tests of the codecs from outside, as one binary.
//!
//! | module | compares the codecs with |
//! |---|---|
//! | `generated` | frames that independent packages have made, `tests/vectors` |
//! | `published` | frames that others have published, where they are at hand |
//! | `codecs` | themselves: what is compressed comes back |
//! | `dictionaries` | zstd dictionaries and frames that others have made, and themselves |
//! | `codec_table` | what the formats say: names, levels, magic numbers and sizes |
//! | `fsst` | themselves: what is compressed with a symbol table comes back |
//! | `hostile` | the promise that no input makes a codec panic, lie or take memory |
//! | `large_windows` | Brotli streams that RFC 7932 doesn't have |
//! | `samples` | a model that sorts all values at once; any order, split and merge of them |
//! | `packs` | themselves, and packs that the page on their format is enough to write |
//! | `threads` | themselves, run serially |

mod codec_table;
mod codecs;
mod dictionaries;
mod fsst;
mod generated;
mod hostile;
mod large_windows;
mod packs;
mod published;
mod samples;
mod support;
mod threads;

#[global_allocator]
static COUNTING: support::alloc::Counting = support::alloc::Counting;
