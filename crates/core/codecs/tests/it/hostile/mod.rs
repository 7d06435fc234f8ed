//! Hostile input: no panic, no output over the cap, no memory for claims, no content that doesn't match
//! its checksum, and nothing of another row in the output.

mod bombs;
mod boundaries;
mod deflate_headers;
mod dictionaries;
mod forged_fsst;
mod forged_packs;
mod fsst;
mod headers;
mod leaks;
mod mutants;
mod packs;
mod xz_headers;
