//! What a type, as written, shows (docs/DESIGN.md section 3, *Arrays* and *Drops and clones*).
//!
//! In: a `syn::Type`. Out: yes only if the tokens show it. A path counts as std's type by its name,
//! unless a type parameter or an item of the body has that name. Outside of the body anybody may have
//! it, and only rustc knows: it checks `Vec`, and where drops could be watched, or a number be another,
//! the expansion asks it.

use crate::rust::spelling::{among, times};
use crate::rust::visit::Visit;
use crate::rust::visit_mut::VisitMut;
use quote::ToTokens as _;
use syn::token::Paren;
use syn::{Expr, GenericArgument, Lifetime, PathArguments, Token, Type, TypeParen, TypeReference};

/// `&inner`, or `&mut inner`. It is built, since its text need not be a type: `&impl A + B` is none.
pub(crate) fn reference(
    inner: Type,
    lifetime: Option<Lifetime>,
    mutability: Option<Token![mut]>,
) -> Type {
    let ambiguous = match &inner {
        Type::TraitObject(object) => object.bounds.len() > 1 || object.bounds.trailing_punct(),
        Type::ImplTrait(object) => object.bounds.len() > 1 || object.bounds.trailing_punct(),
        _ => false,
    };
    let inner = Box::new(inner);
    let elem = match ambiguous {
        true => Box::new(Type::Paren(TypeParen {
            attrs: Vec::new(),
            paren_token: Paren::default(),
            elem: inner,
        })),
        false => inner,
    };
    Type::Reference(TypeReference {
        attrs: Vec::new(),
        and_token: <Token![&]>::default(),
        lifetime,
        mutability,
        elem,
    })
}

/// What holds the elements of an array.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    /// `Vec<T>`.
    Vec,
    /// `[T]`, behind a reference.
    Slice,
    /// `[T; N]`, with `N` as written.
    Array(Box<Expr>),
    /// `Box<[T]>`.
    Box,
}

/// How a name of array type holds it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The value itself.
    Owned,
    /// Behind `&`, at any depth.
    Shared,
    /// Behind one `&mut`.
    Mutable,
}

/// A visibly slice-like type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ArrayType {
    /// What holds the elements.
    pub(crate) owner: Owner,
    /// The type of an element, as written; may be `_`.
    pub(crate) element: Type,
    /// How the name holds the array.
    pub(crate) by: By,
}

/// What `collect()` makes, as far as that matters to a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Collection {
    /// `Vec<T>`
    Vec,
    /// `Box<[T]>`
    Slice,
    /// It keeps every element: `VecDeque`, `BinaryHeap`.
    Ordered,
    /// An array of ndarray's, which takes over a `Vec`.
    Matrix,
    /// `BTreeMap`, `BTreeSet`: of equal elements it drops all but one.
    Tree,
    /// `HashMap`, `HashSet`: so do these, and what they were told of the number of elements beforehand
    /// shows in the order of iteration.
    Hashed,
}

/// What kind of primitive a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Primitive {
    /// `bool`.
    Bool,
    /// `char`.
    Char,
    /// `i8` to `i128`, `isize`.
    Signed,
    /// `u8` to `u128`, `usize`.
    Unsigned,
    /// `f32`, `f64`.
    Float,
}

/// The type under parentheses and None-delimited groups.
pub(crate) fn peel(ty: &Type) -> &Type {
    match ty {
        Type::Paren(paren) => peel(&paren.elem),
        Type::Group(group) => peel(&group.elem),
        other => other,
    }
}

/// The `T` of `&T`; `None` for `&mut T` and everything else.
pub(crate) fn shared_reference(ty: &Type) -> Option<&Type> {
    match peel(ty) {
        Type::Reference(reference) if reference.mutability.is_none() => Some(&reference.elem),
        _ => None,
    }
}

/// Whether it is `&mut T`.
pub(crate) fn is_mutable_reference(ty: &Type) -> bool {
    matches!(peel(ty), Type::Reference(reference) if reference.mutability.is_some())
}

/// The type under any number of references of either kind.
pub(crate) fn dereferenced(ty: &Type) -> &Type {
    match peel(ty) {
        Type::Reference(reference) => dereferenced(&reference.elem),
        other => other,
    }
}

/// The type arguments of a path's last segment.
pub(crate) fn type_arguments(ty: &Type) -> impl Iterator<Item = &Type> {
    let arguments = match peel(ty) {
        Type::Path(path) => path.path.segments.last().map(|last| &last.arguments),
        _ => None,
    };
    let angle = match arguments {
        Some(PathArguments::AngleBracketed(angle)) => Some(&angle.args),
        _ => None,
    };
    angle
        .into_iter()
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

/// A type as it may be written on a local, where its lifetimes, but for `'static`, are those that rustc finds; `None` if it binds some.
pub(crate) fn elided(ty: &Type) -> Option<Type> {
    struct Elide;
    impl VisitMut for Elide {
        fn visit_lifetime_mut(&mut self, lifetime: &mut Lifetime) {
            if lifetime.ident != "static" {
                *lifetime = Lifetime::new("'_", lifetime.span());
            }
        }
    }
    if times("for", ty.to_token_stream()) > 0 {
        return None;
    }
    let mut ty = ty.clone();
    Elide.visit_type_mut(&mut ty);
    Some(ty)
}

/// A path without the arguments of its last segment: `Vec` of `Vec<T>`.
pub(crate) fn without_arguments(path: &syn::Path) -> syn::Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    path
}

/// Types that can be changed through `&`, besides cells and atomics.
const CHANGED_SHARED: &str = "Mutex RwLock OnceLock LazyLock Condvar Barrier Sender SyncSender Receiver File TcpStream \
    Stdout Stderr Stdin FnMut FnOnce";

/// Whether a type of this name can be changed through `&`.
pub(crate) fn interior_mutability(name: &str) -> bool {
    name.starts_with("Atomic") || name.ends_with("Cell") || among(CHANGED_SHARED, name)
}

/// Whether a type names something that can be changed through `&`.
pub(crate) fn mentions_interior_mutability(ty: &Type) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_path_segment(&mut self, segment: &'a syn::PathSegment) {
            self.0 |= interior_mutability(&segment.ident.to_string());
            crate::rust::visit::visit_path_segment(self, segment);
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Whether a type shows a reference anywhere to a type of which something holds.
pub(crate) fn refers_to(ty: &Type, holds: &dyn Fn(&Type) -> bool) -> bool {
    struct Search<'s>(&'s dyn Fn(&Type) -> bool, bool);
    impl<'a> Visit<'a> for Search<'_> {
        fn visit_type(&mut self, ty: &'a Type) {
            if let Type::Reference(reference) = ty {
                self.1 |= (self.0)(&reference.elem);
            }
            crate::rust::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(holds, false);
    search.visit_type(ty);
    search.1
}

/// Whether a type shows a `&mut` anywhere.
pub(crate) fn mentions_mutable_reference(ty: &Type) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_type(&mut self, ty: &'a Type) {
            self.0 |= is_mutable_reference(ty);
            crate::rust::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

/// Whether a type, held by value, shows a `&mut`, a raw pointer or a hole (`_`, a macro, `impl`).
pub(crate) fn mentions_unseen_or_mutable(ty: &Type) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_type(&mut self, ty: &'a Type) {
            match ty {
                Type::Infer(_)
                | Type::Macro(_)
                | Type::Verbatim(_)
                | Type::Ptr(_)
                | Type::ImplTrait(_) => self.0 = true,
                Type::Reference(reference) => self.0 |= reference.mutability.is_some(),
                _ => {}
            }
            crate::rust::visit::visit_type(self, ty);
        }
    }
    let mut search = Search(false);
    search.visit_type(ty);
    search.0
}

#[cfg(test)]
mod tests;
