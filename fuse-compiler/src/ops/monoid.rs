//! Monoids: the associative operators by which loops accumulate, with what each starts from.
//!
//! In: the operator that was found in a fold, a `reduce`, a `scan`, a `for` body, or that a consumer is. Out: what an
//! accumulator starts from, what one of two is, and what becomes of all. Sums, products, extrema, histograms, redomaps, scans
//! and what ranges of a parallel loop have are put together by it.

pub(crate) mod histogram;
pub(crate) mod privatised;
pub(crate) mod redomap;

use super::names::local;
use crate::rust::types::Primitive;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::BinOp;

/// An associative operator of primitives; the name is that of a type of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Monoid {
    /// `+`
    Sum,
    /// `*`
    Product,
    /// `min`
    Least,
    /// `max`
    Greatest,
    /// `wrapping_add`
    WrappingSum,
    /// `wrapping_mul`
    WrappingProduct,
    /// `saturating_add`, without a sign
    SaturatingSum,
    /// `&`, `&&`
    And,
    /// `|`, `||`
    Or,
    /// `^`
    Xor,
    /// `+` of integers that may have a sign: a range may leave the type where the whole does not. So a range wraps, and where
    /// the user's operators are checked it notes how far it reaches.
    IntegerSum,
    /// `*` of integers: so may a range behind a zero.
    IntegerProduct,
}

impl Monoid {
    /// The same of integers: a sum of such as visibly have no sign leaves the type if one of its ranges does.
    fn of_integers(self, signed: bool) -> Monoid {
        match self {
            Monoid::Sum if signed => Monoid::IntegerSum,
            Monoid::Product => Monoid::IntegerProduct,
            other => other,
        }
    }

    /// That of an operator, or of one that assigns.
    pub(crate) fn of_operator(op: &BinOp) -> Option<Monoid> {
        Some(match op {
            BinOp::Add(_) | BinOp::AddAssign(_) => Monoid::Sum,
            BinOp::Mul(_) | BinOp::MulAssign(_) => Monoid::Product,
            BinOp::BitAnd(_) | BinOp::BitAndAssign(_) => Monoid::And,
            BinOp::BitOr(_) | BinOp::BitOrAssign(_) => Monoid::Or,
            BinOp::BitXor(_) | BinOp::BitXorAssign(_) => Monoid::Xor,
            _ => return None,
        })
    }

    /// True if primitives of a kind have it; `min` of `bool` and `char` is not listed.
    pub(crate) fn is_of(self, kind: Primitive) -> bool {
        match self {
            Monoid::And | Monoid::Or | Monoid::Xor => {
                !matches!(kind, Primitive::Float | Primitive::Char)
            }
            Monoid::WrappingSum | Monoid::WrappingProduct => {
                matches!(kind, Primitive::Signed | Primitive::Unsigned)
            }
            Monoid::SaturatingSum => kind == Primitive::Unsigned,
            _ => !matches!(kind, Primitive::Bool | Primitive::Char),
        }
    }

    /// The same of primitives of a kind, which have it.
    pub(crate) fn of_kind(self, kind: Primitive) -> Monoid {
        match kind {
            Primitive::Float => self,
            kind => self.of_integers(kind == Primitive::Signed),
        }
    }

    /// That of a method of numbers.
    pub(crate) fn of_method(name: &str) -> Option<Monoid> {
        Some(match name {
            "min" => Monoid::Least,
            "max" => Monoid::Greatest,
            "wrapping_add" => Monoid::WrappingSum,
            "wrapping_mul" => Monoid::WrappingProduct,
            "saturating_add" => Monoid::SaturatingSum,
            _ => return None,
        })
    }

    /// The type of the runtime that knows its identity.
    #[must_use]
    pub(crate) fn name(self) -> &'static str {
        match self {
            Monoid::Sum | Monoid::IntegerSum => "Sum",
            Monoid::Product | Monoid::IntegerProduct => "Product",
            Monoid::Least => "Least",
            Monoid::Greatest => "Greatest",
            Monoid::WrappingSum => "WrappingSum",
            Monoid::WrappingProduct => "WrappingProduct",
            Monoid::SaturatingSum => "SaturatingSum",
            Monoid::And => "And",
            Monoid::Or => "Or",
            Monoid::Xor => "Xor",
        }
    }

    /// True if a value combined with itself is itself: then each range can begin with the fold's own start.
    #[must_use]
    pub(crate) fn is_idempotent(self) -> bool {
        matches!(
            self,
            Monoid::Least | Monoid::Greatest | Monoid::And | Monoid::Or
        )
    }

    /// True if ranges of it are put together by an accumulator of the runtime's that notes how far it reaches.
    #[must_use]
    pub(crate) fn is_exact(self) -> bool {
        matches!(self, Monoid::IntegerSum | Monoid::IntegerProduct)
    }

    /// It, as a path of the runtime.
    pub(crate) fn path(self, runtime: &TokenStream) -> TokenStream {
        let name = format_ident!("{}", self.name());
        quote!(#runtime::parallel::#name)
    }

    /// Its identity, of the type that `like` has.
    pub(crate) fn identity(self, runtime: &TokenStream, like: &TokenStream) -> TokenStream {
        let path = self.path(runtime);
        quote!(#runtime::parallel::identity_of(#path, &#like))
    }

    /// What an exact one begins with, given its identity.
    pub(crate) fn exactly(self, runtime: &TokenStream, identity: &TokenStream) -> TokenStream {
        match self {
            Monoid::IntegerSum => quote!(#runtime::whole!(WholeSum, #identity)),
            Monoid::IntegerProduct => quote!(#runtime::whole!(WholeProduct, #identity)),
            _ => identity.clone(),
        }
    }

    /// What a range begins with of a fold that begins with `initial`: its step may rely on what that shows, so that it is no
    /// NaN.
    pub(crate) fn start(self, runtime: &TokenStream, initial: &TokenStream) -> TokenStream {
        if self.is_idempotent() {
            return initial.clone();
        }
        self.exactly(runtime, &self.identity(runtime, initial))
    }

    /// One of two neighbours.
    pub(crate) fn combine(
        self,
        runtime: &TokenStream,
        left: &TokenStream,
        right: &TokenStream,
    ) -> TokenStream {
        match self {
            Monoid::IntegerSum => quote!(#left + #right),
            Monoid::IntegerProduct => quote!(#left * #right),
            _ => {
                let path = self.path(runtime);
                quote!(#runtime::parallel::combine(#path, #left, #right))
            }
        }
    }

    /// What becomes of all ranges behind what the fold begins with. An exact operator is that of the user's crate.
    pub(crate) fn finish(
        self,
        runtime: &TokenStream,
        initial: &TokenStream,
        all: &TokenStream,
    ) -> TokenStream {
        if !self.is_exact() {
            return self.combine(runtime, initial, all);
        }
        let [left, right] = ["left", "right"].map(|side| local(side, "value"));
        let both = self.combine(runtime, &quote!(#left), &quote!(#right));
        quote!(#all.end(#initial, |#left, #right| #both))
    }
}
