//! Tests that start other programs: this one in another environment, and a disassembler. In an
//! instruction emulator these programs would run outside of it, unless `HASHLANE_TEST_RUNNER` is
//! the command that starts it.

mod forced;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod inlined;
