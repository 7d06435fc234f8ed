//! Function pointers that may unwind.
//!
//! DuckDB is written in C++, and many functions of its C API throw: an allocation above `memory_limit` ends in an
//! exception that passes through its callers. `libduckdb-sys` declares those functions and our callbacks as `extern
//! "C"`, through which unwinding is undefined behaviour. So no pointer is called or registered as declared:
//! [`unwinding`] converts a function of the host to `extern "C-unwind"`, and [`registered`] converts a callback that is
//! `extern "C-unwind"` for the host.

/// A function pointer of the host, as declared.
pub trait HostFunction: Copy {
    /// The same function pointer, through which an exception may pass.
    type Unwinding;

    fn unwinding(self) -> Self::Unwinding;
}

/// A callback through which an exception may pass.
pub trait UnwindingCallback: Copy {
    /// The same function pointer, as the host's functions declare their parameters.
    type Registered;

    fn registered(self) -> Self::Registered;
}

/// Converts a host's function for calling it.
pub fn unwinding<F: HostFunction>(function: F) -> F::Unwinding {
    function.unwinding()
}

/// Converts our callback for registering it.
pub fn registered<F: UnwindingCallback>(callback: F) -> Option<F::Registered> {
    Some(callback.registered())
}

macro_rules! arity {
    ($($arg:ident)*) => {
        impl<R, $($arg),*> HostFunction for unsafe extern "C" fn($($arg),*) -> R {
            type Unwinding = unsafe extern "C-unwind" fn($($arg),*) -> R;

            fn unwinding(self) -> Self::Unwinding {
                // SAFETY: both ABIs pass arguments and results in the same way, and the function is C++, which unwinds.
                // They differ in what a Rust caller may assume: "C-unwind" assumes less.
                unsafe { std::mem::transmute::<Self, Self::Unwinding>(self) }
            }
        }

        impl<R, $($arg),*> UnwindingCallback for unsafe extern "C-unwind" fn($($arg),*) -> R {
            type Registered = unsafe extern "C" fn($($arg),*) -> R;

            fn registered(self) -> Self::Registered {
                // SAFETY: both ABIs pass arguments and results in the same way. Rust never calls the result: only
                // DuckDB does, and its C++ callers expect that any function may unwind that is not `noexcept`.
                unsafe { std::mem::transmute::<Self, Self::Registered>(self) }
            }
        }
    };
}

arity!();
arity!(A);
arity!(A B);
arity!(A B C);
arity!(A B C D);
arity!(A B C D E);
arity!(A B C D E F);
