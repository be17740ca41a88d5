//! A `for` loop, or `for_each`, that runs a body which writes names outside of it.

use crate::ops::accumulator::Accumulator;
use crate::ops::apply::bind;
use crate::ops::body::{Body, Pushed};
use crate::ops::chain::consumer::Consume;
use crate::ops::monoid::privatised::Total;
use crate::ops::names::{ended, worker_result};
use crate::ops::recognised::parallel::Meaning;
use crate::ops::recognised::row::{Consumer as Row, TEST};
use crate::rust::bound::Bound;
use crate::rust::expr::{compound, place_root, strip};
use crate::rust::spelling::{among, spelling, times};
use crate::rust::std_names;
use crate::rust::types::By;
use crate::rust::visit_mut::{self, VisitMut};
use crate::rust::worker::Worker;
use proc_macro2::{Group, Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Expr, Lifetime, Pat, Stmt};

/// A statement is read by `ops/parse/each.rs`; anywhere else it is none of these.
pub(super) const ROWS: &[Row] = &[Row::new("for_each", &[TEST], "()", |call| call.refused())
    .and(Meaning::Nothing, &["for_each(f)"])
    .but("it runs for what its body does, in no order")];

/// A `for` loop, or `for_each`.
#[derive(Clone, Debug)]
pub(crate) struct Each {
    /// What each element is bound to.
    pub(crate) pattern: Pat,
    /// What runs for each element.
    pub(crate) body: Body,
    /// The same as a closure over the element, with what was judged of it.
    pub(crate) worker: Worker,
    /// The names that it writes, in the order of `body.writes`.
    pub(crate) written: Vec<Bound>,
    /// True if parts of the element that the pattern leaves unbound may be watched: they are
    /// dropped at the end of the body.
    pub(crate) holds: bool,
    /// The arrays of which each element is changed where it stands, once, in order.
    pub(crate) in_place: Vec<String>,
    /// The vectors of plain elements that it does nothing with but push to, and that are empty before.
    pub(crate) pushed: Vec<Pushed>,
    /// The other names that it writes, if several threads share it.
    pub(crate) totals: Vec<Total>,
    /// Set if it has turns and no elements.
    pub(crate) turns: Option<Turns>,
}

/// A loop that has turns and no elements.
#[derive(Clone, Debug)]
pub(crate) enum Turns {
    /// `while c`
    While(Box<Expr>),
    /// `while let pattern = value`, and what asks what has been pushed: its body is a branch, which ends the loop otherwise. What a pattern
    /// binds is for nobody else.
    Asking,
    /// `loop`
    Loop,
}

impl ToTokens for Turns {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Turns::While(condition) => quote!(while #condition),
            Turns::Asking => quote!(while true),
            Turns::Loop => quote!(loop),
        });
    }
}

impl Each {
    /// True if nothing that it writes can hold a reference into an element.
    #[must_use]
    pub(crate) fn owned(&self) -> bool {
        let mut writes = self.body.writes.iter().zip(&self.written);
        writes.all(|(write, bound)| write.values || bound.owned)
    }

    /// True if it does nothing but to change elements of arrays where they stand, each once, in order.
    #[must_use]
    pub(crate) fn only_changes(&self) -> bool {
        let body = &self.body;
        let mut writes = body.writes.iter();
        !self.in_place.is_empty()
            && writes.all(|write| self.in_place.contains(&write.name))
            && self.turns.is_none()
            && self.pushed.is_empty()
            && body.end.is_none()
            && body.fused.is_none()
            && !body.outward
    }

    /// The label that these statements of a turn jump to.
    fn end(&self, statements: &TokenStream) -> Option<&Lifetime> {
        let end = self.body.end.as_ref()?;
        (times(&end.ident.to_string(), statements.clone()) > 0).then_some(end)
    }

    /// True if a turn may end the loop before the next one begins.
    pub(crate) fn may_end(&self) -> bool {
        let statements = self.body.as_fused();
        self.body.breaks && self.end(&quote!(#(#statements)*)).is_some()
    }

    /// The statements of a turn, which say whether it ends the loop. `begin` stands before them.
    pub(crate) fn turn(&self, begin: &TokenStream, statements: TokenStream) -> TokenStream {
        match self.end(&statements) {
            Some(end) if self.body.breaks => {
                let ended = ended();
                let statements = jumping(end, &ended, statements);
                quote!(let mut #ended = false; { #begin #end: { #statements } })
            }
            Some(end) => quote!({ #begin #end: { #statements } }),
            None => quote!({ #begin #statements }),
        }
    }
}

/// Statements in which a jump to their end that ends the loop says so. Those inside of which something was fused are tokens alone.
fn jumping(end: &Lifetime, ended: &Ident, statements: TokenStream) -> TokenStream {
    let tokens = statements.into_iter().collect::<Vec<_>>();
    let mut jumping = TokenStream::new();
    let mut rest = tokens.as_slice();
    while let [token, behind @ ..] = rest {
        rest = behind;
        match (token, behind) {
            (
                TokenTree::Ident(word),
                [
                    TokenTree::Punct(_),
                    TokenTree::Ident(label),
                    TokenTree::Ident(ends),
                    others @ ..,
                ],
            ) if word == "break" && *label == end.ident && (ends == "true" || ends == "false") => {
                jumping.extend(match ends == "true" {
                    true => quote!({ #ended = true; break #end; }),
                    false => quote!(break #end),
                });
                rest = others;
            }
            (TokenTree::Group(group), _) => {
                let inside = self::jumping(end, ended, group.stream());
                let mut inside = Group::new(group.delimiter(), inside);
                inside.set_span(group.span());
                jumping.extend([TokenTree::Group(inside)]);
            }
            (token, _) => jumping.extend([token.clone()]),
        }
    }
    jumping
}

impl Consume for Each {
    fn name(&self) -> &'static str {
        "for"
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }

    fn worker(&self) -> Option<&Worker> {
        Some(&self.worker)
    }

    fn text(&self, worker: &str) -> String {
        worker.to_owned()
    }

    fn borrows(&self) -> bool {
        !self.owned()
    }

    fn is_idle(&self) -> bool {
        false
    }

    fn start(&self, _: &Accumulator<'_>) -> TokenStream {
        TokenStream::new()
    }
}

/// The body with its pattern bound to the element: the user's `statements`, which are those of `each` but for names.
///
/// `appenders` are the names of vectors that it does nothing with but push to, with what stands for
/// them in the loop.
pub(crate) fn run(
    runtime: &TokenStream,
    each: &Each,
    mut statements: Vec<Stmt>,
    element: &TokenStream,
    appenders: &[(PushedTo, Ident)],
) -> TokenStream {
    for (vector, appender) in appenders {
        let mut pushes = Pushes::of(spelling(&vector.name), Some(appender));
        statements
            .iter_mut()
            .for_each(|statement| pushes.visit_stmt_mut(statement));
    }
    // The temporaries of a tail would outlive what the body binds.
    if let Some(Stmt::Expr(_, semicolon)) = statements.last_mut() {
        semicolon.get_or_insert_with(Default::default);
    }
    let (held, element) = if each.holds {
        // What the pattern leaves unbound is dropped at the end of the body.
        let held = worker_result();
        (quote!(let #held = #element;), quote!(#held))
    } else {
        (TokenStream::new(), element.clone())
    };
    let bound = match each.turns {
        Some(_) => TokenStream::new(),
        None => bind(runtime, &each.pattern, &element),
    };
    each.turn(&quote!(#held #bound), quote!(#(#statements)*))
}

/// A vector that a body does nothing with but push to and read.
pub(crate) struct PushedTo {
    /// Its place in `each.written`.
    pub(crate) index: usize,
    /// As the body mentions it.
    pub(crate) name: Ident,
    /// True if the name is a reference to it.
    pub(crate) behind: bool,
    /// How many pushes there are.
    pub(crate) pushes: usize,
    /// True if it is also read.
    pub(crate) read: bool,
}

/// The vectors that a body does nothing with but push to and read.
pub(crate) fn pushed_to(each: &Each) -> Vec<PushedTo> {
    let mut pushed_to = Vec::new();
    // What was fused in it is not looked at again.
    if each.body.fused.is_some() {
        return pushed_to;
    }
    for (index, bound) in each.written.iter().enumerate() {
        // The `push` of any other array is somebody's extension trait's.
        let Some(array) = bound.array.as_ref().filter(|array| array.vector) else {
            continue;
        };
        let mut pushes = Pushes::of(bound.name.clone(), None);
        let mut mentions = 0;
        for statement in &each.body.statements {
            mentions += times(&bound.name, statement.to_token_stream());
            pushes.visit_stmt_mut(&mut statement.clone());
        }
        let alone = pushes.found.len() + pushes.reads == mentions
            && !pushes.changes
            && array.by != By::Shared;
        let count = pushes.found.len();
        let read = pushes.reads > 0;
        if let Some(name) = pushes.found.pop().filter(|_| alone) {
            pushed_to.push(PushedTo {
                index,
                name,
                behind: array.by == By::Mutable,
                pushes: count,
                read,
            });
        }
    }
    pushed_to
}

/// Finds `name.push(..)`, and puts another receiver in its place.
struct Pushes<'a> {
    name: String,
    appender: Option<&'a Ident>,
    found: Vec<Ident>,
    /// How often it reads an element, or how many there are.
    reads: usize,
    /// True if it may change what has been pushed.
    changes: bool,
}

impl<'a> Pushes<'a> {
    fn of(name: String, appender: Option<&'a Ident>) -> Pushes<'a> {
        Pushes {
            name,
            appender,
            found: Vec::new(),
            reads: 0,
            changes: false,
        }
    }

    fn is_it(&self, expr: &Expr) -> Option<Ident> {
        let Expr::Path(path) = expr else {
            return None;
        };
        let name = path.path.get_ident().filter(|_| path.attrs.is_empty())?;
        (spelling(name) == self.name).then(|| name.clone())
    }

    fn mentions(&self, expr: &Expr) -> bool {
        times(&self.name, expr.to_token_stream()) > 0
    }

    /// Whether a method of a part of the vector only looks at that: a number, or a slice.
    fn only_looks(receiver: &Expr, method: &str, arguments: usize) -> bool {
        match strip(receiver) {
            Expr::Index(index) if matches!(strip(&index.index), Expr::Range(_)) => {
                among(READS, method)
            }
            Expr::Index(index) => {
                matches!(strip(&index.expr), Expr::Path(_))
                    && std_names::all(method, arguments, std_names::SCALAR | std_names::CONSUMES)
            }
            _ => false,
        }
    }
}

/// Methods of vectors and slices that only look at them.
const READS: &str = "len is_empty first last get contains iter";

impl VisitMut for Pushes<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        let method = call.method.to_string();
        if let Some(name) = self.is_it(&call.receiver) {
            if method == "push" && call.args.len() == 1 {
                self.found.push(name);
                if let Some(appender) = self.appender {
                    *call.receiver = syn::parse_quote!(#appender);
                }
            } else {
                self.reads += usize::from(among(READS, &method));
            }
        } else if place_root(&call.receiver).as_deref() == Some(&self.name) {
            self.changes |= !Pushes::only_looks(&call.receiver, &method, call.args.len());
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        match expr {
            Expr::Index(index) => self.reads += usize::from(self.is_it(&index.expr).is_some()),
            Expr::Assign(assign) => self.changes |= self.mentions(&assign.left),
            Expr::Binary(binary) if compound(&binary.op) => {
                self.changes |= self.mentions(&binary.left);
            }
            Expr::Reference(reference) if reference.mutability.is_some() => {
                self.changes |= self.mentions(&reference.expr);
            }
            Expr::RawAddr(address) => self.changes |= self.mentions(&address.expr),
            _ => {}
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
