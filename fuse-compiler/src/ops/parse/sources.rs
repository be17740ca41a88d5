//! Sources: arrays of visible type and integer ranges, then what `places` knows.
//!
//! In: the expression at the left end of a chain. Out: a stream without adapters, or nothing if it
//! is no source.

use crate::ops::reading::{Parsed, Parser, is_vec, local, refuse};
use crate::rust::spelling::text;

use crate::ops::chain::{Access, ArraySource, Item, RangeSource, Source, Stream};
use crate::rust::cause::Cause;
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::side_effect_free;
use crate::rust::spelling::spelling;
use crate::rust::types::{By, reference};
use crate::rust::visible::asked;
use syn::{Expr, ExprRange};

impl Parser<'_> {
    pub(crate) fn source(&self, expr: &Expr) -> Parsed<Option<Stream>> {
        if let Some(stream) = self.array_source(expr)? {
            return Ok(Some(stream));
        }
        match expr {
            Expr::Reference(reference) if reference.mutability.is_none() => {
                Ok(self.borrowed_place(expr, &reference.expr))
            }
            Expr::Path(_) => Ok(self.named_iterator(expr)),
            Expr::Field(_) => Ok(self.copied_place(expr)),
            Expr::Call(call) => self.free_source(call),
            Expr::MethodCall(call) => match self.parallel_source(call, expr)? {
                Some(stream) => Ok(Some(stream)),
                None => self.place_source(call),
            },
            _ => Ok(None),
        }
    }

    fn array_source(&self, expr: &Expr) -> Parsed<Option<Stream>> {
        match expr {
            Expr::Range(range) => self.range(range).map(Some),
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let Some(name) = local(&reference.expr) else {
                    return Ok(None);
                };
                Ok(self.array(name, expr, Access::ByReference))
            }
            Expr::Reference(reference) => {
                Ok(local(&reference.expr).and_then(|name| self.changed_array(name, expr)))
            }
            Expr::Path(_) => {
                let Some(name) = local(expr) else {
                    return Ok(None);
                };
                let known = self.environment.visible_array(&spelling(name));
                Ok(match known.map(|array| array.by) {
                    Some(By::Shared) => self.array(name, expr, Access::ByReference),
                    Some(By::Owned) => self.array(name, expr, Access::ByValue),
                    Some(By::Mutable) => self.array(name, expr, Access::Mutable),
                    None => None,
                })
            }
            Expr::MethodCall(call)
                if call.args.is_empty() && call.turbofish.is_none() && call.attrs.is_empty() =>
            {
                let receiver = strip(&call.receiver);
                match (call.method.to_string().as_str(), receiver) {
                    ("iter", _) => {
                        let Some(name) = local(receiver) else {
                            return Ok(None);
                        };
                        Ok(self.array(name, expr, Access::ByReference))
                    }
                    ("iter_mut", _) => {
                        Ok(local(receiver).and_then(|name| self.changed_array(name, expr)))
                    }
                    ("into_iter", Expr::Reference(reference)) if reference.mutability.is_none() => {
                        let Some(name) = local(&reference.expr) else {
                            return Ok(None);
                        };
                        Ok(self.array(name, expr, Access::ByReference))
                    }
                    ("into_iter", Expr::Range(_)) => self.array_source(receiver),
                    ("into_iter", _) => {
                        let Some(name) = local(receiver) else {
                            return Ok(None);
                        };
                        let known = self.environment.visible_array(&spelling(name));
                        Ok(match known.map(|array| array.by) {
                            Some(By::Shared) => self.array(name, expr, Access::ByReference),
                            Some(By::Owned) => self.array(name, expr, Access::ByValue),
                            _ => None,
                        })
                    }
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }

    /// An array whose elements are given by mutable reference.
    pub(crate) fn changed_array(&self, name: &proc_macro2::Ident, expr: &Expr) -> Option<Stream> {
        let known = self.environment.visible_array(&spelling(name))?;
        match known.by {
            By::Shared => None,
            By::Owned | By::Mutable => self.array(name, expr, Access::Mutable),
        }
    }

    pub(crate) fn array(
        &self,
        name: &proc_macro2::Ident,
        expr: &Expr,
        access: Access,
    ) -> Option<Stream> {
        let array = self.environment.visible_array(&spelling(name))?;
        let borrows = match access {
            Access::ByReference | Access::Mutable => vec![spelling(name)],
            Access::ByValue => Vec::new(),
        };
        let by_reference = access == Access::ByReference;
        let plain = self.environment.visibly_plain(&array.element);
        let element = array.element;
        let ty = match access {
            Access::ByReference | Access::ByValue => element.clone(),
            Access::Mutable => {
                reference(element.clone(), None, Some(<syn::Token![mut]>::default()))
            }
        };
        Some(Stream {
            source: Source::Array(ArraySource {
                name: name.clone(),
                access,
                expr: expr.clone(),
                number: self.environment.primitive_number(&element).and_then(|_| {
                    match crate::rust::types::peel(&element) {
                        syn::Type::Path(path) => path.path.get_ident().cloned(),
                        _ => None,
                    }
                }),
                plain,
                vector: self
                    .environment
                    .type_of(&spelling(name))
                    .is_some_and(is_vec),
            }),
            adapters: Vec::new(),
            parallel: None,
            item: Item {
                borrows,
                ty: Some(ty),
                by_reference,
            },
        })
    }

    pub(crate) fn range(&self, range: &ExprRange) -> Parsed<Stream> {
        let (Some(start), Some(end)) = (&range.start, &range.end) else {
            return refuse(range, Cause::UnknownSource(text(range)));
        };
        if !range.attrs.is_empty() {
            return refuse(range, Cause::Attribute);
        }
        let mut reads = Vec::new();
        for bound in [start, end] {
            match side_effect_free::transparent(bound, self.environment) {
                Some(judged) => reads.extend(judged.reads),
                None => return refuse(bound, Cause::Argument("..".into())),
            }
        }
        let env = self.environment;
        let extent = |end| asked(end, env, |end| end.extent(env)).map(Box::new);
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        let ends = extent(start).zip(extent(end));
        let length = ends.map(|(start, end)| Extent::Span {
            start,
            end,
            inclusive,
        });
        Ok(Stream {
            source: Source::Range(RangeSource {
                expr: range.clone(),
                length,
                integers: self.counts_integers(range),
                reads,
            }),
            adapters: Vec::new(),
            parallel: None,
            item: Item::default(),
        })
    }
}
