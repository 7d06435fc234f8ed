//! The instruction sets of other architectures: they are never detected.

use super::{CarrylessKernel, ClassBounds, ClassLists, Kernel, Kernel32};

/// Declares an instruction set that no machine of this architecture has.
macro_rules! absent {
    ($(#[$doc:meta])* $Name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub enum $Name {}

        impl $Name {
            /// Returns `None`.
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

            pub(crate) fn partition(self, _: &[usize], _: &ClassBounds, _: &mut ClassLists) {
                match self {}
            }
        }
    };
}

#[cfg(not(target_arch = "x86_64"))]
absent!(
    /// AVX2.
    Avx2
);
#[cfg(not(target_arch = "x86_64"))]
absent!(
    /// AVX-512.
    Avx512
);
#[cfg(not(target_arch = "aarch64"))]
absent!(
    /// NEON.
    Neon
);

#[cfg(not(target_arch = "x86_64"))]
impl Avx2 {
    /// Never called.
    pub(crate) fn wide(self) -> Option<Avx2> {
        match self {}
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Avx512 {
    /// Never called.
    pub(crate) fn wide(self) -> Option<Avx512> {
        match self {}
    }
}

#[cfg(not(target_arch = "aarch64"))]
impl Neon {
    /// Never called.
    pub(crate) fn carryless(self) -> Option<Neon> {
        match self {}
    }
}

/// The instructions for SHA-1 and SHA-256.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sha {}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
impl Sha {
    /// Returns `None`.
    pub fn detect() -> Option<Self> {
        None
    }

    /// Never called.
    pub fn sha256(self, _: &[u32; 8], _: [&[u8]; 2]) -> [[u8; 32]; 2] {
        match self {}
    }
}

/// The instructions for SHA-1 where they take less time than lanes.
#[cfg(not(target_arch = "aarch64"))]
#[derive(Clone, Copy, Debug)]
pub(crate) enum Sha1 {}

#[cfg(not(target_arch = "aarch64"))]
impl Sha1 {
    /// Returns `None`.
    pub(crate) fn detect() -> Option<Self> {
        None
    }

    /// Never called.
    pub(crate) fn hash(self, _: [&[u8]; 2]) -> [[u8; 20]; 2] {
        match self {}
    }
}
