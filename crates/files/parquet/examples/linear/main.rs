//! Work whose instructions `tests/files/linear.py` counts: it must grow with the units of the input, and no faster.
//!
//! For every case this prints a line with its name, how many units there are, and the bytes that go in and come
//! out. Then it calls [`measured`], at whose end callgrind writes down how many instructions it took.

mod codecs;
mod frames;
mod packs;
mod pages;
mod rows;
mod streams;
mod xz;

use std::hint::black_box;

/// What is counted, and how many bytes it reads. It returns how many bytes it gave, and panics if they are not
/// those that went in.
struct Work {
    input: usize,
    run: Box<dyn FnOnce() -> usize>,
}

impl Work {
    fn new(input: usize, run: impl FnOnce() -> usize + 'static) -> Work {
        Work { input, run: Box::new(run) }
    }
}

/// A kind of unit.
struct Case {
    name: &'static str,
    /// How many units there are at first; then there are four times as many. Fewer where one takes long.
    units: usize,
    make: fn(usize) -> Work,
}

/// How many units most cases have.
const MANY: usize = 500;
/// How many there are of those that take long.
const FEW: usize = 50;

/// A case of [`MANY`] units.
const fn many(name: &'static str, make: fn(usize) -> Work) -> Case {
    Case { name, units: MANY, make }
}

/// A case of [`FEW`] units.
const fn few(name: &'static str, make: fn(usize) -> Work) -> Case {
    Case { name, units: FEW, make }
}

/// The function that callgrind looks for.
#[inline(never)]
fn measured(run: Box<dyn FnOnce() -> usize>) -> usize {
    black_box(run())
}

fn main() {
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let cases = [
        rows::CASES,
        codecs::CASES,
        frames::CASES,
        xz::CASES,
        packs::CASES,
        streams::CASES,
        pages::CASES,
    ];
    for case in cases.into_iter().flatten() {
        if !chosen.is_empty() && !chosen.iter().any(|part| case.name.contains(&**part)) {
            continue;
        }
        for units in [case.units, 4 * case.units] {
            let Work { input, run } = (case.make)(units);
            let output = measured(run);
            println!("{}\t{units}\t{input}\t{output}", case.name);
        }
    }
}
