//! Folders, patterns and files that are left out; `sum --check`.

use std::fs;

use super::folder::Folder;

/// The names in lines of `hex  name`.
fn names(lines: &[u8]) -> Vec<&str> {
    let text = std::str::from_utf8(lines).expect("UTF-8");
    text.lines().map(|line| line.split_once("  ").expect("two spaces").1).collect()
}

fn nested() -> Folder {
    let folder = Folder::new();
    for name in ["b/z.gz", "b/deep/er/x.txt", "b/.hidden", "a.txt", ".git/config", "c.tmp"] {
        fs::create_dir_all(folder.path(name).parent().expect("a folder")).expect("a folder");
        folder.write(name, name);
    }
    folder
}

#[test]
fn files_in_folders_by_name_at_any_depth() {
    let folder = nested();
    let all =
        ["./.git/config", "./a.txt", "./b/.hidden", "./b/deep/er/x.txt", "./b/z.gz", "./c.tmp"];
    let lines = folder.hashlane(&["sum", "-a", "sha256", "-r", "."]).printed();
    assert_eq!(names(&lines), all);
    let lines = folder.hashlane(&["sum", "-a", "sha256", "-r", "c.tmp", "b"]).printed();
    assert_eq!(names(&lines), ["c.tmp", "b/.hidden", "b/deep/er/x.txt", "b/z.gz"]);
}

#[test]
fn what_is_excluded() {
    let folder = nested();
    let run = |exclude: &[&str]| {
        let mut arguments = vec!["sum", "-a", "sha256", "-r", "."];
        exclude.iter().for_each(|pattern| arguments.extend(["--exclude", pattern]));
        folder.hashlane(&arguments).printed()
    };
    assert_eq!(names(&run(&[".git", "*.tmp", "deep"])), ["./a.txt", "./b/.hidden", "./b/z.gz"]);
    assert_eq!(names(&run(&["./b/*"])), ["./.git/config", "./a.txt", "./c.tmp"]);
    // A file that is named explicitly is not left out.
    let lines =
        folder.hashlane(&["sum", "-a", "sha256", "--exclude", "*.txt", "a.txt", "*"]).printed();
    assert_eq!(names(&lines), ["a.txt", "c.tmp"]);
}

#[test]
fn patterns_in_quotes() {
    let folder = nested();
    let lines = folder.hashlane(&["sum", "-a", "sha256", "b/**/*.txt", "*.tmp"]).printed();
    assert_eq!(names(&lines), ["b/deep/er/x.txt", "c.tmp"]);
    let run = folder.hashlane(&["sum", "-a", "sha256", "*.none", "a.txt"]);
    assert_eq!((run.code, run.complaints()), (Some(2), vec!["*.none: matches no file"]));
    assert_eq!(names(&run.stdout), ["a.txt"]);
    // A file may have a name that looks like a pattern.
    folder.write("[a].txt", "itself");
    assert_eq!(names(&folder.hashlane(&["sum", "-a", "sha256", "[a].txt"]).printed()), ["[a].txt"]);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_and_links_to_folders_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = nested();
    symlink("../a.txt", folder.path("b/link")).expect("a link");
    symlink("..", folder.path("b/circle")).expect("a link");
    symlink("b", folder.path("to_b")).expect("a link");
    let lines = folder.hashlane(&["sum", "-a", "sha256", "-r", "b"]).printed();
    assert_eq!(names(&lines), ["b/.hidden", "b/deep/er/x.txt", "b/link", "b/z.gz"]);
    let lines = folder.hashlane(&["sum", "-a", "sha256", "-r", "to_b"]).printed();
    assert_eq!(names(&lines).len(), 4, "a link that is named is followed");
}

#[test]
fn a_manifest_in_the_folder_that_it_lists() {
    let folder = nested();
    for force in [&[][..], &["-f"]] {
        let sum = [&["sum", "-r", "-o", "SUMS", "."], force].concat();
        assert_eq!(folder.hashlane(&sum).printed(), b"");
        let lines = fs::read(folder.path("SUMS")).expect("it is written");
        assert_eq!(lines.split(|byte| *byte == b'\n').count(), 7, "six lines");
    }
    let run = folder.hashlane(&["sum", "-c", "--quiet", "SUMS"]);
    assert_eq!(run.printed(), b"");
    folder.write("c.tmp", "changed");
    for command in [&["sum", "-c", "SUMS"][..], &["check", "SUMS"]] {
        let run = folder.hashlane(command);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(String::from_utf8_lossy(&run.stdout).contains("./c.tmp: FAILED"), "{run:?}");
    }
}

#[test]
fn options_of_check_need_check() {
    let folder = nested();
    let run = folder.hashlane(&["sum", "--quiet", "a.txt"]);
    let complaint = "--ignore-missing, --quiet, --status, --strict and --warn need --check";
    assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]));
    let run = folder.hashlane(&["sum", "-c", "-a", "md5,sha1", "a.txt"]);
    let complaint = "--check takes at most one algorithm, for lines without a tag";
    assert_eq!((run.code, run.complaints()), (Some(2), vec![complaint]));
    assert_eq!(folder.hashlane(&["sum", "-c", "-r", "a.txt"]).code, Some(2));
}
