//! The instruction sets that tests run on.

use std::io::Write;
use std::sync::LazyLock;

use hashlane_kernels::isa::{Isa, VARIABLE};

/// The sets of this machine, or only the one that `HASHLANE_ISA` names.
pub fn sets() -> &'static [Isa] {
    static SETS: LazyLock<Vec<Isa>> = LazyLock::new(|| match std::env::var_os(VARIABLE) {
        Some(_) => vec![Isa::current()],
        None => Isa::available().collect(),
    });
    &SETS
}

/// Not `println!`, whose output shows only if a test fails.
#[test]
fn which_instruction_sets_run() {
    let names: Vec<&str> = sets().iter().map(|isa| isa.name()).collect();
    let sets: &[&str] = if cfg!(target_arch = "aarch64") { &["neon"] } else { &["avx2", "avx512"] };
    let missing: Vec<&str> = sets.iter().copied().filter(|name| !names.contains(name)).collect();
    let missing = match missing[..] {
        [] => String::new(),
        _ => format!(", but not on {}", missing.join(", ")),
    };
    writeln!(std::io::stdout(), "The kernels run on {}{missing}", names.join(", ")).unwrap();
    assert!(!names.is_empty());
}
