//! Results of one width: digests, or their text.

use hashlane_kernels::hash::{base64, hex};
use hashlane_kernels::isa::Isa;
use hashlane_kernels::rows::{BLOCK_ROWS, Block, Rows, valid_blocks};

use super::form::encoded_len;
use super::plan::Plan;
use super::room::filled;
use super::{Call, CallError};
use crate::function::Form;

/// So many digests, of 64 KiB together, wait to be written as text or where they belong.
fn step(width: usize) -> usize {
    (65_536 / width).clamp(1, BLOCK_ROWS)
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
        self.blocks(|first, block| {
            let out = &mut out[first * width..][..block.len() * width];
            self.canonical_block(first, block, out);
        })
    }

    fn encoded_digests(&self, out: &mut [u8]) -> Result<(), CallError> {
        let (form, width) = (self.function.form, self.plan.width());
        let encoded = encoded_len(form, width);
        assert_eq!(out.len(), self.source.len() * encoded);
        let step = step(width);
        let mut digests = filled(self.function, step * width, 0)?;
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
                self.canonical_block(0, &part, digests);
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
            Plan::Digest(digester) => digester.digest_block(isa, block, out),
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
