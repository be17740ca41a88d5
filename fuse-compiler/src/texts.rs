//! Strings that nobody needs before they are stored.
//!
//! In: a loop with the workers behind it. Out: [`Texts`]: which elements may stay the `&str` that the user makes a `String` of
//! (`word.trim().to_string()`, `cloned()`) until a filter has kept them, and where they become it. The runtime looks at the type,
//! which the macro does not see: what is no `&str` is made as it is written.
//!
//! What is so looked at is asked for nothing but what means the same on a `String` and on the text that stands for it: it is the
//! receiver of a method of `str`'s, compared with a literal, or indexed. What a `&str` is taken of must live as long as the
//! element does: it is an element of an array that the loop borrows.

use crate::cnf::{BindingId, Input, Lowered, Operation, ValueId};
use crate::loops::{Loop, Outcome, Scope, Step};
use crate::syntax::chain::{Access, Consumer, Worker};
use crate::syntax::mentions::{Mentions, spelling};
use crate::syntax::worker::{inlined_body, inlined_pattern};
use crate::{kept, sieves, tiles};
use proc_macro2::Ident;
use std::collections::BTreeSet;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, ExprMethodCall, Lit, Pat, ReturnType, Type, UnOp};

/// The texts of one or of several loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// What makes them.
    pub(crate) makers: BTreeSet<BindingId>,
    /// Arrays whose elements are texts.
    pub(crate) arrays: BTreeSet<ValueId>,
    /// What takes them as `String`s.
    pub(crate) takers: BTreeSet<BindingId>,
}

/// How a worker makes a `String` of its element.
#[derive(Clone, Debug)]
pub(crate) struct Maker<'a> {
    /// The worker's parameter.
    pub(crate) parameter: &'a Ident,
    /// The method that makes it, of what it makes it of.
    pub(crate) call: &'a ExprMethodCall,
    /// The runtime's macro that does so later.
    pub(crate) how: &'static str,
}

/// Those of all loops.
#[must_use]
pub(crate) fn of(lowered: &Lowered<'_>, loops: &[Loop]) -> Texts {
    let mut texts = Texts::default();
    for nest in loops {
        let finder = Finder { lowered, nest };
        if !finder.is_plain_loop() {
            continue;
        }
        for id in &nest.cluster {
            texts.extend(finder.made_by(*id).unwrap_or_default());
        }
    }
    texts
}

impl Texts {
    fn extend(&mut self, other: Texts) {
        self.makers.extend(other.makers);
        self.arrays.extend(other.arrays);
        self.takers.extend(other.takers);
    }
}

/// How a worker makes a `String`, if it does nothing else.
#[must_use]
pub(crate) fn maker(worker: &Worker) -> Option<Maker<'_>> {
    let Expr::Closure(closure) = &worker.expr else {
        return None;
    };
    let mut inputs = closure.inputs.iter();
    let (Some(Pat::Ident(pattern)), None) = (inputs.next().map(inlined_pattern), inputs.next())
    else {
        return None;
    };
    let name = spelling(&pattern.ident);
    let plain = pattern.attrs.is_empty()
        && pattern.by_ref.is_none()
        && pattern.subpat.is_none()
        && pattern.mutability.is_none()
        // rustc warns of other names.
        && !name.contains(char::is_uppercase);
    let Expr::MethodCall(call) = inlined_body(closure) else {
        return None;
    };
    let untyped = matches!(closure.output, ReturnType::Default);
    if !worker.judgment.inline || !untyped || !plain || !is_bare(call) || !call.args.is_empty() {
        return None;
    }
    let narrowed = narrows(&call.receiver, &name)?;
    let how = match (&*call.method.to_string(), narrowed) {
        ("to_string", _) => "text_to_string",
        ("to_owned", _) => "text_to_owned",
        ("clone", false) => "text_cloned",
        _ => return None,
    };
    let parameter = &pattern.ident;
    Some(Maker {
        parameter,
        call,
        how,
    })
}

/// Whether an expression is a name (`false`), or a part of its text, by methods of `str`'s (`true`).
fn narrows(expr: &Expr, name: &str) -> Option<bool> {
    const PARTS: [&str; 10] = [
        "trim",
        "trim_start",
        "trim_end",
        "trim_matches",
        "trim_start_matches",
        "trim_end_matches",
        "trim_ascii",
        "trim_ascii_start",
        "trim_ascii_end",
        "as_str",
    ];
    match expr {
        Expr::MethodCall(call) => {
            let listed = PARTS.iter().any(|part| call.method == part) && is_bare(call);
            let mentions = |argument: &Expr| {
                let mentions = Mentions::of_expr(argument);
                mentions.opaque_macro || mentions.read.contains(name)
            };
            let apart = !call.args.iter().any(mentions);
            (listed && apart && parts_of(&call.receiver, name)).then_some(true)
        }
        expr => is_name(expr, name).then_some(false),
    }
}

/// Whether an expression is a field of a name, the name, or a part of the text of either.
fn parts_of(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Field(field) => field.attrs.is_empty() && parts_of_place(&field.base, name),
        expr => narrows(expr, name).is_some(),
    }
}

fn parts_of_place(expr: &Expr, name: &str) -> bool {
    match expr {
        Expr::Field(field) => field.attrs.is_empty() && parts_of_place(&field.base, name),
        expr => is_name(expr, name),
    }
}

fn is_bare(call: &ExprMethodCall) -> bool {
    call.attrs.is_empty() && call.turbofish.is_none()
}

fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(expr, Expr::Path(path) if path.attrs.is_empty()
        && path.path.get_ident().is_some_and(|ident| spelling(ident) == name))
}

/// Whether a worker only looks at its element in ways that mean the same on a `String` and on its text.
fn looks(worker: &Worker) -> bool {
    let Expr::Closure(closure) = &worker.expr else {
        return false;
    };
    let mut inputs = closure.inputs.iter();
    let (Some(pattern), None) = (inputs.next(), inputs.next()) else {
        return false;
    };
    let Some(name) = bound(pattern) else {
        return false;
    };
    let mut looks = Looks { name, only: true };
    looks.visit_expr(&closure.body);
    looks.only
}

/// The name that a pattern binds the element to, or what it refers to.
fn bound(pattern: &Pat) -> Option<String> {
    match pattern {
        Pat::Ident(pattern)
            if pattern.attrs.is_empty()
                && pattern.by_ref.is_none()
                && pattern.mutability.is_none()
                && pattern.subpat.is_none() =>
        {
            Some(spelling(&pattern.ident))
        }
        Pat::Reference(reference)
            if reference.attrs.is_empty() && reference.mutability.is_none() =>
        {
            bound(&reference.pat)
        }
        Pat::Paren(paren) if paren.attrs.is_empty() => bound(&paren.pat),
        _ => None,
    }
}

/// Methods that a `String` has from `str`, or as `str` has them.
const METHODS: [&str; 50] = [
    "as_bytes",
    "as_str",
    "bytes",
    "char_indices",
    "chars",
    "contains",
    "encode_utf16",
    "ends_with",
    "eq_ignore_ascii_case",
    "escape_debug",
    "escape_default",
    "escape_unicode",
    "find",
    "get",
    "is_ascii",
    "is_char_boundary",
    "is_empty",
    "len",
    "lines",
    "match_indices",
    "matches",
    "parse",
    "repeat",
    "replace",
    "replacen",
    "rfind",
    "rmatch_indices",
    "rmatches",
    "rsplit",
    "rsplit_once",
    "rsplit_terminator",
    "rsplitn",
    "split",
    "split_ascii_whitespace",
    "split_at",
    "split_inclusive",
    "split_once",
    "split_terminator",
    "split_whitespace",
    "splitn",
    "starts_with",
    "strip_prefix",
    "strip_suffix",
    "to_ascii_lowercase",
    "to_ascii_uppercase",
    "to_lowercase",
    "to_uppercase",
    "trim",
    "trim_end",
    "trim_start",
];

/// Whether all mentions of a name are looks.
struct Looks {
    name: String,
    only: bool,
}

impl Looks {
    /// The name, or what it refers to.
    fn is_looked_at(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Paren(paren) if paren.attrs.is_empty() => self.is_looked_at(&paren.expr),
            Expr::Unary(unary) if matches!(unary.op, UnOp::Deref(_)) => {
                self.is_looked_at(&unary.expr)
            }
            expr => is_name(expr, &self.name),
        }
    }
}

impl<'ast> Visit<'ast> for Looks {
    fn visit_expr(&mut self, expr: &'ast Expr) {
        match expr {
            Expr::MethodCall(call)
                if call.attrs.is_empty()
                    && METHODS.iter().any(|method| call.method == method)
                    && self.is_looked_at(&call.receiver) =>
            {
                if let Some(types) = &call.turbofish {
                    self.visit_angle_bracketed_generic_arguments(types);
                }
                call.args
                    .iter()
                    .for_each(|argument| self.visit_expr(argument));
            }
            Expr::Index(index) if index.attrs.is_empty() && self.is_looked_at(&index.expr) => {
                self.visit_expr(&index.index);
            }
            Expr::Binary(binary)
                if matches!(binary.op, BinOp::Eq(_) | BinOp::Ne(_))
                    && self.is_looked_at(&binary.left)
                    && matches!(&*binary.right, Expr::Lit(literal)
                        if matches!(literal.lit, Lit::Str(_))) => {}
            expr if is_name(expr, &self.name) => self.only = false,
            expr => visit::visit_expr(self, expr),
        }
    }

    // It may mention anything.
    fn visit_macro(&mut self, _: &'ast syn::Macro) {
        self.only = false;
    }

    fn visit_item(&mut self, _: &'ast syn::Item) {
        self.only = false;
    }
}

struct Finder<'a> {
    lowered: &'a Lowered<'a>,
    nest: &'a Loop,
}

impl Finder<'_> {
    /// One body, on one thread, that is run for each element.
    fn is_plain_loop(&self) -> bool {
        let program = &self.lowered.program;
        let parallel = |id: &BindingId| program.parallel.contains(&program.binding(*id).chain);
        let makes = |id: &BindingId| match &self.lowered.operations[id.index()] {
            Operation::Map(worker) => maker(worker).is_some(),
            Operation::Clone => true,
            _ => false,
        };
        self.nest.cluster.iter().any(makes)
            && !self.nest.cluster.iter().any(parallel)
            && program.updates.is_empty()
            && is_flat(&self.nest.root.body)
            && tiles::of(self.lowered, self.nest).is_none()
            && sieves::of(self.lowered, self.nest).is_none()
            && kept::in_loop::of(self.lowered, self.nest).is_none()
    }

    /// The texts that a binding makes, if it makes any and some of them may be dropped.
    fn made_by(&self, id: BindingId) -> Option<Texts> {
        let operation = &self.lowered.operations[id.index()];
        let makes = match operation {
            Operation::Map(worker) => maker(worker).is_some(),
            Operation::Clone => true,
            _ => false,
        };
        let [input] = self.lowered.inputs[id.index()].as_slice() else {
            return None;
        };
        if !makes || !self.is_borrowed(*input) {
            return None;
        }
        let mut texts = Texts {
            makers: BTreeSet::from([id]),
            ..Texts::default()
        };
        let array = self.lowered.program.binding(id).outputs[0];
        let followed = self.follow(array, Flow::default(), &mut texts);
        // Anything may be cloned.
        let mut arrays = texts.arrays.iter();
        let visible = arrays.any(|array| self.holds_strings(*array) == Some(true));
        (followed && visible).then_some(texts)
    }

    /// Whether an array holds `String`s, where its type is visible.
    fn holds_strings(&self, array: ValueId) -> Option<bool> {
        let mut chains = self.lowered.chains.iter().flatten();
        let chain = chains.find(|chain| chain.result == array)?;
        let Consumer::Collect(collect) = &chain.chain.consumer else {
            return None;
        };
        match collect.element.as_ref()? {
            Type::Infer(_) => None,
            Type::Path(path) => {
                let last = path.path.segments.last()?;
                Some(last.ident == "String" && last.arguments.is_none())
            }
            _ => Some(false),
        }
    }

    /// True if an element is a reference into an array that stands outside of the loop.
    fn is_borrowed(&self, input: Input<'_>) -> bool {
        match input.source {
            Some(source) => {
                source.access == Access::ByReference
                    && !input.copied
                    && !self.is_made_here(input.value)
                    && !self.lowered.places.contains(&input.value)
            }
            None => {
                let program = &self.lowered.program;
                let producer = program.producer(input.value);
                producer.is_some_and(|id| {
                    matches!(self.lowered.operations[id.index()], Operation::Filter(_))
                        && matches!(self.lowered.inputs[id.index()].as_slice(),
                            [input] if self.is_borrowed(*input))
                })
            }
        }
    }

    fn is_made_here(&self, array: ValueId) -> bool {
        let program = &self.lowered.program;
        let mut cluster = self.nest.cluster.iter();
        cluster.any(|id| program.binding(*id).outputs.contains(&array))
    }

    /// Whether an array's elements may be texts wherever they are read.
    fn follow(&self, array: ValueId, flow: Flow, texts: &mut Texts) -> bool {
        if !flow.borrowed {
            texts.arrays.insert(array);
        }
        if self.holds_strings(array) == Some(false) {
            return false;
        }
        let lowered = self.lowered;
        let held = |outcome: &Outcome| match outcome {
            Outcome::Stored { array: stored, .. } if *stored == array => {
                flow.borrowed || !flow.filtered
            }
            // A keep would hold the texts.
            Outcome::Contracted(contracted) if *contracted == array => {
                !lowered.is_plain(array) || lowered.is_counted(array)
            }
            _ => false,
        };
        if self.nest.outcomes.iter().any(held) {
            return false;
        }
        let readers = self.lowered.program.readers(array);
        let mut readers = readers.iter().filter(|id| self.nest.cluster.contains(id));
        readers.all(|id| self.reads(*id, array, flow, texts))
    }

    fn reads(&self, id: BindingId, array: ValueId, flow: Flow, texts: &mut Texts) -> bool {
        let [input] = self.lowered.inputs[id.index()].as_slice() else {
            return false;
        };
        let by_reference = match input.source {
            Some(source) if input.value == array => match source.access {
                Access::ByReference => true,
                Access::ByValue => false,
                Access::Mutable => return false,
            },
            Some(_) => return false,
            None => false,
        };
        let borrowed = flow.borrowed || by_reference;
        let output = self.lowered.program.binding(id).outputs[0];
        let go_on = |flow: Flow, texts: &mut Texts| self.follow(output, flow, texts);
        match &self.lowered.operations[id.index()] {
            _ if input.copied => false,
            Operation::Filter(worker) => {
                let kept = Flow {
                    borrowed,
                    filtered: true,
                };
                looks(worker) && go_on(kept, texts)
            }
            Operation::Map(worker) | Operation::FilterMap(worker) if looks(worker) => true,
            Operation::Consume(Consumer::Count) => true,
            Operation::Identity if !borrowed => go_on(flow, texts),
            Operation::Clone if borrowed => {
                let cloned = Flow {
                    borrowed: false,
                    ..flow
                };
                go_on(cloned, texts)
            }
            Operation::Map(_) | Operation::FilterMap(_) | Operation::Consume(_)
                if !borrowed && flow.filtered =>
            {
                texts.takers.insert(id);
                true
            }
            _ => false,
        }
    }
}

/// What has become of texts since they were made.
#[derive(Clone, Copy, Debug, Default)]
struct Flow {
    /// What flows are references to them.
    borrowed: bool,
    /// Some were dropped.
    filtered: bool,
}

fn is_flat(scope: &Scope) -> bool {
    let flat = |step: &Step| match step {
        Step::Guard(_, inside) => is_flat(inside),
        Step::Compute(_) | Step::Consume(_) => true,
    };
    scope.inner.is_none() && scope.steps.iter().all(flat)
}

#[cfg(test)]
mod tests {
    use super::{looks, maker};
    use crate::syntax::chain::Worker;
    use crate::syntax::environment::Environment;
    use crate::syntax::worker::judge;
    use std::collections::BTreeSet;

    fn worker(closure: &str) -> Worker {
        let expr = syn::parse_str(closure).unwrap();
        let judgment = judge(&expr, &Environment::default(), &[]);
        Worker {
            expr,
            judgment,
            local: false,
            given_away: BTreeSet::new(),
            drops: false,
            fused: None,
        }
    }

    #[test]
    fn strings_of_a_part_of_the_element() {
        for (closure, how) in [
            ("|word| word.to_string()", "text_to_string"),
            ("|word| { word.clone() }", "text_cloned"),
            ("|word| word.trim().to_owned()", "text_to_owned"),
            (
                "|e| e.name.trim_matches(',').trim_end().to_string()",
                "text_to_string",
            ),
        ] {
            assert_eq!(maker(&worker(closure)).unwrap().how, how, "{closure}");
        }
    }

    #[test]
    fn what_makes_anything_else() {
        for closure in [
            "|word: &String| word.to_string()",
            "|word| -> String { word.to_string() }",
            "|&word| word.to_string()",
            "|mut word| word.to_string()",
            "|Word| Word.to_string()",
            "move |word| word.to_string()",
            // The text would not live as long.
            "|word| word.to_lowercase().trim().to_string()",
            "|word| other.trim().to_string()",
            // It names what is no longer bound.
            "|word| word.trim_matches(&word[..1]).to_string()",
            "|e| e.name.to_string()",
            "|word| word.trim().clone()",
            "|word| word.trim().into()",
            "|word| word.trim().to_string() + \"!\"",
            "|word| word.trim::<u8>().to_string()",
        ] {
            assert!(maker(&worker(closure)).is_none(), "{closure}");
        }
    }

    #[test]
    fn looks_that_mean_the_same_on_a_string_and_on_a_str() {
        for closure in [
            "|word| !word.is_empty()",
            "|&word| word.len() > 3 && (*word).starts_with(\"a\")",
            "|word| **word != \"x\"",
            "|word| word == \"x\" || word[1..].contains('x')",
            "|word| stops.contains(&word.as_str())",
            "|_word| true",
            "|word| word.parse::<u8>().is_ok()",
        ] {
            assert!(looks(&worker(closure)), "{closure}");
        }
    }

    #[test]
    fn looks_that_need_a_string() {
        for closure in [
            "|word: &String| !word.is_empty()",
            "|word| word == other",
            "|word| \"x\" == word",
            "|word| word.capacity() > 3",
            "|word| stops.contains(word)",
            "|word| seen.insert(word.clone())",
            "|word| format!(\"{word}\").is_empty()",
            "|word| word.first.is_empty()",
            "|word| { let it = word; it.is_empty() }",
            "|word| Some(word).is_some()",
            "|word| word.cmp(&other).is_lt()",
            "|ref word| word.is_empty()",
            "String::is_empty",
        ] {
            assert!(!looks(&worker(closure)), "{closure}");
        }
    }
}
