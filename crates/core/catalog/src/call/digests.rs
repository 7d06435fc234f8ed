//! Results of one width: digests as bytes, hex or base64.

use hashlane_kernels::hash::{Digester, base64, hex};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, BLOCK_ROWS, Block, HashKernel, Rows, Seeds, valid_blocks};

use super::form::{append_digest, encoded_len};
use super::room::filled;
use super::{Call, CallError, Settings, Sink, Source};
use crate::kernel::Form;

/// The number of digests to buffer, 64 KiB in total, before they are encoded or copied to the sink.
fn step(width: usize) -> usize {
    (65_536 / width).clamp(1, BLOCK_ROWS)
}

/// At most [`BLOCK_ROWS`] rows of a batch.
#[derive(Clone, Copy)]
pub(super) enum Part<'a> {
    Block(&'a Block<'a>),
    /// The whole batch.
    Rows(&'a Rows<'a>),
}

impl Part<'_> {
    pub fn len(self) -> usize {
        match self {
            Part::Block(block) => block.len(),
            Part::Rows(rows) => rows.len(),
        }
    }

    pub fn hash<S: Copy, T>(self, kernel: HashKernel<S, T>, seeds: Seeds<'_, S>, out: &mut [T]) {
        match self {
            Part::Block(block) => kernel.hash_block(Isa::current(), block, seeds, out),
            Part::Rows(rows) => rows::hash(Isa::current(), rows, seeds, out, kernel),
        }
    }
}

/// Writes the digests of a part of the rows one after the other. Gets the number of the part's first row.
trait Canonical: Fn(usize, Part<'_>, &mut [u8]) {}

impl<F: Fn(usize, Part<'_>, &mut [u8])> Canonical for F {}

impl Call<'_> {
    /// Digests whose parameters are prepared once, or again for each row that changes them.
    pub(super) fn digests<S: Sink>(
        self,
        prepare: fn(&Settings) -> Digester,
        sink: S,
    ) -> Result<S::Results, CallError> {
        if self.by_row.columns.is_empty() {
            let digester = prepare(&self.by_row.settings);
            return self.fixed(digester.width(), false, sink, |_, part, out| match part {
                Part::Block(block) => digester.digest_block(Isa::current(), block, out),
                Part::Rows(rows) => digester.digest(Isa::current(), rows, out),
            });
        }
        let (form, mut last) = (self.function.form, None);
        self.strings(sink, |by_row, _, i, row, out| {
            let changed = by_row.advance(i)?;
            let digester = match &mut last {
                Some(digester) if !changed => &*digester,
                last => last.insert(prepare(&by_row.settings)),
            };
            Ok(out.row(|bytes| append_digest(form, digester, row, bytes).map(|()| true)))
        })
    }

    /// Gives the sink the digests of `width` bytes that `canonical` writes, in the form of the function.
    pub(super) fn fixed<S: Sink>(
        &self,
        width: usize,
        is_seeded_by_row: bool,
        sink: S,
        canonical: impl Fn(usize, Part<'_>, &mut [u8]),
    ) -> Result<S::Results, CallError> {
        let form = self.function.form;
        sink.fixed(encoded_len(form, width), |out| {
            assert_eq!(out.len(), self.source.len() * encoded_len(form, width));
            if let Some((rows, valid)) = self.few_valid()
                && !is_seeded_by_row
            {
                return self.digests_of_valid(rows, valid, width, &canonical, out);
            }
            match form {
                Form::Plain | Form::Text => self.parts(BLOCK_ROWS, |first, part| {
                    canonical(first, part, &mut out[first * width..][..part.len() * width]);
                }),
                Form::Hex | Form::Base64 => self.encoded_digests(width, &canonical, out),
            }
        })
    }

    fn encoded_digests(
        &self,
        width: usize,
        canonical: &impl Canonical,
        out: &mut [u8],
    ) -> Result<(), CallError> {
        let form = self.function.form;
        let (encoded, step) = (encoded_len(form, width), step(width));
        let mut digests = filled(self.function, step.min(self.source.len()) * width, 0)?;
        self.parts(step, |first, part| {
            let out = &mut out[first * encoded..][..part.len() * encoded];
            let digests = &mut digests[..part.len() * width];
            canonical(first, part, digests);
            match form {
                Form::Base64 => {
                    let pairs = digests.chunks(width).zip(out.chunks_mut(encoded));
                    pairs.for_each(|(digest, out)| base64::encode(digest, out));
                }
                Form::Hex | Form::Plain | Form::Text => hex::encode(digests, out),
            }
        })
    }

    /// Calls `each` with each part of at most `step` rows in turn, and the number of its first row.
    fn parts(&self, step: usize, mut each: impl FnMut(usize, Part<'_>)) -> Result<(), CallError> {
        if let Source::Rows(rows) = &self.source
            && rows.len() <= step
        {
            each(0, Part::Rows(rows));
            return Ok(());
        }
        self.blocks(|first, block| {
            if block.len() <= step {
                return each(first, Part::Block(block));
            }
            for start in (0..block.len()).step_by(step) {
                let part = block.part(start, step.min(block.len() - start));
                each(first + start, Part::Block(&part));
            }
        })
    }

    /// The results of the valid rows, in any form.
    fn digests_of_valid(
        &self,
        rows: &Rows<'_>,
        valid: &[u64],
        width: usize,
        canonical: &impl Canonical,
        out: &mut [u8],
    ) -> Result<(), CallError> {
        let form = self.function.form;
        let (encoded, step) = (encoded_len(form, width), step(width));
        let mut digests = filled(self.function, step * width, 0)?;
        valid_blocks(Isa::current(), rows, valid, |ids, block| {
            for start in (0..block.len()).step_by(step) {
                let part = block.part(start, step.min(block.len() - start));
                let digests = &mut digests[..part.len() * width];
                canonical(0, Part::Block(&part), digests);
                for (id, digest) in ids[start..].iter().zip(digests.chunks(width)) {
                    let out = &mut out[id * encoded..][..encoded];
                    match form {
                        Form::Base64 => base64::encode(digest, out),
                        Form::Hex => hex::encode(digest, out),
                        Form::Plain | Form::Text => out.copy_from_slice(digest),
                    }
                }
            }
        });
        Ok(())
    }
}
