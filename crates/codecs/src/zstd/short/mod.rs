//! Frames of short strings, without libzstd: RFC 8878.
//!
//! Of the 175 ns that libzstd takes for a URL of 54 bytes with a dictionary, most go into setting up a
//! frame and into loops that are made for long ones; here it takes 115. This takes the frames that short
//! strings come in: one block whose tables are those of a dictionary or of the standard. What it can't take,
//! among that every frame that is damaged, goes to libzstd, which decodes it or says what is wrong. So it is
//! enough that what is accepted here is what libzstd accepts, with the same content.
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

/// Room that is kept between frames. What is in it doesn't matter.
#[derive(Default)]
pub(crate) struct Scratch {
    literals: Buffer,
    sequences: sequences::Room,
    content: Buffer,
}

impl Scratch {
    /// Not inlined, since what is made on the stack would be probed at every call of the function around it:
    /// 20 ns for a frame.
    #[cold]
    #[inline(never)]
    pub fn boxed() -> Box<Self> {
        Box::default()
    }
}

/// A dictionary as frames refer to it.
#[derive(Clone, Copy)]
pub(super) struct Prefix<'a> {
    /// What lies before the content of each frame, and [`SLACK`] bytes behind it.
    pub content: &'a [u8],
    pub tables: &'a Tables,
}

/// The content of `frame`, of which the checksum is left to the caller. None where the frame is none of those
/// that are taken.
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
