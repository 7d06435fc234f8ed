//! The catalogue, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `rows` | what every function has: names, documentation, forms |
//! | `settings` | the bounds of arguments, and the words of errors |
//! | `codec_settings` | the same of codecs, dictionaries and symbol tables |
//! | `calls` | calls with constants and with columns of parameters |
//! | `codec_calls` | the same of codecs and packs: what comes back, NULLs, lists, failures |
//! | `choices` | values for arguments, and rows, that the tests of calls take |
//! | `aggregates` | what is sampled or packed |
//! | `lists` | the same, and sums and digests, of the elements of lists |
//! | `forced` | an instruction set that is not there |
//! | `reference` | the texts that are made from the catalogue |

mod aggregates;
mod calls;
mod choices;
mod codec_calls;
mod codec_settings;
mod forced;
mod inputs;
mod lists;
mod reference;
mod rows;
mod settings;
