//! Comparisons and keys that were written for references, of what these are to.
//!
//! In: the closure of a `max_by` or a `min_by_key` over references to numbers, or over such behind a counter. Out: the same over the
//! numbers: `**a` is `*a`, and `x.1` among arguments `&x.1`. What is compared by its own methods needs no other words.

use super::super::name_of;
use super::computes_alone;
use crate::rust::expr::strip;
use crate::rust::patterns::single_name;
use crate::rust::spelling::{among, spelling, times};
use crate::rust::visit_mut::{self, VisitMut};
use quote::ToTokens;
use syn::{Expr, ExprClosure, ExprField, Member, Pat, ReturnType, Type, UnOp};

const COMPARES: &str = "cmp partial_cmp total_cmp";

/// The closure over values; `None` if it may do anything else with the references.
pub(super) fn of_values(closure: &ExprClosure, is_key: bool) -> Option<Expr> {
    let typed = is_key && !matches!(closure.output, ReturnType::Default);
    if typed || !closure.attrs.is_empty() || closure.capture.is_some() {
        return None;
    }
    let mut opened = closure.clone();
    let mut lowered = Lowered {
        names: Vec::new(),
        is_key,
        handled: 0,
    };
    for pattern in &mut opened.inputs {
        lowered.parameter(pattern)?;
    }
    let mentioned = lowered.mentioned(&opened.body);
    lowered.body(&mut opened.body);
    (lowered.handled == mentioned).then_some(Expr::Closure(opened))
}

/// A name that a closure is given.
struct Name {
    name: String,
    /// True for a reference that becomes a number, for keys: these must not be references into what they are made of.
    value: bool,
}

/// Writes what names refer to without one level of references.
struct Lowered {
    names: Vec<Name>,
    is_key: bool,
    /// How many mentions of the names were understood.
    handled: usize,
}

impl Lowered {
    /// A parameter as it is written for values; `None` if it takes anything else.
    fn parameter(&mut self, pattern: &mut Pat) -> Option<()> {
        match pattern {
            Pat::Wild(_) => {}
            Pat::Ident(_) => {
                let name = spelling(&single_name(pattern)?.ident);
                self.names.push(Name { name, value: false });
            }
            Pat::Type(typed) => {
                let Type::Reference(reference) = &*typed.ty else {
                    return None;
                };
                let Type::Reference(inner) = &*reference.elem else {
                    return None;
                };
                *typed.ty = Type::Reference(inner.clone());
                self.parameter(&mut typed.pat)?;
            }
            Pat::Reference(reference) => match &mut *reference.pat {
                Pat::Ident(_) if self.is_key => {
                    let name = spelling(&single_name(&reference.pat)?.ident);
                    self.names.push(Name { name, value: true });
                }
                // A reference as before.
                Pat::Ident(_) => {
                    single_name(&reference.pat)?;
                    *pattern = (*reference.pat).clone();
                }
                // A number as before.
                Pat::Reference(inner) => {
                    single_name(&inner.pat)?;
                    *pattern = (*reference.pat).clone();
                }
                Pat::Tuple(pair) if pair.elems.len() == 2 => {
                    let name = spelling(&single_name(&pair.elems[1])?.ident);
                    let Pat::Ident(element) = &mut pair.elems[1] else {
                        return None;
                    };
                    if self.is_key {
                        self.names.push(Name { name, value: true });
                    } else {
                        element.by_ref = Some(syn::parse_quote!(ref));
                    }
                }
                _ => return None,
            },
            Pat::Tuple(pair) if pair.elems.len() == 2 => {
                matches!(&pair.elems[0], Pat::Wild(_) | Pat::Ident(_)).then_some(())?;
                match &pair.elems[1] {
                    Pat::Wild(_) => {}
                    element => {
                        let name = spelling(&single_name(element)?.ident);
                        self.names.push(Name { name, value: false });
                    }
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// How often the body mentions one of the names.
    fn mentioned(&self, body: &Expr) -> usize {
        let times = |name: &Name| times(&name.name, body.to_token_stream());
        self.names.iter().map(times).sum()
    }

    /// The body as a whole: a key that is a reference is the number.
    fn body(&mut self, body: &mut Expr) {
        let whole = match strip(body) {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.is_name(&unary.expr) && !self.is_value(&unary.expr)
            }
            Expr::Field(field) => self.is_part(field, "1"),
            expr => self.is_value(expr),
        };
        if whole && self.is_key {
            self.handled += 1;
        } else {
            self.visit_expr_mut(body);
        }
    }

    fn is_name(&self, expr: &Expr) -> bool {
        name_of(strip(expr)).is_some_and(|name| self.names.iter().any(|known| known.name == name))
    }

    fn is_value(&self, expr: &Expr) -> bool {
        let named = |name| {
            self.names
                .iter()
                .any(|known| known.value && known.name == name)
        };
        name_of(strip(expr)).is_some_and(named)
    }

    /// `x.1` of a pair.
    fn is_part(&self, field: &ExprField, part: &str) -> bool {
        let named =
            matches!(&field.member, Member::Unnamed(index) if index.index.to_string() == part);
        named && self.is_name(&field.base)
    }

    /// `x.1`, of a reference.
    fn is_second(&self, expr: &Expr) -> bool {
        matches!(strip(expr), Expr::Field(field) if self.is_part(field, "1"))
    }
}

impl VisitMut for Lowered {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                let inner = strip(&unary.expr);
                let twice = match inner {
                    Expr::Unary(inner) if matches!(inner.op, UnOp::Deref(_)) => {
                        self.is_name(&inner.expr)
                    }
                    _ => false,
                };
                if twice || self.is_second(inner) || self.is_value(inner) {
                    *expr = inner.clone();
                    self.handled += 1;
                } else {
                    visit_mut::visit_expr_mut(self, expr);
                }
            }
            Expr::Field(field) if self.is_part(field, "0") => self.handled += 1,
            // A key must not be a reference into what it is made of.
            Expr::Reference(_) if self.is_key => {}
            Expr::MethodCall(call) => {
                let method = call.method.to_string();
                let compares = among(COMPARES, &method) && call.args.len() == 1;
                let computes = computes_alone(&method, call.args.len());
                let known = self.is_name(&call.receiver) || self.is_second(&call.receiver);
                if known && (compares || computes) {
                    self.handled += 1;
                } else {
                    self.visit_expr_mut(&mut call.receiver);
                }
                // A receiver of another kind may be a reference to a reference.
                let compares = compares && known;
                for argument in &mut call.args {
                    if compares && self.is_name(argument) {
                        self.handled += 1;
                    } else if compares && self.is_second(argument) {
                        *argument = syn::parse_quote!(&#argument);
                        self.handled += 1;
                    } else if let Expr::Reference(lent) = argument
                        && compares
                        && self.is_second(&lent.expr)
                    {
                        self.handled += 1;
                    } else {
                        self.visit_expr_mut(argument);
                    }
                }
            }
            _ => visit_mut::visit_expr_mut(self, expr),
        }
    }
}
