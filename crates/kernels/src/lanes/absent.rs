//! The instruction sets of x86-64 on other machines: they are never detected.

use super::Kernel32;

/// AVX2.
#[derive(Clone, Copy, Debug)]
pub enum Avx2 {}

/// AVX-512.
#[derive(Clone, Copy, Debug)]
pub enum Avx512 {}

impl Avx2 {
    /// None.
    pub fn detect() -> Option<Self> {
        None
    }

    pub(crate) fn vectorize32<K: Kernel32>(self, _: K) -> K::Output {
        match self {}
    }
}

impl Avx512 {
    /// None.
    pub fn detect() -> Option<Self> {
        None
    }

    pub(crate) fn vectorize32<K: Kernel32>(self, _: K) -> K::Output {
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
