//! The public API of the interfaces, as committed lists.
//!
//! A list has a line for each item, public field, variant, method and implemented trait that users of the crate can name,
//! so a change to any of them shows in a diff. The functions of `expr_fn`, whose file is generated, are not listed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use syn::{Attribute, Fields, ImplItem, Item, TraitItem, Type, Visibility};

use super::source::{self, ModulePath, SourceFile, attributes, files, imports};

/// The folders of the interfaces: the crates that other programs depend on. All other crates are parts of these, and of the
/// program, and promise nothing.
const CRATES: &[&str] = &["core/kernels", "core/arrow", "engines/datafusion", "files/parquet"];

/// Writes the lists, or checks that they match the source.
pub fn write(check: bool) -> Result<(), String> {
    let mut stale = Vec::new();
    for folder in CRATES {
        let (_, name) = folder.split_once('/').unwrap_or_default();
        let list = list(folder, name)?;
        let path = super::workspace().join("docs/public-api").join(format!("{name}.txt"));
        if check && fs::read_to_string(&path).ok().as_deref() != Some(&list) {
            stale.push(path.display().to_string());
        } else if !check {
            fs::write(&path, list).map_err(|e| format!("{}: {e}", path.display()))?;
        }
    }
    match stale.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "the public API is not the committed one: run `make generate`, and read the diff of {}",
            stale.join(", ")
        )),
    }
}

/// The list of a crate.
fn list(folder: &str, name: &str) -> Result<String, String> {
    let files = files(&super::workspace().join("crates").join(folder))?;
    let mut api = Api { files: &files, lines: BTreeSet::new(), types: BTreeMap::new() };
    api.module(&[], &format!("hashlane_{name}"));
    for file in files.values() {
        file.items.iter().for_each(|item| api.implementation(item));
    }
    Ok(api.lines.into_iter().map(|line| line + "\n").collect())
}

struct Api<'a> {
    files: &'a BTreeMap<ModulePath, SourceFile>,
    lines: BTreeSet<String>,
    /// The public types by name, with their paths for users.
    types: BTreeMap<String, String>,
}

impl Api<'_> {
    /// Adds the public items of a public module, whose path for users is `path`.
    fn module(&mut self, module: &[String], path: &str) {
        let Some(file) = self.files.get(module) else { return };
        for item in &file.items {
            match item {
                Item::Mod(child) if is_public(&child.vis) && !is_hidden(&child.attrs) => {
                    let name = child.ident.to_string();
                    let path = format!("{path}::{name}");
                    self.lines.insert(format!("{path} mod"));
                    self.module(&[module, &[name]].concat(), &path);
                }
                Item::Use(item) if is_public(&item.vis) && !is_hidden(&item.attrs) => {
                    for import in imports(item) {
                        self.exported(module, &import, path);
                    }
                }
                item => self.item(item, None, path),
            }
        }
    }

    /// Adds the items of a `pub use`.
    fn exported(&mut self, module: &[String], import: &source::Import, path: &str) {
        let (name, of) = import.path.split_last().expect("a path has a name");
        let of: Vec<_> = of.iter().filter(|name| !matches!(name.as_str(), "self")).collect();
        let mut place = match of.first().map(|name| name.as_str()) {
            Some("crate") => Vec::new(),
            _ => module.to_vec(),
        };
        place.extend(of.into_iter().filter(|name| *name != "crate").cloned());
        let Some(file) = self.files.get(&place) else {
            self.lines.insert(format!("{path}::{} = {}", import.name, import.path.join("::")));
            return;
        };
        let found = file.items.iter().find(|item| named(item).as_deref() == Some(name));
        if let Some(item) = found {
            return self.item(item, Some(&import.name), path);
        }
        // The file itself imports it from another one.
        let again = file.items.iter().filter_map(|item| match item {
            Item::Use(item) => imports(item).into_iter().find(|again| again.name == *name),
            _ => None,
        });
        let again = again.map(|again| source::Import { name: import.name.clone(), ..again });
        again.collect::<Vec<_>>().iter().for_each(|again| self.exported(&place, again, path));
    }

    /// Adds an item, under `name` if it is renamed.
    fn item(&mut self, item: &Item, name: Option<&str>, path: &str) {
        let Some(own) = named(item).filter(|_| !is_hidden(attributes(item))) else { return };
        let path = &format!("{path}::{}", name.unwrap_or(&own));
        let marks = match attributes(item).iter().any(|a| a.path().is_ident("non_exhaustive")) {
            true => "#[non_exhaustive] ",
            false => "",
        };
        let mut add = |line: String| {
            self.lines.insert(line);
        };
        match item {
            Item::Fn(item) => add(format!("{path} {}", tokens(&item.sig))),
            Item::Const(item) => add(format!("{path} const: {}", tokens(&item.ty))),
            Item::Static(item) => add(format!("{path} static: {}", tokens(&item.ty))),
            Item::Type(item) => add(format!("{path} type = {}", tokens(&item.ty))),
            Item::Struct(item) => {
                add(format!("{path}{} {marks}struct", tokens(&item.generics)));
                derived(&item.attrs).for_each(|derived| add(format!("{path} impl {derived}")));
                fields(&item.fields, true).for_each(|field| add(format!("{path}::{field}")));
                self.types.insert(own, path.clone());
            }
            Item::Enum(item) => {
                add(format!("{path}{} {marks}enum", tokens(&item.generics)));
                derived(&item.attrs).for_each(|derived| add(format!("{path} impl {derived}")));
                for variant in &item.variants {
                    let fields: Vec<_> = fields(&variant.fields, false).collect();
                    add(format!("{path}::{} {{{}}}", variant.ident, fields.join(", ")));
                }
                self.types.insert(own, path.clone());
            }
            Item::Trait(item) => {
                add(format!("{path}{} trait", tokens(&item.generics)));
                for member in &item.items {
                    if let TraitItem::Fn(member) = member {
                        let default = if member.default.is_some() { " { .. }" } else { "" };
                        add(format!(
                            "{path}::{} {}{default}",
                            member.sig.ident,
                            tokens(&member.sig)
                        ));
                    }
                }
                self.types.insert(own, path.clone());
            }
            _ => {}
        }
    }

    /// Adds the public methods and the traits of a public type.
    fn implementation(&mut self, item: &Item) {
        let Item::Impl(item) = item else { return };
        let Type::Path(of) = &*item.self_ty else { return };
        let Some(segment) = of.path.segments.last() else { return };
        let Some(path) = self.types.get(&segment.ident.to_string()).cloned() else { return };
        if let Some((_, of, _)) = &item.trait_ {
            self.lines.insert(format!("{path} impl {}", tokens(of)));
            return;
        }
        for member in &item.items {
            let line = match member {
                ImplItem::Fn(member) if is_public(&member.vis) && !is_hidden(&member.attrs) => {
                    format!("{path}::{} {}", member.sig.ident, tokens(&member.sig))
                }
                ImplItem::Const(member) if is_public(&member.vis) && !is_hidden(&member.attrs) => {
                    format!("{path}::{} const: {}", member.ident, tokens(&member.ty))
                }
                _ => continue,
            };
            self.lines.insert(line);
        }
    }
}

/// The name of an item, if users can name it.
fn named(item: &Item) -> Option<String> {
    let (vis, name) = match item {
        Item::Const(item) => (&item.vis, &item.ident),
        Item::Enum(item) => (&item.vis, &item.ident),
        Item::Fn(item) => (&item.vis, &item.sig.ident),
        Item::Static(item) => (&item.vis, &item.ident),
        Item::Struct(item) => (&item.vis, &item.ident),
        Item::Trait(item) => (&item.vis, &item.ident),
        Item::Type(item) => (&item.vis, &item.ident),
        _ => return None,
    };
    is_public(vis).then(|| name.to_string())
}

fn is_public(vis: &Visibility) -> bool {
    matches!(vis, Visibility::Public(_))
}

/// Whether the documentation hides an item.
fn is_hidden(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("doc") && tokens(&attribute.meta).contains("hidden")
    })
}

/// The traits that a type derives.
fn derived(attributes: &[Attribute]) -> impl Iterator<Item = String> {
    let derives = attributes.iter().filter(|attribute| attribute.path().is_ident("derive"));
    let lists = derives.filter_map(|attribute| attribute.meta.require_list().ok());
    lists.flat_map(|list| {
        let names = list.tokens.to_string();
        names
            .split(',')
            .map(|name| name.trim().to_owned())
            .filter(|n| !n.is_empty())
            .collect::<Vec<_>>()
    })
}

/// The public fields of a struct, or the fields of a variant, which are all public.
fn fields(fields: &Fields, public_only: bool) -> impl Iterator<Item = String> {
    let fields = fields.iter().enumerate();
    fields.filter(move |(_, field)| !public_only || is_public(&field.vis)).map(|(i, field)| {
        let name = field.ident.as_ref().map_or_else(|| i.to_string(), ToString::to_string);
        format!("{name}: {}", tokens(&field.ty))
    })
}

/// Source text on one line, spaced as people write it.
fn tokens(of: &impl quote::ToTokens) -> String {
    let mut text = of.to_token_stream().to_string();
    for (from, to) in [
        (" :: ", "::"),
        (":: ", "::"),
        (" < ", "<"),
        ("< ", "<"),
        (" >", ">"),
        ("& ", "&"),
        (" ,", ","),
        (" (", "("),
        ("( ", "("),
        (" )", ")"),
        (" : ", ": "),
        (" [", " ["),
        ("' ", "'"),
        (",)", ")"),
        (", >", ">"),
        ("->", " ->"),
        ("  ", " "),
        ("& '", "&'"),
        ("dyn(", "dyn ("),
        (" ; ", "; "),
        ("static[", "static ["),
    ] {
        text = text.replace(from, to);
    }
    text
}
