//! The lines of newline-delimited JSON files.

use std::sync::Arc;

use datafusion::error::Result;
use futures::TryStreamExt;
use object_store::{ObjectStore, ObjectStoreExt};

use super::listed::StoredFile;
use super::refused;

/// Calls `add` with each line of a file that isn't empty, without the spaces around it.
///
/// # Errors
/// Returns one line that names the file and the line if that is not UTF-8, or `add` returns what is wrong with it.
pub async fn each_line<F: FnMut(&str) -> Result<(), String> + Send>(
    store: &Arc<dyn ObjectStore>,
    file: &StoredFile,
    add: F,
) -> Result<()> {
    let mut bytes = store.get(&file.object.location).await?.into_stream();
    let mut lines = JsonLines { file: &file.name, add, line: 0, rest: Vec::new() };
    while let Some(chunk) = bytes.try_next().await? {
        lines.add(&chunk)?;
        // Leaves the thread to others from time to time.
        tokio::task::yield_now().await;
    }
    let rest = std::mem::take(&mut lines.rest);
    lines.line(&rest)
}

/// The lines of a file, which come in chunks.
struct JsonLines<'a, F> {
    file: &'a str,
    add: F,
    /// The number of lines so far.
    line: u64,
    /// The start of a line whose end is still to come.
    rest: Vec<u8>,
}

impl<F: FnMut(&str) -> Result<(), String>> JsonLines<'_, F> {
    fn add(&mut self, chunk: &[u8]) -> Result<()> {
        let mut chunk = chunk;
        while let Some(end) = chunk.iter().position(|&byte| byte == b'\n') {
            let line = &chunk[..end];
            match self.rest.is_empty() {
                true => self.line(line)?,
                false => {
                    let mut rest = std::mem::take(&mut self.rest);
                    rest.extend_from_slice(line);
                    self.line(&rest)?;
                }
            }
            chunk = &chunk[end + 1..];
        }
        self.rest.extend_from_slice(chunk);
        Ok(())
    }

    fn line(&mut self, line: &[u8]) -> Result<()> {
        self.line += 1;
        let line = line.trim_ascii();
        if line.is_empty() {
            return Ok(());
        }
        let failed = |reason| refused(self.file, format!("line {}: {reason}", self.line));
        let line = str::from_utf8(line).map_err(|_| failed("is not UTF-8".to_owned()))?;
        (self.add)(line).map_err(failed)
    }
}
