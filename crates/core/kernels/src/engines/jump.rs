//! Jump consistent hash. Spec: Lamping and Veach, <https://arxiv.org/abs/1406.2294>.

/// The bucket of a hash, from 0 to `count` - 1. If `count` grows by one, a hash keeps its bucket or
/// moves to the new one. The result is 0 if `count` is 0. Takes about ln(`count`) steps.
///
/// ```
/// use hashlane_kernels::engines::jump;
///
/// assert_eq!(jump(10_863_919_174_838_991, 11), 6);
/// ```
pub fn jump(mut hash: u64, count: u32) -> i32 {
    let (mut bucket, mut next) = (0, 0);
    while next < i64::from(count) {
        bucket = next;
        hash = hash.wrapping_mul(2_862_933_555_777_941_757).wrapping_add(1);
        let step = f64::from(1_u32 << 31) / ((hash >> 33) + 1) as f64;
        next = ((bucket + 1) as f64 * step) as i64;
    }
    bucket as i32
}
