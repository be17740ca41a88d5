//! What a type, as written, is in scope.
//!
//! In: a `syn::Type`. Out: the array, collection or primitive that it visibly is, and whether its values are plain, copied,
//! owned.

use super::Environment;
use crate::rust::types::{
    ArrayType, By, Collection, OWNED_CONTAINERS, Owner, Primitive, STD_CONTAINERS, dereferenced,
    peel, primitive_name, type_arguments, unsized_element,
};
use syn::{GenericArgument, PathArguments, Type, TypePath};

impl Environment {
    /// The array that a name visibly is.
    pub(crate) fn visible_array(&self, name: &str) -> Option<ArrayType> {
        self.type_of(name).and_then(|ty| self.array_of(ty))
    }

    /// Whether the length of an array stays while its name is not bound anew.
    pub(crate) fn fixed_length(&self, name: &str) -> bool {
        let (Some(known), Some(array)) = (self.lookup(name), self.visible_array(name)) else {
            return false;
        };
        match array.owner {
            Owner::Array(_) => true,
            Owner::Slice => !known.mutable,
            Owner::Vec | Owner::Box => {
                let behind = matches!(known.ty.as_ref().map(peel), Some(Type::Reference(r)) if r.mutability.is_some());
                !known.mutable && !behind
            }
        }
    }

    /// The array that a type visibly is: `[T]`, `[T; N]`, `Vec<T>`, `Box<[T]>` and references to
    /// them. `&mut &[T]` is none: the slice behind it may be exchanged for another.
    pub(crate) fn array_of(&self, ty: &Type) -> Option<ArrayType> {
        match peel(ty) {
            Type::Reference(reference) => {
                let inner = self.array_of_unsized(&reference.elem)?;
                let by = match (reference.mutability.is_some(), inner.by) {
                    (false, _) => By::Shared,
                    (true, By::Owned) => By::Mutable,
                    (true, By::Mutable | By::Shared) => return None,
                };
                Some(ArrayType { by, ..inner })
            }
            Type::Slice(_) => None,
            other => self.array_of_unsized(other),
        }
    }

    fn array_of_unsized(&self, ty: &Type) -> Option<ArrayType> {
        let owned = |owner, element: &Type| ArrayType {
            owner,
            element: element.clone(),
            by: By::Owned,
        };
        match peel(ty) {
            Type::Slice(slice) => Some(owned(Owner::Slice, &slice.elem)),
            Type::Array(array) => Some(owned(Owner::Array(array.len.clone()), &array.elem)),
            Type::Path(_) => {
                if let Some(element) = self.std_argument(ty, &["Vec"]) {
                    return Some(owned(Owner::Vec, element));
                }
                match peel(self.std_argument(ty, &["Box"])?) {
                    Type::Slice(slice) => Some(owned(Owner::Box, &slice.elem)),
                    _ => None,
                }
            }
            Type::Reference(_) => self.array_of(ty),
            _ => None,
        }
    }

    /// The one type argument of a std type named in `names`, by its short or its full path.
    pub(crate) fn std_argument<'a>(&self, ty: &'a Type, names: &[&str]) -> Option<&'a Type> {
        let arguments = self.std_arguments(ty, names)?;
        match arguments.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// The first type argument of a type of this name, whatever its path: `io::Result<T>` and
    /// `Result<T, E>`.
    pub(crate) fn std_first_argument<'a>(&self, ty: &'a Type, name: &str) -> Option<&'a Type> {
        let Type::Path(path) = peel(ty) else {
            return None;
        };
        let last = path.path.segments.last()?;
        if path.qself.is_some() || last.ident != name || !self.means_std(name) {
            return None;
        }
        match &last.arguments {
            PathArguments::AngleBracketed(angle) => match angle.args.first()? {
                GenericArgument::Type(ty) => Some(ty),
                _ => None,
            },
            _ => None,
        }
    }

    /// All type arguments of a std type named in `names`; `None` if there is a lifetime or
    /// anything else among them.
    fn std_arguments<'a>(&self, ty: &'a Type, names: &[&str]) -> Option<Vec<&'a Type>> {
        let Type::Path(path) = peel(ty) else {
            return None;
        };
        let name = self.std_name(path)?;
        if !names.contains(&name.as_str()) {
            return None;
        }
        match &path.path.segments.last()?.arguments {
            PathArguments::None => Some(Vec::new()),
            PathArguments::Parenthesized(_) => None,
            PathArguments::AngleBracketed(angle) => angle
                .args
                .iter()
                .map(|argument| match argument {
                    GenericArgument::Type(ty) => Some(ty),
                    _ => None,
                })
                .collect(),
        }
    }

    /// The last segment of a path that may be std's: a single name, or a path that starts with
    /// `std`, `core` or `alloc`.
    fn std_name(&self, path: &TypePath) -> Option<String> {
        if path.qself.is_some() {
            return None;
        }
        let segments = &path.path.segments;
        let last = segments.last()?.ident.to_string();
        let first = segments.first()?;
        let bare = segments
            .iter()
            .rev()
            .skip(1)
            .all(|segment| segment.arguments.is_none());
        let standard = if segments.len() == 1 {
            path.path.leading_colon.is_none() && self.means_std(&last)
        } else {
            let first = first.ident.to_string();
            matches!(first.as_str(), "std" | "core" | "alloc") && self.means_std(&first)
        };
        (standard && bare).then_some(last)
    }

    /// The collection that a type visibly is, with its type arguments. A hashed one with a hasher of
    /// its own is none: that may have an order that can be relied upon. Neither is a `LinkedList` nor
    /// a `String`: to fill one from a buffer cost more than another pass (1.4 to 3.5 times as much).
    pub(crate) fn collection_of<'a>(&self, ty: &'a Type) -> Option<(Collection, Vec<&'a Type>)> {
        let Type::Path(path) = peel(ty) else {
            return None;
        };
        let name = self.std_name(path)?;
        let (collection, arguments) = match name.as_str() {
            "Box" => {
                let Type::Slice(slice) = peel(self.std_argument(ty, &["Box"])?) else {
                    return None;
                };
                return Some((Collection::Slice, vec![&slice.elem]));
            }
            "VecDeque" | "BinaryHeap" => (Collection::Ordered, 1),
            "BTreeSet" => (Collection::Tree, 1),
            "BTreeMap" => (Collection::Tree, 2),
            "HashSet" => (Collection::Hashed, 1),
            "HashMap" => (Collection::Hashed, 2),
            _ => return None,
        };
        let found = self.std_arguments(ty, &[&name])?;
        (found.len() == arguments).then_some((collection, found))
    }

    /// Which primitive a type is: `f64`, `std::primitive::f64`.
    pub(crate) fn primitive(&self, ty: &Type) -> Option<Primitive> {
        let Type::Path(path) = peel(ty) else {
            return None;
        };
        let name = self.std_name(path)?;
        let segments = &path.path.segments;
        let spelt =
            segments.len() == 1 || (segments.len() == 3 && segments[1].ident == "primitive");
        if !spelt || !segments.last()?.arguments.is_none() {
            return None;
        }
        primitive_name(&name)
    }

    /// Which primitive number a type is.
    pub(crate) fn primitive_number(&self, ty: &Type) -> Option<Primitive> {
        self.primitive(ty)
            .filter(|kind| !matches!(kind, Primitive::Bool | Primitive::Char))
    }

    /// Whether nobody can watch a value of this type be cloned or dropped: primitives, `&T`,
    /// `String`, and `Vec`, `Box`, `Option`, tuples, arrays of these.
    pub(crate) fn visibly_plain(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Reference(reference) => reference.mutability.is_none(),
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.visibly_plain(ty)),
            Type::Array(array) => self.visibly_plain(&array.elem),
            Type::Path(path) => {
                if self.primitive(ty).is_some() || self.is_string(path) {
                    return true;
                }
                if let Some(inner) = self.std_argument(ty, &["Box"])
                    && let Some(element) = unsized_element(inner)
                {
                    return element.is_none_or(|element| self.visibly_plain(element));
                }
                self.std_argument(ty, &["Vec", "Box", "Option"])
                    .is_some_and(|inner| self.visibly_plain(inner))
            }
            _ => false,
        }
    }

    /// Whether a type that is visibly plain is so whoever's `String`, `Vec`, `Box` and `Option` are:
    /// none of them is named by a bare name, which may be the user's.
    pub(crate) fn plain_to_all(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.plain_to_all(ty)),
            Type::Array(array) => self.plain_to_all(&array.elem),
            Type::Slice(slice) => self.plain_to_all(&slice.elem),
            Type::Path(path) => {
                let whole = path.path.segments.len() > 1 || self.primitive(ty).is_some();
                whole && type_arguments(ty).all(|ty| self.plain_to_all(ty))
            }
            _ => true,
        }
    }

    fn is_string(&self, path: &TypePath) -> bool {
        self.std_name(path).as_deref() == Some("String")
            && path
                .path
                .segments
                .last()
                .is_some_and(|segment| segment.arguments.is_none())
    }

    /// Whether a value of this type is visibly copied where it is used: primitives, `&T`, function
    /// pointers, tuples and arrays of these, and a type parameter bounded by `Copy`.
    pub(crate) fn visibly_copy(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Reference(reference) => reference.mutability.is_none(),
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.visibly_copy(ty)),
            Type::Array(array) => self.visibly_copy(&array.elem),
            Type::FnPtr(_) => true,
            Type::Path(_) => self.primitive(ty).is_some() || self.is_copy_generic(ty),
            _ => false,
        }
    }

    /// Whether a type is, or refers to, a primitive, a slice or one of std's containers.
    pub(crate) fn is_std(&self, ty: &Type) -> bool {
        let ty = dereferenced(ty);
        match ty {
            Type::Slice(_) | Type::Array(_) | Type::Tuple(_) | Type::FnPtr(_) => true,
            Type::Path(path) => {
                let container = |name: &String| {
                    name == "String" || name == "str" || STD_CONTAINERS.contains(&name.as_str())
                };
                self.primitive(ty).is_some()
                    || self.array_of(ty).is_some()
                    || self.std_name(path).as_ref().is_some_and(container)
            }
            _ => false,
        }
    }

    /// Whether a type is one of std's of these names, whatever its arguments are.
    pub(crate) fn std_container(&self, ty: &Type, names: &[&str]) -> bool {
        match peel(ty) {
            Type::Path(path) => self
                .std_name(path)
                .is_some_and(|name| names.contains(&name.as_str())),
            _ => false,
        }
    }

    /// Whether a value of this type visibly borrows from nothing: primitives, `String`, and std's
    /// containers, tuples and arrays of these. A user's type may hide a lifetime, a type parameter
    /// may be one.
    pub(crate) fn visibly_owned(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.visibly_owned(ty)),
            Type::Array(array) => self.visibly_owned(&array.elem),
            Type::Path(path) => {
                if self.primitive(ty).is_some() || self.is_string(path) {
                    return true;
                }
                if let Some(inner) = self.std_argument(ty, &["Box", "Rc", "Arc"])
                    && let Some(element) = unsized_element(inner)
                {
                    return element.is_none_or(|element| self.visibly_owned(element));
                }
                self.std_arguments(ty, OWNED_CONTAINERS)
                    .is_some_and(|arguments| {
                        !arguments.is_empty() && arguments.iter().all(|ty| self.visibly_owned(ty))
                    })
            }
            _ => false,
        }
    }
}
