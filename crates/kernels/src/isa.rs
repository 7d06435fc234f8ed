//! Which instruction set the kernels run on.

use std::fmt;

/// An instruction set that this build has kernels for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Isa {
    /// One row at a time; the algorithm crates underneath pick their own instructions.
    Portable,
}

impl Isa {
    /// The instruction set that kernels of this process run on.
    pub fn current() -> Isa {
        Isa::Portable
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Isa::Portable => "portable",
        })
    }
}
