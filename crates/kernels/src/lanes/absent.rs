//! The instruction sets of x86-64 on other machines: they are never detected.

use super::{Bounds, CarrylessKernel, Kernel, Kernel32, Lists};

/// Declares an instruction set that no machine of this architecture has.
macro_rules! absent {
    ($(#[$doc:meta])* $Name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $Name {}

        impl $Name {
            /// None.
            pub fn detect() -> Option<Self> {
                None
            }

            pub(crate) fn vectorize<K: Kernel>(self, _: K) -> K::Output {
                match self {}
            }

            pub(crate) fn vectorize32<K: Kernel32>(self, _: K) -> K::Output {
                match self {}
            }

            pub(crate) fn vectorize_carryless<K: CarrylessKernel>(self, _: K) {
                match self {}
            }

            pub(crate) fn partition(self, _: &[usize], _: &Bounds, _: &mut Lists) {
                match self {}
            }
        }
    };
}

absent!(
    /// AVX2.
    Avx2
);
absent!(
    /// AVX-512.
    Avx512
);

impl Avx512 {
    /// Never called.
    pub(crate) fn wide(self) -> Option<Avx512> {
        match self {}
    }
}

/// The SHA extensions.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ShaNi {}

impl ShaNi {
    /// None.
    pub fn detect() -> Option<Self> {
        None
    }

    /// Never called.
    pub fn sha256(self, _: &[u32; 8], _: [&[u8]; 2]) -> [[u8; 32]; 2] {
        match self {}
    }
}
