//! Tests that start other programs: themselves in another environment, a disassembler. In an
//! instruction emulator these programs would run outside of it.

mod forced;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod inlined;
