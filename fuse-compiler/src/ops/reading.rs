//! What everything that is read of a chain needs: names in scope, and the judgment of workers.
//!
//! In: the argument of an adapter or a consumer. Out: a [`Worker`], if it is pure. How a whole stream is read is given to it,
//! since the operations that take streams are read by it.

use super::chain::stream::Stream;
use crate::rust::cause::{Cause, Refusal};
use crate::rust::environment::{Callable, Environment, Known, Origin};
use crate::rust::expr::strip;
use crate::rust::extent::Extent;
use crate::rust::impurity::{Impurity, Reason};
use crate::rust::mentions::Mentions;
use crate::rust::patterns::leaves_parts;
use crate::rust::side_effect_free;
use crate::rust::spelling::{spelling, times};
use crate::rust::types::{peel, without_arguments};
use crate::rust::visible::asked;
use crate::rust::visit::{self, Visit};
use crate::rust::worker;
use crate::rust::worker::Worker;
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::spanned::Spanned;
use syn::{Expr, ExprMethodCall, GenericArgument, Path, PathArguments, Type, UnOp};

/// What reads a chain.
pub(crate) struct Parser<'a> {
    /// What is known of names.
    pub(crate) environment: &'a Environment,
    /// Names bound by the outer pattern of a `flat_map`.
    pub(crate) outer: SortedSet<String>,
    /// Those of them that are references straight from the outer array.
    pub(crate) outer_references: SortedSet<String>,
    /// How a stream is read.
    pub(crate) streams: fn(&Parser<'_>, &Expr) -> Parsed<Stream>,
    /// Whether a method is a consumer.
    pub(crate) ends: worker::Ends,
}

/// What was read, or why it was not.
pub(crate) type Parsed<T> = Result<T, Refusal>;

/// A refusal of what stands at a place.
pub(crate) fn refuse_at<T>(span: proc_macro2::Span, cause: Cause) -> Parsed<T> {
    Err(Refusal::new(span, cause))
}

/// A refusal of some tokens.
pub(crate) fn refuse<T>(tokens: &impl Spanned, cause: Cause) -> Parsed<T> {
    Err(Refusal::new(tokens.span(), cause))
}

/// The name, if an expression is a single identifier.
pub(crate) fn local(expr: &Expr) -> Option<&proc_macro2::Ident> {
    match strip(expr) {
        Expr::Path(path) if path.qself.is_none() && path.attrs.is_empty() => path.path.get_ident(),
        _ => None,
    }
}

impl Parser<'_> {
    /// Reads a source with adapters.
    pub(crate) fn stream(&self, expr: &Expr) -> Parsed<Stream> {
        (self.streams)(self, expr)
    }

    /// Reads an argument that is evaluated once, where the chain stands.
    pub(crate) fn transparent_argument(
        &self,
        call: &ExprMethodCall,
        argument: &Expr,
    ) -> Parsed<side_effect_free::Transparency> {
        match self.judged(argument) {
            Some(judged) => Ok(judged),
            None => refuse(argument, Cause::Argument(call.method.to_string())),
        }
    }

    /// A transparent expression, or a shared reference to one, or an option of such a reference.
    pub(crate) fn judged(&self, expr: &Expr) -> Option<side_effect_free::Transparency> {
        match strip(expr) {
            Expr::Reference(reference) if reference.mutability.is_none() => {
                let mut judged = self.judged(&reference.expr)?;
                judged.moves.clear();
                Some(judged)
            }
            Expr::Call(call) if call.args.len() == 1 && is_some(&call.func) => {
                self.judged(&call.args[0])
            }
            other => side_effect_free::transparent(other, self.environment),
        }
    }

    /// An amount that does not change; what takes it asks for a `usize`.
    pub(crate) fn amount(&self, expr: &Expr) -> Option<Extent> {
        asked(expr, self.environment, |term| term.extent(self.environment))
    }

    /// Refuses a closure that borrows what the closure of a `flat_map` around it binds: it outlives that, so that rustc wants a `move`.
    /// A loop has both in one scope, and would accept it. What is behind a reference is borrowed from there (since the edition of 2021).
    pub(crate) fn outlives_outer(&self, argument: &Expr) -> Parsed<()> {
        let Expr::Closure(closure) = strip(argument) else {
            return Ok(());
        };
        if self.outer.is_empty() || closure.capture.is_some() {
            return Ok(());
        }
        let tokens = argument.to_token_stream();
        let read = Mentions::of_expr(strip(argument)).read;
        let borrowed = read.intersection(&self.outer).any(|name| {
            let ty = self.environment.type_of(name);
            let is_value = ty.is_some_and(|ty| !matches!(peel(ty), Type::Reference(_)));
            is_value || times(name, tokens.clone()) > Behind::times(name, argument)
        });
        match borrowed {
            false => Ok(()),
            true => refuse(argument, Cause::UnknownAdapter("flat_map".into())),
        }
    }

    /// Judges a worker that is called with parameters of these types, as far as they are visible.
    pub(crate) fn worker(&self, argument: &Expr, parameters: &[Option<Type>]) -> Parsed<Worker> {
        self.outlives_outer(argument)?;
        let judge = |expr: &Expr| worker::judge(expr, self.environment, parameters, self.ends);
        let mut judgment = judge(argument);
        let given_away = self.given_away(argument, parameters)?;
        let mut expr = strip(argument).clone();
        if let Expr::Closure(closure) = &mut expr
            && closure.capture.is_some()
        {
            // Nothing assigns what it captures before its loop has run, so reading it in place is
            // the same; but what it takes is gone afterwards, dropped with it.
            for name in &judgment.moves {
                if !self.outer.contains(name) {
                    return refuse(argument, Cause::MovingWorker(name.clone()));
                }
            }
            closure.capture = None;
            let moves = judgment.moves;
            judgment = judge(&expr);
            judgment.moves = moves;
        }
        // What a pattern leaves unbound by `_` or `..` is dropped with the whole element, after the call.
        let watched = |ty: &Option<Type>| {
            ty.as_ref()
                .is_none_or(|ty| !self.environment.visibly_plain(ty))
        };
        if let Expr::Closure(closure) = &expr {
            let mut inputs = closure.inputs.iter().zip(parameters);
            judgment.inline &= !inputs.any(|(input, ty)| leaves_parts(input) && watched(ty));
        }
        let name = local(&expr)
            .map(spelling)
            .filter(|name| self.environment.lookup(name).is_some());
        let drops = name
            .as_ref()
            .is_some_and(|name| judgment.moves.contains(name) && self.drop_is_watched(name));
        Ok(Worker {
            local: name.is_some(),
            expr,
            judgment,
            given_away,
            drops,
            parameters: parameters.to_vec(),
            fused: None,
        })
    }

    /// Whether a local that can be called may hold what is watched when it is dropped.
    fn drop_is_watched(&self, name: &str) -> bool {
        match self.environment.callable(name) {
            // Without `move` it captures by reference, or it could be called but once.
            Callable::Closure(closure, around) => {
                closure.capture.is_some()
                    && Mentions::of_expr(&Expr::Closure(*closure))
                        .read
                        .iter()
                        .filter(|name| around.lookup(name).is_some())
                        .any(|name| {
                            around
                                .type_of(name)
                                .is_none_or(|ty| !around.visibly_plain(ty))
                        })
            }
            _ => true,
        }
    }

    /// The names that a worker gives away, if nothing else speaks against it.
    fn given_away(&self, worker: &Expr, parameters: &[Option<Type>]) -> Parsed<SortedSet<String>> {
        let judged = self.but_for_given_away(|environment| {
            worker::judge(worker, environment, parameters, self.ends).pure
        });
        match judged {
            Ok(((), given_away)) => Ok(given_away),
            Err(impurity) => refuse_at(impurity.span, Cause::ImpureWorker(impurity.reason)),
        }
    }

    /// Judges purity, but for names that are given away and whose type is not visible: they
    /// may be mutable references, which rustc reborrows without a word. What is changed in this way
    /// only those can see who mention the name, so it is enough to keep them in order.
    pub(crate) fn but_for_given_away<T>(
        &self,
        judge: impl Fn(&Environment) -> Result<T, Impurity>,
    ) -> Result<(T, SortedSet<String>), Impurity> {
        let mut environment = self.environment.clone();
        let mut given_away = SortedSet::new();
        loop {
            let impurity = match judge(&environment) {
                Ok(judged) => return Ok((judged, given_away)),
                Err(impurity) => impurity,
            };
            match &impurity.reason {
                Reason::MayReborrow(name)
                    if environment.type_of(name).is_none() && given_away.insert(name.clone()) =>
                {
                    environment.push(Known {
                        name: name.clone(),
                        ty: None,
                        mutable: true,
                        origin: Origin::InferredOwned,
                    });
                }
                _ => return Err(impurity),
            }
        }
    }
}

fn is_some(expr: &Expr) -> bool {
    local(expr).is_some_and(|name| name == "Some")
}

/// Path and element type of `Vec<T>`, with exactly one type argument.
pub(crate) fn vec_of(ty: &Type) -> Option<(Path, Option<Type>)> {
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
    let collection = without_arguments(&path.path);
    let element = (!is_unspeakable(element)).then(|| element.clone());
    Some((collection, element))
}

/// True if a type cannot be written on a local: it holds a `_` or an `impl Trait`.
pub(crate) fn is_unspeakable(ty: &Type) -> bool {
    struct Finder(bool);
    impl<'ast> Visit<'ast> for Finder {
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
    Visit::visit_type(&mut finder, ty);
    finder.0
}

/// True for `Vec<T>`, however its path is written.
#[must_use]
pub(crate) fn is_vec(ty: &Type) -> bool {
    vec_of(ty).is_some_and(|(_, element)| element.is_some())
}

/// How often what is behind a name is mentioned, and not the name itself: `*x`, `x.0`, `x[i]`, `x.len()`.
struct Behind<'a> {
    name: &'a str,
    times: usize,
}

impl Behind<'_> {
    fn times(name: &str, expr: &Expr) -> usize {
        let mut behind = Behind { name, times: 0 };
        behind.visit_expr(expr);
        behind.times
    }
}

impl<'ast> Visit<'ast> for Behind<'_> {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        let of = match expr {
            Expr::Unary(of) if matches!(of.op, UnOp::Deref(_)) => Some(&of.expr),
            Expr::Field(field) => Some(&field.base),
            Expr::Index(index) => Some(&index.expr),
            Expr::MethodCall(call) => Some(&call.receiver),
            _ => None,
        };
        let is_it = |of: &Expr| local(of).is_some_and(|name| spelling(name) == self.name);
        self.times += usize::from(of.is_some_and(|of| is_it(of)));
        visit::visit_expr(self, expr);
    }
}
