//! Chains cut out of the expression that they stand in.
//!
//! In: an expression. Out: a [`Skeleton`], with a placeholder in the place of each chain, or why the
//! statement stays as written.

use super::count::holds_chain;
use super::{Hole, Skeleton};
use crate::syntax::environment::Environment;
use crate::syntax::lists;
use crate::syntax::mentions::compound;
use crate::syntax::parse_chain::{Attempt, parse_chain};
use crate::syntax::refusal::{Cause, Refusal};
use crate::syntax::transparent;
use proc_macro2::{Ident, Span};
use syn::spanned::Spanned;
use syn::{BinOp, Expr, ExprMethodCall, Type};

/// Cuts the chains out of an expression that is transparent around them. `expected` is its type,
/// where the context shows it.
pub(super) fn read_skeleton(
    index: usize,
    expr: &Expr,
    expected: Option<&Type>,
    environment: &Environment,
) -> Result<Skeleton, Refusal> {
    let mut cutter = Cutter {
        index,
        environment,
        holes: Vec::new(),
        reads: vec![],
        moves: vec![],
    };
    let expr = cutter.cut(expr, expected)?;
    Ok(Skeleton {
        expr,
        holes: cutter.holes,
        reads: cutter.reads,
        moves: cutter.moves,
    })
}

/// Cuts the chains out of a transparent expression.
struct Cutter<'a> {
    index: usize,
    environment: &'a Environment,
    holes: Vec<Hole>,
    reads: Vec<String>,
    moves: Vec<String>,
}

impl Cutter<'_> {
    /// True if cloning what the last chain found cannot be observed.
    fn last_is_plain(&self) -> bool {
        let last = self.holes.last().map(|hole| &hole.chain);
        let found = last.filter(|chain| chain.consumer.gives_element());
        let ty = found.and_then(|chain| chain.stream.item.ty.as_ref());
        ty.is_some_and(|ty| self.environment.visibly_plain(ty))
    }

    fn cut(&mut self, expr: &Expr, expected: Option<&Type>) -> Result<Expr, Refusal> {
        match parse_chain(expr, expected, self.environment) {
            Attempt::Refused(refusal) => return Err(refusal),
            Attempt::Recognised(chain) => {
                let name = format!("chain_{}_{}", self.index, self.holes.len());
                let placeholder = Ident::new(&name, Span::mixed_site());
                let path = syn::Path::from(placeholder.clone());
                self.holes.push(Hole {
                    placeholder,
                    chain: *chain,
                });
                return Ok(Expr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path,
                }));
            }
            Attempt::NotAChain => {}
        }
        if !holds_chain(expr) {
            return match transparent::transparent(expr, self.environment) {
                Some(judged) => {
                    self.reads.extend(judged.reads);
                    self.moves.extend(judged.moves);
                    Ok(expr.clone())
                }
                None => Err(Refusal::new(expr.span(), Cause::Statement)),
            };
        }
        let position = || Err(Refusal::new(expr.span(), Cause::Position));
        let mut cut = expr.clone();
        match &mut cut {
            Expr::Paren(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, expected)?;
            }
            Expr::Unary(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, None)?;
            }
            Expr::Cast(inner) if inner.attrs.is_empty() => {
                *inner.expr = self.cut(&inner.expr, None)?;
            }
            Expr::Field(inner) if inner.attrs.is_empty() => {
                *inner.base = self.cut(&inner.base, None)?;
            }
            Expr::Tuple(inner) if inner.attrs.is_empty() => {
                let types = match expected {
                    Some(Type::Tuple(types)) if types.elems.len() == inner.elems.len() => {
                        types.elems.iter().map(Some).collect()
                    }
                    _ => vec![None; inner.elems.len()],
                };
                for (element, ty) in inner.elems.iter_mut().zip(types) {
                    *element = self.cut(element, ty)?;
                }
            }
            Expr::Binary(inner) if inner.attrs.is_empty() && eager(&inner.op) => {
                *inner.left = self.cut(&inner.left, None)?;
                *inner.right = self.cut(&inner.right, None)?;
            }
            Expr::MethodCall(call) if call.attrs.is_empty() && may_follow_consumer(call) => {
                *call.receiver = self.cut(&call.receiver, None)?;
                if call.method == "cloned" && !self.last_is_plain() {
                    return position();
                }
                for argument in &mut call.args {
                    *argument = self.cut(argument, None)?;
                }
            }
            _ => return position(),
        }
        Ok(cut)
    }
}

/// True if both operands are always evaluated and nothing is assigned.
fn eager(op: &BinOp) -> bool {
    !matches!(op, BinOp::And(_) | BinOp::Or(_)) && !compound(op)
}

/// True if a method may follow a chain in its statement: what unwraps, and what computes on
/// scalars.
fn may_follow_consumer(call: &ExprMethodCall) -> bool {
    let name = call.method.to_string();
    let arguments = call.args.len();
    call.turbofish.is_none()
        && (lists::after_consumer(&name, arguments)
            || lists::method(&name, arguments).is_some_and(|method| method.facts.scalar))
}
