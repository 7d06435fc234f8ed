//! BLAKE3's compression, with registers assigned by hand.
//!
//! The state takes all 16 registers, and a rotation needs one more. The compiler then finishes one
//! column after the other and keeps half of the state in memory, from where it comes back late.
//! Here all columns advance together, and only word 8 of the state is in memory, as in the assembly
//! of the `blake3` crate. On Zen 3, words take 14.9 instead of 15.8 ns, 64 digits 16.1 instead of
//! 16.7; the rounds are 300 of about 400 cycles for a group, and would be 252 if all four pipes
//! were always busy.

use std::arch::asm;
use std::mem::MaybeUninit;

use super::U32x8;
use crate::lanes::Blake3Lanes;

/// The orders of bytes that rotate each word right by 16 and by 8 bits.
static ROTATIONS: [[u8; 16]; 2] = [
    [2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13],
    [1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12],
];

/// Half of a quarter round on four columns or diagonals. Each is given by its words of the state
/// and a word of the message; the first is the one with word 8, which is in memory between such
/// halves. `$order` is the place in [`ROTATIONS`], `$right` the second rotation and `$left` what it
/// leaves of 32.
macro_rules! half {
    ($order:literal, $right:literal, $left:literal,
     $a8:literal $b8:literal $d8:literal $word8:literal,
     $($a:literal $b:literal $c:literal $d:literal $word:literal),*) => {
        concat!(
            add_word!($a8, $word8), $(add_word!($a, $word),)*
            "vpaddd ymm", $a8, ", ymm", $a8, ", ymm", $b8, "\n",
            $("vpaddd ymm", $a, ", ymm", $a, ", ymm", $b, "\n",)*
            "vpxor ymm", $d8, ", ymm", $d8, ", ymm", $a8, "\n",
            $("vpxor ymm", $d, ", ymm", $d, ", ymm", $a, "\n",)*
            "vbroadcasti128 ymm8, [{rotations} + 16 * ", $order, "]\n",
            "vpshufb ymm", $d8, ", ymm", $d8, ", ymm8\n",
            $("vpshufb ymm", $d, ", ymm", $d, ", ymm8\n",)*
            "vpaddd ymm8, ymm", $d8, ", [{out}]\n",
            $("vpaddd ymm", $c, ", ymm", $c, ", ymm", $d, "\n",)*
            "vpxor ymm", $b8, ", ymm", $b8, ", ymm8\n",
            $("vpxor ymm", $b, ", ymm", $b, ", ymm", $c, "\n",)*
            "vmovdqa [{out}], ymm8\n",
            rotate!($b8, $right, $left), $(rotate!($b, $right, $left),)*
        )
    };
}

/// Adds a word of the message to a word of the state, unless it is one of those that are zero.
#[rustfmt::skip]
macro_rules! add_word {
    ($a:literal, $word:literal) => {
        concat!(
            ".if {words} > ", $word, "\n",
            "vpaddd ymm", $a, ", ymm", $a, ", [{message} + 32 * ", $word, "]\n",
            ".endif\n",
        )
    };
}

/// Rotates a word of the state right.
#[rustfmt::skip]
macro_rules! rotate {
    ($b:literal, $right:literal, $left:literal) => {
        concat!(
            "vpsrld ymm8, ymm", $b, ", ", $right, "\n",
            "vpslld ymm", $b, ", ymm", $b, ", ", $left, "\n",
            "vpor ymm", $b, ", ymm", $b, ", ymm8\n",
        )
    };
}

/// A round, given the word of the message that each place takes: a row of `SCHEDULE` in
/// `hash/blake3/compress.rs`.
macro_rules! round {
    ($a:literal $b:literal $c:literal $d:literal $e:literal $f:literal $g:literal $h:literal
     $i:literal $j:literal $k:literal $l:literal $m:literal $n:literal $o:literal $p:literal) => {
        concat!(
            half!(0, 12, 20, 0 4 12 $a, 1 5 9 13 $c, 2 6 10 14 $e, 3 7 11 15 $g),
            half!(1, 7, 25, 0 4 12 $b, 1 5 9 13 $d, 2 6 10 14 $f, 3 7 11 15 $h),
            half!(0, 12, 20, 2 7 13 $m, 3 4 9 14 $o, 0 5 10 15 $i, 1 6 11 12 $k),
            half!(1, 7, 25, 2 7 13 $n, 3 4 9 14 $p, 0 5 10 15 $j, 1 6 11 12 $l),
        )
    };
}

/// The first words of the lower half of the state.
static IV: [u32; 4] = [0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a];

impl Blake3Lanes for U32x8 {
    #[inline(always)]
    fn compress<const WORDS: usize>(
        chaining: &[Self; 8],
        last: &[Self; 4],
        message: &[Self; WORDS],
    ) -> Option<[Self; 8]> {
        let mut out = MaybeUninit::<[U32x8; 8]>::uninit();
        // SAFETY: a vector is proof that this machine has AVX2. The assembly reads words of the
        // message below `WORDS` and the other arrays whole, writes `out`, and changes only the
        // registers that it names. Vectors are aligned to 32 bytes.
        unsafe {
            asm!(
                "vmovdqa ymm0, [{chaining} + 32 * 0]",
                "vmovdqa ymm1, [{chaining} + 32 * 1]",
                "vmovdqa ymm2, [{chaining} + 32 * 2]",
                "vmovdqa ymm3, [{chaining} + 32 * 3]",
                "vmovdqa ymm4, [{chaining} + 32 * 4]",
                "vmovdqa ymm5, [{chaining} + 32 * 5]",
                "vmovdqa ymm6, [{chaining} + 32 * 6]",
                "vmovdqa ymm7, [{chaining} + 32 * 7]",
                "vpbroadcastd ymm8, [{iv} + 4 * 0]",
                "vpbroadcastd ymm9, [{iv} + 4 * 1]",
                "vpbroadcastd ymm10, [{iv} + 4 * 2]",
                "vpbroadcastd ymm11, [{iv} + 4 * 3]",
                "vmovdqa ymm12, [{last} + 32 * 0]",
                "vmovdqa ymm13, [{last} + 32 * 1]",
                "vmovdqa ymm14, [{last} + 32 * 2]",
                "vmovdqa ymm15, [{last} + 32 * 3]",
                "vmovdqa [{out}], ymm8",
                round!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
                round!(2 6 3 10 7 0 4 13 1 11 12 5 9 14 15 8),
                round!(3 4 10 12 13 2 7 14 6 5 9 0 11 15 8 1),
                round!(10 7 12 9 14 3 13 15 4 0 11 2 5 8 1 6),
                round!(12 13 9 11 15 10 14 8 7 2 5 3 0 1 6 4),
                round!(9 14 11 5 8 12 15 1 13 3 0 10 2 6 4 7),
                round!(11 15 5 0 1 9 8 6 14 10 2 12 3 4 7 13),
                "vpxor ymm0, ymm0, [{out}]",
                "vpxor ymm1, ymm1, ymm9",
                "vpxor ymm2, ymm2, ymm10",
                "vpxor ymm3, ymm3, ymm11",
                "vpxor ymm4, ymm4, ymm12",
                "vpxor ymm5, ymm5, ymm13",
                "vpxor ymm6, ymm6, ymm14",
                "vpxor ymm7, ymm7, ymm15",
                "vmovdqa [{out} + 32 * 0], ymm0",
                "vmovdqa [{out} + 32 * 1], ymm1",
                "vmovdqa [{out} + 32 * 2], ymm2",
                "vmovdqa [{out} + 32 * 3], ymm3",
                "vmovdqa [{out} + 32 * 4], ymm4",
                "vmovdqa [{out} + 32 * 5], ymm5",
                "vmovdqa [{out} + 32 * 6], ymm6",
                "vmovdqa [{out} + 32 * 7], ymm7",
                out = in(reg) out.as_mut_ptr(),
                chaining = in(reg) chaining.as_ptr(),
                last = in(reg) last.as_ptr(),
                message = in(reg) message.as_ptr(),
                rotations = in(reg) ROTATIONS.as_ptr(),
                iv = in(reg) IV.as_ptr(),
                words = const WORDS,
                out("ymm0") _, out("ymm1") _, out("ymm2") _, out("ymm3") _,
                out("ymm4") _, out("ymm5") _, out("ymm6") _, out("ymm7") _,
                out("ymm8") _, out("ymm9") _, out("ymm10") _, out("ymm11") _,
                out("ymm12") _, out("ymm13") _, out("ymm14") _, out("ymm15") _,
                options(nostack, preserves_flags),
            );
        }
        // SAFETY: the assembly has written it.
        Some(unsafe { out.assume_init() })
    }
}
