//! The permissions of a new file.

use std::fs::{File, Metadata};
use std::io;

/// Gives `file` the permissions of `model`. If the group can't be set to the model's, the group gets the permissions of
/// everyone.
#[cfg(unix)]
pub fn copy(model: &Metadata, file: &File) -> io::Result<()> {
    use std::fs::Permissions;
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};

    // Leave out the setuid and setgid bits.
    let mode = model.permissions().mode() & 0o777;
    let group = model.gid();
    let same_group = file.metadata()?.gid() == group || fchown(file, None, Some(group)).is_ok();
    let mode = if same_group { mode } else { without_group(mode) };
    file.set_permissions(Permissions::from_mode(mode))
}

#[cfg(not(unix))]
pub fn copy(model: &Metadata, file: &File) -> io::Result<()> {
    file.set_permissions(model.permissions())
}

/// Returns a mode in which the group has the permissions of everyone.
#[cfg(unix)]
fn without_group(mode: u32) -> u32 {
    let everyone = mode & 0o007;
    mode & !0o070 | mode & (everyone << 3)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn another_group_gets_what_everyone_has() {
        for (mode, expected) in
            [(0o640, 0o600), (0o644, 0o644), (0o664, 0o644), (0o750, 0o700), (0o604, 0o604)]
        {
            assert_eq!(without_group(mode), expected, "{mode:o}");
        }
    }
}
