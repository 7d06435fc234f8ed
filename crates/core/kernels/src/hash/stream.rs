//! Digests of input that arrives in pieces.

use super::algorithm::incremental::IncrementalHash;

/// An incremental digest.
pub trait DigestStream: Send + Sync {
    /// Adds to the input.
    fn update(&mut self, bytes: &[u8]);

    /// The digest of the input so far.
    fn digest(&self) -> Vec<u8>;

    /// A copy with the same input so far.
    fn copy(&self) -> Box<dyn DigestStream>;
}

impl<H: IncrementalHash> DigestStream for H {
    fn update(&mut self, bytes: &[u8]) {
        IncrementalHash::update(self, bytes);
    }

    fn digest(&self) -> Vec<u8> {
        let mut out = vec![0; H::WIDTH];
        self.clone().finish(&mut out);
        out
    }

    fn copy(&self) -> Box<dyn DigestStream> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use crate::blocks::{Rows, blocks};
    use crate::hash::algorithm::ALGORITHMS;
    use crate::isa::Isa;

    #[test]
    fn pieces_give_the_digest_of_the_whole() {
        let whole: Vec<u8> = (0..5000).map(|i| (i % 251) as u8).collect();
        for algorithm in ALGORITHMS {
            let mut stream = algorithm.stream();
            let mut expected = vec![0; algorithm.width];
            for (from, to) in [(0, 0), (0, 1), (1, 200), (200, 5000)] {
                stream.update(&whole[from..to]);
                blocks(Isa::Portable, &Rows::Slices(&[&whole[..to]]), |_, block| {
                    (algorithm.digest)(Isa::Portable, block, &mut expected);
                });
                assert_eq!(stream.digest(), expected, "{algorithm:?}, {to} bytes");
                assert_eq!(stream.copy().digest(), expected, "{algorithm:?}");
            }
        }
    }
}
