//! Files that are not sealed, and why.

use std::io;

use hashlane_files::{FileSystem, Local};
use hashlane_parquet::add_crc::{WrongCrc, add_crc};
use hashlane_parquet::seal::{check, seal};

use super::sealed;
use crate::written::{Changing, Memory, Random, arrow_rs};

/// The errors of `seal` and `add_crc`, without the file name.
fn refused(bytes: &[u8]) -> String {
    let seal = seal(&Memory(bytes), 2, None).unwrap_err().to_string();
    let copy = add_crc(&Memory(bytes), &mut io::sink(), WrongCrc::Refuse).unwrap_err().to_string();
    assert_eq!(seal, copy);
    seal.strip_prefix("folder/memory.parquet: ").expect("a line with the name").to_owned()
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
    assert!(
        seal(&Memory(&columns(&[&chunk(10, 4), &chunk(10, 14)])), 1, None).is_err(),
        "no names"
    );
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
    let folder = Local.open(env!("CARGO_TARGET_TMPDIR")).err().unwrap().to_string();
    assert!(folder.ends_with(": is a directory"), "{folder}");
    assert!(Local.open("no such file.parquet").is_err());
}

#[test]
fn a_file_that_changes_says_so() {
    let file = arrow_rs::small();
    let words = "changing.parquet: changed while it was read: try again";
    assert_eq!(seal(&Changing(&file), 2, None).unwrap_err().to_string(), words);
    assert_eq!(check(&Changing(&file), &sealed(&file), 2).unwrap_err().to_string(), words);
}

/// Whatever a file holds, it is sealed or rejected, and every seal matches its file.
#[test]
fn mutants_do_no_harm() {
    let file = arrow_rs::small();
    let manifest = sealed(&file);
    let mut random = Random(7);
    let mut seals = 0;
    for _ in 0..10_000 {
        let mut mutant = file.clone();
        let from = if random.below(2) == 0 { 0 } else { file.len() / 2 };
        for _ in 0..=random.below(3) {
            let at = from + random.below(file.len() - from);
            mutant[at] ^= 1 << random.below(8);
        }
        if random.below(20) == 0 {
            mutant.truncate(random.below(file.len()));
        }
        assert_eq!(check(&Memory(&mutant), &manifest, 1).unwrap().is_empty(), mutant == file);
        match seal(&Memory(&mutant), 1, None) {
            Ok(own) => {
                seals += 1;
                assert_eq!(own.ranges.last().unwrap().bytes().end, mutant.len() as u64);
                assert_eq!(check(&Memory(&mutant), &own, 1).unwrap(), []);
            }
            Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
        }
    }
    assert!(seals > 1000 && seals < 9999, "{seals}");
}
