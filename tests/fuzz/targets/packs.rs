//! Untrusted packs. The lowest bit of the first byte says whether the checksums are made right
//! first, as a forger would; the rest is the pack.
//!
//! A value read alone is the one that is read among all, NULL or not; and what can be read in full can be
//! appended to another pack, and read from there.
#![no_main]

use hashlane_codecs::pack::{Pack, PackBuilder};
use hashlane_codecs::{CodecError, Workspace};
use hashlane_fuzz::alloc::within;
use libfuzzer_sys::fuzz_target;
use xxhash_rust::xxh3::xxh3_64_with_seed;

/// The most bytes of a value.
const CAP: usize = 1 << 20;

/// The most values that are read of a pack: NULLs take next to nothing, so there may be billions.
const MOST: u32 = 2_000;

const HEADER: usize = 32;
const ENTRY: usize = 16;

/// Makes the length and the checksums right, as `docs/block-format.md` says.
fn forge(pack: &mut [u8]) {
    let len = pack.len();
    if len < HEADER {
        return;
    }
    let number = |bytes: &[u8]| u32::from_le_bytes(bytes[..4].try_into().expect("four bytes"));
    pack[20..28].copy_from_slice(&(len as u64).to_le_bytes());
    let checksum = xxh3_64_with_seed(&pack[..28], 0) as u32;
    pack[28..HEADER].copy_from_slice(&checksum.to_le_bytes());
    let values = number(&pack[16..]);
    let table = number(&pack[12..]) as usize * ENTRY;
    let Some(end) = len.checked_sub(table).filter(|end| *end >= HEADER) else { return };
    let (chunks, table) = pack.split_at_mut(end);
    for at in (0..table.len()).step_by(ENTRY) {
        let place = |entry: &[u8]| {
            let start = u64::from_le_bytes(entry[..8].try_into().expect("eight bytes"));
            (start as usize, number(&entry[8..]))
        };
        let (start, first) = place(&table[at..]);
        let (end, next) =
            table.get(at + ENTRY..).filter(|t| !t.is_empty()).map_or((end, values), place);
        let Some(chunk) = chunks.get(start..end) else { continue };
        let seed = u64::from(first) | u64::from(next.wrapping_sub(first)) << 32;
        let checksum = xxh3_64_with_seed(chunk, seed) as u32;
        table[at + 12..at + ENTRY].copy_from_slice(&checksum.to_le_bytes());
    }
}

type Values = Vec<Option<Vec<u8>>>;

fn get_all(pack: &Pack<'_>) -> Result<Values, CodecError> {
    let mut workspace = Workspace::default();
    let get = |i| {
        let mut value = Vec::new();
        let is_there =
            within(4 * CAP + (8 << 20), || pack.get(&mut workspace, i, CAP, &mut value))?;
        assert!(value.len() <= CAP);
        assert_eq!(pack.is_null(i), Ok(!is_there));
        Ok(is_there.then_some(value))
    };
    (0..u64::from(pack.len().min(MOST))).map(get).collect()
}

fn read_all(pack: &Pack<'_>) -> Result<Values, CodecError> {
    let mut workspace = Workspace::default();
    let mut values = pack.values(CAP);
    let mut all = Vec::new();
    while let Some(value) = values.next(&mut workspace)? {
        all.push(value.map(<[u8]>::to_vec));
        if all.len() as u32 == MOST {
            break;
        }
    }
    Ok(all)
}

fuzz_target!(|data: &[u8]| {
    let Some((&mode, bytes)) = data.split_first() else { return };
    let mut bytes = bytes.to_vec();
    if mode & 1 == 1 {
        forge(&mut bytes);
    }
    let Ok(pack) = Pack::open(&bytes) else { return };
    let (got, read) = (get_all(&pack), read_all(&pack));
    let Ok(read) = read else { return };
    assert_eq!(got.as_ref(), Ok(&read));
    let mut workspace = Workspace::default();
    assert!(pack.get(&mut workspace, pack.len().into(), CAP, &mut Vec::new()).is_err());
    let mut builder =
        PackBuilder::new(pack.codec(), pack.chunk_bytes()).expect("the pack has them");
    if pack.len() < MOST && builder.append_pack(&mut workspace, &pack).is_ok() {
        let again = builder.finish(&mut workspace).expect("there is memory");
        assert_eq!(read_all(&Pack::open(&again).expect("we wrote it")), Ok(read));
    }
});
