//! Results of one width: digests, or their text.

use hashlane_kernels::hash::{base64, hex};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{self, BLOCK_ROWS, Block, HashKernel, Rows, Seeds, valid_blocks};

use super::form::encoded_len;
use super::plan::Plan;
use super::room::filled;
use super::{Call, CallError, Source};
use crate::function::Form;

/// So many digests, of 64 KiB together, wait to be written as text or where they belong.
fn step(width: usize) -> usize {
    (65_536 / width).clamp(1, BLOCK_ROWS)
}

/// At most [`BLOCK_ROWS`] rows of a batch.
#[derive(Clone, Copy)]
enum Part<'a> {
    Block(&'a Block<'a>),
    /// The whole batch.
    Rows(&'a Rows<'a>),
}

impl Part<'_> {
    fn len(self) -> usize {
        match self {
            Part::Block(block) => block.len(),
            Part::Rows(rows) => rows.len(),
        }
    }

    fn hash<S: Copy, T>(self, kernel: HashKernel<S, T>, seeds: Seeds<'_, S>, out: &mut [T]) {
        match self {
            Part::Block(block) => kernel.hash_block(Isa::current(), block, seeds, out),
            Part::Rows(rows) => rows::hash(Isa::current(), rows, seeds, out, kernel),
        }
    }
}

impl Call<'_> {
    /// Writes the results of a call whose output is [`Output::Fixed`], one after the other; those
    /// of NULL rows are anything. Fails where there is no memory. Panics where `out` is not the batch's
    /// length times the width.
    pub fn fixed(&self, out: &mut [u8]) -> Result<(), CallError> {
        if let Some((rows, valid)) = self.few_valid()
            && !self.plan.has_seed_by_row()
        {
            return self.digests_of_valid(rows, valid, out);
        }
        match self.function.form {
            Form::Plain | Form::Text => self.digests(out),
            Form::Hex | Form::Base64 => self.encoded_digests(out),
        }
    }

    fn digests(&self, out: &mut [u8]) -> Result<(), CallError> {
        let width = self.plan.width();
        assert_eq!(out.len(), self.source.len() * width);
        self.parts(BLOCK_ROWS, |first, part| {
            let out = &mut out[first * width..][..part.len() * width];
            self.canonical(first, part, out);
        })
    }

    fn encoded_digests(&self, out: &mut [u8]) -> Result<(), CallError> {
        let (form, width) = (self.function.form, self.plan.width());
        let encoded = encoded_len(form, width);
        assert_eq!(out.len(), self.source.len() * encoded);
        let step = step(width);
        let mut digests = filled(self.function, step.min(self.source.len()) * width, 0)?;
        self.parts(step, |first, part| {
            let out = &mut out[first * encoded..][..part.len() * encoded];
            let digests = &mut digests[..part.len() * width];
            self.canonical(first, part, digests);
            match form {
                Form::Base64 => {
                    let pairs = digests.chunks(width).zip(out.chunks_mut(encoded));
                    pairs.for_each(|(digest, out)| base64::encode(digest, out));
                }
                Form::Hex | Form::Plain | Form::Text => hex::encode(digests, out),
            }
        })
    }

    /// Calls `each` with one part of the rows after the other, of at most `step` rows, and its first row.
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

    /// The results of those rows whose bit in `valid` is set, in any form.
    fn digests_of_valid(
        &self,
        rows: &Rows<'_>,
        valid: &[u64],
        out: &mut [u8],
    ) -> Result<(), CallError> {
        let (form, width) = (self.function.form, self.plan.width());
        let encoded = encoded_len(form, width);
        assert_eq!(out.len(), rows.len() * encoded);
        let step = step(width);
        let mut digests = filled(self.function, step * width, 0)?;
        valid_blocks(Isa::current(), rows, valid, |ids, block| {
            for start in (0..block.len()).step_by(step) {
                let part = block.part(start, step.min(block.len() - start));
                let digests = &mut digests[..part.len() * width];
                self.canonical(0, Part::Block(&part), digests);
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

    /// The canonical bytes of the digests of a part of the rows, the first of which is `first`.
    fn canonical(&self, first: usize, part: Part<'_>, out: &mut [u8]) {
        let len = part.len();
        match &self.plan {
            Plan::Hash32(kernel, seeds) => {
                let mut hashes = [0; BLOCK_ROWS];
                part.hash(*kernel, seeds.seeds().part(first, len), &mut hashes[..len]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Hash64(kernel, seeds) => {
                let mut hashes = [0; BLOCK_ROWS];
                part.hash(*kernel, seeds.seeds().part(first, len), &mut hashes[..len]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Hash128(kernel, seeds) => {
                part.hash(*kernel, seeds.seeds().part(first, len), out.as_chunks_mut().0);
            }
            Plan::Keyed64(kernel, keys) => {
                let mut hashes = [0; BLOCK_ROWS];
                part.hash(*kernel, keys.seeds().part(first, len), &mut hashes[..len]);
                for (out, hash) in out.as_chunks_mut().0.iter_mut().zip(hashes) {
                    *out = hash.to_be_bytes();
                }
            }
            Plan::Keyed128(kernel, keys) => {
                part.hash(*kernel, keys.seeds().part(first, len), out.as_chunks_mut().0);
            }
            Plan::Digest(digester) => match part {
                Part::Block(block) => digester.digest_block(Isa::current(), block, out),
                Part::Rows(rows) => digester.digest(Isa::current(), rows, out),
            },
            Plan::Signed32(..)
            | Plan::Signed64(..)
            | Plan::Columns32(_)
            | Plan::Bucket32(..)
            | Plan::Columns64(_)
            | Plan::DigestByRow(..)
            | Plan::Bytes
            | Plan::Row(..)
            | Plan::Lookup(..)
            | Plan::Unpack(..)
            | Plan::Measure(..)
            | Plan::List(..) => panic!("the output is not fixed"),
        }
    }
}
