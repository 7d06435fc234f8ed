//! The codecs' contexts of a thread.

use std::cell::RefCell;

use hashlane_codecs::Workspace;

thread_local! {
    /// The codecs' contexts of this thread, which outlive batches and queries.
    static WORKSPACE: RefCell<Workspace> = RefCell::default();
}

/// Calls `body` with this thread's contexts.
pub(super) fn with_workspace<T>(body: impl FnOnce(&mut Workspace) -> T) -> T {
    WORKSPACE.with_borrow_mut(body)
}
