//! In which order rustc comes to know types.
//!
//! In: values and statements as written. Out: whether what stands behind a value may be what decides its type (`x.into()`,
//! `text.parse().unwrap()`), whether a statement may be what decides it (`let y: &f64 = &x;`), and whether one asks for it (`x.sqrt()`),
//! which rustc refuses where it is not decided before. Statements that change places keep that order.

use super::expr::{compares, compound, jumps, strip};
use super::patterns::{binds, capitalised};
use super::spelling::{among, spelling, times};
use super::std_names;
use super::ty::Scalar;
use super::visit::{self, Visit};
use crate::sorted::SortedSet;
use quote::ToTokens;
use syn::{
    BinOp, Block, Expr, ExprClosure, ExprMethodCall, ExprPath, Lit, Local, Pat, Stmt, Type, UnOp,
};

/// Methods of std of which the type of the result depends on what becomes of it.
const BY_RESULT: &str =
    "collect default into parse partition product sum try_collect try_from try_into unzip";

/// Methods of std of which the result is what a function makes that they are given.
const BY_FUNCTION: &str = "and_then filter_map flat_map fold map map_or map_or_else map_while or_else reduce scan then unwrap_or_else";

/// True if a value may be of a type that what stands behind it decides. `names` are open themselves, `typed` is what is visible of its
/// type: an array with elements of a type that is not, perhaps.
pub(crate) fn is_open(value: &Expr, typed: bool, names: &SortedSet<String>) -> bool {
    let mut search = Open {
        locals: SortedSet::new(),
        found: mentions(value, names),
    };
    match strip(value) {
        // The collection is typed; what it is made of may be open.
        Expr::MethodCall(call) if typed && among(BY_RESULT, &call.method.to_string()) => {
            search.visit_expr(&call.receiver);
        }
        other => search.visit_expr(other),
    }
    search.found || gives_literal(value)
}

/// Methods whose arguments are places, lengths or exponents: no literal among them is of the type of what they give.
const BY_PLACE: &str = "chunks chunks_exact get nth pow powi rotate_left rotate_right skip split_at splitn step_by take windows";

/// True if a value may be, or hold, a number without a type: a literal, or what is made of such, that meets nothing of another type.
pub(crate) fn gives_literal(value: &Expr) -> bool {
    let in_block = |block: &Block| {
        block.stmts.iter().any(|stmt| match stmt {
            Stmt::Local(local) => {
                let typed = matches!(&local.pat, Pat::Type(typed) if !has_hole(&typed.ty));
                let init = local.init.as_ref().filter(|_| !typed);
                init.is_some_and(|init| gives_literal(&init.expr))
            }
            Stmt::Expr(value, _) => gives_literal(value),
            Stmt::Macro(_) | Stmt::Item(_) => false,
        })
    };
    let end = |end: &Option<Box<Expr>>| end.as_ref().is_none_or(|end| gives_literal(end));
    match strip(value) {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Int(number) => number.suffix().is_empty(),
            Lit::Float(number) => number.suffix().is_empty(),
            _ => false,
        },
        Expr::Unary(unary) => gives_literal(&unary.expr),
        Expr::Reference(reference) => gives_literal(&reference.expr),
        Expr::Field(field) => gives_literal(&field.base),
        Expr::Index(index) => gives_literal(&index.expr),
        Expr::Cast(cast) => has_hole(&cast.ty),
        Expr::Range(range) => end(&range.start) && end(&range.end),
        Expr::Binary(binary) => match binary.op {
            BinOp::Shl(_) | BinOp::Shr(_) => gives_literal(&binary.left),
            _ if jumps(&binary.op) || compares(&binary.op) || compound(&binary.op) => false,
            _ => gives_literal(&binary.left) && gives_literal(&binary.right),
        },
        Expr::Tuple(tuple) => tuple.elems.iter().any(gives_literal),
        Expr::Array(array) => array.elems.iter().any(gives_literal),
        Expr::Repeat(array) => gives_literal(&array.expr),
        Expr::Call(call) => makes(&call.func) && call.args.iter().any(gives_literal),
        Expr::Struct(made) => made.fields.iter().any(|field| gives_literal(&field.expr)),
        Expr::MethodCall(call) => {
            let name = call.method.to_string();
            let number = std_names::is(
                &name,
                call.args.len(),
                std_names::SCALAR | std_names::COMPARISON,
            );
            gives_literal(&call.receiver)
                || !number && !among(BY_PLACE, &name) && call.args.iter().any(gives_literal)
        }
        Expr::Closure(closure) => gives_literal(&closure.body),
        Expr::Return(given) => given
            .expr
            .as_ref()
            .is_some_and(|given| gives_literal(given)),
        Expr::Break(given) => given
            .expr
            .as_ref()
            .is_some_and(|given| gives_literal(given)),
        Expr::Block(block) => in_block(&block.block),
        Expr::Unsafe(block) => in_block(&block.block),
        Expr::Loop(looped) => in_block(&looped.body),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            in_block(&branch.then_branch) || other.is_some_and(|(_, other)| gives_literal(other))
        }
        Expr::Match(matched) => matched.arms.iter().any(|arm| gives_literal(&arm.body)),
        _ => false,
    }
}

/// True if a value is made of numbers without a type alone, whichever way it comes about, or a part of it is: nothing in it shows the type.
pub(crate) fn is_literal(value: &Expr) -> bool {
    match strip(value) {
        Expr::Lit(_) => gives_literal(value),
        Expr::Unary(unary) => is_literal(&unary.expr),
        Expr::Reference(reference) => is_literal(&reference.expr),
        Expr::Field(field) => is_literal(&field.base),
        Expr::Index(index) => is_literal(&index.expr),
        Expr::MethodCall(call) => is_literal(&call.receiver),
        Expr::Binary(binary) => {
            let shift = matches!(binary.op, BinOp::Shl(_) | BinOp::Shr(_));
            gives_literal(value) && is_literal(&binary.left) && (shift || is_literal(&binary.right))
        }
        Expr::Tuple(tuple) => tuple.elems.iter().any(is_literal),
        Expr::Array(array) => array.elems.iter().all(is_literal),
        Expr::Repeat(array) => is_literal(&array.expr),
        Expr::Call(call) => makes(&call.func) && call.args.iter().any(is_literal),
        Expr::Struct(made) => made.fields.iter().any(|field| is_literal(&field.expr)),
        Expr::Closure(closure) => is_literal(&closure.body),
        Expr::Block(block) => ends_in_literal(&block.block),
        Expr::If(branch) => {
            let other = branch.else_branch.as_ref();
            ends_in_literal(&branch.then_branch)
                && other.is_some_and(|(_, other)| is_literal(other))
        }
        Expr::Match(matched) => matched.arms.iter().all(|arm| is_literal(&arm.body)),
        _ => false,
    }
}

/// The same of what a block ends in: a name that it has bound to such, perhaps.
fn ends_in_literal(block: &Block) -> bool {
    let Some(Stmt::Expr(end, None)) = block.stmts.last() else {
        return false;
    };
    let bound = |stmt: &Stmt| match stmt {
        Stmt::Local(local) => {
            let init = local.init.as_ref();
            let literal = init.is_some_and(|init| gives_literal(&init.expr));
            let named = binds(&local.pat);
            literal
                && named
                    .iter()
                    .any(|name| times(name, end.to_token_stream()) > 0)
        }
        _ => false,
    };
    is_literal(end)
        || matches!(strip(end), Expr::Path(_) | Expr::Tuple(_)) && block.stmts.iter().any(bound)
}

/// True for a constructor.
fn makes(function: &Expr) -> bool {
    let last = match strip(function) {
        Expr::Path(path) => path.path.segments.last(),
        _ => None,
    };
    last.is_some_and(|last| capitalised(&spelling(&last.ident)))
}

/// True if what is collected has elements of which the type is known as a whole, or not at all: no tuple of which a part is.
pub(crate) fn is_whole(value: &Expr) -> bool {
    struct Last<'ast>(Option<&'ast ExprClosure>);
    impl<'ast> Visit<'ast> for Last<'ast> {
        fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
            self.0 = Some(closure);
        }
    }
    let mut closure = Last(None);
    closure.visit_expr(value);
    match closure.0.map(|closure| strip(&closure.body)) {
        Some(Expr::MethodCall(call)) => call.turbofish.is_none(),
        Some(Expr::Call(call)) => {
            let turbofish = matches!(strip(&call.func), Expr::Path(path)
                if path.path.segments.iter().any(|part| !part.arguments.is_empty()));
            !makes(&call.func) && !turbofish
        }
        _ => false,
    }
}

/// True if tokens mention one of some names.
pub(crate) fn mentions(tokens: &impl ToTokens, names: &SortedSet<String>) -> bool {
    let tokens = tokens.to_token_stream();
    names.iter().any(|name| times(name, tokens.clone()) > 0)
}

/// True for a type of which rustc infers a part.
pub(crate) fn has_hole(ty: &Type) -> bool {
    times("_", ty.to_token_stream()) > 0
}

/// Looks for a part of a value that gives a type by what becomes of it.
struct Open {
    /// What patterns of closures have bound.
    locals: SortedSet<String>,
    found: bool,
}

impl Open {
    /// A function that is given by its name may give any type; a local that stands for a value has the type that it has.
    fn is_function(&self, path: &ExprPath) -> bool {
        let segments = &path.path.segments;
        let first = segments.first().map(|first| spelling(&first.ident));
        let last = segments.last().map(|last| spelling(&last.ident));
        let (Some(first), Some(last)) = (first, last) else {
            return true;
        };
        if segments.len() == 1 {
            return last == "None";
        }
        Scalar::named(&first).is_none() && !capitalised(&last)
    }
}

impl<'ast> Visit<'ast> for Open {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call) => {
                let name = call.method.to_string();
                let known = std_names::has(&name) && !among(BY_RESULT, &name);
                self.found |= call.turbofish.is_none() && !known;
                for argument in &call.args {
                    if let Expr::Path(path) = strip(argument)
                        && let Some(ident) = path.path.get_ident()
                    {
                        let function = !self.locals.contains(&spelling(ident));
                        self.found |= function && among(BY_FUNCTION, &name);
                    }
                }
            }
            Expr::Call(call) => {
                self.found |= !makes(&call.func)
                    && match strip(&call.func) {
                        Expr::Path(path) => path.path.segments.len() == 1 || self.is_function(path),
                        _ => true,
                    };
            }
            Expr::Path(path) => self.found |= self.is_function(path),
            Expr::Macro(_) => self.found = true,
            _ => {}
        }
        visit::visit_expr(self, expr);
    }

    fn visit_expr_closure(&mut self, closure: &'ast ExprClosure) {
        for input in &closure.inputs {
            self.locals.extend(binds(input));
        }
        visit::visit_expr_closure(self, closure);
    }
}

/// True if a statement may decide of which type one of some names is: it gives it to something that has a type.
pub(crate) fn decides(statement: &Stmt, names: &SortedSet<String>) -> bool {
    match statement {
        Stmt::Local(local) => {
            let typed =
                matches!(&local.pat, Pat::Type(typed) if !matches!(*typed.ty, Type::Infer(_)));
            let Some(init) = &local.init else {
                return false;
            };
            decides_by(&init.expr, typed || init.diverge.is_some(), names)
        }
        Stmt::Expr(expr, _) => gives(expr, names),
        other => mentions(other, names),
    }
}

/// The same of what a name is bound to, which may be `typed`.
pub(crate) fn decides_by(value: &Expr, typed: bool, names: &SortedSet<String>) -> bool {
    match typed {
        true => mentions(value, names),
        false => gives(value, names),
    }
}

/// True if one of the names is anything else than the root of a place, or of what methods make of it.
fn gives(expr: &Expr, names: &SortedSet<String>) -> bool {
    match strip(expr) {
        Expr::Path(_) | Expr::Lit(_) => false,
        Expr::Field(field) => gives(&field.base, names),
        Expr::Reference(reference) => gives(&reference.expr, names),
        Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => gives(&unary.expr, names),
        Expr::Cast(cast) => gives(&cast.expr, names),
        Expr::Index(index) => gives(&index.expr, names) || mentions(&index.index, names),
        Expr::Tuple(tuple) => tuple.elems.iter().any(|part| gives(part, names)),
        Expr::MethodCall(call) => {
            gives(&call.receiver, names)
                || call.args.iter().any(|argument| mentions(argument, names))
                || (call.turbofish.is_some() || !call.args.is_empty()) && mentions(call, names)
        }
        other => mentions(other, names),
    }
}

/// True if an expression mentions one of some names, and may ask for its type, or for that of what is made of it.
pub(crate) fn asks(expr: &Expr, names: &SortedSet<String>) -> bool {
    if !mentions(expr, names) {
        return false;
    }
    let mut search = Asks(false);
    search.visit_expr(expr);
    search.0
}

/// Closures and loops that ask for the type of anything: what they are given may be made of what is open.
struct Asks(bool);

impl<'ast> Visit<'ast> for Asks {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= match expr {
            Expr::Closure(closure) => calls(&closure.body),
            Expr::ForLoop(looped) => looped.body.stmts.iter().any(|stmt| {
                let mut search = Calls(false);
                search.visit_stmt(stmt);
                search.0
            }),
            Expr::Macro(_) | Expr::While(_) | Expr::Loop(_) => true,
            _ => false,
        };
        visit::visit_expr(self, expr);
    }
}

/// True for an expression that asks for the type of anything: it calls, looks into, negates or follows it. A call may coerce what it is
/// given.
pub(crate) fn calls(expr: &Expr) -> bool {
    let mut search = Calls(false);
    search.visit_expr(expr);
    search.0
}

/// The open names of whose elements an expression asks for the type: there rustc knows it. Of `whole` ones it knows all of it.
pub(crate) fn asked(
    expr: &Expr,
    names: &SortedSet<String>,
    whole: &SortedSet<String>,
) -> SortedSet<String> {
    let mut search = Asked {
        names,
        whole,
        found: SortedSet::new(),
    };
    search.visit_expr(expr);
    search.found
}

struct Asked<'a> {
    names: &'a SortedSet<String>,
    whole: &'a SortedSet<String>,
    found: SortedSet<String>,
}

/// Methods that give an iterator the elements of what they are called on, by one or another reference.
const ELEMENTS: &str = "cloned copied into_iter iter iter_mut";

impl<'ast> Visit<'ast> for Asked<'_> {
    fn visit_expr_method_call(&mut self, call: &'ast ExprMethodCall) {
        let mut from = strip(&call.receiver);
        let mut whole = true;
        while let Expr::MethodCall(inner) = from
            && among(ELEMENTS, &inner.method.to_string())
            && inner.args.is_empty()
        {
            from = strip(&inner.receiver);
            whole = false;
        }
        if let Some(name) = simple_name(from).filter(|name| !whole && self.names.contains(name))
            && let Some(Expr::Closure(closure)) = call.args.last().map(strip)
            && asks_its_element(closure, self.whole.contains(&name))
        {
            self.found.insert(name);
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn simple_name(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.path.get_ident().map(spelling),
        _ => None,
    }
}

/// True for a closure that says which type the element is of that it is given last, or calls a method of it, if that is enough.
fn asks_its_element(closure: &ExprClosure, method: bool) -> bool {
    struct Receivers(String, bool);
    impl<'ast> Visit<'ast> for Receivers {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            let of = match expr {
                Expr::MethodCall(call) => Some(&*call.receiver),
                _ => None,
            };
            self.1 |= of.and_then(|of| simple_name(strip(of))).as_ref() == Some(&self.0);
            visit::visit_expr(self, expr);
        }
    }
    let name = match closure.inputs.last() {
        Some(Pat::Type(typed)) => return !has_hole(&typed.ty),
        Some(Pat::Ident(ident)) if method => spelling(&ident.ident),
        _ => return false,
    };
    let mut receivers = Receivers(name, false);
    receivers.visit_expr(&closure.body);
    receivers.1
}

/// Methods that leave out elements, or give them in another order.
const VIEWS: &str = "chain chunks chunks_exact cycle flat_map flatten last map_while nth peekable rchunks rev scan skip skip_while step_by take \
    take_while windows";

/// True for a literal zero.
fn is_zero(expr: &Expr) -> bool {
    matches!(strip(expr), Expr::Lit(literal) if matches!(&literal.lit, Lit::Int(number) if number.base10_digits() == "0"))
}

/// True for a chain, or a loop over one, without any of them.
pub(crate) fn goes_straight(chain: &Expr) -> bool {
    struct Views(bool);
    impl<'ast> Visit<'ast> for Views {
        fn visit_expr(&mut self, expr: &'ast Expr) {
            match expr {
                Expr::Closure(_) => return,
                Expr::ForLoop(looped) => return self.visit_expr(&looped.expr),
                Expr::MethodCall(call) => self.0 |= among(VIEWS, &call.method.to_string()),
                Expr::While(_) | Expr::Loop(_) => self.0 = true,
                // What does not begin at the first element may be aligned with what does, by turns that are peeled off.
                Expr::Range(range) => {
                    self.0 |= range.start.as_ref().is_some_and(|start| !is_zero(start))
                }
                Expr::Index(_) => self.0 = true,
                _ => {}
            }
            visit::visit_expr(self, expr);
        }
    }
    let mut views = Views(false);
    views.visit_expr(chain);
    !views.0
}

/// Looks for what asks for a type.
struct Calls(bool);

impl<'ast> Visit<'ast> for Calls {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        self.0 |= matches!(
            expr,
            Expr::MethodCall(_)
                | Expr::Call(_)
                | Expr::Field(_)
                | Expr::Index(_)
                | Expr::Unary(_)
                | Expr::Try(_)
                | Expr::Macro(_)
                | Expr::Match(_)
                | Expr::ForLoop(_)
                | Expr::While(_)
                | Expr::Loop(_)
        );
        visit::visit_expr(self, expr);
    }
}

/// The names of a `let` that may be open, of those that it binds: `seen` says of which the type is visible, `open` whether it holds what
/// is open in any case.
pub(crate) fn opened(
    local: &Local,
    open: bool,
    seen: &dyn Fn(&str) -> bool,
    names: &SortedSet<String>,
) -> Vec<String> {
    let annotation = match &local.pat {
        Pat::Type(typed) => Some(&*typed.ty),
        _ => None,
    };
    if annotation.is_some_and(|ty| !has_hole(ty)) {
        return Vec::new();
    }
    let open = open
        || match &local.init {
            Some(init) => is_open(&init.expr, annotation.is_some(), names),
            // What is assigned to it decides.
            None => annotation.is_none(),
        };
    let bound = binds(&local.pat).into_iter();
    bound.filter(|name| open && !seen(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(of: &[&str]) -> SortedSet<String> {
        of.iter().map(|name| (*name).to_owned()).collect()
    }

    #[test]
    fn what_a_later_statement_may_decide_is_open() {
        let open = |value: &str| {
            let collects = value.ends_with("collect()");
            is_open(&syn::parse_str(value).unwrap(), collects, &names(&["t"]))
        };
        for value in [
            "s.into()",
            "xs.iter().map(|s| s.parse().unwrap()).collect()",
            "xs.iter().map(Into::into).collect()",
            "xs.iter().map(read).collect()",
            "row.get_it(0)",
            "random()",
            "None",
            "(t, 1u8)",
            "xs.iter().map(|x| if *x > 5 { 1 } else { 2 }).collect()",
            "xs.iter().map(|x| (x.len(), 1.0)).collect()",
            "[2.0, 1.0]",
        ] {
            assert!(open(value), "{value}");
        }
        for value in [
            "p.x",
            "xs.iter().map(|p| p.x * 2.0).collect()",
            "xs.iter().map(|p| if p.y { p.x } else { 0.0f64 }).collect()",
            "xs.iter().map(|p| p.x.sqrt()).collect()",
            "Some(p.x)",
            "f64::max(p.x, 1.0)",
            "s.parse::<f64>()",
        ] {
            assert!(!open(value), "{value}");
        }
    }

    #[test]
    fn what_shows_no_type_is_literal() {
        let literal = |value: &str| is_literal(&syn::parse_str(value).unwrap());
        for value in [
            "1",
            "if *x > 5 { 1 } else { 2 }",
            "{ let q = 4; q }",
            "{ let mut score = 0; for c in w { score += 1; } score }",
            "(x.len(), 1.0)",
            "match x { 0 => 1, _ => -1 }",
            "1 << x",
        ] {
            assert!(literal(value), "{value}");
        }
        for value in [
            "x.unwrap_or(0)",
            "if *x > 5.0 { *x } else { 0.0 }",
            "x * 2.0",
            "1.0 - x",
            "{ let k = 2.0; x * k }",
            "1u8",
            "x > 5",
        ] {
            assert!(!literal(value), "{value}");
        }
    }

    #[test]
    fn what_gives_a_name_to_something_typed_decides() {
        let decides = |stmt: &str| decides(&syn::parse_str(stmt).unwrap(), &names(&["t"]));
        for stmt in [
            "let r: &f64 = &t;",
            "let m = f64::max(t, 1.0);",
            "let m = if c { 1.0f64 } else { t[0] };",
            "x = t;",
            "let m = x.max(t);",
            "let m = t + 1u8;",
        ] {
            assert!(decides(stmt), "{stmt}");
        }
        for stmt in [
            "let n = t.len();",
            "let r = &t[0];",
            "let (a, b) = (&t, x);",
            "let r: &f64 = &x;",
        ] {
            assert!(!decides(stmt), "{stmt}");
        }
    }
}
