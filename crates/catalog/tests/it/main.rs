//! The catalogue, as one binary.
//!
//! | module | what it is about |
//! |---|---|
//! | `rows` | what every function has: names, documentation, forms |
//! | `settings` | the bounds of arguments, and the words of errors |
//! | `calls` | calls with constants and with columns of parameters |
//! | `forced` | an instruction set that is not there |
//! | `reference` | the texts that are made from the catalogue |

mod calls;
mod forced;
mod reference;
mod rows;
mod settings;
