//! Arrays and matrices of ndarray, nalgebra, faer and sprs, by name.
//!
//! In: a type as written, or a call of one of their constructors. Out: its element, and how it is held. As std's names do, theirs mean what
//! those crates mean by them unless an item of the body or a type parameter has the name (`guide/src/stays.md`, *What is assumed*): an
//! element stands in one place, indices that differ are other elements, and to read, store and drop numbers runs nothing.

use super::environment::Environment;
use super::spelling::among;
use super::term::Path;
use super::types::{By, peel, type_arguments};
use syn::{PathArguments, Type};

/// Those that own their elements.
const OWNERS: &str = "Array Array0 Array1 Array2 Array3 Array4 Array5 Array6 ArrayD Col CsMat CsVec DMatrix DVector Mat Matrix1 \
    Matrix2 Matrix3 Matrix4 Matrix5 Matrix6 OMatrix OVector Point2 Point3 RowDVector RowVector2 RowVector3 RowVector4 SMatrix \
    SVector Vector1 Vector2 Vector3 Vector4 Vector5 Vector6";

/// Those that refer to them.
const VIEWS: &str = "ArrayView ArrayView0 ArrayView1 ArrayView2 ArrayView3 ArrayView4 ArrayView5 ArrayView6 ArrayViewD ColRef \
    DMatrixView DVectorView MatRef RowRef";

/// Those that refer to them to change them.
const MUTABLE_VIEWS: &str = "ArrayViewMut ArrayViewMut0 ArrayViewMut1 ArrayViewMut2 ArrayViewMut3 ArrayViewMut4 ArrayViewMut5 \
    ArrayViewMut6 ArrayViewMutD ColMut MatMut RowMut";

/// Functions of theirs that make one from nothing but its shape, the same one each time.
const MADE: &str = "eye identity ones zeros";

/// A visible array or matrix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Matrix {
    /// The type of an element, as written; may be `_`.
    pub(crate) element: Type,
    /// How it is held.
    pub(crate) by: By,
    /// How many indices select an element, where the name says so.
    pub(crate) axes: Option<usize>,
}

impl Environment {
    /// The array or matrix that a type visibly is, or refers to.
    pub(crate) fn matrix_of(&self, ty: &Type) -> Option<Matrix> {
        match peel(ty) {
            Type::Reference(reference) => {
                let inner = self.matrix_of(&reference.elem)?;
                let by = match (reference.mutability.is_some(), inner.by) {
                    (false, _) => By::Shared,
                    (true, By::Owned) => By::Mutable,
                    // The view behind it may be exchanged for another.
                    (true, By::Mutable | By::Shared) => return None,
                };
                Some(Matrix { by, ..inner })
            }
            Type::Path(path) if path.qself.is_none() => {
                let last = &path.path.segments.last()?.ident;
                let name = last.to_string();
                let by = if among(OWNERS, &name) {
                    By::Owned
                } else if among(VIEWS, &name) {
                    By::Shared
                } else if among(MUTABLE_VIEWS, &name) {
                    By::Mutable
                } else {
                    return None;
                };
                let element = type_arguments(ty)
                    .next()
                    .filter(|_| self.is_unhidden(&name))?;
                let digits = name.trim_start_matches(|of: char| !of.is_ascii_digit());
                let axes = digits.parse().ok().filter(|_| name.starts_with("Array"));
                Some(Matrix {
                    element: element.clone(),
                    by,
                    axes,
                })
            }
            _ => None,
        }
    }

    /// The same of one whose elements are numbers: to store or to drop one runs nothing.
    pub(crate) fn matrix_of_numbers(&self, ty: &Type) -> Option<Matrix> {
        let matrix = self.matrix_of(ty)?;
        let numbers = self.primitive_number(&matrix.element).is_some()
            || self.is_number_generic(&matrix.element);
        numbers.then_some(matrix)
    }

    /// The same of a type whose element rustc infers: what has a zero is a number (`guide/src/stays.md`).
    pub(crate) fn may_hold_numbers(&self, ty: &Type) -> bool {
        self.matrix_of(ty).is_some_and(|matrix| {
            matches!(matrix.element, Type::Infer(_)) || self.matrix_of_numbers(ty).is_some()
        })
    }

    /// Whether a name is visibly such a one.
    pub(crate) fn holds_matrix_of_numbers(&self, name: &str) -> bool {
        let ty = self.type_of(name);
        ty.is_some_and(|ty| {
            self.matrix_of_numbers(ty).is_some()
                || self.is_of_numbers(name) && self.matrix_of(ty).is_some()
        })
    }
}

/// Whether a function makes one from its shape alone: `Array1::<f64>::zeros`.
pub(crate) fn constructs(owner: &str, name: &str) -> bool {
    among(OWNERS, owner) && among(MADE, name)
}

/// The type of what such a function makes, with a hole for an element that is not written.
pub(crate) fn made(path: &Path<'_>) -> Option<Type> {
    let owner = path.path.path.segments.iter().rev().nth(1)?;
    let name = &owner.ident;
    if !among(OWNERS, &name.to_string()) {
        return None;
    }
    match &owner.arguments {
        PathArguments::AngleBracketed(angle) => {
            let arguments = &angle.args;
            Some(syn::parse_quote!(#name<#arguments>))
        }
        PathArguments::None => Some(syn::parse_quote!(#name<_>)),
        PathArguments::Parenthesized(_) => None,
    }
}

/// What asks for the shape of one.
pub(crate) const SHAPES: &str = "dim height len ncols nrows shape width";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn by_name_with_an_element() {
        let env = Environment::default();
        let by = |ty: &str| {
            let ty = syn::parse_str(ty).expect("a type");
            env.matrix_of(&ty).map(|matrix| matrix.by)
        };
        assert_eq!(by("Array2<f64>"), Some(By::Owned));
        assert_eq!(by("&ndarray::Array1<f64>"), Some(By::Shared));
        assert_eq!(by("ArrayView1<'_, f64>"), Some(By::Shared));
        assert_eq!(by("&mut DMatrix<f32>"), Some(By::Mutable));
        assert_eq!(by("&mut ArrayView1<f32>"), None);
        assert_eq!(by("Mat"), None);
        assert_eq!(by("Vec<f64>"), None);
    }

    #[test]
    fn what_is_written_must_be_a_number() {
        let env = Environment::default();
        for (ty, holds) in [
            ("Array1<f64>", true),
            ("Array1<_>", true),
            ("Array1<Traced>", false),
        ] {
            let parsed = syn::parse_str(ty).expect("a type");
            assert_eq!(env.may_hold_numbers(&parsed), holds, "{ty}");
        }
    }
}
