//! If `HASHLANE_ISA` names an instruction set that this CPU lacks, calls are errors, not panics.

use hashlane_catalog::{Call, Cell, find, info_rows, ready};
use hashlane_kernels::blocks::Rows;

use crate::this_program::this_program;

/// The other test runs this in its own process, since a process selects a set only once.
#[test]
#[ignore = "a part of the other test"]
fn child() {
    let error = ready().unwrap_err();
    let call = Call::new(find("xxh3").unwrap(), Rows::Slices(&[b"hashlane"]), &[], None);
    assert_eq!(call.err(), Some(error.clone()));
    let row = ["instruction_set".to_owned(), error.to_string()].map(Cell::Text).to_vec();
    assert!(info_rows(&[]).contains(&row));
    println!("refused: {error}");
}

#[test]
fn an_instruction_set_that_the_machine_has_not() {
    let mut command = this_program();
    command.args(["--ignored", "--exact", "forced::child", "--nocapture"]);
    let output = command.env("HASHLANE_ISA", "sse9").output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let expected = "refused: HASHLANE_ISA is \"sse9\"; this machine supports portable";
    assert!(output.status.success() && text.contains(expected), "{text}");
}
