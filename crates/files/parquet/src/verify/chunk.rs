//! Verifies a column chunk: its pages one by one, then the claims about the whole chunk.

mod beside;
mod bodies;
mod headers;
mod resume;
mod sample;
mod tally;

use std::ops::{ControlFlow, Range};

use crc_fast::{CrcAlgorithm, Digest};
use hashlane_codecs::Workspace;
use hashlane_files::{FileError, Source};
use parquet::basic::CompressionCodec;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};

use self::beside::{ChunkIndexes, chunk_claims, page_claims};
use self::bodies::PageBodies;
use self::headers::PageHeaders;
use self::resume::{NextPage, ResumedWalk};
use self::sample::MAX_SAMPLE;
use self::tally::PageTally;
use super::VerifyOptions;
use super::bloom::{self, BloomFilter};
use super::budget::MemoryBudget;
use super::deep::{PageContent, PageDecoder, ValueExtremes, ValueOrder};
use super::finding::{Check, CheckOutcome, CheckVerdict, Finding, FindingPlace, NOT_UTF8};
use super::metadata::{ChunkLocation, chunk_place};
use super::page_index::IndexedPage;
use crate::page::{Page, PageKind, PageWalk, WalkError};

/// The values that are the same for all chunks of a file.
pub(super) struct ChunkContext<'a> {
    pub source: &'a dyn Source,
    pub metadata: &'a ParquetMetaData,
    pub options: &'a VerifyOptions,
    pub budget: &'a MemoryBudget,
}

/// Memory that a thread reuses for each chunk.
#[derive(Default)]
pub(super) struct ChunkScratch {
    window: Vec<u8>,
    body: Vec<u8>,
    workspace: Workspace,
}

impl ChunkContext<'_> {
    /// Verifies a chunk.
    ///
    /// # Errors
    /// Returns an error if the file can't be read.
    pub(super) fn verify(
        &self,
        chunk: &ChunkLocation,
        scratch: &mut ChunkScratch,
    ) -> Result<Vec<Finding>, FileError> {
        let metadata = self.metadata.row_group(chunk.row_group).column(chunk.column);
        let place = chunk_place(chunk.row_group, metadata);
        let deep = self.options.deep;
        let _share = deep.then(|| self.budget.take(self.memory(metadata)));
        let order = self.metadata.file_metadata().column_order(chunk.column);
        let order = ValueOrder::for_column(metadata.column_descr(), order);
        let index_bytes = ChunkIndexes::read(self.source, metadata)?;
        let bloom = bloom::read(self.source, metadata, deep)?;
        let filter = bloom.as_ref().and_then(|bloom| bloom.filter.as_ref());
        // If the file names no order, the deprecated statistics may have one.
        let seen = order.or_else(|| ValueOrder::deprecated(metadata.column_descr()));
        let decoder = |most| {
            let codec = metadata.compression_codec();
            PageDecoder::new(metadata.column_descr(), codec, seen, filter, most, self.source)
        };
        let most = self.options.max_page_bytes;
        // The codec is that of the chunk; these have no magic number.
        use CompressionCodec::{BROTLI, LZ4, LZ4_RAW};
        let is_plain = matches!(metadata.compression_codec(), BROTLI | LZ4 | LZ4_RAW);
        let is_sampled = !deep && (chunk.row_group == 0 || is_plain);
        let mut check = ChunkCheck {
            metadata,
            place,
            order,
            decoder: deep.then(|| decoder(most)),
            sample: is_sampled.then(|| decoder(most.min(MAX_SAMPLE))),
            indexes: index_bytes.checked(order),
            headers: PageHeaders::new(metadata),
            bodies: PageBodies { chunk: metadata, max_bytes: self.options.max_page_bytes },
            tally: PageTally::default(),
            extremes: ValueExtremes::default(),
            findings: Vec::new(),
        };
        check.pages(self.source, chunk.range.clone(), scratch)?;
        let rows = self.metadata.row_group(chunk.row_group).num_rows();
        Ok(check.finish(chunk.range.start, rows, bloom.as_ref()))
    }

    /// The approximate memory for decoding the chunk: its largest page, which is at most as long as the chunk, stored,
    /// decompressed, and as a dictionary.
    fn memory(&self, chunk: &ColumnChunkMetaData) -> u64 {
        let size = chunk.uncompressed_size().max(chunk.compressed_size());
        let most = self.options.max_page_bytes as u64;
        6 * u64::try_from(size).unwrap_or(0).min(most)
    }
}

/// The state of a chunk while its pages are read.
struct ChunkCheck<'a> {
    metadata: &'a ColumnChunkMetaData,
    place: FindingPlace,
    order: Option<ValueOrder>,
    decoder: Option<PageDecoder<'a>>,
    /// Decodes the first data page, and the dictionary before it, if no others are decoded.
    sample: Option<PageDecoder<'a>>,
    indexes: ChunkIndexes<'a>,
    headers: PageHeaders<'a>,
    bodies: PageBodies<'a>,
    tally: PageTally,
    /// The extremes of all decoded pages.
    extremes: ValueExtremes,
    findings: Vec<Finding>,
}

impl ChunkCheck<'_> {
    fn pages(
        &mut self,
        source: &dyn Source,
        range: Range<u64>,
        scratch: &mut ChunkScratch,
    ) -> Result<(), FileError> {
        let mut resume = ResumedWalk::new(range.clone(), self.indexes.locations());
        let mut walk = PageWalk::new(source, range, &mut scratch.window);
        loop {
            // A cancelled read within a page says nothing about the page.
            if source.is_cancelled() {
                return Err(FileError::cancelled(source.name()));
            }
            match walk.next_page() {
                Ok(None) => return Ok(()),
                Ok(Some(page)) => {
                    resume.passed(&page);
                    let crc = self.read_body(&mut walk, &page, &mut scratch.body)?;
                    self.page(&page, crc, &scratch.body, &mut scratch.workspace);
                }
                Err(WalkError::File(error)) => return Err(error),
                Err(WalkError::Header { page, offset, detail }) => {
                    let next = resume.behind(offset);
                    self.bad_header(page, offset, &detail, next);
                    let Some(next) = next else { return Ok(()) };
                    walk.resume(next.offset, next.page);
                }
            }
        }
    }

    /// Reports a page whose header can't be read, and continues at the next known page.
    fn bad_header(&mut self, page: u64, offset: u64, detail: &str, next: Option<NextPage>) {
        let detail = match next {
            Some(NextPage { offset, .. }) => {
                format!("{detail}; the offset index names the next page, at {offset}")
            }
            None => format!("{detail}; the column chunk can't be read from here on"),
        };
        self.report(self.page_place(page, offset), Check::PageHeader, CheckVerdict::failed(detail));
        self.headers.skipped();
        self.sample = None;
        match next {
            Some(next) => self.tally.go_on_at(next.data_page),
            None => self.tally.cut_short(),
        }
        // The first page may have been a dictionary.
        if let (0, Some(decoder)) = (page, &mut self.decoder) {
            decoder.give_up_dictionary();
        }
    }

    /// Computes the CRC of a page's body, if the page has one, and returns the part of the body that is to be checked.
    fn read_body(
        &self,
        walk: &mut PageWalk<'_>,
        page: &Page,
        body: &mut Vec<u8>,
    ) -> Result<Option<u32>, FileError> {
        body.clear();
        let keep = match self.decoder.as_ref().or(self.sample.as_ref()) {
            Some(decoder) if decoder.takes(&page.header).is_ok() => usize::MAX,
            Some(_) if self.decoder.is_some() => 0,
            _ => self.bodies.needed(&page.header),
        };
        let mut digest = page.header.crc.map(|_| Digest::new(CrcAlgorithm::Crc32IsoHdlc));
        if keep > 0 || digest.is_some() {
            walk.body(page.body.clone(), &mut |piece| {
                if let Some(digest) = &mut digest {
                    digest.update(piece);
                }
                let kept = piece.len().min(keep - body.len());
                body.extend_from_slice(&piece[..kept]);
                match digest.is_some() || body.len() < keep {
                    true => ControlFlow::Continue(()),
                    false => ControlFlow::Break(()),
                }
            })?;
        }
        Ok(digest.map(|digest| digest.finalize() as u32))
    }

    fn page(&mut self, page: &Page, crc: Option<u32>, body: &[u8], workspace: &mut Workspace) {
        let verdict = crc_verdict(page, crc);
        let damaged = verdict.outcome == CheckOutcome::Failed;
        let place = self.page_place(page.index, page.offset);
        self.report(place, Check::PageCrc, verdict);
        self.header(page, body, damaged, workspace);
        match damaged {
            true => self.sample = None,
            false => self.sample(page, body, workspace),
        }
        let content = match &page.header.kind {
            PageKind::Dictionary(dictionary) => {
                if page.index > 0 {
                    let detail = "a dictionary page after other pages of its column chunk";
                    self.failed(page, Check::PageHeader, detail.to_owned());
                }
                let decoder = self.decoder.as_mut();
                let result = decoder.map(|decoder| {
                    if damaged {
                        decoder.give_up_dictionary();
                        return Ok(());
                    }
                    decoder.dictionary(workspace, &page.header, dictionary, body)
                });
                self.decoded(page, result.unwrap_or(Ok(())));
                return;
            }
            PageKind::Index | PageKind::Unknown(_) => {
                if self.decoder.is_some() && crc.is_none() {
                    let detail = "a page of its type is not decoded, and it has no checksum";
                    self.decoded(page, Err(CheckVerdict::unverified(detail)));
                }
                return;
            }
            PageKind::Data(_) | PageKind::DataV2(_) => match &mut self.decoder {
                Some(decoder) if !damaged => Some(decoder.data(workspace, &page.header, body)),
                Some(_) | None => None,
            },
        };
        let content = content.and_then(|content| match content {
            Ok(content) => Some(content),
            Err(verdict) => {
                self.decoded(page, Err(verdict));
                None
            }
        });
        self.data_page(page, content.as_ref());
    }

    /// Compares the header of a page with the footer, the headers before it and its body.
    fn header(&mut self, page: &Page, body: &[u8], damaged: bool, workspace: &mut Workspace) {
        if let Err(detail) = self.tally.header(page) {
            self.failed(page, Check::Counts, detail);
        }
        if let Err(detail) = self.headers.page(page) {
            self.failed(page, Check::PageHeader, detail);
        } else if self.decoder.is_none()
            && !damaged
            && let Err((check, detail)) = self.bodies.check(page, body, workspace)
        {
            self.failed(page, check, detail);
        }
    }

    fn decoded(&mut self, page: &Page, result: Result<(), CheckVerdict>) {
        if let Err(verdict) = result {
            let place = self.page_place(page.index, page.offset);
            self.report(place, Check::PageDecode, verdict);
        }
    }

    /// Compares the known content of a data page with the claims about it.
    fn data_page(&mut self, page: &Page, content: Option<&PageContent>) {
        let repeated = self.metadata.column_descr().max_rep_level() > 0;
        let number = self.tally.data_pages;
        if let Err(detail) = self.indexes.location(number, page, self.tally.rows(repeated)) {
            self.failed(page, Check::PageIndex, detail);
        }
        for detail in self.tally.data(page, repeated, content) {
            self.failed(page, Check::Counts, detail);
        }
        let Some((content, decoder)) = content.zip(self.decoder.as_ref()) else {
            return;
        };
        let held = IndexedPage {
            values: u64::try_from(page.header.num_values().unwrap_or(0)).unwrap_or(0),
            nulls: content.nulls,
            leaf_nulls: content.leaf_nulls,
            order: self.order,
            extremes: &decoder.extremes,
        };
        let statistics = page_claims(self.metadata.column_descr(), &page.header, &held);
        let index = self.indexes.page(number, &held);
        if let Some(order) =
            self.order.or_else(|| ValueOrder::deprecated(self.metadata.column_descr()))
        {
            self.extremes.merge(order, &decoder.extremes);
        }
        if let Err(detail) = statistics {
            self.failed(page, Check::Statistics, detail);
        }
        if let Err(detail) = index {
            self.failed(page, Check::PageIndex, detail);
        }
        if let Some(value) = &content.not_utf8 {
            let detail = format!("{NOT_UTF8}: {value}");
            self.failed(page, Check::PageDecode, detail);
        }
        if let Some(value) = &content.not_in_filter {
            let detail = format!("the page contains {value}, but the Bloom filter does not");
            self.failed(page, Check::BloomFilter, detail);
        }
    }

    /// Reports on the chunk as a whole.
    fn finish(mut self, start: u64, rows: i64, bloom: Option<&BloomFilter>) -> Vec<Finding> {
        let repeated = self.metadata.column_descr().max_rep_level() > 0;
        let deep = self.decoder.is_some();
        let counts = self.tally.verdict(self.metadata, rows, repeated);
        self.report(self.place.clone().at_byte(start), Check::Counts, counts);
        if let Err(detail) = self.headers.chunk(deep) {
            self.report(
                self.place.clone().at_byte(start),
                Check::PageHeader,
                CheckVerdict::failed(detail),
            );
        }
        if deep {
            self.report(self.place.clone().at_byte(start), Check::PageDecode, self.tally.decoded());
            let claims = chunk_claims(self.metadata, self.order, &self.tally, &self.extremes);
            if let Some(verdict) = claims {
                self.report(self.place.clone().at_byte(start), Check::Statistics, verdict);
            }
        }
        if let Some(verdict) = self.indexes.verdict(&self.tally, deep) {
            let verdict = self.unless_failed(Check::PageIndex, verdict);
            let place = self.place.clone().at_byte(self.indexes.byte_offset.unwrap_or(start));
            self.findings.extend(verdict.map(|verdict| place.finding(Check::PageIndex, verdict)));
        }
        if let Some(bloom) = bloom {
            let mut verdict = bloom.verdict.clone();
            if deep && verdict.outcome == CheckOutcome::Ok && !self.tally.complete() {
                verdict = CheckVerdict::unverified(
                    "not all pages could be decoded to look their values up",
                );
            }
            let verdict = self.unless_failed(Check::BloomFilter, verdict);
            let mut place = self.place.clone();
            place.byte_offset = bloom.byte_offset;
            self.findings.extend(verdict.map(|verdict| place.finding(Check::BloomFilter, verdict)));
        }
        self.findings
    }

    /// Adds a verdict on the whole chunk, unless a page has failed this check, which is more specific.
    fn unless_failed(&self, check: Check, verdict: CheckVerdict) -> Option<CheckVerdict> {
        let failed = |f: &Finding| f.check == check && f.outcome == CheckOutcome::Failed;
        let holds = verdict.outcome != CheckOutcome::Failed && self.findings.iter().any(failed);
        (!holds).then_some(verdict)
    }

    fn failed(&mut self, page: &Page, check: Check, detail: String) {
        let place = self.page_place(page.index, page.offset);
        self.report(place, check, CheckVerdict::failed(detail));
    }

    fn report(&mut self, place: FindingPlace, check: Check, verdict: CheckVerdict) {
        self.findings.push(place.finding(check, verdict));
    }

    fn page_place(&self, page: u64, offset: u64) -> FindingPlace {
        FindingPlace { page: Some(page), byte_offset: Some(offset), ..self.place.clone() }
    }
}

fn crc_verdict(page: &Page, computed: Option<u32>) -> CheckVerdict {
    let (Some(stored), Some(computed)) = (page.header.crc, computed) else {
        return CheckVerdict::unverified("the page has no checksum");
    };
    let stored = stored as u32;
    if stored != computed {
        let detail = format!("its checksum is {stored:08x}, but its bytes give {computed:08x}");
        return CheckVerdict::failed(detail);
    }
    CheckVerdict::ok(match page.header.kind {
        PageKind::Data(_) => "data page",
        PageKind::DataV2(_) => "data page, version 2",
        PageKind::Dictionary(_) => "dictionary page",
        PageKind::Index => "index page",
        PageKind::Unknown(_) => "page of an unknown type",
    })
}
