//! The files that a manifest lists, and its lines that can't be checked.

use hashlane_files::digest::Algorithm;
use hashlane_files::manifest::{End, Kind, Malformed, parse, unknown_tag};

/// The content of a manifest.
#[derive(Debug, Default)]
pub struct Listed {
    /// The files, in the manifest's order.
    pub files: Vec<ListedFile>,
    /// The numbers, from 1, of lines that have none of the forms.
    pub malformed: Vec<usize>,
    /// Lines with tags of algorithms that hashlane lacks, with the tags.
    pub unknown: Vec<(usize, String)>,
    /// Lines whose algorithm is ambiguous, with the possible algorithms.
    pub ambiguous: Vec<(usize, Vec<&'static Algorithm>)>,
}

/// A file, with its digests from consecutive lines, so that it is read once.
#[derive(Debug)]
pub struct ListedFile {
    /// Its name.
    pub name: Vec<u8>,
    /// The expected digests.
    pub digests: Vec<(&'static Algorithm, Vec<u8>)>,
}

impl Listed {
    /// Parses lines. Those without a tag use the algorithm `assumed`.
    pub fn new(text: &[u8], end: End, assumed: Option<&'static Algorithm>) -> Self {
        let separator = match end {
            End::Line => b'\n',
            End::Zero => b'\0',
        };
        let mut listed = Listed::default();
        for (number, line) in (1..).zip(text.split(|&byte| byte == separator)) {
            match parse(line, end, assumed) {
                Ok(None) => {}
                Err(Malformed) => match unknown_tag(line) {
                    Some(tag) => listed.unknown.push((number, tag.to_owned())),
                    None => listed.malformed.push(number),
                },
                Ok(Some(entry)) => match entry.kind {
                    Kind::Ambiguous(algorithms) => listed.ambiguous.push((number, algorithms)),
                    Kind::Known(algorithm) => listed.add(entry.name, algorithm, entry.digest),
                },
            }
        }
        listed
    }

    fn add(&mut self, name: Vec<u8>, algorithm: &'static Algorithm, digest: Vec<u8>) {
        match self.files.last_mut().filter(|file| file.name == name) {
            Some(file) => file.digests.push((algorithm, digest)),
            None => self.files.push(ListedFile { name, digests: vec![(algorithm, digest)] }),
        }
    }
}
