//! Consumers.
//!
//! In: the method call that ends a chain, and the type that its context shows. Out: the consumer, if
//! it is listed and everything that fusing it needs is visible.

use super::{Parsed, Parser, refuse};
use crate::syntax::chain::{
    Collect, Consumer, Extremum, Fold, Operator, Reduction, Stream, Worker,
};
use crate::syntax::refusal::Cause;
use crate::syntax::transparent;
use syn::{Expr, ExprMethodCall, GenericArgument, Path, PathArguments, Type};

impl Parser<'_> {
    pub(super) fn consumer(
        &self,
        call: &ExprMethodCall,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let name = call.method.to_string();
        let args = call.args.iter().collect::<Vec<_>>();
        let turbofish = call.turbofish.as_ref().map(|generics| &generics.args);
        if !call.attrs.is_empty() {
            return refuse(call, Cause::Attribute);
        }
        let written = match turbofish {
            None => None,
            Some(generics) if generics.len() == 1 => match &generics[0] {
                GenericArgument::Type(ty) => Some(ty),
                _ => return refuse(&call.method, Cause::UnknownConsumer(name)),
            },
            Some(_) => return refuse(&call.method, Cause::UnknownConsumer(name)),
        };
        match (name.as_str(), args.as_slice()) {
            ("collect", []) => self.collect(call, written.or(expected)),
            ("sum" | "product", []) => {
                let number = written
                    .or(expected)
                    .filter(|ty| self.environment.primitive_number(ty).is_some());
                let Some(number) = number else {
                    return refuse(
                        &call.method,
                        Cause::InvisibleType(format!(
                            "the result type of `{name}` is not visibly a primitive number; write \
                             `{name}::<f64>()` or annotate the `let`"
                        )),
                    );
                };
                let operator = if name == "sum" {
                    Operator::Sum
                } else {
                    Operator::Product
                };
                Ok(Consumer::Reduction(Reduction {
                    operator,
                    number: number.clone(),
                }))
            }
            _ if written.is_some() => refuse(&call.method, Cause::UnknownConsumer(name)),
            ("count", []) => Ok(Consumer::Count),
            ("fold", [initial, step]) => self.fold(initial, step, stream, expected),
            ("reduce", [step]) => {
                let item = stream.item.as_parameter();
                Ok(Consumer::Reduce(self.worker(step, &[item.clone(), item])?))
            }
            ("min", []) => Ok(Consumer::Extremum(Extremum::Min)),
            ("max", []) => Ok(Consumer::Extremum(Extremum::Max)),
            ("min_by", [by]) => Ok(Consumer::ExtremumBy(
                Extremum::Min,
                self.comparison(by, stream)?,
            )),
            ("max_by", [by]) => Ok(Consumer::ExtremumBy(
                Extremum::Max,
                self.comparison(by, stream)?,
            )),
            ("min_by_key", [key]) => {
                let worker = self.worker(key, &[stream.item.as_borrowed()])?;
                Ok(Consumer::ExtremumByKey(Extremum::Min, worker))
            }
            ("max_by_key", [key]) => {
                let worker = self.worker(key, &[stream.item.as_borrowed()])?;
                Ok(Consumer::ExtremumByKey(Extremum::Max, worker))
            }
            ("any" | "all", [test]) => {
                let item = stream.item.as_parameter();
                Ok(Consumer::ShortCircuit(self.worker(test, &[item])?))
            }
            _ => refuse(&call.method, Cause::UnknownConsumer(name)),
        }
    }

    fn comparison(&self, by: &Expr, stream: &Stream) -> Parsed<Worker> {
        let item = stream.item.as_borrowed();
        self.worker(by, &[item.clone(), item])
    }

    fn collect(&self, call: &ExprMethodCall, ty: Option<&Type>) -> Parsed<Consumer> {
        let Some((collection, element)) = ty.and_then(vec_of) else {
            return refuse(
                &call.method,
                Cause::InvisibleType(
                    "what it collects into is not visibly a `Vec`; annotate the `let` as \
                     `Vec<T>` or write `collect::<Vec<_>>()`"
                        .into(),
                ),
            );
        };
        let plain = element
            .as_ref()
            .is_some_and(|element| self.environment.visibly_plain(element));
        Ok(Consumer::Collect(Collect {
            call: call.clone(),
            collection,
            element,
            plain,
        }))
    }

    fn fold(
        &self,
        initial: &Expr,
        step: &Expr,
        stream: &Stream,
        expected: Option<&Type>,
    ) -> Parsed<Consumer> {
        let Some(judged) = transparent::transparent(initial, self.environment) else {
            return refuse(initial, Cause::Argument("fold".into()));
        };
        let accumulator = expected.filter(|ty| !is_unspeakable(ty)).cloned();
        let worker = self.worker(step, &[accumulator.clone(), stream.item.as_parameter()])?;
        let owned = stream.item.borrows.is_empty()
            || accumulator
                .as_ref()
                .is_some_and(|ty| self.environment.visibly_owned(ty))
            || worker.judgment.value_result;
        Ok(Consumer::Fold(Box::new(Fold {
            initial: initial.clone(),
            initial_reads: judged.reads.into_iter().collect(),
            initial_moves: judged.moves.into_iter().collect(),
            worker,
            accumulator,
            owned,
        })))
    }
}

/// Path and element type of `Vec<T>`, with exactly one type argument.
fn vec_of(ty: &Type) -> Option<(Path, Option<Type>)> {
    let Type::Path(path) = ty else { return None };
    if path.qself.is_some() {
        return None;
    }
    let last = path.path.segments.last()?;
    if last.ident != "Vec" {
        return None;
    }
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    if arguments.args.len() != 1 {
        return None;
    }
    let GenericArgument::Type(element) = &arguments.args[0] else {
        return None;
    };
    let mut collection = path.path.clone();
    if let Some(last) = collection.segments.last_mut() {
        last.arguments = PathArguments::None;
    }
    let element = (!is_unspeakable(element)).then(|| element.clone());
    Some((collection, element))
}

/// True if a type cannot be written on a local: it holds a `_` or an `impl Trait`.
fn is_unspeakable(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> syn::visit::Visit<'ast> for Finder {
        fn visit_type_infer(&mut self, _: &'ast syn::TypeInfer) {
            self.0 = true;
        }
        fn visit_type_impl_trait(&mut self, _: &'ast syn::TypeImplTrait) {
            self.0 = true;
        }
        fn visit_type_macro(&mut self, _: &'ast syn::TypeMacro) {
            self.0 = true;
        }
    }
    let mut finder = Finder(false);
    syn::visit::Visit::visit_type(&mut finder, ty);
    finder.0
}
