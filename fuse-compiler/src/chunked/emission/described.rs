//! What the type says of its function: the types and names of what it takes and gives.
//!
//! In: a program. Out: the associated types and constants of its `Chunked`, and the method that gives its numbers.

use super::Emission;
use crate::chunked::program::{Outcome, PLACE, What};
use crate::chunked::rounds;
use crate::rust::expr::strip;
use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Expr, Type};

/// An array of the function's value.
pub(super) struct Array<'p> {
    pub(super) name: &'p Ident,
    pub(super) ty: &'p Type,
    /// Its place among all results.
    number: usize,
    /// True if it has an element for each of the slices'.
    aligned: bool,
}

impl Emission<'_, '_, '_> {
    /// The numbers of the function's value.
    pub(super) fn output(&self) -> TokenStream {
        let is_number = |result: &&Outcome| matches!(result, Outcome::Scalar(..));
        let numbers = self.program.results.iter().filter(is_number);
        let known = self.known(numbers.flat_map(rounds::reads).collect());
        let before = self.before_output();
        let (values, types): (Vec<_>, Vec<_>) = self
            .numbers()
            .map(|(_, value, ty)| (value.to_token_stream(), ty.to_token_stream()))
            .unzip();
        let (values, types) = (alone_or_tuple(&values), alone_or_tuple(&types));
        let visibility = &self.program.function.vis;
        quote! {
            /// The numbers of the function's value, without its arrays; known after the last round.
            #visibility fn output(&self) -> #types {
                #before
                #known
                #values
            }
        }
    }

    /// Early returns, assertions and scalars, in order.
    fn before_output(&self) -> TokenStream {
        let mut before = TokenStream::new();
        for item in &self.program.items {
            let known = || self.known(item.reads.clone());
            before.extend(match &item.what {
                What::Guard {
                    condition, value, ..
                } => {
                    let known = known();
                    quote!({ #known if #condition { return #value; } })
                }
                What::Check(statement) => {
                    let known = known();
                    quote!({ #known #statement })
                }
                // It may panic, whoever needs it.
                What::Scalar(statement) => {
                    let known = known();
                    quote!({ #known #statement })
                }
                What::Array(_) | What::Reduction { .. } => continue,
            });
        }
        before
    }

    /// The types of what is taken and given, and their names, for whoever binds columns to them.
    pub(super) fn described(&self) -> TokenStream {
        let runtime = self.runtime;
        let slices: Vec<_> = self.program.slices.iter().map(|(_, ty)| ty).collect();
        let chunk = alone_or_tuple(
            &slices
                .iter()
                .map(|ty| quote!(&'c [#ty]))
                .collect::<Vec<_>>(),
        );
        let arrays = self.arrays();
        let emitted = arrays.iter().map(|array| array.ty.to_token_stream());
        let emitted = alone_or_tuple(&emitted.collect::<Vec<_>>());
        let of_arrays = arrays.iter().map(|array| {
            let (name, aligned) = (result_name(Some(array.name), array.number), array.aligned);
            quote!(#runtime::chunked::Array { name: #name, aligned: #aligned })
        });
        let types = self.numbers().map(|(_, _, ty)| ty.to_token_stream());
        let output = alone_or_tuple(&types.collect::<Vec<_>>());
        let numbers = self.numbers().map(|(number, value, _)| {
            let name = match strip(value) {
                Expr::Path(path) => path.path.get_ident(),
                _ => None,
            };
            result_name(name, number)
        });
        let place = PLACE.to_owned();
        let numbered = self.program.items.iter();
        let mut numbered = numbered.filter(|item| item.reads.contains(&place));
        let placed =
            numbered.next().is_some() || self.reductions.iter().any(|of| of.part.is_placed());
        quote! {
            type Chunk<'c> = #chunk;
            type Emitted = #emitted;
            type Output = #output;

            const PLACED: #runtime::bool = #placed;
            const ARRAYS: &'static [#runtime::chunked::Array] = &[#(#of_arrays),*];
            const NUMBERS: &'static [&'static #runtime::str] = &[#(#numbers),*];
        }
    }

    /// The arrays of the function's value.
    pub(super) fn arrays(&self) -> Vec<Array<'_>> {
        let results = self.program.results.iter().enumerate();
        let arrays = results.filter_map(|(number, result)| match result {
            Outcome::Array(name, ty, aligned) => Some(Array {
                name,
                ty,
                number,
                aligned: *aligned,
            }),
            Outcome::Scalar(..) => None,
        });
        arrays.collect()
    }

    /// The numbers, each with its place among all results.
    fn numbers(&self) -> impl Iterator<Item = (usize, &Expr, &Type)> {
        let results = self.program.results.iter().enumerate();
        results.filter_map(|(number, result)| match result {
            Outcome::Scalar(value, ty) => Some((number, value, ty)),
            Outcome::Array(..) => None,
        })
    }
}

/// What a result is called: as its name, if it has one that the user wrote.
fn result_name(name: Option<&Ident>, number: usize) -> String {
    match name.map(ToString::to_string) {
        Some(name) if !name.starts_with("loopfuse_") => name,
        _ => format!("result{number}"),
    }
}

/// One as it is, others as a tuple.
fn alone_or_tuple(parts: &[TokenStream]) -> TokenStream {
    match parts {
        [one] => one.clone(),
        _ => quote!((#(#parts,)*)),
    }
}
