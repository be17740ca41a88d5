//! Types, as far as the tokens show them.
//!
//! In: a `syn::Type` and the [`Environment`] in which it is written. Out: a [`Ty`], by one function. It knows the type
//! parameters and the items that hide a name of std's, `std::primitive::f64`, and parentheses; what it does not know is
//! [`Ty::Unknown`], of which everything is denied.

use super::environment::Environment;
use super::spelling::among;
use super::types::{By, Primitive, dereferenced, peel, type_arguments};
use syn::{PathArguments, Type};

/// A primitive type of std's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Scalar {
    name: &'static str,
    kind: Primitive,
    bits: u32,
}

const SCALARS: &[(Primitive, &[(&str, u32)])] = &[
    (Primitive::Bool, &[("bool", 8)]),
    (Primitive::Char, &[("char", 32)]),
    (
        Primitive::Signed,
        &[
            ("i8", 8),
            ("i16", 16),
            ("i32", 32),
            ("i64", 64),
            ("i128", 128),
            ("isize", usize::BITS),
        ],
    ),
    (
        Primitive::Unsigned,
        &[
            ("u8", 8),
            ("u16", 16),
            ("u32", 32),
            ("u64", 64),
            ("u128", 128),
            ("usize", usize::BITS),
        ],
    ),
    (Primitive::Float, &[("f32", 32), ("f64", 64)]),
];

impl Scalar {
    /// The one of this name.
    pub(crate) fn named(name: &str) -> Option<Scalar> {
        SCALARS.iter().find_map(|(kind, named)| {
            let (name, bits) = *named.iter().find(|(other, _)| *other == name)?;
            let kind = *kind;
            Some(Scalar { name, kind, bits })
        })
    }

    /// The one that an identifier is.
    pub(crate) fn of(name: &proc_macro2::Ident) -> Option<Scalar> {
        Scalar::named(&name.to_string())
    }

    /// The one that a type is called like, whatever it means where it stands. Rustc is asked about that, or it does not matter.
    pub(crate) fn written(ty: &Type) -> Option<Scalar> {
        match peel(ty) {
            Type::Path(path) => Scalar::of(path.path.get_ident()?),
            _ => None,
        }
    }

    /// Its name.
    pub(crate) fn name(self) -> &'static str {
        self.name
    }

    /// Which kind of primitive it is.
    pub(crate) fn kind(self) -> Primitive {
        self.kind
    }

    /// How many bits it has.
    pub(crate) fn bits(self) -> u32 {
        self.bits
    }

    /// True for `f32` and `f64`.
    pub(crate) fn is_float(self) -> bool {
        self.kind == Primitive::Float
    }

    /// True for an integer.
    pub(crate) fn is_integer(self) -> bool {
        matches!(self.kind, Primitive::Signed | Primitive::Unsigned)
    }

    /// True for an integer or a float.
    pub(crate) fn is_number(self) -> bool {
        self.is_float() || self.is_integer()
    }
}

/// A type, as far as it is visible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Ty {
    /// `f64`, `std::primitive::f64`
    Scalar(Scalar),
    /// `&T`, `&mut T`
    Reference {
        /// True for `&mut`.
        mutable: bool,
        /// What it refers to.
        to: Box<Ty>,
    },
    /// `[T]`
    Slice(Box<Ty>),
    /// `str`
    Text,
    /// `[T; N]`
    Array(Box<Ty>),
    /// `(A, B)`
    Tuple(Vec<Ty>),
    /// `fn(A) -> B`
    Function,
    /// A type of std's by its name, with its type arguments; a lifetime or anything else among them is unknown.
    Std(String, Vec<Ty>),
    /// A type parameter bounded by `Copy`.
    CopyParameter,
    /// A type parameter bounded by a trait of numbers, which are dropped and cloned unseen.
    NumberParameter,
    /// An array or a matrix of ndarray's and the like, by its name.
    Matrix {
        /// How it holds its elements.
        by: By,
        /// What they are.
        element: Box<Ty>,
    },
    /// A struct that is declared around the function.
    Declared {
        /// The types of its fields.
        parts: Vec<Ty>,
        /// True if it derives `Copy` and `Clone`.
        copy: bool,
    },
    /// Nothing is visible of it.
    Unknown,
}

/// std's types that are none of a user's behind a `Deref`.
const CONTAINERS: &str =
    "BTreeMap BTreeSet BinaryHeap HashMap HashSet Option Result String Vec VecDeque str";

/// std's types that own what their arguments own.
const OWNERS: &str = "Arc BTreeMap BTreeSet BinaryHeap Box HashMap HashSet Option Rc Result Reverse Vec VecDeque Wrapping";

/// Whether a name is that of a type of std's which owns what its arguments own.
pub(crate) fn owned_container(name: &str) -> bool {
    among(OWNERS, name)
}

impl Ty {
    /// Whether nobody can watch a value of this type be cloned or dropped: primitives, `&T`, `String`, and `Vec`, `Box`,
    /// `Option`, tuples, arrays of these.
    pub(crate) fn is_plain(&self) -> bool {
        match self {
            Ty::Scalar(_) | Ty::NumberParameter => true,
            Ty::Matrix { by, element } => *by != By::Mutable && element.is_plain(),
            Ty::Reference { mutable, .. } => !mutable,
            Ty::Array(element) => element.is_plain(),
            Ty::Tuple(parts) => parts.iter().all(Ty::is_plain),
            // Another may have a destructor, wherever that stands.
            Ty::Declared { copy, .. } => *copy,
            Ty::Std(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("String", []) => true,
                ("Box", [inner]) => inner.unsized_or(Ty::is_plain),
                ("Vec" | "Option", [inner]) => inner.is_plain(),
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value of this type is copied where it is used: primitives, `&T`, function pointers, tuples and arrays of
    /// these, and a type parameter bounded by `Copy`.
    pub(crate) fn is_copy(&self) -> bool {
        match self {
            Ty::Scalar(_) | Ty::Function | Ty::CopyParameter => true,
            Ty::Reference { mutable, .. } => !mutable,
            Ty::Array(element) => element.is_copy(),
            Ty::Tuple(parts) => parts.iter().all(Ty::is_copy),
            Ty::Declared { copy, .. } => *copy,
            _ => false,
        }
    }

    /// Whether nothing changes a value of this type, or what it leads to, behind a shared reference: it visibly holds no cell.
    pub(crate) fn is_frozen(&self) -> bool {
        match self {
            Ty::Scalar(_) | Ty::NumberParameter | Ty::Text | Ty::Function => true,
            Ty::Reference { to, .. } | Ty::Slice(to) | Ty::Array(to) => to.is_frozen(),
            Ty::Matrix { element, .. } => element.is_frozen(),
            Ty::Tuple(parts) | Ty::Declared { parts, .. } => parts.iter().all(Ty::is_frozen),
            Ty::Std(name, arguments) => {
                among("Box Option String Vec", name) && arguments.iter().all(Ty::is_frozen)
            }
            Ty::CopyParameter | Ty::Unknown => false,
        }
    }

    /// True for a primitive, and for a struct of nothing else.
    pub(crate) fn is_made_of_scalars(&self) -> bool {
        match self {
            Ty::Scalar(_) => true,
            Ty::Declared { parts, .. } => parts.iter().all(Ty::is_made_of_scalars),
            _ => false,
        }
    }

    /// Whether a value of this type borrows from nothing: primitives, `String`, and std's containers, tuples and arrays of
    /// these. A user's type may hide a lifetime, a type parameter may be one.
    pub(crate) fn is_owned(&self) -> bool {
        self.is_made_of(&|part| matches!(part, Ty::Scalar(_) | Ty::NumberParameter))
    }

    /// Whether a value of this type borrows from nothing that the function owns: what stands for a type parameter lives longer than any
    /// call of it.
    pub(crate) fn outlives_body(&self) -> bool {
        self.is_made_of(&|part| {
            matches!(
                part,
                Ty::Scalar(_) | Ty::NumberParameter | Ty::CopyParameter
            )
        })
    }

    /// Whether it is one of `parts`, a `String`, or a container, a tuple or an array of such.
    fn is_made_of(&self, part: &dyn Fn(&Ty) -> bool) -> bool {
        match self {
            Ty::Matrix { by, element } => *by == By::Owned && element.is_made_of(part),
            Ty::Array(element) => element.is_made_of(part),
            Ty::Tuple(parts) | Ty::Declared { parts, .. } => {
                parts.iter().all(|of| of.is_made_of(part))
            }
            Ty::Std(name, arguments) => match (name.as_str(), arguments.as_slice()) {
                ("String", []) => true,
                ("Box" | "Rc" | "Arc", [inner]) => inner.unsized_or(|of| of.is_made_of(part)),
                (name, arguments) => {
                    owned_container(name)
                        && !arguments.is_empty()
                        && arguments.iter().all(|of| of.is_made_of(part))
                }
            },
            other => part(other),
        }
    }

    /// What holds of the elements of an unsized type, or of a sized one itself.
    fn unsized_or(&self, holds: impl Fn(&Ty) -> bool) -> bool {
        match self {
            Ty::Text => true,
            Ty::Slice(element) => holds(element),
            sized => holds(sized),
        }
    }
}

impl Environment {
    /// What is visible of a type.
    pub(crate) fn ty(&self, ty: &Type) -> Ty {
        let boxed = |ty| Box::new(self.ty(ty));
        match peel(ty) {
            Type::Reference(reference) => Ty::Reference {
                mutable: reference.mutability.is_some(),
                to: boxed(&reference.elem),
            },
            Type::Slice(slice) => Ty::Slice(boxed(&slice.elem)),
            Type::Array(array) => Ty::Array(boxed(&array.elem)),
            Type::Tuple(tuple) => Ty::Tuple(tuple.elems.iter().map(|part| self.ty(part)).collect()),
            Type::FnPtr(_) => Ty::Function,
            Type::Path(path) if path.path.is_ident("str") => Ty::Text,
            Type::Path(path) => {
                if let Some(scalar) = self.scalar(ty) {
                    return Ty::Scalar(scalar);
                }
                if self.is_copy_generic(ty) {
                    return Ty::CopyParameter;
                }
                if self.is_number_generic(ty) {
                    return Ty::NumberParameter;
                }
                if let Some(matrix) = self.matrix_of(ty) {
                    return Ty::Matrix {
                        by: matrix.by,
                        element: boxed(&matrix.element),
                    };
                }
                if let Some(of) = self.structure(ty) {
                    return Ty::Declared {
                        parts: of.parts.iter().map(|part| self.ty(part)).collect(),
                        copy: of.copy,
                    };
                }
                let name = self.std_name(path);
                let arguments = name
                    .as_ref()
                    .and_then(|name| self.std_arguments(ty, &[name]));
                match name.zip(arguments) {
                    Some((name, arguments)) => {
                        Ty::Std(name, arguments.into_iter().map(|ty| self.ty(ty)).collect())
                    }
                    None => Ty::Unknown,
                }
            }
            _ => Ty::Unknown,
        }
    }

    /// Which primitive type a type is: `f64`, `std::primitive::f64`, an alias of such.
    pub(crate) fn scalar(&self, ty: &Type) -> Option<Scalar> {
        let Type::Path(path) = peel(ty) else {
            return None;
        };
        if let Some(meant) = self.alias(peel(ty)) {
            return self.scalar(&meant);
        }
        let scalar = Scalar::named(&self.std_name(path)?)?;
        let segments = &path.path.segments;
        let spelt =
            segments.len() == 1 || (segments.len() == 3 && segments[1].ident == "primitive");
        (spelt && matches!(segments.last()?.arguments, PathArguments::None)).then_some(scalar)
    }

    /// Which kind of primitive a type is.
    pub(crate) fn primitive(&self, ty: &Type) -> Option<Primitive> {
        self.scalar(ty).map(Scalar::kind)
    }

    /// Which kind of primitive number a type is.
    pub(crate) fn primitive_number(&self, ty: &Type) -> Option<Primitive> {
        self.scalar(ty)
            .filter(|scalar| scalar.is_number())
            .map(Scalar::kind)
    }

    /// Whether nobody can watch a value of this type be cloned or dropped.
    pub(crate) fn visibly_plain(&self, ty: &Type) -> bool {
        self.ty(ty).is_plain()
    }

    /// Whether a value of this type is visibly copied where it is used.
    pub(crate) fn visibly_copy(&self, ty: &Type) -> bool {
        self.ty(ty).is_copy()
    }

    /// Whether nothing visibly changes a value of this type, or what it leads to, behind a shared reference.
    pub(crate) fn visibly_frozen(&self, ty: &Type) -> bool {
        self.ty(ty).is_frozen()
    }

    /// Whether a value of this type visibly borrows from nothing that the function owns.
    pub(crate) fn outlives_body(&self, ty: &Type) -> bool {
        self.ty(ty).outlives_body()
    }

    /// Whether a value of this type visibly borrows from nothing.
    pub(crate) fn visibly_owned(&self, ty: &Type) -> bool {
        self.ty(ty).is_owned()
    }

    /// Whether a type that is visibly plain is so whoever's `String`, `Vec`, `Box` and `Option` are:
    /// none of them is named by a bare name, which may be the user's.
    pub(crate) fn plain_to_all(&self, ty: &Type) -> bool {
        match peel(ty) {
            Type::Tuple(tuple) => tuple.elems.iter().all(|ty| self.plain_to_all(ty)),
            Type::Array(array) => self.plain_to_all(&array.elem),
            Type::Slice(slice) => self.plain_to_all(&slice.elem),
            Type::Path(path) => {
                let whole = path.path.segments.len() > 1 || self.scalar(ty).is_some();
                whole && type_arguments(ty).all(|ty| self.plain_to_all(ty))
            }
            _ => true,
        }
    }

    /// Whether a type is, or refers to, one by a name that is neither std's nor known for numbers or matrices.
    pub(crate) fn is_foreign(&self, ty: &Type) -> bool {
        let ty = dereferenced(ty);
        matches!(ty, Type::Path(_))
            && !self.is_std(ty)
            && !self.is_number_generic(ty)
            && self.matrix_of(ty).is_none()
    }

    /// Whether a type is, or refers to, a primitive, a slice or one of std's containers.
    pub(crate) fn is_std(&self, ty: &Type) -> bool {
        match dereferenced(ty) {
            Type::Slice(_) | Type::Array(_) | Type::Tuple(_) | Type::FnPtr(_) => true,
            ty => {
                self.scalar(ty).is_some()
                    || self.array_of(ty).is_some()
                    || self.std_container(ty, CONTAINERS)
            }
        }
    }
}
