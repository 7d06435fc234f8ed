//! Prints the examples of all functions as lines of JSON, for tests of an engine that run elsewhere.

#![forbid(unsafe_code)]

use hashlane_catalog::{AGGREGATES, all};
use serde_json::json;

fn main() {
    for function in all().chain(AGGREGATES) {
        for example in function.examples {
            println!("{}", json!({ "sql": example.sql, "result": example.result }));
        }
    }
}
