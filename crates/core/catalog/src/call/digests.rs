//! Digests as bytes, hex or base64.

use hashlane_kernels::blocks::{BLOCK_ROWS, Rows, valid_blocks};
use hashlane_kernels::hash::Digester;
use hashlane_kernels::isa::Isa;

use crate::CallOutput;
use crate::call::form::{append_digest, encode, encoded_len};
use crate::call::is_valid;
use crate::filled;
use crate::work::ResultForm;
use crate::{Call, CallError, Settings, StringResults, ValueSource};

impl Call<'_> {
    /// The digest that `prepare` makes of the parameters, in the form of the function. Under constant parameters, all digests have
    /// one width.
    ///
    /// # Errors
    /// Returns an error if a parameter is not allowed, or if memory can't be allocated.
    pub fn digest(
        self,
        prepare: fn(&Settings) -> Digester,
        out: &mut CallOutput<'_>,
    ) -> Result<(), CallError> {
        let (function, rows) = (self.function, self.len());
        if !self.by_row.columns.is_empty() {
            return self.digests_by_row(prepare, out.strings(function)?);
        }
        let digester = &prepare(&self.by_row.settings);
        let (form, width) = (function.form, digester.width());
        let out = out.bytes(function, rows, encoded_len(form, width))?;
        if matches!(form, ResultForm::Plain | ResultForm::Text) {
            return self.digests(digester, out);
        }
        let mut digests = filled(function, rows * width, 0)?;
        self.digests(digester, &mut digests)?;
        encode(form, width, &digests, out);
        Ok(())
    }

    /// Writes digests one after the other.
    fn digests(&self, digester: &Digester, out: &mut [u8]) -> Result<(), CallError> {
        let (isa, width) = (Isa::current(), digester.width());
        if let Some((rows, valid)) = self.few_valid() {
            return self.digest_valid(digester, rows, valid, out);
        }
        if let ValueSource::Rows(rows) = &self.source {
            digester.digest(isa, rows, out);
            return Ok(());
        }
        self.blocks(|first, block| {
            digester.digest_block(isa, block, &mut out[first * width..][..block.len() * width]);
        })
    }

    /// Writes the digests of the valid rows to their places.
    fn digest_valid(
        &self,
        digester: &Digester,
        rows: &Rows<'_>,
        valid: &[u64],
        out: &mut [u8],
    ) -> Result<(), CallError> {
        let (isa, width) = (Isa::current(), digester.width());
        let mut digests = filled(self.function, BLOCK_ROWS.min(rows.len()) * width, 0)?;
        valid_blocks(isa, rows, valid, |ids, block| {
            let digests = &mut digests[..block.len() * width];
            digester.digest_block(isa, block, digests);
            for (id, digest) in ids.iter().zip(digests.chunks(width)) {
                out[id * width..][..width].copy_from_slice(digest);
            }
        });
        Ok(())
    }

    /// Digests whose parameters change from row to row. They are prepared again for each row that changes them.
    fn digests_by_row(
        self,
        prepare: fn(&Settings) -> Digester,
        out: &mut StringResults,
    ) -> Result<(), CallError> {
        let Call { function, source, valid, mut by_row, .. } = self;
        let mut last: Option<Digester> = None;
        out.reserve(function, source.len())?;
        source.each_row(function, |i, row| {
            if !is_valid(valid, i) {
                return out.skip(function);
            }
            let changed = by_row.advance(i)?;
            let digester = match &mut last {
                Some(digester) if !changed => &*digester,
                last => last.insert(prepare(&by_row.settings)),
            };
            out.begin(function)?;
            append_digest(function.form, digester, row, out.bytes_mut())
                .map_err(|e| CallError::codec(function, &e))?;
            out.end();
            out.check_size(function)
        })
    }
}
