//! What the file around a function declares: the fields of structs, what an alias stands for, what functions give back, and
//! the bounds of the `impl` that a method stands in.
//!
//! In: where a function stands, with the text of its file ([`Place`]). Out: [`Declarations`], which answer as rustc resolves a name in
//! that module, or not at all: an item behind a `cfg`, or one that an attribute may rewrite, is not answered for, and neither is
//! what has its name twice. A function that a macro made stands nowhere, and nothing is declared around it.

mod items;
mod tokens;

use items::{Item, Kind};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use syn::{
    Fields, GenericParam, Generics, ItemImpl, ItemStruct, ItemTrait, ItemType, Member,
    PathArguments, Signature, Type, TypeParamBound,
};

/// Where a function stands.
///
/// ```
/// use fuse_compiler::{Place, Text};
/// use quote::quote;
///
/// let file = "struct Totals { of: Vec<f64>, sum: f64, squares: f64 }
/// impl Totals {
///     fn add(&mut self) {
///         for x in self.of.iter() { self.sum += x; }
///         for x in self.of.iter() { self.squares += x * x; }
///     }
/// }";
/// let item = quote! {
///     fn add(&mut self) {
///         for x in self.of.iter() { self.sum += x; }
///         for x in self.of.iter() { self.squares += x * x; }
///     }
/// };
/// let place = Place { file: "totals.rs".to_owned(), line: 3, text: Text::Is(file.into()) };
/// let loops = |place| {
///     let report = fuse_compiler::analyse_at(place, quote!(), item.clone());
///     report.unwrap().expect("it is a function").loops()
/// };
/// assert_eq!((loops(None), loops(Some(place))), (2, 1));
/// ```
#[derive(Clone, Debug)]
pub struct Place {
    /// The file as it is shown.
    pub file: String,
    /// The line of the function's name, counted from 1.
    pub line: usize,
    /// The text of the file.
    pub text: Text,
}

/// The text of a file.
#[derive(Clone, Debug)]
pub enum Text {
    /// It is not to be had.
    Unknown,
    /// It is read where it is needed.
    File(PathBuf),
    /// This is it.
    Is(Rc<str>),
}

/// A file, and what it declares.
#[derive(Debug)]
struct File {
    text: Rc<str>,
    items: Vec<Item>,
}

impl File {
    fn of(text: Rc<str>) -> File {
        let items = tokens::tokens(&text).map(|tokens| items::items(&tokens));
        File {
            text,
            items: items.unwrap_or_default(),
        }
    }

    /// The file of a place. The last one is kept: the next function is likely to stand in it, too.
    fn at(place: &Place) -> Option<Rc<File>> {
        thread_local! {
            static LAST: RefCell<Option<(Option<PathBuf>, Rc<File>)>> = const { RefCell::new(None) };
        }
        LAST.with_borrow_mut(|last| {
            let known = |(path, file): &&(Option<PathBuf>, Rc<File>)| match &place.text {
                Text::Unknown => false,
                Text::Is(text) => Rc::ptr_eq(text, &file.text),
                Text::File(at) => path.as_ref() == Some(at),
            };
            if let Some((_, file)) = last.as_ref().filter(known) {
                return Some(Rc::clone(file));
            }
            let (path, text) = match &place.text {
                Text::Unknown => return None,
                Text::Is(text) => (None, Rc::clone(text)),
                Text::File(path) => {
                    let text = std::fs::read_to_string(path).ok()?;
                    (Some(path.clone()), text.into())
                }
            };
            let file = Rc::new(File::of(text));
            *last = Some((path, Rc::clone(&file)));
            Some(file)
        })
    }

    /// The way to the function whose name stands on a line, from module to module; the last one may be an `impl`.
    fn way_to(&self, line: usize, name: &str) -> Option<Vec<usize>> {
        fn find(items: &[Item], line: usize, name: &str, way: &mut Vec<usize>) -> bool {
            items.iter().enumerate().any(|(index, item)| {
                let is = item.kind == Kind::Function && item.line == line && item.name == name;
                way.push(index);
                let found = is || item.plain && find(&item.inside, line, name, way);
                if !found {
                    way.pop();
                }
                found
            })
        }
        let mut way = Vec::new();
        find(&self.items, line, name, &mut way).then_some(way)
    }
}

/// What is declared around a function.
#[derive(Clone, Debug)]
pub(crate) struct Declarations {
    file: Rc<File>,
    /// The modules on the way to it.
    way: Vec<usize>,
    /// The `impl` that it is a method of.
    of: Option<ItemImpl>,
}

impl Declarations {
    /// What is declared around a function at a place, if that is known.
    pub(crate) fn around(place: &Place, function: &Signature) -> Option<Declarations> {
        let file = File::at(place)?;
        let name = crate::rust::spelling::spelling(&function.ident);
        let mut way = file.way_to(place.line, &name)?;
        way.pop();
        let mut declarations = Declarations {
            file,
            way,
            of: None,
        };
        if let Some(item) = declarations.last()
            && item.kind == Kind::Impl
        {
            let header = declarations.file.text.get(item.at.clone())?;
            declarations.of = Some(parsed(&format!("{header} {{}}"))?);
            declarations.way.pop();
        }
        Some(declarations)
    }

    fn last(&self) -> Option<&Item> {
        let (last, before) = self.way.split_last()?;
        let mut items = self.file.items.as_slice();
        for index in before {
            items = &items.get(*index)?.inside;
        }
        items.get(*last)
    }

    /// The items of the module.
    fn scope(&self) -> &[Item] {
        match self.last() {
            Some(module) => &module.inside,
            None => &self.file.items,
        }
    }

    /// The item of a name, as source, if it is the only one of that name and certainly there.
    fn item(&self, kind: Kind, name: &str) -> Option<&str> {
        let mut named = self.scope().iter().filter(|item| item.name == name);
        let item = named
            .next()
            .filter(|item| item.kind == kind && item.plain)?;
        match named.next() {
            Some(_) => None,
            None => self.file.text.get(item.at.clone()),
        }
    }

    /// The generics of the `impl`.
    pub(crate) fn generics(&self) -> Option<&Generics> {
        self.of.as_ref().map(|of| &of.generics)
    }

    /// The type of a field of a type, which is a path to a struct of the module, or `Self`.
    pub(crate) fn field(&self, of: &Type, member: &Member) -> Option<Type> {
        let own = self.own(of)?;
        let (name, arguments) = struct_of(&own)?;
        let text = self.item(Kind::Struct, &name.to_string())?;
        let declared: ItemStruct = parsed(text)?;
        let field = field(&declared.fields, member)?;
        let tokens = TokenStream::from_iter(field.attrs.iter().map(|attr| attr.to_token_stream()));
        let text = tokens.to_string();
        if !items::is_plain(&tokens::tokens(&text)?) {
            return None;
        }
        let given = match arguments {
            PathArguments::AngleBracketed(given) => given.args.iter().collect(),
            PathArguments::None => Vec::new(),
            PathArguments::Parenthesized(_) => return None,
        };
        let given = given
            .into_iter()
            .filter(|argument| !matches!(argument, syn::GenericArgument::Lifetime(_)));
        let parameters = declared.generics.params.iter();
        let parameters = parameters.filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Const(parameter) => Some(parameter.ident.to_string()),
            GenericParam::Lifetime(_) => None,
        });
        let (parameters, given) = (parameters.collect::<Vec<_>>(), given.collect::<Vec<_>>());
        if parameters.len() != given.len() {
            return None;
        }
        let mean = |name: &str| {
            let index = parameters.iter().position(|parameter| parameter == name)?;
            Some(given[index].to_token_stream())
        };
        syn::parse2(substituted(field.ty.to_token_stream(), &mean)).ok()
    }

    /// What an alias of the module without parameters stands for.
    pub(crate) fn alias(&self, name: &str) -> Option<Type> {
        let alias: ItemType = parsed(&format!("{};", self.item(Kind::Alias, name)?))?;
        alias.generics.params.is_empty().then_some(*alias.ty)
    }

    /// The traits that one of the module is bounded by.
    pub(crate) fn supertraits(&self, name: &str) -> Vec<TypeParamBound> {
        let header = self.item(Kind::Trait, name);
        let declared = header.and_then(|header| parsed::<ItemTrait>(&format!("{header} {{}}")));
        let bounds = declared.map(|declared| declared.supertraits.into_iter().collect());
        bounds.unwrap_or_default()
    }

    /// The signature of a method that stands in an `impl` of a type of the module, where no other function of that has its name.
    pub(crate) fn method(&self, of: &Type, name: &str) -> Option<Signature> {
        let of = self.own(of)?;
        let of = struct_of(&of)?.0.to_string();
        let mut found = None;
        for item in self.scope() {
            let Some(method) = item.inside.iter().find(|method| method.name == name) else {
                continue;
            };
            let header = self.file.text.get(item.at.clone())?;
            let header: ItemImpl = parsed(&format!("{header} {{}}"))?;
            let own = struct_of(&header.self_ty).is_some_and(|(name, _)| *name == of);
            let inherent = header.trait_.is_none() && header.generics.params.is_empty();
            if !own || !inherent || !item.plain || !method.plain || found.is_some() {
                return None;
            }
            let header = self.file.text.get(method.at.clone())?;
            found = Some(parsed::<syn::ImplItemFn>(&format!("{header} {{}}"))?.sig);
        }
        found
    }

    /// A type, and for `Self` what that is.
    fn own(&self, ty: &Type) -> Option<Type> {
        match ty {
            Type::Path(path) if path.path.is_ident("Self") => {
                let own = (*self.of.as_ref()?.self_ty).clone();
                (!matches!(&own, Type::Path(path) if path.path.is_ident("Self"))).then_some(own)
            }
            other => Some(other.clone()),
        }
    }

    /// The signature of a function of the module.
    pub(crate) fn function(&self, name: &str) -> Option<Signature> {
        let header = self.item(Kind::Function, name)?;
        parsed::<syn::ItemFn>(&format!("{header} {{}}")).map(|function| function.sig)
    }
}

/// The name and the arguments of a type that is called by one name.
fn struct_of(ty: &Type) -> Option<(&Ident, &PathArguments)> {
    let Type::Path(path) = ty else { return None };
    let mut segments = path.path.segments.iter();
    let alone = path.qself.is_none() && path.path.leading_colon.is_none();
    match (segments.next(), segments.next()) {
        (Some(segment), None) if alone => Some((&segment.ident, &segment.arguments)),
        _ => None,
    }
}

fn parsed<T: syn::parse::Parse>(text: &str) -> Option<T> {
    syn::parse_str(text).ok()
}

fn field<'a>(fields: &'a Fields, member: &Member) -> Option<&'a syn::Field> {
    match member {
        Member::Named(name) => fields
            .iter()
            .find(|field| field.ident.as_ref() == Some(name)),
        Member::Unnamed(index) if matches!(fields, Fields::Unnamed(_)) => {
            fields.iter().nth(index.index as usize)
        }
        Member::Unnamed(_) => None,
    }
}

/// Tokens with names as what they mean, and lifetimes left open: those of a struct are not those of a function.
fn substituted(tokens: TokenStream, mean: &dyn Fn(&str) -> Option<TokenStream>) -> TokenStream {
    let mut lifetime = false;
    tokens
        .into_iter()
        .flat_map(|token| {
            let named = std::mem::replace(
                &mut lifetime,
                matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
            );
            match token {
                TokenTree::Ident(name) if named && name != "static" => {
                    let open = Ident::new("_", name.span());
                    TokenTree::Ident(open).into()
                }
                TokenTree::Ident(name) if !named => match mean(&name.to_string()) {
                    Some(tokens) => tokens,
                    None => quote!(#name),
                },
                TokenTree::Group(group) => {
                    let inside = substituted(group.stream(), mean);
                    let mut new = proc_macro2::Group::new(group.delimiter(), inside);
                    new.set_span(group.span());
                    TokenTree::Group(new).into()
                }
                other => other.into(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests;
