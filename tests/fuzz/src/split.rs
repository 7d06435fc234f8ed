//! An input as the parts that a call takes.

/// Cuts a part off whose length stands before it, in two bytes, little-endian; what is left, if there is
/// less than that. So a seed is easy to write, and a mutation of one part leaves the others as they are.
pub fn part(data: &[u8]) -> (&[u8], &[u8]) {
    let Some((len, rest)) = data.split_first_chunk() else { return (data, &[]) };
    let len = usize::from(u16::from_le_bytes(*len));
    rest.split_at_checked(len).unwrap_or((rest, &[]))
}

/// The cap that a byte stands for: 0, 1, 2, 4 … up to 1 MiB.
pub fn cap(byte: u8) -> usize {
    1 << (byte % 22) >> 1
}
