//! From columns to results.

use std::cell::RefCell;

use hashlane_kernels::codec::{self, CodecError, Workspace};
use hashlane_kernels::hash::{Digester, base64, hex};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, BLOCK_ROWS, Block, HashKernel, Rows};

use super::parameters::{SeedColumn, SettingsByRow, key16, narrow, seed_column};
use super::{CallError, Column, Settings, Variable};
use crate::function::{Form, Function, Kernel, OnBadInput};

/// How the results of a call come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Output {
    /// [`Call::hash32`] gives one `u32` a row.
    U32,
    /// [`Call::hash64`] gives one `u64` a row.
    U64,
    /// [`Call::signed32`] gives one `i32` a row.
    I32,
    /// [`Call::signed64`] gives one `i64` a row.
    I64,
    /// [`Call::fixed`] gives so many bytes a row.
    Fixed {
        /// Bytes a row.
        width: usize,
    },
    /// [`Call::variable`] gives bytes of varying length, and may fail.
    Variable,
}

/// A function's call over a batch of rows.
///
/// The batch must not have a constant argument that is NULL: its results are all NULL, and there
/// is nothing to call.
pub struct Call<'a> {
    function: &'static Function,
    rows: Rows<'a>,
    /// One bit a row, set where no argument is NULL. None: no argument is.
    valid: Option<&'a [u64]>,
    plan: Plan<'a>,
}

/// The kernel with its settings.
enum Plan<'a> {
    Hash32(HashKernel<u32, u32>, SeedColumn<'a, u32>),
    Hash64(HashKernel<u64, u64>, SeedColumn<'a, u64>),
    Hash128(HashKernel<u64, [u8; 16]>, SeedColumn<'a, u64>),
    Keyed64(HashKernel<u128, u64>, SeedColumn<'a, u128>),
    Keyed128(HashKernel<u128, [u8; 16]>, SeedColumn<'a, u128>),
    Signed32(HashKernel<u32, i32>, SeedColumn<'a, u32>),
    Signed64(HashKernel<u64, i64>, SeedColumn<'a, u64>),
    Digest(Digester),
    /// With the digester of the last row, which serves as long as the settings stay as they are.
    DigestByRow(fn(&Settings) -> Digester, SettingsByRow<'a>, Option<Digester>),
    Compress(codec::Compress, SettingsByRow<'a>),
    Decompress(codec::Decompress, SettingsByRow<'a>),
}

thread_local! {
    /// The codecs' contexts of this thread, which outlive batches and queries.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

impl<'a> Call<'a> {
    /// A call of `function` over the value column `rows`.
    ///
    /// `params` are the call's other arguments in order; those that were left out are missing at
    /// the end. `valid` has a bit for each row, set where no argument is NULL.
    pub fn new(
        function: &'static Function,
        rows: Rows<'a>,
        params: &[Column<'a>],
        valid: Option<&'a [u64]>,
    ) -> Result<Self, CallError> {
        if !function.arity().contains(&(params.len() + 1)) {
            return Err(CallError::arity(function, params.len() + 1));
        }
        crate::ready()?;
        let by_row = SettingsByRow::new(function, params)?;
        let seeds = || seed_column(function, &by_row, params, rows.len(), valid);
        let plan = match function.kernel {
            Kernel::Hash32(kernel) => Plan::Hash32(kernel, narrow(seeds()?)),
            Kernel::Hash64(kernel) => Plan::Hash64(kernel, seeds()?),
            Kernel::Hash128(kernel) => Plan::Hash128(kernel, seeds()?),
            Kernel::Keyed64(kernel) => {
                Plan::Keyed64(kernel, by_row.column(rows.len(), valid, key16)?)
            }
            Kernel::Keyed128(kernel) => {
                Plan::Keyed128(kernel, by_row.column(rows.len(), valid, key16)?)
            }
            Kernel::Signed32(kernel) => {
                Plan::Signed32(kernel, by_row.column(rows.len(), valid, |s| s.buckets)?)
            }
            Kernel::Signed64(kernel) => Plan::Signed64(kernel, seeds()?),
            Kernel::Digest(prepare) if by_row.columns.is_empty() => {
                Plan::Digest(prepare(&by_row.settings))
            }
            Kernel::Digest(prepare) => Plan::DigestByRow(prepare, by_row, None),
            Kernel::Compress(compress) => Plan::Compress(compress, by_row),
            Kernel::Decompress(decompress) => Plan::Decompress(decompress, by_row),
        };
        Ok(Call { function, rows, valid, plan })
    }

    /// How the results come out, and so which method gives them.
    pub fn output(&self) -> Output {
        match (&self.plan, self.function.form) {
            (Plan::Hash32(..), Form::Plain) => Output::U32,
            (Plan::Hash64(..) | Plan::Keyed64(..), Form::Plain) => Output::U64,
            (Plan::Signed32(..), _) => Output::I32,
            (Plan::Signed64(..), _) => Output::I64,
            (
                Plan::Hash32(..)
                | Plan::Hash64(..)
                | Plan::Hash128(..)
                | Plan::Keyed64(..)
                | Plan::Keyed128(..)
                | Plan::Digest(..),
                form,
            ) => Output::Fixed { width: encoded_len(form, self.width()) },
            (Plan::DigestByRow(..) | Plan::Compress(..) | Plan::Decompress(..), _) => {
                Output::Variable
            }
        }
    }

    /// Bytes in a digest before it becomes hex.
    fn width(&self) -> usize {
        match &self.plan {
            Plan::Hash32(..) => 4,
            Plan::Hash64(..) | Plan::Keyed64(..) => 8,
            Plan::Hash128(..) | Plan::Keyed128(..) => 16,
            Plan::Digest(digester) => digester.width(),
            Plan::Signed32(..) | Plan::Signed64(..) => unreachable!("they are numbers"),
            Plan::DigestByRow(..) | Plan::Compress(..) | Plan::Decompress(..) => {
                unreachable!("their output is variable")
            }
        }
    }

    /// Writes the results of a call whose output is [`Output::U32`]; those of NULL rows are
    /// anything. Panics where `out` has another length than the batch.
    pub fn hash32(&self, out: &mut [u32]) {
        let Plan::Hash32(kernel, seeds) = &self.plan else { panic!("the output is not u32") };
        rows::hash(Isa::current(), &self.rows, seeds.seeds(), out, *kernel);
    }

    /// Writes the results of a call whose output is [`Output::U64`]; those of NULL rows are
    /// anything. Panics where `out` has another length than the batch.
    pub fn hash64(&self, out: &mut [u64]) {
        let (isa, rows) = (Isa::current(), &self.rows);
        match &self.plan {
            Plan::Hash64(kernel, seeds) => rows::hash(isa, rows, seeds.seeds(), out, *kernel),
            Plan::Keyed64(kernel, keys) => rows::hash(isa, rows, keys.seeds(), out, *kernel),
            _ => panic!("the output is not u64"),
        }
    }

    /// Writes the results of a call whose output is [`Output::I32`]; those of NULL rows are
    /// anything. Panics where `out` has another length than the batch.
    pub fn signed32(&self, out: &mut [i32]) {
        let Plan::Signed32(kernel, buckets) = &self.plan else { panic!("the output is not i32") };
        rows::hash(Isa::current(), &self.rows, buckets.seeds(), out, *kernel);
    }

    /// Writes the results of a call whose output is [`Output::I64`]; those of NULL rows are
    /// anything. Panics where `out` has another length than the batch.
    pub fn signed64(&self, out: &mut [i64]) {
        let Plan::Signed64(kernel, seeds) = &self.plan else { panic!("the output is not i64") };
        rows::hash(Isa::current(), &self.rows, seeds.seeds(), out, *kernel);
    }

    /// Writes the results of a call whose output is [`Output::Fixed`], one after the other; those
    /// of NULL rows are anything. Panics where `out` is not the batch's length times the width.
    pub fn fixed(&self, out: &mut [u8]) {
        match self.function.form {
            Form::Plain | Form::Text => self.digests(out),
            Form::Hex | Form::Base64 => self.encoded_digests(out),
        }
    }

    fn digests(&self, out: &mut [u8]) {
        match &self.plan {
            Plan::Hash128(kernel, seeds) => {
                let (out, rest) = out.as_chunks_mut();
                assert!(rest.is_empty());
                rows::hash(Isa::current(), &self.rows, seeds.seeds(), out, *kernel);
            }
            Plan::Keyed128(kernel, keys) => {
                let (out, rest) = out.as_chunks_mut();
                assert!(rest.is_empty());
                rows::hash(Isa::current(), &self.rows, keys.seeds(), out, *kernel);
            }
            Plan::Digest(digester) => digester.digest(Isa::current(), &self.rows, out),
            Plan::Hash32(..)
            | Plan::Hash64(..)
            | Plan::Keyed64(..)
            | Plan::Signed32(..)
            | Plan::Signed64(..) => unreachable!("their plain form is a number"),
            Plan::DigestByRow(..) | Plan::Compress(..) | Plan::Decompress(..) => {
                panic!("the output is not fixed")
            }
        }
    }

    fn encoded_digests(&self, out: &mut [u8]) {
        let (form, width) = (self.function.form, self.width());
        let encoded = encoded_len(form, width);
        assert_eq!(out.len(), self.rows.len() * encoded);
        // A block's digests, at most 64 KiB of them, before they become text.
        let step = (65_536 / width).clamp(1, BLOCK_ROWS);
        let mut digests = vec![0; step * width];
        rows::blocks(Isa::current(), &self.rows, |first, block| {
            for start in (0..block.len()).step_by(step) {
                let part = block.part(start, step.min(block.len() - start));
                let digests = &mut digests[..part.len() * width];
                self.canonical_block(first + start, &part, digests);
                let out = &mut out[(first + start) * encoded..][..part.len() * encoded];
                match form {
                    Form::Base64 => {
                        let pairs = digests.chunks(width).zip(out.chunks_mut(encoded));
                        pairs.for_each(|(digest, out)| base64::encode(digest, out));
                    }
                    Form::Hex | Form::Plain | Form::Text => hex::encode(digests, out),
                }
            }
        });
    }

    /// The canonical bytes of the digests of the rows from `first` on.
    fn canonical_block(&self, first: usize, block: &Block<'_>, out: &mut [u8]) {
        let (isa, len) = (Isa::current(), block.len());
        match &self.plan {
            Plan::Hash32(kernel, seeds) => {
                let mut hashes = [0; BLOCK_ROWS];
                kernel(isa, block, seeds.seeds().part(first, len), &mut hashes[..len]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Hash64(kernel, seeds) => {
                let mut hashes = [0; BLOCK_ROWS];
                kernel(isa, block, seeds.seeds().part(first, len), &mut hashes[..len]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Hash128(kernel, seeds) => {
                let seeds = seeds.seeds().part(first, len);
                kernel(isa, block, seeds, out.as_chunks_mut().0);
            }
            Plan::Keyed64(kernel, keys) => {
                let mut hashes = [0; BLOCK_ROWS];
                let hashes = &mut hashes[..len];
                kernel(isa, block, keys.seeds().part(first, len), hashes);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Keyed128(kernel, keys) => {
                kernel(isa, block, keys.seeds().part(first, len), out.as_chunks_mut().0);
            }
            Plan::Signed32(..) | Plan::Signed64(..) => unreachable!("they are numbers"),
            Plan::Digest(digester) => digester.digest_block(isa, block, out),
            Plan::DigestByRow(..) | Plan::Compress(..) | Plan::Decompress(..) => {
                panic!("the output is not fixed")
            }
        }
    }

    /// Gives the results of a call whose output is [`Output::Variable`]. More than `max_total` bytes
    /// of them are an error, before much more memory is taken.
    pub fn variable(&mut self, out: &mut Variable, max_total: usize) -> Result<(), CallError> {
        out.clear(self.function, self.rows.len())?;
        WORKSPACE.with_borrow_mut(|workspace| {
            let result = self.variable_rows(workspace, out, max_total);
            workspace.trim();
            result
        })
    }

    fn variable_rows(
        &mut self,
        workspace: &mut Workspace,
        out: &mut Variable,
        max_total: usize,
    ) -> Result<(), CallError> {
        let function = self.function;
        for i in 0..self.rows.len() {
            if self.valid.is_some_and(|bits| bits[i / 64] >> (i % 64) & 1 == 0) {
                out.null();
                continue;
            }
            let row = self.rows.row(i);
            let result = match &mut self.plan {
                Plan::Compress(compress, by_row) => {
                    let level = by_row.at(i)?.level;
                    out.row(|bytes| compress(workspace, level, row, bytes))
                }
                Plan::Decompress(decompress, by_row) => {
                    let max_bytes = by_row.at(i)?.max_bytes;
                    out.row(|bytes| {
                        let start = bytes.len();
                        decompress(workspace, max_bytes, row, bytes)?;
                        check_text(function.form, &bytes[start..])
                    })
                }
                Plan::DigestByRow(prepare, by_row, last) => {
                    let changed = by_row.advance(i)?;
                    let digester = match last {
                        Some(digester) if !changed => &*digester,
                        _ => last.insert(prepare(&by_row.settings)),
                    };
                    out.row(|bytes| append_digest(function.form, digester, row, bytes))
                }
                Plan::Hash32(..)
                | Plan::Hash64(..)
                | Plan::Hash128(..)
                | Plan::Keyed64(..)
                | Plan::Keyed128(..)
                | Plan::Signed32(..)
                | Plan::Signed64(..)
                | Plan::Digest(..) => panic!("the output is not variable"),
            };
            match result {
                Ok(()) if out.bytes().len() > max_total => {
                    return Err(CallError::batch_too_long(function, out.bytes().len(), max_total));
                }
                Ok(()) => {}
                Err(e) if e.is_bad_input() && function.on_bad_input == OnBadInput::Null => {
                    out.fail_last();
                }
                Err(e) => return Err(CallError::codec(function, &e)),
            }
        }
        Ok(())
    }
}

fn check_text(form: Form, bytes: &[u8]) -> Result<(), CodecError> {
    match form {
        Form::Plain | Form::Hex | Form::Base64 => Ok(()),
        Form::Text => match std::str::from_utf8(bytes) {
            Ok(_) => Ok(()),
            Err(e) => Err(CodecError::NotUtf8 { valid_up_to: e.valid_up_to() }),
        },
    }
}

fn append_digest(
    form: Form,
    digester: &Digester,
    row: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), CodecError> {
    let (start, width) = (out.len(), digester.width());
    let bytes = width + encoded_len(form, width);
    out.try_reserve(bytes).map_err(|_| CodecError::OutOfMemory { bytes })?;
    out.resize(start + width, 0);
    digester.digest(Isa::current(), &Rows::Slices(&[row]), &mut out[start..]);
    match form {
        Form::Hex => hex::in_place(start, out),
        Form::Base64 => base64::in_place(start, out),
        Form::Plain | Form::Text => {}
    }
    Ok(())
}

/// Bytes in the form of a digest of `width` bytes.
fn encoded_len(form: Form, width: usize) -> usize {
    match form {
        Form::Plain | Form::Text => width,
        Form::Hex => 2 * width,
        Form::Base64 => base64::encoded_len(width),
    }
}
