//! Files of a crate that use each other in circles.
//!
//! A file may use what the `mod.rs` above it defines: that file introduces its module, and may use the module's files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

use syn::visit::{self, Visit};
use syn::{Item, Visibility};

use crate::source::{File, Place, files, imports};

/// Files that may use each other.
const ALLOWED: &[(&str, &str)] = &[
    // The function `hashlane_functions()` is in the table that it lists.
    ("catalog/src/functions/tables.rs", "catalog/src/info.rs"),
    ("diff/src/error.rs", "diff/src/side.rs"),
    ("diff/src/schema.rs", "diff/src/side.rs"),
];

/// An error for each circle in a crate of the workspace.
pub fn check(workspace: &Path) -> Result<Vec<String>, String> {
    let crates = fs::read_dir(workspace.join("crates")).map_err(|e| e.to_string())?;
    let mut circles = Vec::new();
    for entry in crates {
        circles.extend(of(&entry.map_err(|e| e.to_string())?.path())?);
    }
    circles.sort();
    Ok(circles)
}

/// A shortest circle through each file of a crate that is in a circle.
fn of(folder: &Path) -> Result<Vec<String>, String> {
    let files = files(folder)?;
    let names = names(&files);
    let used: BTreeMap<_, _> =
        files.iter().map(|(module, file)| (module, used(&files, &names, module, file))).collect();
    let mut seen = BTreeSet::new();
    let mut circles = Vec::new();
    for module in files.keys() {
        let Some(circle) = circle(&used, module)
            .filter(|circle| circle.iter().all(|module| !seen.contains(module)))
        else {
            continue;
        };
        let paths: Vec<_> = circle.iter().map(|m| files[m].path.display().to_string()).collect();
        circles.push(format!("files use each other in a circle: {}", paths.join(" -> ")));
        seen.extend(circle);
    }
    Ok(circles)
}

/// The names that each module imports, with the paths that they stand for, from the root of the crate.
type Names = BTreeMap<Place, BTreeMap<String, Place>>;

fn names(files: &BTreeMap<Place, File>) -> Names {
    let of = |module: &Place, file: &File| {
        let uses = file.items.iter().filter_map(|item| match item {
            Item::Use(item) => Some(imports(item)),
            _ => None,
        });
        uses.flatten()
            .filter_map(|import| Some((import.name, absolute(files, module, &import.path)?)))
            .collect()
    };
    files.iter().map(|(module, file)| (module.clone(), of(module, file))).collect()
}

/// A path in `module`, from the root of the crate; `None` if it leads to another crate.
fn absolute(files: &BTreeMap<Place, File>, module: &Place, path: &[String]) -> Option<Place> {
    let first = path.first()?;
    let below = [module.as_slice(), std::slice::from_ref(first)].concat();
    match first.as_str() {
        "crate" => Some(path[1..].to_vec()),
        "self" => Some([module, &path[1..]].concat()),
        "super" => {
            let supers = path.iter().take_while(|name| *name == "super").count();
            let above = module.len().checked_sub(supers)?;
            Some([&module[..above], &path[supers..]].concat())
        }
        _ if files.contains_key(&below) => Some([module.as_slice(), path].concat()),
        _ => None,
    }
}

/// The file that defines the item at a place, after all names that stand for other names are resolved.
fn defined_in(files: &BTreeMap<Place, File>, names: &Names, place: &[String]) -> Option<Place> {
    let mut place = place.to_vec();
    for _ in 0..8 {
        let len = (0..=place.len()).rev().find(|len| files.contains_key(&place[..*len]))?;
        let (module, rest) = place.split_at(len);
        let other = rest.first().and_then(|name| names[module].get(name));
        match other {
            Some(other) if *other != place => place = [other, &rest[1..]].concat(),
            _ => return Some(module.to_vec()),
        }
    }
    None
}

/// The other files that a file uses, except those above it.
fn used(
    files: &BTreeMap<Place, File>,
    names: &Names,
    module: &Place,
    file: &File,
) -> BTreeSet<Place> {
    let mut paths = Paths::default();
    file.items.iter().for_each(|item| paths.visit_item(item));
    let resolved = |path: &Place| {
        let through = names[module].get(&path[0]).map(|import| [import, &path[1..]].concat());
        let place = through.or_else(|| absolute(files, module, path))?;
        // A module's name alone uses nothing. The paths that go through it do.
        if files.contains_key(&place) { None } else { defined_in(files, names, &place) }
    };
    let is_allowed = |other: &Place| {
        let pair = |(from, to): &(&str, &str)| {
            file.path.ends_with(from) && files[other].path.ends_with(to)
        };
        module.starts_with(other) || ALLOWED.iter().any(pair)
    };
    paths.0.iter().filter_map(resolved).filter(|other| !is_allowed(other)).collect()
}

/// The paths in a file: those of the types and functions that it names, and those that it imports for its own use.
#[derive(Default)]
struct Paths(Vec<Place>);

impl<'a> Visit<'a> for Paths {
    fn visit_path(&mut self, path: &'a syn::Path) {
        self.0.push(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if matches!(item.vis, Visibility::Inherited) {
            self.0
                .extend(imports(item).into_iter().filter(|i| i.name != "*").map(|i| vec![i.name]));
        }
    }
}

/// A shortest circle that leads from a file back to it.
fn circle(used: &BTreeMap<&Place, BTreeSet<Place>>, start: &Place) -> Option<Vec<Place>> {
    let mut ways = VecDeque::from([vec![start.clone()]]);
    let mut seen = BTreeSet::new();
    while let Some(way) = ways.pop_front() {
        for next in &used[way.last()?] {
            if next == start {
                return Some(way);
            }
            if seen.insert(next) {
                ways.push_back([way.as_slice(), std::slice::from_ref(next)].concat());
            }
        }
    }
    None
}
