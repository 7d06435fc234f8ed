//! Files that are not copied, and why.

use std::io::{self, Write};

use hashlane_parquet::add_crc::{AddCrcError, WrongCrc, add_crc};

use super::{chunks, copy};
use crate::written::{Changing, Memory, Random, arrow_rs};

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
