//! From columns to results.

use std::cell::RefCell;

use hashlane_kernels::codec::{self, CodecError, Workspace};
use hashlane_kernels::hash::{Digester, base64, hex};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::row::engines::ColumnsHash;
use hashlane_kernels::rows::{BLOCK_ROWS, Block, HashKernel, Seeds};

use super::form::{append, append_digest, check_text, encoded_len};
use super::parameters::{SeedColumn, SettingsByRow, key16, narrow, seed_column};
use super::{CallError, Column, Settings, Source, Variable};
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
    pub(super) function: &'static Function,
    pub(super) source: Source<'a>,
    /// One bit a row, set where no argument is NULL. None: no argument is.
    valid: Option<&'a [u64]>,
    pub(super) plan: Plan<'a>,
}

/// The kernel with its settings.
pub(super) enum Plan<'a> {
    Hash32(HashKernel<u32, u32>, SeedColumn<'a, u32>),
    Hash64(HashKernel<u64, u64>, SeedColumn<'a, u64>),
    Hash128(HashKernel<u64, [u8; 16]>, SeedColumn<'a, u64>),
    Keyed64(HashKernel<u128, u64>, SeedColumn<'a, u128>),
    Keyed128(HashKernel<u128, [u8; 16]>, SeedColumn<'a, u128>),
    Signed32(HashKernel<u32, i32>, SeedColumn<'a, u32>),
    Signed64(HashKernel<u64, i64>, SeedColumn<'a, u64>),
    Columns32(ColumnsHash<i32>),
    Columns64(ColumnsHash<i64>),
    Digest(Digester),
    /// The bytes themselves.
    Bytes,
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
    /// A call of `function` over the values of `source`.
    ///
    /// `params` are the call's other arguments in order; those that were left out are missing at
    /// the end. `valid` has a bit for each row, set where no argument is NULL.
    pub fn new(
        function: &'static Function,
        source: impl Into<Source<'a>>,
        params: &[Column<'a>],
        valid: Option<&'a [u64]>,
    ) -> Result<Self, CallError> {
        let source = source.into();
        let given = params.len() + source.arguments();
        if !function.arity().contains(&given) {
            return Err(CallError::arity(function, given));
        }
        crate::ready()?;
        let by_row = SettingsByRow::new(function, params)?;
        let seeds = || seed_column(function, &by_row, params, source.len(), valid);
        let plan = match function.kernel {
            Kernel::Hash32(kernel) => Plan::Hash32(kernel, narrow(seeds()?)),
            Kernel::Hash64(kernel) => Plan::Hash64(kernel, seeds()?),
            Kernel::Hash128(kernel) => Plan::Hash128(kernel, seeds()?),
            Kernel::Keyed64(kernel) => {
                Plan::Keyed64(kernel, by_row.column(source.len(), valid, key16)?)
            }
            Kernel::Keyed128(kernel) => {
                Plan::Keyed128(kernel, by_row.column(source.len(), valid, key16)?)
            }
            Kernel::Signed32(kernel) => {
                Plan::Signed32(kernel, by_row.column(source.len(), valid, |s| s.buckets)?)
            }
            Kernel::Signed64(kernel) => Plan::Signed64(kernel, seeds()?),
            Kernel::Columns32(hash) => {
                source.check_types(function)?;
                Plan::Columns32(hash)
            }
            Kernel::Columns64(hash) => {
                source.check_types(function)?;
                Plan::Columns64(hash)
            }
            Kernel::Digest(prepare) if by_row.columns.is_empty() => {
                Plan::Digest(prepare(&by_row.settings))
            }
            Kernel::Digest(prepare) => Plan::DigestByRow(prepare, by_row, None),
            Kernel::Bytes => Plan::Bytes,
            Kernel::Compress(compress) => Plan::Compress(compress, by_row),
            Kernel::Decompress(decompress) => Plan::Decompress(decompress, by_row),
            Kernel::Aggregate(_) => return Err(CallError::layout(function, &"it is an aggregate")),
        };
        Ok(Call { function, source, valid, plan })
    }

    /// How the results come out, and so which method gives them.
    pub fn output(&self) -> Output {
        match (&self.plan, self.function.form) {
            (Plan::Hash32(..), Form::Plain) => Output::U32,
            (Plan::Hash64(..) | Plan::Keyed64(..), Form::Plain) => Output::U64,
            (Plan::Signed32(..) | Plan::Columns32(_), _) => Output::I32,
            (Plan::Signed64(..) | Plan::Columns64(_), _) => Output::I64,
            (
                Plan::Hash32(..)
                | Plan::Hash64(..)
                | Plan::Hash128(..)
                | Plan::Keyed64(..)
                | Plan::Keyed128(..)
                | Plan::Digest(..),
                form,
            ) => Output::Fixed { width: encoded_len(form, self.width()) },
            (
                Plan::DigestByRow(..) | Plan::Bytes | Plan::Compress(..) | Plan::Decompress(..),
                _,
            ) => Output::Variable,
        }
    }

    /// Bytes in a digest before it becomes hex.
    fn width(&self) -> usize {
        match &self.plan {
            Plan::Hash32(..) => 4,
            Plan::Hash64(..) | Plan::Keyed64(..) => 8,
            Plan::Hash128(..) | Plan::Keyed128(..) => 16,
            Plan::Digest(digester) => digester.width(),
            Plan::Signed32(..) | Plan::Signed64(..) | Plan::Columns32(_) | Plan::Columns64(_) => {
                unreachable!("they are numbers")
            }
            Plan::DigestByRow(..) | Plan::Bytes | Plan::Compress(..) | Plan::Decompress(..) => {
                unreachable!("their output is variable")
            }
        }
    }

    /// Writes the results of a call whose output is [`Output::U32`]; those of NULL rows are
    /// anything. Fails where there is no memory. Panics where `out` has another length than the batch.
    pub fn hash32(&self, out: &mut [u32]) -> Result<(), CallError> {
        let Plan::Hash32(kernel, seeds) = &self.plan else { panic!("the output is not u32") };
        self.hash(*kernel, seeds.seeds(), out)
    }

    /// Writes the results of a call whose output is [`Output::U64`]; those of NULL rows are
    /// anything. Fails where there is no memory. Panics where `out` has another length than the batch.
    pub fn hash64(&self, out: &mut [u64]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Hash64(kernel, seeds) => self.hash(*kernel, seeds.seeds(), out),
            Plan::Keyed64(kernel, keys) => self.hash(*kernel, keys.seeds(), out),
            _ => panic!("the output is not u64"),
        }
    }

    /// Writes the results of a call whose output is [`Output::I32`]; those of NULL rows are
    /// anything. Fails where there is no memory, or a value has no place in the engine whose hash it is.
    /// Panics where `out` has another length than the batch.
    pub fn signed32(&self, out: &mut [i32]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Signed32(kernel, buckets) => self.hash(*kernel, buckets.seeds(), out),
            Plan::Columns32(hash) => self.hash_columns(hash, out),
            _ => panic!("the output is not i32"),
        }
    }

    /// Writes the results of a call whose output is [`Output::I64`]; those of NULL rows are
    /// anything. Fails where there is no memory, or a value has no place in the engine whose hash it is.
    /// Panics where `out` has another length than the batch.
    pub fn signed64(&self, out: &mut [i64]) -> Result<(), CallError> {
        match &self.plan {
            Plan::Signed64(kernel, seeds) => self.hash(*kernel, seeds.seeds(), out),
            Plan::Columns64(hash) => self.hash_columns(hash, out),
            _ => panic!("the output is not i64"),
        }
    }

    fn hash<S: Copy, T>(
        &self,
        kernel: HashKernel<S, T>,
        seeds: Seeds<'_, S>,
        out: &mut [T],
    ) -> Result<(), CallError> {
        assert_eq!(self.source.len(), out.len());
        let isa = Isa::current();
        self.blocks(|first, block| {
            let len = block.len();
            kernel(isa, block, seeds.part(first, len), &mut out[first..first + len]);
        })
    }

    fn blocks(&self, kernel: impl FnMut(usize, &Block<'_>)) -> Result<(), CallError> {
        let encoded = self.source.blocks(Isa::current(), kernel);
        encoded.map_err(|e| CallError::out_of_memory(self.function, e.bytes))
    }

    /// Writes the results of a call whose output is [`Output::Fixed`], one after the other; those
    /// of NULL rows are anything. Fails where there is no memory. Panics where `out` is not the batch's
    /// length times the width.
    pub fn fixed(&self, out: &mut [u8]) -> Result<(), CallError> {
        match self.function.form {
            Form::Plain | Form::Text => self.digests(out),
            Form::Hex | Form::Base64 => self.encoded_digests(out),
        }
    }

    fn digests(&self, out: &mut [u8]) -> Result<(), CallError> {
        let width = self.width();
        assert_eq!(out.len(), self.source.len() * width);
        self.blocks(|first, block| {
            let out = &mut out[first * width..][..block.len() * width];
            self.canonical_block(first, block, out);
        })
    }

    fn encoded_digests(&self, out: &mut [u8]) -> Result<(), CallError> {
        let (form, width) = (self.function.form, self.width());
        let encoded = encoded_len(form, width);
        assert_eq!(out.len(), self.source.len() * encoded);
        // A block's digests, at most 64 KiB of them, before they become text.
        let step = (65_536 / width).clamp(1, BLOCK_ROWS);
        let mut digests = vec![0; step * width];
        self.blocks(|first, block| {
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
        })
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
            Plan::Signed32(..) | Plan::Signed64(..) | Plan::Columns32(_) | Plan::Columns64(_) => {
                unreachable!("they are numbers")
            }
            Plan::Digest(digester) => digester.digest_block(isa, block, out),
            Plan::DigestByRow(..) | Plan::Bytes | Plan::Compress(..) | Plan::Decompress(..) => {
                panic!("the output is not fixed")
            }
        }
    }

    /// Gives the results of a call whose output is [`Output::Variable`]. More than `max_total` bytes
    /// of them are an error, before much more memory is taken.
    pub fn variable(&mut self, out: &mut Variable, max_total: usize) -> Result<(), CallError> {
        let Call { function, source, valid, plan } = self;
        out.clear(function, source.len())?;
        WORKSPACE.with_borrow_mut(|workspace| {
            let result = source.rows(|i, row| {
                if valid.is_some_and(|bits| bits[i / 64] >> (i % 64) & 1 == 0) {
                    out.null();
                    return Ok(());
                }
                match plan.row(function, workspace, i, row, out)? {
                    Ok(()) if out.bytes().len() > max_total => {
                        Err(CallError::batch_too_long(function, out.bytes().len(), max_total))
                    }
                    Ok(()) => Ok(()),
                    Err(e) if e.is_bad_input() && function.on_bad_input == OnBadInput::Null => {
                        out.fail_last();
                        Ok(())
                    }
                    Err(e) => Err(CallError::codec(function, &e)),
                }
            });
            workspace.trim();
            result.map_err(|e| CallError::out_of_memory(function, e.bytes))?
        })
    }
}

impl Plan<'_> {
    /// Appends the result of row `i`. A parameter that is not allowed is the outer error.
    fn row(
        &mut self,
        function: &'static Function,
        workspace: &mut Workspace,
        i: usize,
        row: &[u8],
        out: &mut Variable,
    ) -> Result<Result<(), CodecError>, CallError> {
        Ok(match self {
            Plan::Bytes => out.row(|bytes| append(function.form, row, bytes)),
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
            | Plan::Columns32(_)
            | Plan::Columns64(_)
            | Plan::Digest(..) => panic!("the output is not variable"),
        })
    }
}
