//! The functions over Arrow arrays, as one binary.
//!
//! | module | covers |
//! |---|---|
//! | `layouts` | a row has one result, whatever the array's layout |
//! | `nested` | dictionaries and runs inside each other, and arrays with only NULLs |
//! | `parameters` | seeds, keys, levels, lengths, algorithms: one for all rows or one per row |
//! | `repeats` | values that repeat in views |
//! | `seeds` | seeds of every integer type |
//! | `text` | the function that accepts only text |
//! | `depth` | deeply nested types |
//! | `failures` | rejected input, and the error messages |
//! | `lists` | functions over lists, in every layout of lists |
//! | `limits` | results beyond what an array can hold |
//! | `values` | what aggregates read and return |
//! | `rows_of_values` | functions over rows of values of any types |
//! | `vectors` | `tests/vectors`, made by independent packages |

mod depth;
mod failures;
mod layouts;
mod limits;
mod lists;
mod nested;
mod parameters;
mod repeats;
mod rows_of_values;
mod seeds;
mod support;
mod text;
mod values;
mod vectors;

#[global_allocator]
static COUNTING: support::alloc::Counting = support::alloc::Counting;
