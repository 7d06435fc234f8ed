//! The source files of a crate, parsed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use syn::{Attribute, Item, ItemUse, UseTree};

/// The path of a module below the root of its crate, or of an item in it.
pub type ModulePath = Vec<String>;

/// A source file.
pub struct SourceFile {
    /// Its items, without those of tests.
    pub items: Vec<Item>,
}

/// The files of a crate by module. The root of the crate has an empty path.
pub fn files(folder: &Path) -> Result<BTreeMap<ModulePath, SourceFile>, String> {
    let (mut files, mut folders) = (BTreeMap::new(), vec![folder.join("src")]);
    while let Some(next) = folders.pop() {
        let entries = fs::read_dir(&next).map_err(|e| format!("{}: {e}", next.display()))?;
        for entry in entries {
            let path = entry.map_err(|e| e.to_string())?.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.insert(module(&folder.join("src"), &path), parse(&path)?);
            }
        }
    }
    Ok(files)
}

fn parse(path: &Path) -> Result<SourceFile, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let parsed = syn::parse_file(&text).map_err(|e| format!("{}: {e}", path.display()))?;
    let items = parsed.items.into_iter().filter(|item| !is_test(attributes(item))).collect();
    Ok(SourceFile { items })
}

/// The module of a file: `src/a/mod.rs` and `src/a.rs` are `a`.
fn module(root: &Path, path: &Path) -> ModulePath {
    let below = path.strip_prefix(root).unwrap_or(path).with_extension("");
    let mut names: ModulePath =
        below.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if matches!(names.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        names.pop();
    }
    names
}

/// Whether an item is compiled for tests only.
fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::List(list) if list.path.is_ident("cfg") => {
            let words = list.tokens.to_string();
            words.starts_with("test") || words.starts_with("all (test")
        }
        _ => false,
    })
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// A name that a `use` brings into a module, and the path that it stands for, as written.
pub struct Import {
    /// The name, or `*`.
    pub name: String,
    /// The path.
    pub path: ModulePath,
}

/// What a `use` imports.
pub fn imports(item: &ItemUse) -> Vec<Import> {
    fn walk(tree: &UseTree, before: &[String], imports: &mut Vec<Import>) {
        let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
        match tree {
            UseTree::Path(path) => walk(&path.tree, &with(&path.ident), imports),
            UseTree::Name(name) if name.ident == "self" => {
                let name = before.last().cloned().unwrap_or_default();
                imports.push(Import { name, path: before.to_vec() });
            }
            UseTree::Name(name) => {
                imports.push(Import { name: name.ident.to_string(), path: with(&name.ident) });
            }
            UseTree::Rename(rename) => {
                imports.push(Import { name: rename.rename.to_string(), path: with(&rename.ident) });
            }
            UseTree::Glob(_) => imports.push(Import { name: "*".into(), path: before.to_vec() }),
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| walk(tree, before, imports));
            }
        }
    }
    let mut imports = Vec::new();
    walk(&item.tree, &[], &mut imports);
    imports
}
