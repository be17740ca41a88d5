//! What a type, as written, is in scope.
//!
//! In: a `syn::Type`. Out: the array or collection that it visibly is, with the types in it as written ([`crate::rust::ty`] has
//! what else is asked).

use super::Environment;
use crate::rust::spelling::among;
use crate::rust::types::{ArrayType, By, Collection, Owner, dereferenced, peel, type_arguments};
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
            Type::Array(array) => Some(owned(
                Owner::Array(Box::new(array.len.clone())),
                &array.elem,
            )),
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

    /// What `iter`, `keys` or `values` of one of std's collections that are no arrays gives: a type, and whether it is behind a reference.
    pub(crate) fn item_of_collection(&self, ty: &Type, method: &str) -> Option<(Type, bool)> {
        const LISTS: [&str; 5] = [
            "BTreeSet",
            "BinaryHeap",
            "HashSet",
            "LinkedList",
            "VecDeque",
        ];
        let ty = dereferenced(ty);
        if let Some(elements) = self.std_arguments(ty, &LISTS) {
            let element = elements.first().filter(|_| method == "iter")?;
            return Some(((*element).clone(), true));
        }
        let map = self.std_arguments(ty, &["BTreeMap", "HashMap"])?;
        let [key, value, ..] = map.as_slice() else {
            return None;
        };
        match method {
            "keys" => Some(((*key).clone(), true)),
            "values" => Some(((*value).clone(), true)),
            "iter" => Some((syn::parse_quote!((&#key, &#value)), false)),
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
    pub(crate) fn std_arguments<'a>(&self, ty: &'a Type, names: &[&str]) -> Option<Vec<&'a Type>> {
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

    /// The number that a visible option of std's holds.
    pub(crate) fn number_in_option<'a>(&self, ty: &'a Type) -> Option<&'a Type> {
        let [held] = self.std_arguments(ty, &["Option"])?[..] else {
            return None;
        };
        self.primitive_number(held).map(|_| held)
    }

    /// The last segment of a path that may be std's: a single name, or a path that starts with
    /// `std`, `core` or `alloc`.
    pub(crate) fn std_name(&self, path: &TypePath) -> Option<String> {
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
            let standard = matches!(first.as_str(), "std" | "core" | "alloc");
            // As an expansion spells it.
            let own = segments.iter().rev().nth(1)?.ident == "__private";
            standard && self.means_std(&first) || own
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
        // That of ndarray's is made of a `Vec`, and is one inside.
        let last = path.path.segments.last()?;
        if last.ident == "Array1" && self.is_unhidden("Array1") {
            let element = type_arguments(ty).next()?;
            return Some((Collection::Matrix, vec![element]));
        }
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

    /// Whether a type is one of std's of these names, whatever its arguments are.
    pub(crate) fn std_container(&self, ty: &Type, names: &str) -> bool {
        match peel(ty) {
            Type::Path(path) => self.std_name(path).is_some_and(|name| among(names, &name)),
            _ => false,
        }
    }
}
