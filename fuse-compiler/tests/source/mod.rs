//! Functions out of the text of a file.

#![allow(dead_code, reason = "each test uses its part")]

use proc_macro2::TokenStream;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, ItemFn, Meta};

/// A path from the folder of this crate.
pub(crate) fn path(relative: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(relative)
}

/// The files of a folder, sorted, each with its name and its text.
pub(crate) fn files(folder: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(path(folder)).expect("the folder is there");
    let mut files = entries
        .map(|entry| {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default();
            let text = std::fs::read_to_string(&path).expect("a readable file");
            (name.to_string_lossy().into_owned(), text)
        })
        .collect::<Vec<_>>();
    files.sort();
    files
}

/// The functions with an attribute, without it, each with what stands in the attribute.
pub(crate) fn functions(text: &str, attribute: &str) -> Vec<(TokenStream, ItemFn)> {
    let file = syn::parse_file(text).expect("a file that parses");
    let is_it = |other: &Attribute| {
        let last = other.path().segments.last();
        last.is_some_and(|segment| segment.ident == attribute)
    };
    let mut functions = Vec::new();
    for item in file.items {
        let Item::Fn(mut function) = item else {
            continue;
        };
        let Some(position) = function.attrs.iter().position(is_it) else {
            continue;
        };
        let arguments = match function.attrs.remove(position).meta {
            Meta::List(list) => list.tokens,
            Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
        };
        functions.push((arguments, function));
    }
    functions
}
