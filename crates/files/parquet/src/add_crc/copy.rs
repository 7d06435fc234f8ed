//! Walks over the parts of the file and copies or rewrites each.

use std::io::Write;
use std::ops::{ControlFlow, Range};

use crc_fast::{CrcAlgorithm, Digest};
use hashlane_files::{FileError, Source};

use super::check::check;
use super::moves::PieceMoves;
use super::{AddCrcError, AddCrcResult, WrongCrc, footer, header};
use crate::footer::MAGIC;
use crate::layout::{
    ChunkMetadata, ChunkPlace, FileLayoutError, FileRegion, FooterLayout, PartKind, regions,
};
use crate::page::{Page, PageWalk, WalkError, read_range};
use crate::reason;

/// The number of bytes that are copied at once.
const STEP: u64 = 512 << 10;

/// Copies a Parquet file to `out`, with a CRC-32 in the header of each page.
///
/// The file is read twice: first its headers and indexes, to check them. Memory is bounded by the footer, one offset
/// index, 24 bytes a page and a few MiB, whatever sizes the file claims. If the copy fails, the partial output is not a valid Parquet file.
///
/// # Errors
/// Returns an error if
/// - the file can't be read, or changes while it is copied;
/// - it is not a Parquet file, is encrypted, keeps columns in other files, or has overlapping parts;
/// - the checksum of a page is wrong, unless `wrong` allows it;
/// - its headers, counts, footer and indexes contradict each other: [`verify`](crate::verify::verify) without `deep` reports
///   anything but a checksum;
/// - `out` can't be written.
pub fn add_crc(
    source: &dyn Source,
    out: &mut dyn Write,
    wrong: WrongCrc,
) -> Result<AddCrcResult, AddCrcError> {
    copied(source, out, wrong).map_err(|error| match error {
        AddCrcError::File(error) => reason(source, error).into(),
        AddCrcError::Output(_) => error,
    })
}

fn copied(
    source: &dyn Source,
    out: &mut dyn Write,
    wrong: WrongCrc,
) -> Result<AddCrcResult, AddCrcError> {
    let footer = FooterLayout::read(source)?;
    let regions = regions(&footer).map_err(|unfit| refused(source, unfit))?;
    check(source)?;
    let counts = AddCrcResult { bytes_read: source.size(), ..AddCrcResult::default() };
    let mut window = Vec::new();
    let mut copy =
        PageCopier { source, footer: &footer, out, wrong, moves: PieceMoves::default(), counts };
    for region in &regions {
        match (region.part, &region.chunk) {
            (PartKind::ColumnChunk, Some(chunk)) => copy.pages(region, chunk, &mut window)?,
            (PartKind::OffsetIndex, Some(chunk)) => copy.offset_index(region, chunk)?,
            (PartKind::Footer, _) => copy.footer()?,
            _ => copy.verbatim(region.bytes.clone())?,
        }
    }
    source.unchanged()?;
    copy.out.flush().map_err(AddCrcError::Output)?;
    Ok(copy.counts)
}

fn refused(source: &dyn Source, FileLayoutError(message): FileLayoutError) -> FileError {
    FileError::new(source.name(), message)
}

/// A copy in progress.
struct PageCopier<'a> {
    source: &'a dyn Source,
    footer: &'a FooterLayout,
    out: &'a mut dyn Write,
    wrong: WrongCrc,
    moves: PieceMoves,
    counts: AddCrcResult,
}

impl PageCopier<'_> {
    fn pages(
        &mut self,
        region: &FileRegion,
        chunk: &ChunkPlace,
        window: &mut Vec<u8>,
    ) -> Result<(), AddCrcError> {
        let mut walk = PageWalk::new(self.source, region.bytes.clone(), window);
        loop {
            match walk.next_page() {
                Ok(Some(page)) => self.page(&mut walk, &page, chunk)?,
                Ok(None) => return Ok(()),
                Err(WalkError::File(error)) => return Err(error.into()),
                Err(WalkError::Header { page, offset, detail }) => {
                    return Err(self.bad_page(chunk, page, offset, &detail));
                }
            }
        }
    }

    fn page(
        &mut self,
        walk: &mut PageWalk<'_>,
        page: &Page,
        chunk: &ChunkPlace,
    ) -> Result<(), AddCrcError> {
        let mut header = Vec::new();
        walk.body(page.offset..page.body.start, &mut |piece| {
            header.extend_from_slice(piece);
            ControlFlow::Continue(())
        })?;
        let mut digest = Digest::new(CrcAlgorithm::Crc32IsoHdlc);
        walk.body(page.body.clone(), &mut |piece| {
            digest.update(piece);
            ControlFlow::Continue(())
        })?;
        let crc = digest.finalize() as u32;
        self.counts.pages += 1;
        match page.header.crc {
            Some(stored) => self.has_crc(stored as u32, crc, page, chunk)?,
            None => {
                header = header::with_crc(&header, crc).map_err(|error| {
                    self.bad_page(chunk, page.index, page.offset, &error.to_string())
                })?;
            }
        }
        let new_len = header.len() as u64 + (page.body.end - page.body.start);
        self.moves.add(page.offset..page.body.end, new_len);
        self.write(&header)?;
        let mut written = Ok(());
        walk.body(page.body.clone(), &mut |piece| {
            written = self.write(piece);
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })?;
        written
    }

    /// Counts the checksum that a page already has. A wrong one is an error unless it is to be kept.
    fn has_crc(
        &mut self,
        stored: u32,
        crc: u32,
        page: &Page,
        chunk: &ChunkPlace,
    ) -> Result<(), AddCrcError> {
        self.counts.already += 1;
        if stored == crc {
            return Ok(());
        }
        self.counts.wrong += 1;
        match self.wrong {
            WrongCrc::Keep => Ok(()),
            WrongCrc::Refuse => {
                let detail = format!(
                    "is damaged: its checksum is {stored:08x}, but its bytes give {crc:08x}"
                );
                Err(self.bad_page(chunk, page.index, page.offset, &detail))
            }
        }
    }

    fn offset_index(&mut self, region: &FileRegion, chunk: &ChunkPlace) -> Result<(), AddCrcError> {
        let old = read_range(self.source, region.bytes.clone())?;
        let new = ChunkMetadata::read(&self.footer.metadata, &chunk.place)
            .and_then(|chunk| footer::offset_index(&old, &chunk.pages, &self.moves))
            .map_err(|FileLayoutError(message)| {
                FileLayoutError(format!("{message}, in {}", region.describe()))
            });
        let new = new.map_err(|unfit| refused(self.source, unfit))?;
        self.moves.add(region.bytes.clone(), new.len() as u64);
        self.write(&new)
    }

    fn footer(&mut self) -> Result<(), AddCrcError> {
        let metadata = footer::metadata(self.footer, &self.moves)
            .map_err(|unfit| refused(self.source, unfit))?;
        let too_long = || FileLayoutError("would need a footer of more than 4 GiB".to_owned());
        let len = u32::try_from(metadata.len());
        let len = len.map_err(|_| refused(self.source, too_long()))?;
        self.write(&metadata)?;
        self.write(&len.to_le_bytes())?;
        self.write(MAGIC)
    }

    fn verbatim(&mut self, bytes: Range<u64>) -> Result<(), AddCrcError> {
        let mut at = bytes.start;
        while at < bytes.end {
            let end = bytes.end.min(at + STEP);
            self.write(&read_range(self.source, at..end)?)?;
            at = end;
        }
        Ok(())
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), AddCrcError> {
        self.out.write_all(bytes).map_err(AddCrcError::Output)?;
        self.counts.bytes_written += bytes.len() as u64;
        Ok(())
    }

    fn bad_page(&self, chunk: &ChunkPlace, page: u64, offset: u64, detail: &str) -> AddCrcError {
        let footer = &self.footer.metadata;
        let path = ChunkMetadata::read(footer, &chunk.place).and_then(|it| it.path(footer));
        // If the name can't be read, use the number: the page still has to be named.
        let column = path.map_or_else(|_| chunk.column.to_string(), |path| path.join("."));
        let row_group = chunk.row_group;
        let place = format!("row group {row_group}, column {column}, page {page} at byte {offset}");
        FileError::new(self.source.name(), format!("{place}: {detail}")).into()
    }
}
