//! The results of a scalar function on their way to a vector.

use std::cell::RefCell;

use hashlane_catalog::{Call, CallError, Function, Memory, Returns, Shape, Variable, more_room};

use crate::output::{Numbers, Results};

thread_local! {
    /// Memory for results on their way to a vector, kept between chunks. It is taken out while it is used:
    /// if DuckDB throws while results are written, they are freed on the way, and the next chunk starts anew.
    static RESULTS: RefCell<(Vec<u8>, Variable)> = RefCell::default();
}

/// What a thread may keep for its next chunk.
const MAX_IDLE: usize = 1 << 20;

/// Keeps the memory of results that are written.
pub fn recycle(results: Results) {
    // A thread that is ending can no longer keep it.
    let _ = RESULTS.try_with(|kept| {
        let Ok(mut kept) = kept.try_borrow_mut() else { return };
        match results.different() {
            Results::Fixed { mut bytes, .. } => {
                bytes.clear();
                bytes.shrink_to(MAX_IDLE);
                kept.0 = bytes;
            }
            Results::Variable(mut results) => {
                results.shrink_to(MAX_IDLE);
                kept.1 = results;
            }
            _ => {}
        }
    });
}

/// A number as DuckDB's vectors have it.
trait Number {
    /// The SQL type whose vectors hold such numbers.
    const RETURNS: Returns;
}

macro_rules! numbers {
    ($($number:ty: $returns:ident;)*) => {$(
        impl Number for $number {
            const RETURNS: Returns = Returns::$returns;
        }
    )*};
}

numbers! {
    u32: UInteger;
    u64: UBigint;
    i32: Integer;
    i64: Bigint;
    f64: Double;
    u8: Boolean;
    [u8; 16]: Uuid;
}

/// The values of a vector of a function's results.
fn values<'a, T: Number>(
    function: &Function,
    vector: &'a mut Numbers,
) -> Result<&'a mut [T], CallError> {
    if function.returns() != T::RETURNS {
        return Err(CallError::layout(function, &"the vector has another type"));
    }
    // SAFETY: the vector is of the type that the function returns, and `T` is its physical type.
    Ok(unsafe { vector.values() })
}

/// Runs a call over a chunk: writes numbers straight into DuckDB's vector, and everything else into memory of ours. Values
/// that repeat are computed once.
pub fn evaluate(
    call: Call<'_>,
    function: &'static Function,
    vector: Numbers,
) -> Result<Results, CallError> {
    let Some(repeats) = call.repeats() else { return of_every_row(call, function, vector) };
    let different = of_every_row(call.of_different(&repeats), function, vector)?;
    Ok(Results::Repeated { different: Box::new(different), places: repeats.into_places() })
}

fn of_every_row(
    call: Call<'_>,
    function: &'static Function,
    mut vector: Numbers,
) -> Result<Results, CallError> {
    let vector = &mut vector;
    let numbers = |absent| Results::Numbers { absent };
    match call.shape() {
        Shape::U32 => call.evaluate(Memory::U32(values(function, vector)?)).map(numbers),
        Shape::U64 => call.evaluate(Memory::U64(values(function, vector)?)).map(numbers),
        Shape::I32 => call.evaluate(Memory::I32(values(function, vector)?)).map(numbers),
        Shape::I64 => call.evaluate(Memory::I64(values(function, vector)?)).map(numbers),
        Shape::F64 => call.evaluate(Memory::F64(values(function, vector)?)).map(numbers),
        Shape::Bools => call.evaluate(Memory::Bools(values(function, vector)?)).map(numbers),
        Shape::Uuids => {
            let out = values::<[u8; 16]>(function, vector)?;
            call.evaluate(Memory::Uuids(out))?;
            // DuckDB keeps a UUID as a number whose top bit is flipped, so that it sorts.
            for uuid in out {
                *uuid = (u128::from_be_bytes(*uuid) ^ 1 << 127).to_le_bytes();
            }
            Ok(numbers(Vec::new()))
        }
        Shape::Fixed(width) => {
            let mut bytes = RESULTS.with_borrow_mut(|(bytes, _)| std::mem::take(bytes));
            let total = call.len().saturating_mul(width);
            more_room(function, &mut bytes, total)?;
            bytes.resize(total, 0);
            call.evaluate(Memory::Fixed(&mut bytes))?;
            Ok(Results::Fixed { width, bytes })
        }
        // A vector has as many allocations as it needs, so nothing limits all strings together.
        Shape::Variable => {
            let mut results = RESULTS.with_borrow_mut(|(_, results)| std::mem::take(results));
            call.evaluate(Memory::Variable(&mut results))?;
            Results::variable(function, results)
        }
        _ => Results::of(function, call.collect(usize::MAX)?),
    }
}
