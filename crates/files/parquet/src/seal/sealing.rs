//! Makes the manifest of a file.

use hashlane_files::{FileError, Source, base_name};

use super::digests::digests;
use super::manifest::{Manifest, SealedRange, What};
use crate::change::reason;
use crate::layout::{ChunkMetadata, Footer, LayoutError, Part, Region, regions};

/// Seals a file. Reads it once, with up to `threads` threads (16 at most) and 8 MiB for each of them, and returns its
/// manifest. `fingerprint` is the fingerprint of its content and becomes part of the manifest.
///
/// # Errors
/// Returns an error if the file can't be read or changes while it is read, or if it is not a Parquet file, is
/// encrypted, keeps columns in other files, or has overlapping parts.
pub fn seal(
    source: &dyn Source,
    threads: usize,
    fingerprint: Option<String>,
) -> Result<Manifest, FileError> {
    let footer = Footer::read(source).map_err(|error| reason(source, error))?;
    let unfit =
        |LayoutError(message): LayoutError| reason(source, FileError::new(source.name(), message));
    let regions = regions(&footer).map_err(unfit)?;
    let ends = regions.iter().map(|region| region.bytes.end);
    let digests = digests(source, ends, threads)?;
    let ranges = regions.iter().zip(digests.ranges);
    let ranges: Result<_, LayoutError> =
        ranges.map(|(region, xxh128)| sealed(&footer, region, xxh128)).collect();
    Ok(Manifest {
        file: base_name(source.name()).to_owned(),
        size: source.size(),
        blake3: digests.blake3,
        fingerprint,
        ranges: ranges.map_err(unfit)?,
    })
}

fn sealed(footer: &Footer, region: &Region, xxh128: u128) -> Result<SealedRange, LayoutError> {
    let column = match &region.chunk {
        Some(chunk) => {
            let metadata = ChunkMetadata::read(&footer.metadata, &chunk.place)?;
            Some(metadata.path(&footer.metadata)?)
        }
        None => None,
    };
    Ok(SealedRange {
        offset: region.bytes.start,
        length: region.bytes.end - region.bytes.start,
        what: match region.part {
            Part::Magic => What::Magic,
            Part::ColumnChunk => What::ColumnChunk,
            Part::ColumnIndex => What::ColumnIndex,
            Part::OffsetIndex => What::OffsetIndex,
            Part::BloomFilter => What::BloomFilter,
            Part::Other => What::Other,
            Part::Footer => What::Footer,
        },
        row_group: region.chunk.as_ref().map(|chunk| chunk.row_group),
        column,
        xxh128,
    })
}
