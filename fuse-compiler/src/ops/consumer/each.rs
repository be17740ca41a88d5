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
use crate::rust::spelling::{among, spelling, times};
use crate::rust::types::By;
use crate::rust::visit_mut::{self, VisitMut};
use crate::rust::worker::Worker;
use proc_macro2::{Ident, TokenStream};
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
    /// The vectors of plain elements that it does nothing with but push to, at most once a turn, and that are empty before.
    pub(crate) pushed: Vec<Pushed>,
    /// The other names that it writes, if several threads share it.
    pub(crate) totals: Vec<Total>,
    /// Set if it has turns and no elements.
    pub(crate) turns: Option<Turns>,
}

/// A loop that has turns and no elements.
#[derive(Clone, Debug)]
pub(crate) enum Turns {
    /// `while c`: its body is a branch, which ends the loop otherwise.
    While(Box<Expr>),
    /// `loop`
    Loop,
}

impl ToTokens for Turns {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        tokens.extend(match self {
            Turns::While(condition) => quote!(while #condition),
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
}

impl Each {
    /// The statements of a turn, without the branch that they are of `while c`.
    pub(crate) fn turn(&self, mut statements: Vec<Stmt>) -> Vec<Stmt> {
        if let (Some(Turns::While(_)), [Stmt::Expr(Expr::If(branch), _)]) =
            (&self.turns, statements.as_mut_slice())
        {
            return std::mem::take(&mut branch.then_branch.stmts);
        }
        statements
    }

    /// The label that these statements of a turn jump to.
    fn end(&self, statements: &[Stmt]) -> Option<&Lifetime> {
        let end = self.body.end.as_ref()?;
        let jumps = |stmt: &Stmt| times(&end.ident.to_string(), stmt.to_token_stream()) > 0;
        statements.iter().any(jumps).then_some(end)
    }

    /// True if a turn may end the loop before the next one begins.
    pub(crate) fn may_end(&self) -> bool {
        let statements = self.turn(self.body.as_fused().to_vec());
        self.body.breaks && self.end(&statements).is_some()
    }
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
        let mut pushes = Pushes {
            name: spelling(&vector.name),
            appender: Some(appender),
            found: Vec::new(),
            reads: 0,
        };
        statements
            .iter_mut()
            .for_each(|statement| pushes.visit_stmt_mut(statement));
    }
    statements = each.turn(statements);
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
    let body = match each.end(&statements) {
        Some(end) if each.body.breaks => {
            let ended = ended();
            return quote!(let #ended = { #held #bound #end: { #(#statements)* false } };);
        }
        Some(end) => quote!(#end: { #(#statements)* }),
        None => quote!(#(#statements)*),
    };
    quote!({
        #held
        #bound
        #body
    })
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
        let mut pushes = Pushes {
            name: bound.name.clone(),
            appender: None,
            found: Vec::new(),
            reads: 0,
        };
        let mut mentions = 0;
        for statement in &each.body.statements {
            mentions += times(&bound.name, statement.to_token_stream());
            pushes.visit_stmt_mut(&mut statement.clone());
        }
        let alone = pushes.found.len() + pushes.reads == mentions && array.by != By::Shared;
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
}

impl Pushes<'_> {
    fn is_it(&self, expr: &Expr) -> Option<Ident> {
        let Expr::Path(path) = expr else {
            return None;
        };
        let name = path.path.get_ident().filter(|_| path.attrs.is_empty())?;
        (spelling(name) == self.name).then(|| name.clone())
    }
}

impl VisitMut for Pushes<'_> {
    fn visit_expr_method_call_mut(&mut self, call: &mut syn::ExprMethodCall) {
        const READS: &str = "len is_empty first last get contains iter";
        if let Some(name) = self.is_it(&call.receiver) {
            if call.method == "push" && call.args.len() == 1 {
                self.found.push(name);
                if let Some(appender) = self.appender {
                    *call.receiver = syn::parse_quote!(#appender);
                }
            } else {
                self.reads += usize::from(among(READS, &call.method.to_string()));
            }
        }
        visit_mut::visit_expr_method_call_mut(self, call);
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        if let Expr::Index(index) = expr {
            self.reads += usize::from(self.is_it(&index.expr).is_some());
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}
