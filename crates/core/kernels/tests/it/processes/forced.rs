//! `HASHLANE_ISA` forces an instruction set, or gives an error that lists valid names.

use std::ffi::OsStr;

use hashlane_kernels::isa::{Isa, VARIABLE};

use crate::support::this_program::this_program;

/// The other tests run this in another process, since a process selects a set only once.
#[test]
#[ignore = "a part of the other tests"]
fn child() {
    match Isa::selected() {
        Ok(isa) => println!("selected: {isa}"),
        Err(error) => println!("refused: {error}"),
    }
}

/// The line printed by [`child`] if the variable is `value`.
fn selected(value: Option<&OsStr>) -> String {
    let mut command = this_program();
    command.args(["--ignored", "--exact", "processes::forced::child", "--nocapture"]);
    match value {
        Some(value) => command.env(VARIABLE, value),
        None => command.env_remove(VARIABLE),
    };
    let output = command.output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let found = text.lines().find(|l| l.starts_with("selected: ") || l.starts_with("refused: "));
    found.unwrap_or_else(|| panic!("the child says only: {text}")).to_string()
}

#[test]
fn each_set_of_this_machine_by_its_name() {
    for isa in Isa::available() {
        assert_eq!(selected(Some(OsStr::new(isa.name()))), format!("selected: {isa}"));
    }
}

#[test]
fn without_the_variable_the_best_set() {
    let best = Isa::available().last().unwrap();
    assert_eq!(selected(None), format!("selected: {best}"));
}

#[test]
fn anything_else_is_refused() {
    let available: Vec<&str> = Isa::available().map(|isa| isa.name()).collect();
    let known = ["portable", "avx2", "avx512", "neon"];
    let missing = known.into_iter().filter(|name| !available.contains(name));
    for name in ["sse9", "", "AVX2", " avx2", "avx2,avx512"].into_iter().chain(missing) {
        let line = selected(Some(OsStr::new(name)));
        let expected = format!(
            "refused: HASHLANE_ISA is {name:?}; this machine supports {}",
            available.join(", ")
        );
        assert!(line.starts_with(&expected), "{line}");
    }
}

#[test]
#[cfg(unix)]
fn a_name_that_is_no_text_is_refused() {
    use std::os::unix::ffi::OsStrExt;
    let line = selected(Some(OsStr::from_bytes(b"avx\xff")));
    assert!(line.starts_with("refused: HASHLANE_ISA is \"avx\u{fffd}\""), "{line}");
}
