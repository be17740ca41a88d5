//! How much work an expression visibly is, for the cost model of plans (docs/DESIGN.md section 10).
//!
//! In: a [`Term`]. Out: its operations, divisions and latency in an abstract core, and whether a machine can do it on several
//! elements at once. What is not seen counts as a call.

use super::{Arm, Block, Is, Method, Step, Term};
use crate::rust::expr::{compares, compound};
use crate::rust::patterns::binds;
use crate::rust::std_names::BITS;
use crate::rust::ty::Scalar;
use crate::sorted::SortedMap;
use proc_macro2::TokenTree;
use syn::{BinOp, Expr, Lit, Macro, Pat, Type, UnOp};

/// What an expression costs, in operations of a core.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    /// Operations.
    pub(crate) operations: f64,
    /// Divisions and roots of floats, which one unit does one after another.
    pub(crate) divisions: f64,
    /// What vectors choose by, and one element jumps over.
    pub(crate) choices: f64,
    /// What LLVM makes jumps of beside anything else in one body. See Note [A `match` beside others].
    pub(crate) switches: f64,
    /// Calls of the mathematical library that are over soon: what is kept in a register for floats is in memory meanwhile.
    pub(crate) calls: f64,
    /// Operations that they take less of singles than of doubles.
    pub(crate) singles: f64,
    /// True if LLVM does it on several elements at once, where nothing hinders it.
    pub(crate) vector: bool,
}

// Note [What operations cost]
// In operations of a core that begins four of them in a cycle. Those of calls are the median of `exp`, `ln`, `sin` and `powi` of
// doubles (8 to 12 ns on the machine of the README); that of a remainder by a constant is a multiplication, shifts and a subtraction.

// Those of the calls that are over soon are measured on glibc 2.39: nanoseconds of `f32` and of `f64`, alone, then with a sum that the
// same body keeps, then with one in a pass behind it:
//
//   exp          1.3 3.3 1.8    2.5 3.4 2.9
//   ln           1.5 3.3 2.0    2.2 3.4 2.7
//   sin          1.6 3.3 2.1    7.4 7.4 7.7
//   hypot        2.1 4.9 2.4
//   powi, floor  1.3 3.4 1.7    1.3 3.3 1.8

// Note [A `match` beside others]
// Measured, nanoseconds a byte, on a `match` with so many literals of which each arm is a literal, 64 K of them in random order: alone it is
// stored as vectors, beside a count of what it gives LLVM knows the count's answer in each arm, and jumps.
//
//   2 literals   0.05 -> 1.1      3 literals   0.07 -> 1.8      4 literals   0.09 -> 8.5      ranges of letters   0.08 -> 1.1

/// A function that is not seen.
const CALL: f64 = 80.0;
/// An exponential or a logarithm.
const EXPONENTIAL: f64 = 32.0;
/// What is over soonest, of numbers of any width.
const SHORT_CALL: f64 = 20.0;
/// A root, in divisions. Measured on a stored root beside a strict sum: 2.44 ns an element in one body, 1.95 in two passes.
const ROOT: f64 = 2.0;
/// What is done for an element that is not kept, rather than to jump over it.
const SHORT: f64 = 3.0;
/// A remainder, or a quotient of integers, by what is not known, in divisions: no machine does several at once. 10 cycles of Zen 3 (`div` of 32 bits).
const INTEGER_DIVISION: f64 = 2.0;
/// A remainder, or a quotient of integers, by a literal.
const REMAINDER: f64 = 6.0;

impl Default for Work {
    fn default() -> Self {
        NOTHING
    }
}

const NOTHING: Work = Work {
    operations: 0.0,
    divisions: 0.0,
    choices: 0.0,
    switches: 0.0,
    calls: 0.0,
    singles: 0.0,
    vector: true,
};

impl Work {
    /// So many operations that vectors have.
    const fn of(operations: f64) -> Work {
        Work {
            operations,
            ..NOTHING
        }
    }

    /// The same, with a choice among them.
    const fn chosen(self) -> Work {
        Work {
            choices: 1.0,
            ..self
        }
    }

    /// A call that takes so many operations, of singles and of doubles.
    const fn of_call(singles: f64, doubles: f64) -> Work {
        Work {
            calls: 1.0,
            singles: doubles - singles,
            ..Work::of(doubles).one_by_one()
        }
    }

    /// The same, of which LLVM makes jumps beside anything else.
    const fn switched(self) -> Work {
        Work {
            switches: 1.0,
            ..self
        }
    }

    /// The same, one element at a time.
    const fn one_by_one(self) -> Work {
        Work {
            vector: false,
            ..self
        }
    }

    /// One of both: the longer one, if each calls a function. What does not is computed on both ways.
    fn or(self, other: Work) -> Work {
        let both = self.and(other);
        if self.calls == 0.0 || other.calls == 0.0 {
            return both;
        }
        Work {
            operations: self.operations.max(other.operations),
            singles: self.singles.max(other.singles),
            calls: self.calls.max(other.calls),
            ..both
        }
    }

    /// True if a function is called that is not seen.
    pub(crate) fn is_unseen(&self) -> bool {
        self.operations >= CALL && self.calls == 0.0
    }

    /// Both.
    pub(crate) fn and(self, other: Work) -> Work {
        Work {
            operations: self.operations + other.operations,
            divisions: self.divisions + other.divisions,
            choices: self.choices + other.choices,
            switches: self.switches + other.switches,
            calls: self.calls + other.calls,
            singles: self.singles + other.singles,
            vector: self.vector && other.vector,
        }
    }
}

/// How a term is called.
struct Called<'a> {
    /// True if with one number after the other.
    numbers: bool,
    /// What a call of a function of the file costs.
    functions: &'a SortedMap<String, Work>,
}

impl Called<'_> {
    /// What a method of the file costs.
    fn method(&self, name: &str) -> Option<Work> {
        let named = |(key, _): &(&String, &Work)| key.strip_prefix('.') == Some(name);
        let mut known = self.functions.iter();
        known.find(named).map(|(_, work)| *work)
    }
}

impl Term<'_> {
    /// What it costs. Of a closure, its body.
    pub(crate) fn work(&self) -> Work {
        self.work_with(&SortedMap::new())
    }

    /// The same, where a call of these functions costs so much.
    pub(crate) fn work_with(&self, functions: &SortedMap<String, Work>) -> Work {
        let numbers = false;
        self.work_of(&Called { numbers, functions })
    }

    /// The same of what is called with one number after the other.
    pub(crate) fn work_by_number(&self, functions: &SortedMap<String, Work>) -> Work {
        let numbers = true;
        self.work_of(&Called { numbers, functions })
    }

    /// What a call costs of what it names.
    pub(crate) fn work_of_named(&self, functions: &SortedMap<String, Work>) -> Work {
        let numbers = false;
        self.work_as_function(&Called { numbers, functions })
    }

    fn work_of(&self, called: &Called<'_>) -> Work {
        let own = match &self.is {
            Is::Closure(..) | Is::Path(_) | Is::Literal(_) | Is::Tuple(_) | Is::Block(_) => NOTHING,
            Is::Reference(false, _) | Is::Unary(UnOp::Deref(_), _) => NOTHING,
            Is::Assign(place, value) if value.may_be(place) => Work::of(1.0).switched(),
            Is::Unary(..) | Is::Cast(..) | Is::Field(..) | Is::Assign(..) => Work::of(1.0),
            Is::Index(_, index) if matches!(index.is, Is::Literal(_)) => Work::of(1.0),
            // Elements side by side are a vector, if they are visibly there.
            Is::Index(_, index) if called.numbers && index.is_sum() => Work::of(1.0),
            Is::Index(..) => Work::of(3.0).one_by_one(),
            Is::Binary(BinOp::Div(_) | BinOp::Rem(_), left, right)
                if !is_integer(right.expr) && (left.shows_integer() || right.shows_integer()) =>
            {
                Work {
                    divisions: INTEGER_DIVISION,
                    ..Work::of(1.0).one_by_one()
                }
            }
            Is::Binary(op, _, right) => work_of_operator(*op, right),
            Is::If(_, then, other) => {
                let stores = then.parts().into_iter().any(Term::stores);
                match other
                    .as_ref()
                    .map_or(stores, |other| other.stores() != stores)
                {
                    true => Work::of(1.0).switched(),
                    false => Work::of(1.0),
                }
            }
            Is::Match(_, arms) => match arms.iter().map(compared).sum::<Option<f64>>() {
                // Of a few variants LLVM chooses as of an `if`.
                Some(compared)
                    if arms.iter().all(compares_names) && !self.arms().any(Term::multiplies) =>
                {
                    Work::of(compared)
                }
                Some(compared) => Work::of(2.0 * compared).chosen().switched(),
                None => Work::of(2.0).one_by_one(),
            },
            Is::Macro(mac, _) if mac.path.is_ident("matches") => Work::of(2.0 * cases(mac)),
            Is::Method(call) if call.is(BITS) => Work::of(12.0),
            Is::Method(call) if call.name == "powi" && is_small_power(call) => Work::of(2.0),
            Is::Method(call) => match called.method(&call.name) {
                Some(known) => known,
                None => work_of_method(&call.name),
            },
            Is::Call(function, _) => return self.work_of_call(function, called),
            _ => Work::of(CALL).one_by_one(),
        };
        let work = |part: &Term<'_>| part.work_of(called);
        if let Is::If(condition, then, Some(other)) = &self.is {
            let (own, other) = (own.and(work(condition)), work(other));
            let then = then.parts().into_iter().map(work);
            let either = then.fold(NOTHING, Work::and).or(other);
            // What is there already, or made by an addition, is chosen without a jump.
            let jumps = [
                self.arms().any(Term::multiplies),
                either.divisions > 0.0,
                either.calls > 0.0,
            ];
            let jump = match jumps.contains(&true) {
                true => NOTHING.chosen(),
                false => NOTHING,
            };
            return own.and(jump).and(either);
        }
        let parts = self.parts().into_iter().map(work);
        parts.fold(own, Work::and)
    }

    /// True if something is stored in memory.
    fn stores(&self) -> bool {
        self.any(&|term| match &term.is {
            Is::Assign(place, _) => place.is_behind(),
            Is::Binary(op, place, _) => compound(op) && place.is_behind(),
            _ => false,
        })
    }

    /// True for what a reference leads to.
    fn is_behind(&self) -> bool {
        matches!(&self.is, Is::Unary(UnOp::Deref(_), of) if of.name().is_some())
    }

    /// True for an `if` that gives what is there already on one way: LLVM makes a store behind a test of it.
    fn may_be(&self, place: &Term<'_>) -> bool {
        let behind = |term: &Term<'_>| match &term.is {
            Is::Unary(UnOp::Deref(_), of) => of.name(),
            _ => None,
        };
        let there = behind(place);
        let same = |way: &Term<'_>| there.is_some() && behind(way) == there;
        match &self.is {
            Is::If(_, then, Some(other)) => {
                let other = other.inner_block().and_then(Block::value);
                then.value().into_iter().chain(other).any(same)
            }
            _ => false,
        }
    }

    /// What an `if` or a `match` gives on each way.
    fn arms(&self) -> impl Iterator<Item = &Term<'_>> {
        let parts = self.parts();
        parts.into_iter().skip(1)
    }

    /// True if anything is multiplied in it.
    fn multiplies(&self) -> bool {
        self.any(&|term| matches!(&term.is, Is::Binary(BinOp::Mul(_), ..)))
    }

    /// True for what visibly is an integer, by a cast.
    fn shows_integer(&self) -> bool {
        match &self.is {
            Is::Cast(_, Type::Path(ty)) => {
                let scalar = ty.path.get_ident().and_then(Scalar::of);
                scalar.is_some_and(Scalar::is_integer)
            }
            Is::Binary(op, one, other) => {
                !compares(op) && (one.shows_integer() || other.shows_integer())
            }
            Is::Unary(_, of) => of.shows_integer(),
            _ => false,
        }
    }

    /// True for sums and differences of names and literals.
    fn is_sum(&self) -> bool {
        match &self.is {
            Is::Path(_) | Is::Literal(_) => true,
            Is::Binary(BinOp::Add(_) | BinOp::Sub(_), one, other) => one.is_sum() && other.is_sum(),
            _ => false,
        }
    }

    fn work_of_call(&self, function: &Term<'_>, called: &Called<'_>) -> Work {
        let own = function.work_as_function(called);
        let arguments = self.parts().into_iter().skip(1);
        let arguments = arguments.map(|argument| argument.work_of(called));
        arguments.fold(own, Work::and)
    }

    fn work_as_function(&self, called: &Called<'_>) -> Work {
        match &self.is {
            Is::Path(path) => match path.segments()[..] {
                [owner, name] if Scalar::of(owner).is_some() => work_of_method(&name.to_string()),
                _ => match path.called().and_then(|name| called.functions.get(&name)) {
                    Some(known) => *known,
                    None if self.names_short() => Work::of(1.0).one_by_one(),
                    None => Work::of(CALL).one_by_one(),
                },
            },
            _ => Work::of(CALL).one_by_one(),
        }
    }

    /// How long what stands for an accumulator waits for itself, in cycles, from one call of a closure to the next: the longest way
    /// from a name that its first parameter binds to the value.
    pub(crate) fn latency(&self, float: bool) -> f64 {
        let Is::Closure(_, parameters, body) = &self.is else {
            return if float { FLOAT } else { 1.0 };
        };
        let Some(first) = parameters.first() else {
            return 0.0;
        };
        let mut names = named(first.pattern, 0.0).collect::<Vec<_>>();
        body.waits(&mut names, float).unwrap_or_default()
    }

    /// The same of a closure that changes names outside of it, none of which is a float.
    pub(crate) fn latency_of(&self, changed: impl Iterator<Item = String>) -> f64 {
        let mut names = changed.map(|name| (name, 0.0)).collect::<Vec<_>>();
        let waited = self.body().waits(&mut names, false);
        f64::max(1.0, waited.unwrap_or_default())
    }

    /// True if a literal in it is a float.
    pub(crate) fn shows_floats(&self) -> bool {
        self.any(&|part| matches!(&part.is, Is::Literal(Lit::Float(_))))
    }

    /// How long the value waits for one of these names, each with how long it waits itself; `None` if it does not.
    fn waits(&self, names: &mut Vec<(String, f64)>, float: bool) -> Option<f64> {
        if let Is::Path(path) = &self.is {
            let spelt = path.spelt();
            let named = names.iter().rfind(|(name, _)| *name == spelt);
            return named.map(|(_, waited)| *waited);
        }
        if let Some(block) = self.inner_block() {
            let mut longest = None;
            for step in &block.steps {
                let waited = step
                    .parts()
                    .into_iter()
                    .filter_map(|part| part.waits(names, float))
                    .reduce(f64::max);
                if let (Step::Let(step), Some(waited)) = (step, waited) {
                    names.extend(named(step.bound.pattern, waited));
                }
                longest = [longest, waited].into_iter().flatten().reduce(f64::max);
            }
            if matches!(self.is, Is::Block(_)) {
                return longest;
            }
        }
        let parts = self.parts().into_iter();
        let inside = parts
            .filter_map(|part| part.waits(names, float))
            .reduce(f64::max)?;
        let own = match &self.is {
            Is::Binary(BinOp::Div(_) | BinOp::Rem(_), ..) => 13.0,
            Is::Binary(BinOp::Mul(_) | BinOp::MulAssign(_), ..) => 3.0,
            Is::Binary(op, ..) if float && !matches!(op, BinOp::Lt(_) | BinOp::Gt(_)) => FLOAT,
            Is::Binary(..) | Is::Cast(..) => 1.0,
            Is::Method(call) if call.name.contains("mul") => 3.0,
            Is::Method(_) if float => FLOAT,
            Is::Method(_) => 1.0,
            Is::Index(..) => INDEXED,
            Is::If(..) => 2.0,
            Is::Match(..) => 5.0,
            Is::Call(..) => 5.0,
            _ => 0.0,
        };
        Some(inside + own)
    }
}

/// What the pattern of a `matches!` compares with, one after the other.
fn cases(mac: &Macro) -> f64 {
    let bars = mac.tokens.clone().into_iter();
    let bars = bars.filter(|token| matches!(token, TokenTree::Punct(bar) if bar.as_char() == '|'));
    1.0 + bars.count() as f64
}

/// True for an arm that compares with variants and constants, if with anything.
fn compares_names(arm: &Arm<'_>) -> bool {
    fn of(pattern: &Pat) -> bool {
        match pattern {
            Pat::Wild(_) | Pat::Path(_) => true,
            Pat::Or(or) => or.cases.iter().all(of),
            Pat::Paren(inner) => of(&inner.pat),
            _ => false,
        }
    }
    of(arm.bound.pattern)
}

/// The literals, variants and constants that an arm compares with; nothing of an arm that does more than to compare.
fn compared(arm: &Arm<'_>) -> Option<f64> {
    fn of(pattern: &Pat) -> Option<f64> {
        match pattern {
            Pat::Wild(_) => Some(0.0),
            Pat::Lit(_) | Pat::Range(_) => Some(1.0),
            // A variant without fields, or a constant.
            Pat::Path(_) => Some(1.0),
            Pat::Or(or) => or.cases.iter().map(of).sum(),
            Pat::Paren(inner) => of(&inner.pat),
            _ => None,
        }
    }
    of(arm.bound.pattern).filter(|_| arm.guard.is_none())
}

/// Cycles until the sum of two floats, or their larger one, is there.
pub(crate) const FLOAT: f64 = 3.0;

/// The names of a pattern, each with how long it waits.
fn named(pattern: &Pat, waited: f64) -> impl Iterator<Item = (String, f64)> {
    let names = binds(pattern).iter().cloned().collect::<Vec<_>>();
    names.into_iter().map(move |name| (name, waited))
}

/// Cycles until what was stored in a table a moment ago comes back, if it is what is read. Measured on 16 bins and random bytes: 1.3
/// cycles an element together with the addition.
const INDEXED: f64 = 0.5;

fn work_of_operator(op: BinOp, right: &Term<'_>) -> Work {
    match op {
        BinOp::Div(_) | BinOp::DivAssign(_) | BinOp::Rem(_) | BinOp::RemAssign(_)
            if is_integer(right.expr) && right.is_power_of_two() =>
        {
            Work::of(2.0)
        }
        BinOp::Rem(_) | BinOp::RemAssign(_) => Work::of(REMAINDER).one_by_one(),
        BinOp::Div(_) | BinOp::DivAssign(_) if is_integer(right.expr) => {
            Work::of(REMAINDER).one_by_one()
        }
        BinOp::Div(_) | BinOp::DivAssign(_) if !right.is_power_of_two() => Work {
            divisions: 1.0,
            ..Work::of(1.0)
        },
        _ => Work::of(1.0),
    }
}

fn is_integer(expr: &Expr) -> bool {
    matches!(expr, Expr::Lit(literal) if matches!(literal.lit, Lit::Int(_)))
}

/// True for `powi(2)` and its like, which are multiplications.
fn is_small_power(call: &Method<'_>) -> bool {
    let small = |argument: &Term<'_>| match &argument.is {
        Is::Literal(Lit::Int(power)) => power.base10_parse::<u8>().is_ok_and(|power| power <= 4),
        _ => false,
    };
    call.arguments.iter().all(small)
}

/// True if a method does what a few operators do.
pub(super) fn is_short_method(name: &str) -> bool {
    let work = work_of_method(name);
    work.calls == 0.0 && work.divisions == 0.0 && work.operations <= SHORT
}

/// What a method of numbers costs; any other is a call.
fn work_of_method(name: &str) -> Work {
    match name {
        "recip" => Work {
            divisions: 1.0,
            ..Work::of(1.0)
        },
        "sqrt" => Work {
            divisions: ROOT,
            ..Work::of(1.0)
        },
        "abs" | "min" | "max" | "from" | "into" | "clone" | "unsigned_abs" | "abs_diff"
        | "total_cmp" | "is_nan" | "is_finite" | "is_infinite" | "is_sign_negative"
        | "is_sign_positive" | "to_bits" | "from_bits" | "cmp" | "signum" | "copysign" => {
            Work::of(2.0)
        }
        "exp" | "exp2" | "ln" | "log2" => Work::of_call(SHORT_CALL, EXPONENTIAL),
        "ceil" | "floor" | "powi" | "round" | "round_ties_even" | "trunc" => {
            Work::of_call(SHORT_CALL, SHORT_CALL)
        }
        "cos" | "hypot" | "sin" => Work::of_call(SHORT_CALL, CALL),
        "saturating_abs" | "saturating_neg" => Work::of(3.0).chosen(),
        "clamp" | "saturating_add" | "saturating_sub" => Work::of(2.0),
        "rotate_left" | "rotate_right" | "is_positive" | "is_negative" | "eq" | "ne" | "lt"
        | "gt" | "le" | "ge" => Work::of(2.0),
        "is_some" | "is_none" | "len" | "is_empty" | "unwrap_or" | "unwrap_or_default" | "get"
        | "as_ref" | "copied" | "as_slice" => Work::of(3.0).one_by_one(),
        _ if name.starts_with("wrapping_") => Work::of(1.0),
        "to_ascii_lowercase" | "to_ascii_uppercase" | "eq_ignore_ascii_case" => Work::of(4.0),
        _ if name.starts_with("is_ascii") => Work::of(4.0),
        _ if name.starts_with("saturating_") || name.starts_with("checked_") => {
            Work::of(4.0).one_by_one()
        }
        _ => Work::of(CALL).one_by_one(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(text: &str) -> Work {
        Term::of(&syn::parse_str(text).expect("an expression")).work()
    }

    #[test]
    fn operators_are_done_on_several_elements_at_once_and_calls_are_not() {
        assert_eq!(work("|x| x * x + 1.0"), Work::of(2.0));
        assert_eq!(work("|x| (x - mean) / sum").divisions, 1.0);
        assert!(!work("|x| x.exp()").vector);
        assert!(!work("|x| x % 3").vector);
        assert!(!work("|x| table[*x as usize]").vector);
        assert!(work("|p| p[0] as u32 * 77").vector);
        assert!(work("|x| (x - mean).powi(2)").vector);
        assert!(!work("|x| x.powi(n)").vector);
        let one = work("|x| x.ln()");
        let either = work("|(x, y)| if y == 1 { x.ln() } else { (1.0 - x).ln() }");
        assert_eq!((one.calls, either.calls), (1.0, 1.0));
        assert!(either.operations < 1.5 * one.operations);
    }

    #[test]
    fn a_match_of_literals_is_a_choice_and_any_other_a_jump() {
        let of = |text: &str| (work(text).choices, work(text).vector);
        assert_eq!(
            of("|b| match b { b'a' | b'c' => 1, b'g'..=b't' => 2, _ => 0 }"),
            (1.0, true)
        );
        assert_eq!(of("|x| x.saturating_abs()"), (1.0, true));
        assert_eq!(of("|o| match o { Some(x) => *x, None => 0 }"), (0.0, false));
        assert_eq!(of("|x| match x { 0 if flag => 1, _ => 2 }"), (0.0, false));
    }

    #[test]
    fn an_accumulator_waits_for_the_longest_way_through_it() {
        let latency = |text: &str, float| {
            Term::of(&syn::parse_str(text).expect("an expression")).latency(float)
        };
        assert_eq!(latency("|a, x| a + x * x", true), FLOAT);
        assert_eq!(latency("|h, b| (h ^ b).wrapping_mul(31)", false), 4.0);
        assert_eq!(latency("|n, x| n + (x % 7)", false), 1.0);
        assert_eq!(latency("|a, x| { let b = a * 2; b + x }", false), 4.0);
        assert_eq!(latency("|_, x| x", false), 0.0);
    }
}
