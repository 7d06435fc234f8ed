//! The constants of a CRC's polynomial for multiplications.
//!
//! A CRC reads the bits of a byte from the lowest on, so all polynomials here are reflected: bit
//! `i` of a 64-bit word is the coefficient of x^(63 - i), and the low word of 16 bytes has the
//! higher powers. The product of two such words, taken as 128 bits, is too small by the factor x;
//! the constants compensate for that.
//!
//! A CRC of 32 bits is computed as one of 64 bits whose polynomial is multiplied by x^32. Its
//! remainder is multiplied by x^32, too.

/// The constants of a CRC whose register starts, and is given out, with all bits inverted.
pub(super) struct CrcPolynomial {
    /// x^191 and x^127: the factors for the halves of 16 bytes if 16 more bytes follow.
    pub fold: [u64; 2],
    /// The factors if 32 more bytes follow.
    pub fold2: [u64; 2],
    /// The factors if 48 more bytes follow.
    pub fold3: [u64; 2],
    /// x^575 and x^511: the factors if 64 more bytes follow.
    pub fold4: [u64; 2],
    /// The quotient of x^128, for Barrett's reduction; 1 for its x^64, then its other bits.
    pub quotient: u64,
    /// The polynomial without x^64, shifted by a bit.
    pub shifted: u64,
    /// Whether it has x^0, the bit that the shift removes.
    pub has_one: bool,
    /// What the initial register adds to the 16 bytes that end with the row's first `r` bytes.
    pub initial: [[u64; 2]; 17],
}

impl CrcPolynomial {
    /// The polynomial of `width` bits, reflected in as many, without its highest power.
    pub(crate) const fn new(width: u32, reflected: u64) -> CrcPolynomial {
        let mut initial = [[0; 2]; 17];
        let mut r = 0;
        while r <= 16 {
            // All ones, times x^(8 r - width): a multiplication by x^width is still to come.
            let mut power = over_x(reflected, width, u64::MAX >> (64 - width), width);
            power = times_x(reflected, power, 8 * r as u32);
            initial[r][1] = power << (64 - width);
            r += 1;
        }
        CrcPolynomial {
            fold: fold(reflected, 16),
            fold2: fold(reflected, 32),
            fold3: fold(reflected, 48),
            fold4: fold(reflected, 64),
            quotient: quotient(reflected) << 1 | 1,
            shifted: reflected << 1,
            has_one: reflected >> 63 == 1,
            initial,
        }
    }
}

/// The factors for the halves of 16 bytes if `bytes` more bytes follow.
const fn fold(reflected: u64, bytes: u32) -> [u64; 2] {
    let one = 1 << 63;
    [times_x(reflected, one, 8 * bytes + 63), times_x(reflected, one, 8 * bytes - 1)]
}

/// `a` times x^n modulo a polynomial.
const fn times_x(reflected: u64, mut a: u64, n: u32) -> u64 {
    let mut i = 0;
    while i < n {
        a = if a & 1 != 0 { a >> 1 ^ reflected } else { a >> 1 };
        i += 1;
    }
    a
}

/// `a`, reflected in `width` bits, divided by x^n modulo a polynomial of `width` bits.
const fn over_x(reflected: u64, width: u32, mut a: u64, n: u32) -> u64 {
    let mut i = 0;
    while i < n {
        a = if a >> (width - 1) & 1 != 0 { (a ^ reflected) << 1 | 1 } else { a << 1 };
        i += 1;
    }
    a
}

/// x^128 divided by the polynomial, without its x^64.
const fn quotient(reflected: u64) -> u64 {
    // A long division: the remainder starts as x^128 - x^64 times the polynomial.
    let (mut remainder, mut quotient) = (reflected, 0);
    let mut power = 0;
    while power < 64 {
        if remainder & 1 != 0 {
            quotient |= 1 << power;
        }
        remainder = if remainder & 1 != 0 { remainder >> 1 ^ reflected } else { remainder >> 1 };
        power += 1;
    }
    quotient
}
