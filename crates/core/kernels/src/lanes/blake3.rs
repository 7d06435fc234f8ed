//! BLAKE3's compression in the way of each instruction set.

use super::Lanes32;

/// Compresses a block in each lane.
pub(crate) trait Blake3: Lanes32 {
    /// The chaining value after a message whose words from `WORDS` on are zero; `last` has the last four words of the state before the
    /// first round. `None` if the compiler orders the operations as well.
    #[inline(always)]
    fn compress<const WORDS: usize>(
        _chaining: &[Self; 8],
        _last: &[Self; 4],
        _message: &[Self; WORDS],
    ) -> Option<[Self; 8]> {
        None
    }
}
