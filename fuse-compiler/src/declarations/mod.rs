//! What the file around a function declares: the fields of structs, what an alias stands for, what functions give back, and
//! the bounds of the `impl` that a method stands in.
//!
//! In: where a function stands, with the text of its file ([`Place`]). Out: [`Declarations`], which answer as rustc resolves a name in
//! that module, or not at all: an item behind a `cfg`, or one that an attribute may rewrite, is not answered for, and neither is
//! what has its name twice. A function that a macro made stands nowhere, and nothing is declared around it.

pub(crate) mod functions;
mod items;
mod methods;
mod tokens;

use crate::rust::inferred::mentions;
use crate::rust::macros;
use crate::rust::spelling::{among, spelling};
use crate::rust::ty::Scalar;
use crate::rust::visit::Visit;
use crate::sorted::{SortedMap, SortedSet};
use functions::Function;
use items::{Item, Kind};
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use std::cell::RefCell;
use std::path::PathBuf;
use std::rc::Rc;
use syn::{
    Block, Fields, GenericParam, Generics, ItemImpl, ItemStruct, ItemTrait, ItemType, Macro,
    Member, PathArguments, ReturnType, Signature, Type, TypeParamBound,
};

/// How many aliases may stand for each other.
const ALIASES: usize = 4;

/// How deep structs may stand in each other.
const NESTED: usize = 4;

/// What a struct or an enumeration is made of.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    /// The types of its fields, and of those of structs among them.
    pub(crate) parts: Vec<Type>,
    /// True if it derives `Copy` and `Clone`: nobody sees one dropped or cloned.
    pub(crate) copy: bool,
}

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
    /// The types that an `impl` of `Sum` or `Product` is for.
    sums: SortedSet<String>,
}

impl File {
    fn of(text: Rc<str>) -> File {
        let items = tokens::tokens(&text).map(|tokens| items::items(&tokens));
        let items = items.unwrap_or_default();
        let mut sums = SortedSet::new();
        targets_of_sums(&text, &items, &mut sums);
        File { text, items, sums }
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

    /// The way to the function whose name stands on a line, from module to module; the last one may be an `impl`. None if there are two.
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
        let text = self.text.lines().nth(line.checked_sub(1)?)?;
        let words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
        let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
        let mut way = Vec::new();
        let declared = words.windows(2).filter(|pair| *pair == ["fn", name]);
        let alone = declared.count() == 1;
        (alone && find(&self.items, line, name, &mut way)).then_some(way)
    }
}

/// What is declared around a function.
#[derive(Clone, Debug)]
pub(crate) struct Declarations {
    file: Rc<File>,
    /// The modules on the way to it.
    way: Vec<usize>,
    /// The `impl` that it is a method of.
    of: Option<Rc<Of>>,
    /// The functions that were asked for.
    functions: Rc<RefCell<SortedMap<String, Option<Rc<Function>>>>>,
}

/// An `impl`, seen from one of its functions.
#[derive(Clone, Debug)]
struct Of {
    ty: Type,
    generics: Generics,
    /// True if it is of no trait.
    inherent: bool,
    functions: Vec<Item>,
    /// How the function takes `self`.
    receiver: Option<String>,
}

impl Declarations {
    /// What is declared around a function at a place, if that is known.
    pub(crate) fn around(place: &Place, function: &Signature) -> Option<Declarations> {
        let file = File::at(place)?;
        let name = spelling(&function.ident);
        let mut way = file.way_to(place.line, &name)?;
        way.pop();
        let mut declarations = Declarations {
            file,
            way,
            of: None,
            functions: Rc::default(),
        };
        if let Some(item) = declarations.last()
            && item.kind == Kind::Impl
        {
            let header = declarations.file.text.get(item.at.clone())?;
            let header: ItemImpl = parsed(&format!("{header} {{}}"))?;
            let receiver = function.inputs.first();
            declarations.of = Some(Rc::new(Of {
                ty: *header.self_ty,
                generics: header.generics,
                inherent: header.trait_.is_none(),
                functions: item.inside.clone(),
                receiver: receiver.map(|receiver| receiver.to_token_stream().to_string()),
            }));
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
        self.file.text.get(self.only(kind, name)?.at.clone())
    }

    /// The item of a name, if it is the only one of that name and certainly there.
    fn only(&self, kind: Kind, name: &str) -> Option<&Item> {
        let mut named = self.scope().iter().filter(|item| item.name == name);
        let item = named
            .next()
            .filter(|item| item.kind == kind && item.plain)?;
        named.next().is_none().then_some(item)
    }

    /// What a struct or an enumeration of the module without parameters is made of, if all of it is known.
    pub(crate) fn structure(&self, of: &Type) -> Option<Structure> {
        self.structure_within(of, NESTED)
    }

    fn structure_within(&self, of: &Type, levels: usize) -> Option<Structure> {
        let name = name_of(of)?;
        let item = self.of_parts(&name)?;
        let declared = self.file.text.get(item.at.clone())?;
        let left = levels.checked_sub(1)?;
        let mut parts = Vec::new();
        for field in &fields_of(declared)? {
            if is_plain(field) != Some(true) {
                return None;
            }
            match self.structure_within(&field.ty, left) {
                Some(inside) => parts.extend(inside.parts),
                None => {
                    let part = self.closed(field.ty.clone())?;
                    // One that is behind a pointer may be the struct itself: then there are too many levels.
                    if !self.structures_are_known(part.to_token_stream(), left) {
                        return None;
                    }
                    parts.push(part);
                }
            }
        }
        let copy = item.copy;
        Some(Structure { parts, copy })
    }

    /// The struct or the enumeration of a name, if it is the only item of that name and certainly there.
    fn of_parts(&self, name: &str) -> Option<&Item> {
        let kinds = [Kind::Struct, Kind::Enum];
        kinds.into_iter().find_map(|kind| self.only(kind, name))
    }

    fn structures_are_known(&self, tokens: TokenStream, levels: usize) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Ident(name) if self.is_structure(&spelling(&name)) => {
                let of = syn::parse_quote!(#name);
                self.structure_within(&of, levels).is_some()
            }
            TokenTree::Group(group) => self.structures_are_known(group.stream(), levels),
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => true,
        })
    }

    /// True for the name of a struct or an enumeration of the module without parameters.
    fn is_structure(&self, name: &str) -> bool {
        let text = || self.file.text.get(self.of_parts(name)?.at.clone());
        text().and_then(fields_of).is_some()
    }

    /// The generics of the `impl`.
    pub(crate) fn generics(&self) -> Option<&Generics> {
        self.of.as_ref().map(|of| &of.generics)
    }

    /// The type of a field of a type, which is a path to a struct of the module, or `Self`.
    pub(crate) fn field(&self, of: &Type, member: &Member) -> Option<Type> {
        let own = self.own(of)?;
        let declared: ItemStruct = parsed(self.item(Kind::Struct, &name_of(&own)?)?)?;
        let fields = &declared.fields;
        // One that is configured away would be counted.
        let plain = match member {
            Member::Named(_) => is_plain(field(fields, member)?)?,
            Member::Unnamed(_) => fields.iter().all(|field| is_plain(field) == Some(true)),
        };
        let ty = field(fields, member)?.ty.clone();
        // A parameter may have the name of an item.
        let parameters = declared.generics.params.iter().filter_map(|of| match of {
            GenericParam::Type(of) => Some(spelling(&of.ident)),
            GenericParam::Const(of) => Some(spelling(&of.ident)),
            GenericParam::Lifetime(_) => None,
        });
        let own = mentions(&ty, &parameters.collect());
        (plain && !own).then(|| self.closed_within(ty, ALIASES, true))?
    }

    /// True if the file adds up, or multiplies, what is no number to a number of this name: `impl Sum<Money> for f64`.
    pub(crate) fn sums_anew(&self, number: &str) -> bool {
        self.file.sums.contains(number)
    }

    /// What an alias of the module without parameters stands for.
    pub(crate) fn alias(&self, name: &str) -> Option<Type> {
        self.alias_within(name, ALIASES)
    }

    fn alias_within(&self, name: &str, aliases: usize) -> Option<Type> {
        let alias: ItemType = parsed(&format!("{};", self.item(Kind::Alias, name)?))?;
        let left = aliases.checked_sub(1)?;
        let plain = alias.generics.params.is_empty();
        plain.then(|| self.closed_within(*alias.ty, left, false))?
    }

    /// The traits that one of the module is bounded by.
    pub(crate) fn supertraits(&self, name: &str) -> Vec<TypeParamBound> {
        let header = self.item(Kind::Trait, name);
        let declared = header.and_then(|header| parsed::<ItemTrait>(&format!("{header} {{}}")));
        let bounds = declared.map(|declared| declared.supertraits.into_iter().collect());
        bounds.unwrap_or_default()
    }

    /// What a function of the module gives back.
    pub(crate) fn returned_by(&self, name: &str) -> Option<Type> {
        let header = self.item(Kind::Function, name)?;
        let function: syn::ItemFn = parsed(&format!("{header} {{}}"))?;
        self.returned(&function.sig)
    }

    fn returned(&self, signature: &Signature) -> Option<Type> {
        let plain = signature.generics.params.is_empty() && signature.asyncness.is_none();
        match &signature.output {
            ReturnType::Type(_, ty) if plain => self.closed((**ty).clone()),
            _ => None,
        }
    }

    /// True if the module declares something of this name, or imports it from anywhere but std.
    pub(crate) fn declares_anew(&self, name: &str) -> bool {
        let anew = |item: &Item| item.name == name && item.kind != Kind::OfStd;
        self.scope().iter().any(anew)
    }

    /// True if the module declares something of this name.
    pub(crate) fn declares(&self, name: &str) -> bool {
        self.scope().iter().any(|item| item.name == name)
    }

    /// A type that means the same wherever it is written: of numbers and std's containers alone, which the module leaves their names, and of
    /// lengths that are literals; with what aliases in it stand for.
    fn closed(&self, ty: Type) -> Option<Type> {
        self.closed_within(ty, ALIASES, false)
    }

    /// The same; with `imports` what the module imports by its name stands for itself, which no parameter has then.
    fn closed_within(&self, ty: Type, aliases: usize, imports: bool) -> Option<Type> {
        match ty {
            Type::Array(mut array) => {
                *array.elem = self.closed_within(*array.elem, aliases, imports)?;
                let literal = matches!(&array.len, syn::Expr::Lit(_));
                literal.then_some(Type::Array(array))
            }
            Type::Tuple(mut tuple) => {
                for part in &mut tuple.elems {
                    *part = self.closed_within(part.clone(), aliases, imports)?;
                }
                Some(Type::Tuple(tuple))
            }
            Type::Slice(mut slice) => {
                *slice.elem = self.closed_within(*slice.elem, aliases, imports)?;
                Some(Type::Slice(slice))
            }
            Type::Path(mut path) => {
                let alone = path.qself.is_none() && path.path.leading_colon.is_none();
                let [segment] = path
                    .path
                    .segments
                    .iter_mut()
                    .collect::<Vec<_>>()
                    .try_into()
                    .ok()?;
                let segment: &mut syn::PathSegment = segment;
                let name = segment.ident.to_string();
                if !alone {
                    return None;
                }
                if self.declares_anew(&name) {
                    let plain = matches!(segment.arguments, PathArguments::None);
                    let alias = || self.alias_within(&name, aliases);
                    let stands = || {
                        let imported = imports && self.item(Kind::Other, &name).is_some();
                        imported || self.is_structure(&name)
                    };
                    let own = || stands().then_some(Type::Path(path.clone()));
                    return plain.then(|| alias().or_else(own))?;
                }
                match &mut segment.arguments {
                    PathArguments::None => Scalar::named(&name).is_some() || name == "String",
                    PathArguments::AngleBracketed(arguments) if among("Box Option Vec", &name) => {
                        for argument in &mut arguments.args {
                            let syn::GenericArgument::Type(ty) = argument else {
                                return None;
                            };
                            *ty = self.closed_within(ty.clone(), aliases, imports)?;
                        }
                        true
                    }
                    _ => false,
                }
                .then_some(Type::Path(path))
            }
            _ => None,
        }
    }

    /// A type, and for `Self` what that is, if it is no parameter.
    fn own(&self, ty: &Type) -> Option<Type> {
        let is_self = |ty: &Type| matches!(ty, Type::Path(path) if path.path.is_ident("Self"));
        if !is_self(ty) {
            return Some(ty.clone());
        }
        let of = self.of.as_ref()?;
        let parameters = of.generics.type_params();
        let mut parameters = parameters.map(|parameter| parameter.ident.to_string());
        let name = name_of(&of.ty)?;
        (name != "Self" && parameters.all(|other| other != name)).then(|| of.ty.clone())
    }
}

/// True if something in a block declares a name that might be one of those around it, or may.
pub(crate) fn declares(block: &Block) -> bool {
    struct Items(bool);
    impl<'ast> Visit<'ast> for Items {
        fn visit_item(&mut self, _: &'ast syn::Item) {
            self.0 = true;
        }
        fn visit_macro(&mut self, mac: &'ast Macro) {
            self.0 |= macros::may_declare(mac).is_some();
        }
    }
    let mut items = Items(false);
    items.visit_block(block);
    items.0
}

/// The name of a type that is called by one name.
fn name_of(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let mut segments = path.path.segments.iter();
    let alone = path.qself.is_none() && path.path.leading_colon.is_none();
    match (segments.next(), segments.next()) {
        (Some(segment), None) if alone => Some(segment.ident.to_string()),
        _ => None,
    }
}

/// The types that `impl Sum<..> for ..` and the like are for, in any module.
fn targets_of_sums(text: &str, items: &[Item], found: &mut SortedSet<String>) {
    for item in items {
        targets_of_sums(text, &item.inside, found);
        let header = text
            .get(item.at.clone())
            .filter(|_| item.kind == Kind::Impl);
        let header = header.filter(|header| header.contains("Sum") || header.contains("Product"));
        let words = header.unwrap_or_default().split_whitespace();
        let mut behind = words.skip_while(|word| *word != "for").skip(1);
        found.extend(behind.next().map(str::to_owned));
    }
}

/// The fields of a struct, or of all variants of an enumeration, without parameters.
fn fields_of(declared: &str) -> Option<Vec<syn::Field>> {
    let (generics, fields) = match parsed::<syn::Item>(declared)? {
        syn::Item::Struct(declared) => (declared.generics, declared.fields.into_iter().collect()),
        syn::Item::Enum(declared) => {
            let plain = |variant: &syn::Variant| are_plain(&variant.attrs) == Some(true);
            let variants = declared.variants.into_iter();
            let fields = variants.map(|variant| plain(&variant).then_some(variant.fields));
            let fields = fields.collect::<Option<Vec<_>>>()?;
            (declared.generics, fields.into_iter().flatten().collect())
        }
        _ => return None,
    };
    generics.params.is_empty().then_some(fields)
}

/// True if the attributes of a field leave it as it is.
fn is_plain(field: &syn::Field) -> Option<bool> {
    are_plain(&field.attrs)
}

/// True if attributes leave what they stand on as it is.
fn are_plain(attributes: &[syn::Attribute]) -> Option<bool> {
    let attributes = attributes.iter().map(ToTokens::to_token_stream);
    let text = attributes.collect::<TokenStream>().to_string();
    Some(items::is_plain(&tokens::tokens(&text)?))
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

#[cfg(test)]
mod tests;
