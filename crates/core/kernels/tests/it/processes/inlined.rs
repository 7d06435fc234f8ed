//! Everything in a vectorised loop must be inlined. A function that isn't is compiled for the
//! baseline, and then each of its intrinsics is a call: 155 instead of 8 ns a row.

use std::collections::BTreeSet;
use std::env::current_exe;
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

/// The disassembly of the kernels' functions. Monomorphic forms of a function share its name, so
/// each name is prefixed with the address.
#[derive(Default)]
struct Found {
    /// Functions that are compiled for an instruction set, by the registers that they use.
    with_ymm: BTreeSet<String>,
    with_zmm: BTreeSet<String>,
    /// Calls of functions that should have been inlined: caller and callee.
    calls: BTreeSet<(String, String)>,
}

/// The test program itself: `[profile.dev.package]` optimises the kernels in it as in a release.
#[test]
fn no_intrinsic_and_no_vector_operation_is_called() {
    let mut objdump = Command::new("objdump");
    objdump.args(["--disassemble", "--demangle", "--no-show-raw-insn"]);
    let started = objdump.arg(current_exe().unwrap()).stdout(Stdio::piped()).spawn();
    let mut objdump = match started {
        Ok(child) => child,
        Err(error) => return println!("skipped: objdump: {error}"),
    };
    let found = search(BufReader::new(objdump.stdout.take().unwrap()));
    assert!(objdump.wait().unwrap().success());
    assert!(found.calls.is_empty(), "not inlined (caller, callee): {:#?}", found.calls);
    println!("{} loops of AVX2, {} of AVX-512", found.with_ymm.len(), found.with_zmm.len());
    assert!(!found.with_ymm.is_empty(), "no vectorised loop: is the crate optimised?");
    assert!(!found.with_zmm.is_empty(), "no vectorised loop: is the crate optimised?");
}

fn search(disassembly: impl BufRead) -> Found {
    let mut found = Found::default();
    let mut function = None;
    for line in disassembly.lines() {
        let line = line.unwrap();
        if let Some(name) = header(&line) {
            function = name.contains("hashlane_kernels::").then(|| line.clone());
            continue;
        }
        let Some(function) = &function else { continue };
        if let Some(callee) = target(&line).filter(|callee| belongs_inline(callee)) {
            // A jump within the function also has the function's name.
            if header(function) != Some(callee) {
                found.calls.insert((function.clone(), callee.to_string()));
            }
        }
        if is_compiled(function) && line.contains("%ymm") {
            found.with_ymm.insert(function.clone());
        }
        if is_compiled(function) && line.contains("%zmm") {
            found.with_zmm.insert(function.clone());
        }
    }
    found
}

/// The function that begins with this line: `0000000000001139 <main>:`.
fn header(line: &str) -> Option<&str> {
    let (address, name) = line.strip_suffix(">:")?.split_once(" <")?;
    address.bytes().all(|b| b.is_ascii_hexdigit()).then_some(name)
}

/// The target of a call or a jump: `    1151:\tcall   1139 <main>`, or `<main+0x12>` within it.
fn target(line: &str) -> Option<&str> {
    let instruction = line.split_once('\t')?.1;
    if !instruction.starts_with("call") && !instruction.starts_with('j') {
        return None;
    }
    let name = instruction.split_once('<')?.1.strip_suffix('>')?;
    Some(name.rsplit_once("+0x").map_or(name, |(name, _)| name))
}

/// Whether this function must always be inlined: intrinsics, functions that take or return their
/// vectors, and the operations of lanes.
fn belongs_inline(name: &str) -> bool {
    name.contains("core_arch::")
        || name.starts_with("<hashlane_kernels::lanes::") && name.contains(" as ")
}

fn is_compiled(name: &str) -> bool {
    name.contains("::compiled")
}

#[test]
fn calls_of_intrinsics_are_found() {
    let disassembly = "\
0000000000001000 <hashlane_kernels::hash::x::run>:
    1000:\tcall   2000 <core::core_arch::x86::avx2::_mm256_add_epi32>
    1005:\tcall   3000 <hashlane_kernels::lanes::avx2::Avx2::vectorize::compiled>
    100a:\tjne    1004 <hashlane_kernels::hash::x::run+0x4>
    100c:\tjmp    4000 <<hashlane_kernels::lanes::avx2::U32x8 as hashlane_kernels::lanes::Lanes32>::rotl>
    1010:\tcall   6000 <hashlane_kernels::lanes::group::write_bytes>
0000000000003000 <hashlane_kernels::lanes::avx2::Avx2::vectorize::compiled>:
    3000:\tvpaddd %ymm0,%ymm1,%ymm2
    3004:\tjne    3000 <hashlane_kernels::lanes::avx2::Avx2::vectorize::compiled>
0000000000005000 <other::run>:
    5000:\tcall   2000 <core::core_arch::x86::avx2::_mm256_add_epi32>
";
    let found = search(disassembly.as_bytes());
    let callees: Vec<&str> = found.calls.iter().map(|(_, callee)| &callee[..]).collect();
    assert_eq!(
        callees,
        [
            "<hashlane_kernels::lanes::avx2::U32x8 as hashlane_kernels::lanes::Lanes32>::rotl",
            "core::core_arch::x86::avx2::_mm256_add_epi32",
        ]
    );
    assert_eq!((found.with_ymm.len(), found.with_zmm.len()), (1, 0));
}
