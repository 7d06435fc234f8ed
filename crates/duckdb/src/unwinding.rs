//! Function pointers that may unwind.
//!
//! DuckDB is written in C++, and many functions of its C API throw: an allocation over `memory_limit`
//! ends in an exception that passes through whatever called it. `libduckdb-sys` declares both those
//! functions and our callbacks `extern "C"`, through which unwinding is undefined behaviour. So no pointer
//! is called or registered as declared: [`unwinding`] makes a function of the host `extern "C-unwind"`, and
//! [`registered`] gives the host a callback that is.

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

/// The host's function as it is called.
pub fn unwinding<F: HostFunction>(function: F) -> F::Unwinding {
    function.unwinding()
}

/// Our callback as it is registered.
pub fn registered<F: UnwindingCallback>(callback: F) -> Option<F::Registered> {
    Some(callback.registered())
}

macro_rules! arity {
    ($($arg:ident)*) => {
        impl<R, $($arg),*> HostFunction for unsafe extern "C" fn($($arg),*) -> R {
            type Unwinding = unsafe extern "C-unwind" fn($($arg),*) -> R;

            fn unwinding(self) -> Self::Unwinding {
                // SAFETY: both ABIs pass arguments and results alike, and the function is C++, which
                // unwinds. They differ in what a Rust caller may assume: "C-unwind" assumes less.
                unsafe { std::mem::transmute::<Self, Self::Unwinding>(self) }
            }
        }

        impl<R, $($arg),*> UnwindingCallback for unsafe extern "C-unwind" fn($($arg),*) -> R {
            type Registered = unsafe extern "C" fn($($arg),*) -> R;

            fn registered(self) -> Self::Registered {
                // SAFETY: both ABIs pass arguments and results alike. Rust never calls the result: it goes
                // to DuckDB, whose C++ callers expect any function to unwind that is not `noexcept`.
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
