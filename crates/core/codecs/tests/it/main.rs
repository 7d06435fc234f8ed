//! The external tests of the codecs, as one binary.
//!
//! | module | compares the codecs with |
//! |---|---|
//! | `generated` | frames that independent packages have made, `tests/vectors` |
//! | `published` | frames that others have published, if available |
//! | `codecs` | themselves: round trips |
//! | `dictionaries` | zstd dictionaries and frames that others have made, and themselves |
//! | `codec_table` | the formats' specifications: names, levels, magic numbers and sizes |
//! | `fsst` | themselves: round trips with a symbol table |
//! | `hostile` | the promise that no input makes a codec panic, return wrong content or allocate too much |
//! | `large_windows` | Brotli streams that RFC 7932 doesn't define |
//! | `samples` | a model that sorts all values at once; any order, split and merge of them |
//! | `packs` | themselves, and packs that were written by the documentation of their format |
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
