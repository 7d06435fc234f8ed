//! UUIDs that are computed from a value. Spec: RFC 9562, sections 5.3, 5.5 and 5.8.
//!
//! A UUID of version 3 or 5 is a digest of a namespace, which is a UUID, and a name. A namespace is
//! a number whose bytes, the lowest first, are the UUID's.

use super::algorithm::{Algorithm, CurrentDigest, IncrementalHash};
use super::{md, per_row, xxh3};
use crate::blocks::{BLOCK_ROWS, Block, HashKernel, Offsets, Rows, Seeds, blocks};
use crate::isa::Isa;

/// The namespaces of RFC 9562, section 6.6, by their names.
pub const NAMESPACES: [(&str, u128); 4] = [
    ("dns", namespace(0x6ba7_b810_9dad_11d1_80b4_00c0_4fd4_30c8)),
    ("url", namespace(0x6ba7_b811_9dad_11d1_80b4_00c0_4fd4_30c8)),
    ("oid", namespace(0x6ba7_b812_9dad_11d1_80b4_00c0_4fd4_30c8)),
    ("x500", namespace(0x6ba7_b814_9dad_11d1_80b4_00c0_4fd4_30c8)),
];

/// The namespace of a UUID, whose first digit is the highest.
const fn namespace(uuid: u128) -> u128 {
    uuid.swap_bytes()
}

/// The 16 bytes of a UUID from its 36 characters, with digits in either case; `None` for any other
/// text.
pub fn parse_uuid(text: &str) -> Option<[u8; 16]> {
    let (text, mut digits, mut bytes) = (text.as_bytes(), [0; 32], [0; 16]);
    let groups = [(0..8, 0), (9..13, 8), (14..18, 12), (19..23, 16), (24..36, 20)];
    if text.len() != 36 || groups[1..].iter().any(|(group, _)| text[group.start - 1] != b'-') {
        return None;
    }
    for (group, to) in groups {
        digits[to..to + group.len()].copy_from_slice(&text[group]);
    }
    const_hex::decode_to_slice(digits, &mut bytes).ok()?;
    Some(bytes)
}

/// The UUID of version 3 of each row, a name, under its namespace: MD5.
pub const UUID3: HashKernel<u128, [u8; 16]> =
    HashKernel::of_blocks(|isa, block, namespaces, out| {
        static MD5: Algorithm = md::md5("md5");
        named::<UuidMd5>(isa, &MD5, block, namespaces, out);
    })
    .or_few(|isa, rows, namespaces, out| {
        per_row::few(isa, rows, namespaces, out, named_row::<UuidMd5>)
    });

/// The UUID of version 5 of each row, a name, under its namespace: SHA-1.
pub const UUID5: HashKernel<u128, [u8; 16]> =
    HashKernel::of_blocks(|isa, block, namespaces, out| {
        static SHA1: Algorithm = md::sha1("sha1");
        named::<UuidSha1>(isa, &SHA1, block, namespaces, out);
    })
    .or_few(|isa, rows, namespaces, out| {
        per_row::few(isa, rows, namespaces, out, named_row::<UuidSha1>)
    });

/// XXH3 of 128 bits of each row as a UUID of version 8, whose other 122 bits are free.
pub const XXH3_UUID: HashKernel<u64, [u8; 16]> = HashKernel::of_blocks(|isa, block, seeds, out| {
    xxh3::XXH3_128.hash_block(isa, block, seeds, out);
    out.iter_mut().for_each(|bytes| set_version(bytes, 8));
})
.or_few(|isa, rows, seeds, out| {
    let are_few = xxh3::XXH3_128.hash_few(isa, rows, seeds, out);
    if are_few {
        out.iter_mut().for_each(|bytes| set_version(bytes, 8));
    }
    are_few
});

/// Makes 16 bytes a UUID of a version, which becomes the high half of byte 6; the two highest bits
/// of byte 8 become 10. The other 122 bits stay.
fn set_version(bytes: &mut [u8; 16], version: u8) {
    bytes[6] = bytes[6] & 0x0f | version << 4;
    bytes[8] = bytes[8] & 0x3f | 0x80;
}

/// A digest of names, and the version of its UUIDs.
trait UuidDigest: IncrementalHash {
    const VERSION: u8;
}

type UuidMd5 = CurrentDigest<::md5::Md5>;
type UuidSha1 = CurrentDigest<::sha1::Sha1>;

impl UuidDigest for UuidMd5 {
    const VERSION: u8 = 3;
}

impl UuidDigest for UuidSha1 {
    const VERSION: u8 = 5;
}

/// Bytes in the widest digest.
const WIDEST: usize = UuidSha1::WIDTH;

/// The first 16 bytes of a digest as a UUID.
fn of_digest<H: UuidDigest>(digest: &[u8]) -> [u8; 16] {
    let mut bytes = *digest.first_chunk().expect("a digest of 16 bytes or more");
    set_version(&mut bytes, H::VERSION);
    bytes
}

/// The UUID of one name. Digests the namespace and then the name, without joining them.
fn named_row<H: UuidDigest>(row: &[u8], namespace: u128) -> [u8; 16] {
    let (mut hash, mut digest) = (H::new(), [0; WIDEST]);
    hash.update(&namespace.to_le_bytes());
    hash.update(row);
    hash.finish(&mut digest[..H::WIDTH]);
    of_digest::<H>(&digest)
}

/// The UUIDs of a block of names. Joins each name with its namespace, since a lane digests one row.
/// A name without room among others is digested by itself.
fn named<H: UuidDigest>(
    isa: Isa,
    algorithm: &Algorithm,
    block: &Block<'_>,
    namespaces: Seeds<'_, u128>,
    out: &mut [[u8; 16]],
) {
    assert_eq!(block.len(), out.len());
    let mut joined = JoinedNames { bytes: [0; JOINED], ends: [0; BLOCK_ROWS + 1], len: 0 };
    let mut first = 0;
    for (i, row) in block.rows().enumerate() {
        let namespace = namespaces.seed(i).to_le_bytes();
        if joined.add(&namespace, row) {
            continue;
        }
        joined.digest::<H>(isa, algorithm, &mut out[first..i]);
        first = i;
        if !joined.add(&namespace, row) {
            out[i] = named_row::<H>(row, namespaces.seed(i));
            first = i + 1;
        }
    }
    joined.digest::<H>(isa, algorithm, &mut out[first..]);
}

/// Bytes of names and their namespaces that are digested together, on the stack. A block of texts
/// of UUIDs takes 13 KiB.
const JOINED: usize = 16 << 10;

/// Names, each after its namespace, one after the other.
struct JoinedNames {
    bytes: [u8; JOINED],
    /// 0, and then the end of each name.
    ends: [i32; BLOCK_ROWS + 1],
    /// The number of names.
    len: usize,
}

impl JoinedNames {
    /// Adds a name if there is room for it.
    fn add(&mut self, namespace: &[u8; 16], name: &[u8]) -> bool {
        let start = self.ends[self.len] as usize;
        let middle = start + namespace.len();
        let end = middle.saturating_add(name.len());
        let Some(to) = self.bytes.get_mut(start..end) else { return false };
        to[..namespace.len()].copy_from_slice(namespace);
        to[namespace.len()..].copy_from_slice(name);
        self.len += 1;
        self.ends[self.len] = end as i32;
        true
    }

    /// Writes the UUIDs of all names, as many as `out` is long, and removes the names.
    fn digest<H: UuidDigest>(&mut self, isa: Isa, algorithm: &Algorithm, out: &mut [[u8; 16]]) {
        assert_eq!(self.len, out.len());
        let mut digests = [0; WIDEST * BLOCK_ROWS];
        let offsets = Offsets::new(&self.ends[..=self.len], &self.bytes);
        let rows = Rows::Offsets32(offsets.expect("the ends ascend within the bytes"));
        blocks(isa, &rows, |first, block| {
            let digests = &mut digests[first * H::WIDTH..][..block.len() * H::WIDTH];
            (algorithm.digest)(isa, block, digests);
        });
        for (out, digest) in out.iter_mut().zip(digests.chunks_exact(H::WIDTH)) {
            *out = of_digest::<H>(digest);
        }
        self.len = 0;
    }
}
