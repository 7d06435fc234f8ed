//! The files that a manifest lists, and which of its lines are wrong.

use hashlane_files::digest::Algorithm;
use hashlane_files::manifest::{End, Kind, Malformed, parse, unknown_tag};

/// What a manifest says.
#[derive(Debug, Default)]
pub struct Listed {
    /// The files, in its order.
    pub files: Vec<ListedFile>,
    /// The lines, counted from 1, that are of no form.
    pub malformed: Vec<usize>,
    /// The lines with tags of algorithms that hashlane lacks, and the tags.
    pub unknown: Vec<(usize, String)>,
    /// The lines whose algorithm can't be told, with those it may be.
    pub ambiguous: Vec<(usize, Vec<&'static Algorithm>)>,
}

/// A file, with its digests from lines that follow each other: they take one read.
#[derive(Debug)]
pub struct ListedFile {
    /// Its name.
    pub name: Vec<u8>,
    /// What its digests should be.
    pub digests: Vec<(&'static Algorithm, Vec<u8>)>,
}

impl Listed {
    /// What these lines say. Those without a tag are of the algorithm `assumed`.
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
