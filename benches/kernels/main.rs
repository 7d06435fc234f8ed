//! The kernels beside other crates that compute the same, over columns of strings.
//!
//! `cargo bench --package hashlane-bench` times single kernels with Criterion; `-- streaming`, `-- hot` and
//! `-- batches`, which `make bench` runs, time all in interleaved rounds and print a record. See benches/README.md.

mod candidate;
mod column;
mod contest;
#[cfg(unix)]
mod count;
mod data;
mod ours;
mod peers;
mod rounds;
mod single;

use data::Mode;

fn main() {
    // Cargo adds `--bench`.
    let mut args = std::env::args().skip(1).filter(|arg| arg != "--bench");
    let command = args.next();
    if command.as_deref() == Some("sets") {
        return data::DATA_SETS.iter().for_each(|set| println!("{}", set.name));
    }
    #[cfg(unix)]
    if command.as_deref() == Some("count") {
        return count::run(&rounds::Filter::new(args));
    }
    match command.and_then(|name| Mode::named(&name)) {
        Some(mode) => rounds::run(mode, &rounds::Filter::new(args)),
        None => single::run(),
    }
}
