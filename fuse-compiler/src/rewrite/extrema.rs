//! Extrema of references into an array of numbers that is made here, as extrema of the numbers.
//!
//! In: `let top = ys.iter().max_by(|a, b| a.total_cmp(b)).unwrap();`. Out: `let top__of = ys.iter().copied().max_by(|a, b| a.total_cmp(b));` and
//! `let top = top__of.as_ref().unwrap();`; where the reference is followed at once (`*ys.iter().max().unwrap()`), the number itself. A reference
//! would need the array in memory, the number does not. What is compared, how often, and which of equals wins is what it was.

mod comparisons;
mod looked_at;

use self::looked_at::{closures_take, computes_alone, is_number, looks};
use super::lent::Shape;
use super::uses::Uses;
use super::{Rewriting, is_literal, made_together, name_of, plain_let};
use crate::ops::names::local;
use crate::ops::parse;
use crate::rust::expr::{computes, strip};
use crate::rust::mentions::Mentions;
use crate::rust::patterns;
use crate::rust::spelling::{among, spelling, text, times};
use crate::rust::types::{By, Owner};
use crate::rust::visit_mut::{self, VisitMut};
use crate::sorted::SortedSet;
use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Expr, ExprMethodCall, Member, Pat, Stmt, Type, UnOp};

const EXTREMA: &str = "max max_by max_by_key min min_by min_by_key";

/// True if tokens hold the name of an extremum.
pub(super) fn may_be(tokens: TokenStream) -> bool {
    tokens.into_iter().any(|token| match token {
        TokenTree::Ident(ident) => among(EXTREMA, &ident.to_string()),
        TokenTree::Group(group) => may_be(group.stream()),
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

/// Every such extremum of a statement of the block.
pub(super) fn extrema(rewriting: &mut Rewriting<'_>) {
    let mut index = 0;
    while index < rewriting.stmts.len() {
        if may_be(rewriting.stmts[index].to_token_stream()) {
            index += extrema_of(rewriting, index);
        }
        index += 1;
    }
}

/// How many statements came to stand before it.
fn extrema_of(rewriting: &mut Rewriting<'_>, index: usize) -> usize {
    let made = (0..index).filter_map(|place| numbers_at(rewriting, place));
    let arrays = made.collect::<SortedSet<_>>();
    if arrays.is_empty() {
        return 0;
    }
    if let Stmt::Local(local) = &rewriting.stmts[index]
        && patterns::bindings(&local.pat)
            .iter()
            .any(|bound| bound.by_reference)
    {
        return 0;
    }
    let mut values = Values {
        arrays,
        used: SortedSet::new(),
    };
    let mut stmt = rewriting.stmts[index].clone();
    values.visit_stmt_mut(&mut stmt);
    let kept = held(&mut values, rewriting, index, &mut stmt);
    let wanted = values.used.into_iter();
    let wanted = wanted.map(|name| vec![made_together(&name), name]);
    let wanted = wanted.collect::<Vec<_>>();
    if wanted.is_empty() {
        return 0;
    }
    rewriting.wanted.extend(wanted);
    rewriting.stmts[index] = stmt;
    match kept {
        Some(kept) => {
            rewriting.stmts.insert(index, kept);
            1
        }
        None => 0,
    }
}

/// The array of numbers that a statement collects.
fn numbers_at(rewriting: &Rewriting<'_>, place: usize) -> Option<String> {
    let (ident, _, init) = plain_let(&rewriting.stmts[place])?;
    let name = spelling(&ident.ident);
    let made = match init {
        Expr::MethodCall(call) => call.method == "collect",
        // Pushed to behind it.
        Expr::Call(call) => call.args.is_empty() && text(&call.func) == "Vec::new",
        _ => false,
    };
    if !made || !rewriting.may(&name) {
        return None;
    }
    let environment = rewriting.environment_at(place + 1);
    let array = environment.visible_array(&name)?;
    let owned = array.by == By::Owned && array.owner == Owner::Vec;
    let element = match &array.element {
        Type::Infer(_) => {
            let Expr::MethodCall(call) = init else {
                return None;
            };
            let before = rewriting.environment_at(place);
            let stream = parse::reader(&before).stream(&call.receiver).ok()?;
            stream.item.ty?
        }
        written => written.clone(),
    };
    let number = environment.primitive_number(&element).is_some();
    (owned && number).then_some(name)
}

/// The number that a reference is to, as a statement of its own: where the extremum is what a `let` evaluates first.
fn held(
    values: &mut Values,
    rewriting: &Rewriting<'_>,
    index: usize,
    stmt: &mut Stmt,
) -> Option<Stmt> {
    let Stmt::Local(declared) = stmt else {
        return None;
    };
    let init = declared.init.as_mut()?;
    let first = patterns::binds(&declared.pat)
        .iter()
        .next()?
        .replace("r#", "");
    // A pointer says where it leads.
    let points =
        |ty: &Type| times("const", ty.to_token_stream()) + times("mut", ty.to_token_stream()) > 0;
    let pointer = matches!(&declared.pat, Pat::Type(typed) if points(&typed.ty));
    if pointer || !declared.attrs.is_empty() {
        return None;
    }
    let copies = is_number(&init.expr);
    let place = evaluated_first(&mut init.expr);
    let found = values.of(place)?;
    let mut names = SortedSet::new();
    looked_at::references(
        &declared.pat,
        matches!(found.shape, Shape::Counted(_)),
        &mut names,
    );
    // What holds a reference keeps the array from being changed or moved.
    let behind = &rewriting.stmts[index + 1..];
    let mentions = |stmt: &Stmt| !Mentions::of_stmt(stmt).avoid(&found.array);
    let given_away = looked_at::are_given_away(names, behind);
    let stays = !behind.iter().any(mentions)
        || Uses::of(&found.array, behind).stays() && !closures_take(&found.array, behind);
    if !copies && (given_away || !stays) {
        return None;
    }
    let kept = local(&first, "of");
    *place = match found.shape {
        Shape::Counted(_) => {
            let item = local("item", "of");
            syn::parse_quote!(#kept.as_ref().map(|#item| (#item.0, &#item.1)))
        }
        _ => syn::parse_quote!(#kept.as_ref()),
    };
    values.used.insert(found.array);
    let value = found.value;
    Some(syn::parse_quote!(let #kept = #value;))
}

/// What an expression evaluates before anything else.
fn evaluated_first(expr: &mut Expr) -> &mut Expr {
    let ends = |call: &ExprMethodCall| among(EXTREMA, &call.method.to_string()) || !looks(call);
    let stays = match &*expr {
        Expr::MethodCall(call) => ends(call),
        // What is no number may become a pointer.
        Expr::Cast(cast) => !is_number(&cast.expr),
        _ => false,
    };
    if stays {
        return expr;
    }
    match expr {
        Expr::MethodCall(call) => evaluated_first(&mut call.receiver),
        Expr::Unary(unary) => evaluated_first(&mut unary.expr),
        Expr::Paren(paren) => evaluated_first(&mut paren.expr),
        Expr::Try(tried) => evaluated_first(&mut tried.expr),
        Expr::Field(field) => evaluated_first(&mut field.base),
        Expr::Cast(cast) => evaluated_first(&mut cast.expr),
        other => other,
    }
}

/// An extremum of references, as one of values.
struct Found {
    array: String,
    shape: Shape,
    value: Expr,
}

/// Writes the number where a reference to it is followed at once.
struct Values {
    /// Arrays of numbers that are made in the block.
    arrays: SortedSet<String>,
    /// Those whose extrema are written so.
    used: SortedSet<String>,
}

impl Values {
    /// The extremum of references that an expression is.
    fn of(&self, expr: &Expr) -> Option<Found> {
        let Expr::MethodCall(call) = strip(expr) else {
            return None;
        };
        let method = call.method.to_string();
        if !among(EXTREMA, &method) || call.turbofish.is_some() || !call.attrs.is_empty() {
            return None;
        }
        let (array, shape, stream) = self.items(&call.receiver)?;
        let mut by_value = call.clone();
        *by_value.receiver = stream;
        match call.args.first() {
            None if method == "max" || method == "min" => {}
            Some(Expr::Closure(closure)) if call.args.len() == 1 => {
                let is_key = method.ends_with("_key");
                by_value.args[0] = comparisons::of_values(closure, is_key)?;
            }
            _ => return None,
        }
        Some(Found {
            array,
            shape,
            value: Expr::MethodCall(by_value),
        })
    }

    /// The array that a chain of references runs over, what its items are, and the chain of values.
    fn items(&self, stream: &Expr) -> Option<(String, Shape, Expr)> {
        let Expr::MethodCall(call) = strip(stream) else {
            return None;
        };
        if call.turbofish.is_some() || !call.attrs.is_empty() {
            return None;
        }
        if call.method == "iter" && call.args.is_empty() {
            let name = name_of(&call.receiver)?;
            let made = self.arrays.contains(&name);
            return made.then(|| (name, Shape::Reference, syn::parse_quote!(#call.copied())));
        }
        let (array, shape, stream) = self.items(&call.receiver)?;
        match (call.method.to_string().as_str(), call.args.len()) {
            ("enumerate", 0) if matches!(shape, Shape::Reference) => Some((
                array,
                shape.counted(),
                syn::parse_quote!(#stream.enumerate()),
            )),
            ("rev", 0) => Some((array, shape, syn::parse_quote!(#stream.rev()))),
            // It is asked of references.
            ("filter", 1) => {
                let (at, item) = (local("at", "of"), local("item", "of"));
                let stream = match shape {
                    Shape::Counted(_) => {
                        syn::parse_quote!(#call.map(|(#at, #item)| (#at, *#item)))
                    }
                    _ => syn::parse_quote!(#call.copied()),
                };
                Some((array, shape, stream))
            }
            _ => None,
        }
    }

    /// `extremum.unwrap()`, of values.
    fn unwrapped(&self, expr: &Expr) -> Option<(Found, ExprMethodCall)> {
        let Expr::MethodCall(call) = strip(expr) else {
            return None;
        };
        let found = self.of(&call.receiver)?;
        let mut call = call.clone();
        *call.receiver = found.value.clone();
        match call.method.to_string().as_str() {
            "unwrap" if call.args.is_empty() => {}
            "expect" if call.args.len() == 1 => {}
            // `unwrap_or(&0)`
            "unwrap_or" => match call.args.first_mut()? {
                Expr::Reference(lent) if lent.mutability.is_none() && is_literal(&lent.expr) => {
                    call.args[0] = (*lent.expr).clone();
                }
                _ => return None,
            },
            _ => return None,
        }
        Some((found, call))
    }

    /// A number where a reference to it is unwrapped.
    fn number(&self, expr: &Expr) -> Option<(String, Expr)> {
        let (found, call) = self.unwrapped(expr)?;
        let number = matches!(found.shape, Shape::Reference);
        number.then_some((found.array, Expr::MethodCall(call)))
    }

    /// An expression that follows the reference, of the value.
    fn followed(&self, expr: &Expr) -> Option<(String, Expr)> {
        let (array, value): (String, Expr) = match expr {
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => match strip(&unary.expr) {
                Expr::Field(field) => self.part(field, "1")?,
                inner => self.number(inner)?,
            },
            Expr::Field(field) => self.part(field, "0")?,
            Expr::MethodCall(call) => {
                let (method, count) = (call.method.to_string(), call.args.len());
                if matches!(method.as_str(), "copied" | "cloned") && count == 0 {
                    let found = self.of(&call.receiver)?;
                    let plain = matches!(found.shape, Shape::Reference);
                    return plain.then_some((found.array, found.value));
                }
                let (array, receiver) = if method == "map" {
                    let found = self.of(&call.receiver)?;
                    let counted = matches!(found.shape, Shape::Counted(_));
                    (counted && takes_counter(call.args.first()?)).then_some(())?;
                    (found.array, found.value)
                } else if computes_alone(&method, count) {
                    self.number(&call.receiver)?
                } else {
                    return None;
                };
                let mut call = call.clone();
                *call.receiver = receiver;
                (array, Expr::MethodCall(call))
            }
            _ => return None,
        };
        Some((array, value))
    }

    /// A part of `extremum.unwrap()`, a pair.
    fn part(&self, field: &syn::ExprField, part: &str) -> Option<(String, Expr)> {
        let (found, call) = self.unwrapped(&field.base)?;
        let named =
            matches!(&field.member, Member::Unnamed(index) if index.index.to_string() == part);
        let mut field = field.clone();
        *field.base = Expr::MethodCall(call);
        let counted = matches!(found.shape, Shape::Counted(_));
        (named && counted).then_some((found.array, Expr::Field(field)))
    }
}

impl VisitMut for Values {
    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            // What stands in them is no chain of this block.
            Expr::Closure(_) | Expr::Block(_) | Expr::Async(_) | Expr::If(_) | Expr::Match(_) => {}
            Expr::ForLoop(_) | Expr::While(_) | Expr::Loop(_) => {}
            // A reference has operators of its own with types of the user's.
            Expr::Binary(binary) if computes(&binary.op) => {
                let literal = |expr: &Expr| matches!(strip(expr), Expr::Lit(_));
                let operands = [&binary.left, &binary.right].map(|operand| self.number(operand));
                let other = literal(&binary.left) || literal(&binary.right);
                let both = other || operands.iter().all(Option::is_some);
                for (operand, number) in [&mut binary.left, &mut binary.right]
                    .into_iter()
                    .zip(operands)
                {
                    match number.filter(|_| both) {
                        Some((array, number)) => {
                            **operand = number;
                            self.used.insert(array);
                        }
                        None => self.visit_expr_mut(operand),
                    }
                }
            }
            // A place, not a value.
            Expr::Reference(_) | Expr::RawAddr(_) => {}
            Expr::MethodCall(call) if is_number(&call.receiver) => {
                let method = call.method.to_string();
                if computes_alone(&method, call.args.len()) {
                    visit_mut::visit_expr_mut(self, expr);
                }
            }
            _ => match self.followed(expr) {
                Some((array, value)) => {
                    *expr = value;
                    self.used.insert(array);
                }
                None => visit_mut::visit_expr_mut(self, expr),
            },
        }
    }
}

/// `|(i, _)| i`
fn takes_counter(worker: &Expr) -> bool {
    let Expr::Closure(closure) = worker else {
        return false;
    };
    let (Some(Pat::Tuple(pair)), 1) = (closure.inputs.first(), closure.inputs.len()) else {
        return false;
    };
    pair.elems.len() == 2 && matches!(pair.elems[1], Pat::Wild(_))
}
