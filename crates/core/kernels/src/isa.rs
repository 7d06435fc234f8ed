//! The instruction set that the kernels run on.

use std::fmt;
use std::sync::OnceLock;

use crate::lanes::{Avx2, Avx512, Kernel, Neon, Scalar};

/// An instruction set that the kernels have a form for. A value proves that this CPU supports the
/// set.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Isa {
    /// One row at a time, on any CPU.
    Portable,
    /// AVX2 and what came with it (BMI2, SSE 4.2, PCLMULQDQ): 8 lanes of 32 bits.
    Avx2(Avx2),
    /// AVX-512 (F, BW, DQ, VL, VBMI2, VPCLMULQDQ): 16 lanes of 32 bits, 8 of 64.
    Avx512(Avx512),
    /// NEON, on 64-bit ARM: 4 lanes of 32 bits, and the instructions for SHA-1, SHA-256, CRC-32C
    /// and carry-less products that the CPU has.
    Neon(Neon),
}

/// The environment variable that forces an instruction set.
pub const VARIABLE: &str = "HASHLANE_ISA";

impl Isa {
    /// The instruction sets that this CPU supports, the best one last.
    pub fn available() -> impl Iterator<Item = Isa> {
        let avx2 = Avx2::detect().map(Isa::Avx2);
        let avx512 = Avx512::detect().map(Isa::Avx512);
        let neon = Neon::detect().map(Isa::Neon);
        [Some(Isa::Portable), avx2, avx512, neon].into_iter().flatten()
    }

    /// The instruction set that the kernels of this process run on: the one that `HASHLANE_ISA`
    /// names, or the best that this CPU supports. It is chosen once.
    ///
    /// # Errors
    /// Returns an error if `HASHLANE_ISA` names no instruction set that this CPU supports.
    pub fn selected() -> Result<Isa, &'static IsaError> {
        static SELECTED: OnceLock<Result<Isa, IsaError>> = OnceLock::new();
        let selected = SELECTED.get_or_init(|| match std::env::var(VARIABLE) {
            Ok(name) => Isa::named(&name),
            Err(std::env::VarError::NotPresent) => Ok(Isa::best()),
            Err(std::env::VarError::NotUnicode(name)) => {
                Err(IsaError { name: name.to_string_lossy().into_owned() })
            }
        });
        selected.as_ref().copied()
    }

    /// Returns [`Isa::selected`], for programs that have checked it.
    ///
    /// # Panics
    /// Panics if `HASHLANE_ISA` names no instruction set that this CPU supports.
    #[inline]
    pub fn current() -> Isa {
        Isa::selected().unwrap_or_else(|e| panic!("{e}"))
    }

    fn best() -> Isa {
        Isa::available().last().unwrap_or(Isa::Portable)
    }

    fn named(name: &str) -> Result<Isa, IsaError> {
        let found = Isa::available().find(|isa| isa.name() == name);
        found.ok_or_else(|| IsaError { name: name.to_string() })
    }

    /// Runs a kernel over 64-bit lanes on this instruction set.
    #[inline(always)]
    pub(crate) fn vectorize<K: Kernel>(self, kernel: K) -> K::Output {
        match self {
            Isa::Portable => kernel.with_simd(Scalar),
            Isa::Avx2(simd) => simd.vectorize(kernel),
            Isa::Avx512(simd) => simd.vectorize(kernel),
            Isa::Neon(simd) => simd.vectorize(kernel),
        }
    }

    /// The name of the instruction set in `HASHLANE_ISA`.
    pub fn name(&self) -> &'static str {
        match self {
            Isa::Portable => "portable",
            Isa::Avx2(_) => "avx2",
            Isa::Avx512(_) => "avx512",
            Isa::Neon(_) => "neon",
        }
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// `HASHLANE_ISA` names no instruction set that this CPU supports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IsaError {
    name: String,
}

impl fmt::Display for IsaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let available: Vec<&str> = Isa::available().map(|isa| isa.name()).collect();
        write!(
            f,
            "{VARIABLE} is {:?}; this machine supports {}: unset it, or set it to one of them",
            self.name,
            available.join(", "),
        )
    }
}

impl std::error::Error for IsaError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_available_set_is_found_by_its_name() {
        for isa in Isa::available() {
            println!("this machine has {isa}");
            assert_eq!(Isa::named(isa.name()).unwrap().name(), isa.name());
        }
        assert_eq!(Isa::available().next().map(|isa| isa.name()), Some("portable"));
    }

    #[test]
    fn an_unknown_set_is_an_error_that_lists_the_known() {
        let error = Isa::named("sse9").unwrap_err().to_string();
        assert!(error.contains("HASHLANE_ISA is \"sse9\""), "{error}");
        assert!(error.contains("portable"), "{error}");
    }
}
