//! Memory between two inaccessible pages: a stray access crashes.

use std::ptr;

use region::{Allocation, Protection};

/// Some pages between two inaccessible ones.
pub struct Fence {
    pages: Allocation,
    page: usize,
}

impl Fence {
    /// Memory for `bytes` bytes.
    pub fn new(bytes: usize) -> Fence {
        let page = region::page::size();
        let len = bytes.next_multiple_of(page) + 2 * page;
        let pages = region::alloc(len, Protection::READ_WRITE).expect("memory");
        for inaccessible in [0, pages.len() - page] {
            let start = pages.as_ptr::<u8>().wrapping_add(inaccessible);
            // SAFETY: the first and the last page of the allocation, which are not in use yet.
            unsafe { region::protect(start, page, Protection::NONE) }.expect("a page");
        }
        Fence { pages, page }
    }

    /// The number of bytes between the inaccessible pages.
    fn len(&self) -> usize {
        self.pages.len() - 2 * self.page
    }

    /// A copy of `values` that ends where the readable bytes end.
    pub fn at_end<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        let at = self.len().checked_sub(size_of_val(values)).expect("the values fit");
        self.place(at, values)
    }

    /// A copy of `values` that starts where the readable bytes start.
    pub fn at_start<T: Copy>(&mut self, values: &[T]) -> &mut [T] {
        assert!(size_of_val(values) <= self.len());
        self.place(0, values)
    }

    fn place<T: Copy>(&mut self, at: usize, values: &[T]) -> &mut [T] {
        let place = self.pages.as_mut_ptr::<u8>().wrapping_add(self.page + at).cast::<T>();
        assert!(place.is_aligned());
        // SAFETY: the values fit from there on, the place is aligned, and for as long as the result
        // lives nobody else has the fence.
        unsafe {
            ptr::copy_nonoverlapping(values.as_ptr(), place, values.len());
            std::slice::from_raw_parts_mut(place, values.len())
        }
    }
}

/// The system refuses to read the byte before and the byte after, so this test doesn't crash.
#[cfg(unix)]
#[test]
fn a_fence_is_not_readable() {
    let mut pipe = [0; 2];
    // SAFETY: room for two descriptors.
    assert_eq!(unsafe { libc::pipe(pipe.as_mut_ptr()) }, 0);
    // SAFETY: the system checks the address.
    let reads = |byte: *const u8| unsafe { libc::write(pipe[1], byte.cast(), 1) == 1 };
    let mut fence = Fence::new(1);
    let len = fence.len();
    for (values, is_end) in
        [(fence.at_end(&[1u8, 2]).as_ptr(), true), (fence.at_start(&[1u8, 2]).as_ptr(), false)]
    {
        assert!(reads(values) && reads(values.wrapping_add(1)));
        assert_eq!(reads(values.wrapping_add(2)), !is_end && len > 2);
        assert_eq!(reads(values.wrapping_sub(1)), is_end && len > 2);
    }
    // SAFETY: both are open, and only this function uses them.
    unsafe { (libc::close(pipe[0]), libc::close(pipe[1])) };
}
