//! Adds a checksum to a page header.

use crate::thrift::{ThriftError, ThriftReader, write_zigzag};

/// The field before the checksum. Every header has it.
const COMPRESSED_SIZE: i16 = 3;

/// The field of the checksum.
const CRC: i16 = 4;

/// The head of an i32 field whose number is one more than that of the field before it.
const NEXT_IS_I32: u8 = 0x15;

/// Returns the header with a checksum, which it must not have yet. All other fields stay the same.
///
/// # Errors
/// Returns an error if this is not a page header.
pub(super) fn with_crc(header: &[u8], crc: u32) -> Result<Vec<u8>, ThriftError> {
    let mut reader = ThriftReader::new(header);
    let mut last = 0;
    while let Some(field) = reader.field(&mut last)? {
        reader.skip(field)?;
        if field.id == COMPRESSED_SIZE {
            return Ok(inserted(header, reader.position(), crc));
        }
    }
    Err(ThriftError::Missing { field: "PageHeader.compressed_page_size" })
}

fn inserted(header: &[u8], at: usize, crc: u32) -> Vec<u8> {
    let mut new = header[..at].to_vec();
    new.push(NEXT_IS_I32);
    write_zigzag(&mut new, i64::from(crc as i32));
    new.extend_from_slice(&header[at..]);
    // A head of one byte is relative to the field before it, which was field 3 and is now field 4. The difference stays
    // above 0, since the next field is not field 4 itself.
    let next = new.len() - (header.len() - at);
    if new[next] >> 4 != 0 {
        new[next] -= ((CRC - COMPRESSED_SIZE) as u8) << 4;
    }
    new
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::page::PageHeader;

    /// A data page of 100 values, written by hand from the specification of the protocol.
    const DATA: &[u8] = &[
        0x15, 0x00, // 1: type DATA_PAGE
        0x15, 0x80, 0x02, // 2: 128 bytes
        0x15, 0x64, // 3: 50 bytes compressed
        0x2c, // 5: data_page_header
        0x15, 0xc8, 0x01, 0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, // values, three encodings
        0x00,
    ];

    #[test]
    fn a_header_gains_a_checksum_and_nothing_else() {
        for crc in [0u32, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff, 0xcbf4_3926] {
            let new = with_crc(DATA, crc).unwrap();
            let expected = PageHeader {
                crc: Some(crc as i32),
                len: new.len(),
                ..PageHeader::read(DATA).unwrap()
            };
            assert_eq!(PageHeader::read(&new).unwrap(), expected);
            assert_eq!(new[..7], DATA[..7]);
            assert_eq!(new[7], 0x15);
            assert_eq!(new[new.len() - 11..], DATA[DATA.len() - 11..]);
        }
    }

    #[test]
    fn a_field_with_its_whole_number_keeps_it() {
        let long = [&DATA[..7], &[0x0c, 0x0a], &DATA[8..]].concat();
        let new = with_crc(&long, 7).unwrap();
        assert_eq!(new[7..9], [0x15, 0x0e]);
        assert_eq!(new[9..], long[7..]);
        assert_eq!(PageHeader::read(&new).unwrap().crc, Some(7));
    }
}
