//! Digests of input that arrives in pieces.

use sha2::digest::{ExtendableOutput, Update};

use super::Algorithm;

/// An incremental digest.
pub trait Stream: Send + Sync {
    /// Adds to the input.
    fn update(&mut self, bytes: &[u8]);

    /// The digest of the input so far.
    fn digest(&self) -> Vec<u8>;

    /// A copy with the same input so far.
    fn copy(&self) -> Box<dyn Stream>;
}

/// An empty incremental digest of one of the [`ALGORITHMS`](super::algorithm::ALGORITHMS).
///
/// # Panics
/// Panics if the algorithm is not among them.
pub fn stream(algorithm: &Algorithm) -> Box<dyn Stream> {
    match algorithm.name {
        "md5" => current::<md5::Md5>(),
        "sha1" => current::<sha1::Sha1>(),
        "sha224" => current::<sha2::Sha224>(),
        "sha256" => current::<sha2::Sha256>(),
        "sha384" => current::<sha2::Sha384>(),
        "sha512" => current::<sha2::Sha512>(),
        "sha512_256" => current::<sha2::Sha512_256>(),
        "sha3_224" => current::<sha3::Sha3_224>(),
        "sha3_256" => current::<sha3::Sha3_256>(),
        "sha3_384" => current::<sha3::Sha3_384>(),
        "sha3_512" => current::<sha3::Sha3_512>(),
        "keccak256" => current::<sha3::Keccak256>(),
        "shake128" => extendable::<shake::Shake128>(algorithm.width),
        "shake256" => extendable::<shake::Shake256>(algorithm.width),
        "blake2b" => Box::new(Older(<blake2::Blake2b512 as Default>::default())),
        "blake2s" => Box::new(Older(<blake2::Blake2s256 as Default>::default())),
        "blake3" => Box::new(::blake3::Hasher::new()),
        "k12" => extendable::<k12::Kt128>(algorithm.width),
        "skein256" => current::<skein::Skein256_256>(),
        "skein512" => current::<skein::Skein512_512>(),
        "ripemd160" => current::<ripemd::Ripemd160>(),
        other => unreachable!("{other} is no algorithm of `digest`"),
    }
}

/// A hash of the `digest` traits.
#[derive(Clone)]
struct Current<D>(D);

fn current<D: sha2::Digest + Clone + Send + Sync + 'static>() -> Box<dyn Stream> {
    Box::new(Current(D::new()))
}

impl<D: sha2::Digest + Clone + Send + Sync + 'static> Stream for Current<D> {
    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn digest(&self) -> Vec<u8> {
        self.0.clone().finalize().to_vec()
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}

/// A hash of the one crate that still implements the traits of `digest` 0.10.
#[derive(Clone)]
struct Older<D>(D);

impl<D: blake2::Digest + Clone + Send + Sync + 'static> Stream for Older<D> {
    fn update(&mut self, bytes: &[u8]) {
        blake2::Digest::update(&mut self.0, bytes);
    }

    fn digest(&self) -> Vec<u8> {
        self.0.clone().finalize().to_vec()
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}

/// An extendable output of a fixed width.
#[derive(Clone)]
struct Extendable<D> {
    hasher: D,
    width: usize,
}

fn extendable<D>(width: usize) -> Box<dyn Stream>
where
    D: ExtendableOutput + Update + Default + Clone + Send + Sync + 'static,
{
    Box::new(Extendable { hasher: D::default(), width })
}

impl<D> Stream for Extendable<D>
where
    D: ExtendableOutput + Update + Clone + Send + Sync + 'static,
{
    fn update(&mut self, bytes: &[u8]) {
        self.hasher.update(bytes);
    }

    fn digest(&self) -> Vec<u8> {
        let mut out = vec![0; self.width];
        self.hasher.clone().finalize_xof_into(&mut out);
        out
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}

impl Stream for ::blake3::Hasher {
    fn update(&mut self, bytes: &[u8]) {
        ::blake3::Hasher::update(self, bytes);
    }

    fn digest(&self) -> Vec<u8> {
        self.finalize().as_bytes().to_vec()
    }

    fn copy(&self) -> Box<dyn Stream> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::algorithm::ALGORITHMS;
    use crate::isa::Isa;
    use crate::rows::{Rows, blocks};

    #[test]
    fn pieces_give_the_digest_of_the_whole() {
        let whole: Vec<u8> = (0..5000).map(|i| (i % 251) as u8).collect();
        for algorithm in ALGORITHMS {
            let mut stream = stream(algorithm);
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
