//! UUIDs of version 8, whose other bits are free. Spec: RFC 9562, section 5.8.

/// Makes 16 bytes a UUID of version 8: the high half of byte 6 becomes 8, and the two highest bits of byte 8 become 10.
/// The other 122 bits stay.
pub fn set_version_8(bytes: &mut [u8; 16]) {
    bytes[6] = bytes[6] & 0x0f | 0x80;
    bytes[8] = bytes[8] & 0x3f | 0x80;
}
