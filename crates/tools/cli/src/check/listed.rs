//! The files that a manifest lists, and its lines that can't be checked.

use std::path::Path;

use hashlane_files::digest::FileAlgorithm;
use hashlane_files::is_url;
use hashlane_files::manifest::{
    LineAlgorithm, ManifestEntry, described_file, is_bag_manifest, lines, parse, parse_value,
    path_in_bag, unknown_tag,
};

use super::CheckArgs;

/// The content of a manifest.
#[derive(Debug, Default)]
pub struct ManifestContent {
    /// The files to check, in the manifest's order.
    pub files: Vec<ManifestFile>,
    /// Whether the manifest lists no file at all.
    pub is_empty: bool,
    /// The numbers, from 1, of lines that have none of the forms.
    pub malformed: Vec<usize>,
    /// Lines with tags of algorithms that hashlane lacks, with the tags.
    pub unknown: Vec<(usize, String)>,
    /// Lines whose algorithm is ambiguous, with the possible algorithms.
    pub ambiguous: Vec<(usize, Vec<&'static FileAlgorithm>)>,
    /// Lines with the checksum of an object in parts, if their size isn't given.
    pub in_parts: Vec<usize>,
}

/// A file, with its digests from consecutive lines, so that it is read once.
#[derive(Debug)]
pub struct ManifestFile {
    /// Its name.
    pub name: Vec<u8>,
    /// The expected digests.
    pub digests: Vec<ExpectedDigest>,
}

/// A digest that a line has.
#[derive(Debug)]
pub struct ExpectedDigest {
    /// The algorithm.
    pub algorithm: &'static FileAlgorithm,
    /// Other algorithms that may have been meant.
    pub others: Vec<&'static FileAlgorithm>,
    /// The digest.
    pub digest: Vec<u8>,
    /// The number of parts, for a checksum of parts' checksums.
    pub parts: Option<u64>,
}

impl ManifestContent {
    /// Parses the text of a manifest. Lines without a tag use the algorithm `assumed`.
    pub fn new(
        text: &[u8],
        args: &CheckArgs,
        assumed: Option<&'static FileAlgorithm>,
        manifest: &str,
    ) -> Self {
        let end = args.end();
        let mut listed = ManifestContent::default();
        // With --directory, names start there, wherever the manifest is.
        let bag = is_bag_manifest(manifest).then(|| match args.directory {
            Some(_) => String::new(),
            None => bag_folder(manifest),
        });
        let lines = lines(text, end);
        for (number, line) in &lines {
            match parse(line, end, assumed) {
                Ok(None) => {}
                Ok(Some(mut entry)) => {
                    if let Some(folder) = &bag {
                        entry.name = [folder.as_bytes(), &path_in_bag(&entry.name)].concat();
                    }
                    listed.add(*number, entry, args);
                }
                Err(_) => match unknown_tag(line) {
                    Some(tag) => listed.unknown.push((*number, tag.to_owned())),
                    None => listed.malformed.push(*number),
                },
            }
        }
        listed.add_only_value(&lines, args, assumed, manifest);
        listed.is_empty = listed.files.is_empty();
        listed
    }

    fn add(&mut self, number: usize, entry: ManifestEntry, args: &CheckArgs) {
        if entry.parts.is_some() && args.part_size.is_none() {
            self.in_parts.push(number);
            return;
        }
        let (algorithm, others) = match entry.kind {
            LineAlgorithm::Known(algorithm) => (algorithm, Vec::new()),
            LineAlgorithm::Usual(algorithm, others) => (algorithm, others),
            LineAlgorithm::Ambiguous(algorithms) => {
                self.ambiguous.push((number, algorithms));
                return;
            }
        };
        let expected =
            ExpectedDigest { algorithm, others, digest: entry.digest, parts: entry.parts };
        match self.files.last_mut().filter(|file| file.name == entry.name) {
            Some(file) => file.digests.push(expected),
            None => self.files.push(ManifestFile { name: entry.name, digests: vec![expected] }),
        }
    }

    /// Adds the file that a manifest is about if it has a digest and nothing else, as `x.iso.sha256` often does.
    fn add_only_value(
        &mut self,
        lines: &[(usize, &[u8])],
        args: &CheckArgs,
        assumed: Option<&'static FileAlgorithm>,
        manifest: &str,
    ) {
        let [number] = self.malformed[..] else { return };
        let mut contents = lines.iter().filter(|(_, line)| !line.trim_ascii().is_empty());
        let (Some((_, line)), None) = (contents.next(), contents.next()) else { return };
        let manifest = match args.directory {
            Some(_) => hashlane_files::base_name(manifest),
            None => manifest,
        };
        let Some(file) = described_file(manifest) else { return };
        if let Some(mut entry) = parse_value(line, assumed) {
            entry.name = file.as_bytes().to_vec();
            self.malformed.clear();
            self.add(number, entry, args);
        }
    }
}

/// The folder, with a slash, in which a bag's manifest is, or nothing for the working folder. Without `bagit.txt`, it
/// is not a bag, and names start in the working folder, as in other manifests.
fn bag_folder(manifest: &str) -> String {
    match manifest.rsplit_once('/') {
        Some((folder, _)) if !is_url(manifest) && Path::new(folder).join("bagit.txt").is_file() => {
            format!("{folder}/")
        }
        _ => String::new(),
    }
}
