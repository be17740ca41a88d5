//! The functions of a file.
//!
//! In: the text of a file. Out: its [`Function`]s, with the attribute or without: free ones, those of `impl` blocks and traits, and those
//! inside of others.

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use std::ops::Range;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, File, ImplItemFn, Item, ItemFn, ItemImpl, ItemMod, ItemTrait, ItemUse, Meta,
    Signature, TraitItemFn, Type, UseTree, Visibility,
};

/// A function with a body.
#[derive(Clone, Debug)]
pub struct Function {
    /// The modules and the type around it, and its name: `stats::Table::mean`.
    pub path: String,
    /// Where its name stands.
    pub name: Span,
    /// All of it, without what stands before its visibility.
    pub bytes: Range<usize>,
    /// The item as the macro would be given it.
    pub item: TokenStream,
    /// The options in the attribute, if it has one.
    pub options: Option<TokenStream>,
    /// True if it is compiled for tests only.
    pub is_test: bool,
}

/// The functions of a file, in the order of the source.
///
/// # Errors
/// If the file is not one of Rust's, or newer than the parser.
pub fn of_file(content: &str, modules: &[String]) -> syn::Result<Vec<Function>> {
    let file: File = syn::parse_file(content)?;
    let mut renamed = Renamed::default();
    renamed.visit_file(&file);
    let mut finder = Finder {
        scope: modules.to_vec(),
        names: renamed.names,
        tests: 0,
        found: Vec::new(),
    };
    finder.visit_file(&file);
    Ok(finder.found)
}

/// The names that `use loopfuse::fuse as name` gives.
#[derive(Default)]
struct Renamed {
    names: Vec<String>,
}

impl<'ast> Visit<'ast> for Renamed {
    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let UseTree::Path(path) = &item.tree else {
            return;
        };
        if path.ident == "loopfuse" {
            self.tree(&path.tree);
        }
    }
}

impl Renamed {
    fn tree(&mut self, tree: &UseTree) {
        match tree {
            UseTree::Rename(renamed) if renamed.ident == "fuse" => {
                self.names.push(renamed.rename.to_string());
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree)),
            _ => {}
        }
    }
}

struct Finder {
    scope: Vec<String>,
    names: Vec<String>,
    /// How many items for tests only it is in.
    tests: usize,
    found: Vec<Function>,
}

impl Finder {
    fn within(&mut self, name: String, attrs: &[Attribute], visit: impl FnOnce(&mut Finder)) {
        let tests = usize::from(is_test(attrs));
        self.tests += tests;
        self.scope.push(name);
        visit(self);
        self.scope.pop();
        self.tests -= tests;
    }

    /// The options of the attribute, and the other attributes.
    fn options(&self, attrs: &[Attribute]) -> (Option<TokenStream>, Vec<Attribute>) {
        let mut options = None;
        let mut others = attrs.to_vec();
        others.retain(|attribute| match self.of_attribute(&attribute.meta) {
            Some(found) if options.is_none() => {
                options = Some(found);
                false
            }
            _ => true,
        });
        (options, others)
    }

    fn of_attribute(&self, meta: &Meta) -> Option<TokenStream> {
        let segments = &meta.path().segments;
        let named = |name: &str| segments.len() == 1 && segments[0].ident == name;
        let from_the_crate =
            segments.len() == 2 && segments[0].ident == "loopfuse" && segments[1].ident == "fuse";
        if named("fuse") || from_the_crate || self.names.iter().any(|name| named(name)) {
            return match meta {
                Meta::Path(_) => Some(TokenStream::new()),
                Meta::List(list) => Some(list.tokens.clone()),
                Meta::NameValue(_) => None,
            };
        }
        // `#[cfg_attr(feature = "fast", fuse)]`
        let Meta::List(list) = meta else {
            return None;
        };
        if !list.path.is_ident("cfg_attr") {
            return None;
        }
        let metas = list
            .parse_args_with(syn::punctuated::Punctuated::<Meta, syn::Token![,]>::parse_terminated);
        let metas = metas.ok()?;
        metas
            .iter()
            .skip(1)
            .find_map(|meta| self.of_attribute(meta))
    }

    fn function(
        &mut self,
        attrs: &[Attribute],
        visibility: Option<&Visibility>,
        signature: &Signature,
        item: impl FnOnce(Vec<Attribute>) -> TokenStream,
        block: &Block,
    ) {
        let end = block.brace_token.span.close();
        let (options, others) = self.options(attrs);
        let name = signature.ident.to_string();
        let path = self
            .scope
            .iter()
            .chain([&name])
            .cloned()
            .collect::<Vec<_>>();
        let first = visibility
            .filter(|visibility| !matches!(visibility, Visibility::Inherited))
            .and_then(|visibility| visibility.to_token_stream().into_iter().next())
            .or_else(|| signature.to_token_stream().into_iter().next());
        let start = first.map_or(end, |token| token.span()).byte_range().start;
        self.found.push(Function {
            path: path.join("::"),
            name: signature.ident.span(),
            bytes: start..end.byte_range().end,
            item: item(others),
            options,
            is_test: self.tests > 0 || is_test(attrs),
        });
        // And those inside of it.
        self.within(signature.ident.to_string(), attrs, |finder| {
            visit::visit_block(finder, block);
        });
    }
}

impl<'ast> Visit<'ast> for Finder {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        self.within(item.ident.to_string(), &item.attrs, |finder| {
            visit::visit_item_mod(finder, item);
        });
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        let name = match &*item.self_ty {
            Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
            _ => None,
        };
        let name = name.unwrap_or_else(|| item.self_ty.to_token_stream().to_string());
        self.within(name, &item.attrs, |finder| {
            visit::visit_item_impl(finder, item)
        });
    }

    fn visit_item_trait(&mut self, item: &'ast ItemTrait) {
        self.within(item.ident.to_string(), &item.attrs, |finder| {
            visit::visit_item_trait(finder, item);
        });
    }

    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        let whole = |attrs| {
            ItemFn {
                attrs,
                ..item.clone()
            }
            .into_token_stream()
        };
        self.function(&item.attrs, Some(&item.vis), &item.sig, whole, &item.block);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        let whole = |attrs| {
            ImplItemFn {
                attrs,
                ..item.clone()
            }
            .into_token_stream()
        };
        self.function(&item.attrs, Some(&item.vis), &item.sig, whole, &item.block);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            let whole = |attrs| {
                TraitItemFn {
                    attrs,
                    ..item.clone()
                }
                .into_token_stream()
            };
            self.function(&item.attrs, None, &item.sig, whole, block);
        }
    }

    // Whoever wrote a macro, its functions are not in this file.
    fn visit_item(&mut self, item: &'ast Item) {
        if !matches!(item, Item::Macro(_)) {
            visit::visit_item(self, item);
        }
    }
}

/// True for what is compiled for tests only: `#[test]`, `#[bench]`, `#[cfg(test)]`.
#[must_use]
pub fn is_test(attrs: &[Attribute]) -> bool {
    attrs.iter().any(|attribute| {
        let last = attribute
            .path()
            .segments
            .last()
            .map(|last| last.ident.to_string());
        match (last.as_deref(), &attribute.meta) {
            (Some("test" | "bench"), _) => true,
            (Some("cfg"), Meta::List(list)) => {
                let mut tokens = list.tokens.clone().into_iter();
                matches!((tokens.next(), tokens.next()),
                    (Some(proc_macro2::TokenTree::Ident(name)), None) if name == "test")
            }
            _ => false,
        }
    })
}
