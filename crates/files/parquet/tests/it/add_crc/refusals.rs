//! Files that are not copied, and why.

use std::io::{self, Write};

use hashlane_files::{FileSystem, LocalFiles};
use hashlane_parquet::add_crc::{AddCrcError, WrongCrc, add_crc};

use super::{chunks, copy};
use crate::written::{Changing, Memory, Random, arrow_rs};

/// The error for a file that is not copied, without its name.
fn refused(bytes: &[u8]) -> String {
    let error = copy(bytes, WrongCrc::Refuse).unwrap_err().to_string();
    error.strip_prefix("folder/memory.parquet: ").expect("a line with the name").to_owned()
}

#[test]
fn a_wrong_checksum_is_named_and_kept_on_demand() {
    let (mut file, done) = copy(&arrow_rs::small(), WrongCrc::Refuse).unwrap();
    let page = &chunks(&file)[1][1];
    file[page.body.start as usize] ^= 1;
    let error = copy(&file, WrongCrc::Refuse).unwrap_err().to_string();
    let place = format!("row group 0, column s, page 1 at byte {}: is damaged", page.offset);
    assert!(error.contains(&place), "{error}");
    let (kept, again) = copy(&file, WrongCrc::Keep).unwrap();
    assert!(kept == file);
    assert_eq!((again.pages, again.already, again.wrong), (done.pages, done.pages, 1));
}

#[test]
fn a_full_disk_is_an_error_of_the_output() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let left = self.0.min(bytes.len());
            self.0 -= left;
            if left == 0 { Err(io::ErrorKind::StorageFull.into()) } else { Ok(left) }
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let file = arrow_rs::small();
    let (whole, _) = copy(&file, WrongCrc::Refuse).unwrap();
    for room in (0..whole.len()).step_by(7) {
        let error = add_crc(&Memory(&file), &mut Full(room), WrongCrc::Refuse).unwrap_err();
        assert!(matches!(error, AddCrcError::Output(_)), "{room}: {error}");
    }
}

#[test]
fn what_is_no_parquet_file_says_so() {
    assert_eq!(refused(b""), "is empty, so it is not a Parquet file");
    assert_eq!(refused(b"PAR1PAR1"), "is not a Parquet file: 8 bytes are too few for one");
    let text = b"This is a text, whatever it is called.";
    assert_eq!(refused(text), "is not a Parquet file: it does not start with PAR1");
    let file = arrow_rs::small();
    let words = "is not a Parquet file, or its end is missing: it does not end in PAR1";
    assert_eq!(refused(&file[..file.len() - 1]), words);
    let mut encrypted = file.clone();
    encrypted.splice(file.len() - 4.., *b"PARE");
    assert_eq!(refused(&encrypted), "has an encrypted footer: decrypt it first");
    encrypted[..4].copy_from_slice(b"PARE");
    assert_eq!(refused(&encrypted), "has an encrypted footer: decrypt it first");
    let mut long = file.clone();
    long[file.len() - 8..file.len() - 4].copy_from_slice(&u32::MAX.to_le_bytes());
    let words =
        format!("has a damaged footer: it claims 4294967295 bytes in a file of {}", file.len());
    assert_eq!(refused(&long), words);
}

/// Footers that follow parquet.thrift, written by hand.
#[test]
fn footers_that_promise_what_can_t_be_are_refused() {
    let file = |footer: &[u8]| {
        let len = u32::try_from(footer.len()).unwrap().to_le_bytes();
        [b"PAR1", &[7; 20][..], footer, &len, b"PAR1"].concat()
    };
    // One row group of these columns.
    let columns = |chunks: &[&[u8]]| {
        let head = [0x49, 0x1c, 0x19, (chunks.len() as u8) << 4 | 0x0c];
        file(&[&head, &chunks.concat()[..], &[0, 0]].concat())
    };
    // 3: {7: size, 9: data_page_offset}
    let chunk = |size: u8, offset: u8| [0x3c, 0x76, size * 2, 0x26, offset * 2, 0, 0];
    let refusals: [(Vec<u8>, &str); 10] = [
        (file(&[0]), "has a damaged footer: it has no list of row groups"),
        (file(&[0x49]), "has a damaged footer: it ends in the middle"),
        (file(&[0x89, 0x0c]), "has a damaged footer: "),
        (file(&[0x49, 0x0c, 0x4c, 0, 0]), "has encrypted columns: decrypt it first"),
        (columns(&[&[0x18, 1, b'x', 0]]), "keeps columns in other files"),
        (columns(&[&[0x8c, 0, 0]]), "has encrypted columns: decrypt it first"),
        (columns(&[&chunk(10, 4), &chunk(10, 4)]), "overlap at byte 4"),
        (columns(&[&chunk(30, 4)]), "overlap at byte 24"),
        (columns(&[&chunk(10, 2)]), "overlap at byte 2"),
        (columns(&[&chunk(30, 4)[..]; 9]), "its parts are longer than the file"),
    ];
    for (bytes, words) in refusals {
        let said = refused(&bytes);
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn a_folder_and_a_missing_file_say_so() {
    let folder = LocalFiles.open(env!("CARGO_TARGET_TMPDIR")).err().unwrap().to_string();
    assert!(folder.ends_with(": is a directory"), "{folder}");
    assert!(LocalFiles.open("no such file.parquet").is_err());
}

#[test]
fn a_file_that_changes_says_so() {
    let error = add_crc(&Changing(&arrow_rs::small()), &mut io::sink(), WrongCrc::Refuse);
    let error = error.unwrap_err().to_string();
    assert_eq!(error, "changing.parquet: changed while it was read: try again");
}

/// Whatever is wrong with a file, the result is a copy or an error of one line.
#[test]
fn mutants_do_no_harm() {
    let file = arrow_rs::small();
    let mut random = Random(3);
    let (mut copied, mut refused) = (0, 0);
    for _ in 0..10_000 {
        let mut mutant = file.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(mutant.len());
            match random.below(3) {
                0 => mutant[at] ^= 1 << random.below(8),
                1 => mutant[at] = random.next() as u8,
                _ => mutant.truncate(mutant.len() - random.below(mutant.len() / 4)),
            }
        }
        match copy(&mutant, WrongCrc::Refuse) {
            Ok((new, _)) => {
                copied += 1;
                assert!(new.len() < 2 * file.len());
            }
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().contains('\n'), "{error}");
            }
        }
    }
    assert!(copied > 1000 && refused > 1000, "{copied} copied, {refused} refused");
}
