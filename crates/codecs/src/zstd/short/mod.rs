//! Frames of short strings, without libzstd: RFC 8878.
//!
//! libzstd takes 175 ns for a URL of 54 bytes with a dictionary. It spends most of them on setting up a frame and on
//! loops made for long ones; this decoder takes 115 ns. It decodes the frames of short strings: one block whose tables
//! are those of a dictionary or of the standard. It passes everything else, every damaged frame included, to libzstd,
//! which decodes it or reports the error. So it only has to accept nothing that libzstd rejects, and to return the
//! same content.
//!
//! | module | holds |
//! |---|---|
//! | `bits` | streams of bits that are read from their end |
//! | `content` | what literals and sequences make |
//! | `buffer` | room for bytes, and copies of a few |
//! | `frame` | the headers of frames and blocks |
//! | `fse` | tables of finite state entropy |
//! | `huffman` | tables of Huffman codes, and their streams |
//! | `literals` | the first section of a block |
//! | `sequences` | the second one |
//! | `tables` | the tables of a dictionary |

mod bits;
mod buffer;
mod content;
mod frame;
mod fse;
mod huffman;
mod literals;
mod sequences;
mod tables;
#[cfg(test)]
mod tests;

pub(super) use buffer::SLACK;
pub(super) use frame::Frame;
pub(super) use tables::Tables;

use buffer::Buffer;
use content::Content;
use frame::Kind;

use hashlane_kernels::isa::Isa;

/// The longest content that is decoded here.
const LONGEST: usize = (4 << 10) - 1;

/// Buffers that are kept between frames. Their contents don't matter.
#[derive(Default)]
pub(crate) struct Scratch {
    literals: Buffer,
    sequences: sequences::Room,
    content: Buffer,
}

impl Scratch {
    /// Not inlined: otherwise every call of the surrounding function would probe the stack for it, which takes 20 ns
    /// for a frame.
    #[cold]
    #[inline(never)]
    pub fn boxed() -> Box<Self> {
        Box::default()
    }
}

/// A dictionary in the form for frames.
#[derive(Clone, Copy)]
pub(super) struct Prefix<'a> {
    /// The bytes before the content of each frame, followed by [`SLACK`] bytes.
    pub content: &'a [u8],
    pub tables: &'a Tables,
}

/// The content of `frame`. The caller checks the checksum. `None` if this decoder doesn't support the frame.
#[inline]
pub(super) fn decompress<'a>(
    isa: Isa,
    scratch: &'a mut Scratch,
    prefix: Option<Prefix<'_>>,
    frame: &Frame<'a>,
) -> Option<&'a [u8]> {
    let Frame { size, bytes, block, .. } = *frame;
    let Scratch { literals, sequences, content } = scratch;
    match frame.kind {
        Kind::Raw => return bytes.get(block..),
        Kind::RepeatedByte => content.behind_mut(0)[..size].fill(*bytes.get(block)?),
        Kind::Compressed => {
            let (literal_count, at) = literals::read(isa, literals, prefix, bytes, block)?;
            let sequences = sequences::read(isa, sequences, prefix, bytes, at)?;
            isa.compiled(Content {
                sequences,
                literals,
                literal_count,
                prefix,
                size,
                out: content,
            })?;
        }
    }
    content.behind(0).get(..size)
}
