//! The instruction sets of x86-64 on other machines: they are never detected.

use super::{CarrylessKernel, Kernel, Kernel32};

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

    pub(crate) fn vectorize<K: Kernel>(self, _: K) -> K::Output {
        match self {}
    }

    pub(crate) fn vectorize32<K: Kernel32>(self, _: K) -> K::Output {
        match self {}
    }

    pub(crate) fn vectorize_carryless<K: CarrylessKernel>(self, _: K) {
        match self {}
    }
}

impl Avx512 {
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
}
