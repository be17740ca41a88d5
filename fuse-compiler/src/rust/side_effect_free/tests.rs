use super::*;
use crate::region::{Kind, Region, Statement};
use syn::ItemFn;

/// The last statement of a function, as it is read.
fn last(function: &str) -> Statement {
    let function: ItemFn = syn::parse_str(function).unwrap();
    let mut env = Environment::of_signature(&function.sig);
    let region = Region::read(&function.block, None, &mut env);
    region.statements.last().unwrap().clone()
}

fn crossed(function: &str) -> Option<Transparency> {
    match last(function).kind {
        Kind::Let(binding) => Some(Transparency {
            reads: binding.value.reads.into_iter().collect(),
            moves: binding.value.moves.into_iter().collect(),
            hidden: binding.value.hidden,
        }),
        Kind::Tail(_) | Kind::Barrier(_) | Kind::Each(_) => None,
    }
}

#[test]
fn what_may_be_crossed() {
    for stmt in [
        "let n = xs.len();",
        "let m = (sum / n as f64).sqrt();",
        "let (a, b) = (x.0, -y.z);",
        "let p = Point { x: 1.0, y: *r };",
        "let t = Some(a.min(b));",
        "let mut lo = f64::INFINITY;",
        "let tau = 2.0 * std::f64::consts::PI;",
        "let mut out = Vec::new();",
        "let mut s = String::with_capacity(n);",
        "let flag = a > 0 && !b || c == &d;",
        "let z = [0.0, x, x * x];",
        "let m = f64::max(a, b);",
        "let k = n.wrapping_mul(3).count_ones();",
        "let c = x.total_cmp(&y);",
        "let d = if n > 0 { a / b } else if n == 0 { -1.0 } else { 0.0 };",
        "let d = match n % 3 { 0 | 1 => a, 2..=5 => b, f64::MAX => 1, _ => 0.0 };",
        "let d = &y;",
        "let d = &self.data;",
        "let d = |x: f64| x * k;",
        "let d = move |x: f64| x * k;",
    ] {
        assert!(crossed(&format!("fn f() {{ {stmt} }}")).is_some(), "{stmt}");
    }
}

#[test]
fn barriers() {
    for stmt in [
        "let x = f(y);",
        "let x = y[0];",
        "let x = Default::default();",
        "let x = y?;",
        "let x = { y };",
        "let x = if a { b };",
        "let x = if let Some(a) = b { a } else { c };",
        "let x = if a { return } else { c };",
        "let x = if a { let b = c; b } else { c };",
        "let x = match a { Some(b) => b, None => c };",
        "let x = match a { 0 if b > c => 1, _ => 2 };",
        "let x = |y| { seen += y; y };",
        "let x = |y| state.step(y);",
        "let x = async |y| y;",
        "let x = &(a + b);",
        "let x = &f(y);",
        "let x = &mut y;",
        "let x = y.clone();",
        "let x = y.unwrap();",
        "let x = y.max();",
        "let x = logger.log(y);",
        "let x = 0..n;",
        "let _ = y;",
        "let (a, _) = y;",
        "let Some(x) = y else { return };",
        "let x;",
        "#[cfg(a)] let x = 1;",
        "let x = #[cfg(a)] 1;",
        "let ref x = y;",
        "x = 1;",
        "x += 1;",
        "let x = (y += 1);",
        "f();",
        "return;",
        "let x = it.cmp(&other);",
        "let x = unsafe { y };",
        "let x = helper::value;",
        "let x = y.len::<u8>();",
    ] {
        assert!(crossed(&format!("fn f() {{ {stmt} }}")).is_none(), "{stmt}");
    }
}

#[test]
fn what_it_reads_and_may_move() {
    let of = |function: &str| {
        let found = crossed(function).unwrap();
        (Vec::from_iter(found.reads), Vec::from_iter(found.moves))
    };
    let pair = |reads: &[&str], moves: &[&str]| {
        let own = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        (own(reads), own(moves))
    };
    // `t = s` moves a `String`, not an `f64` and not a `&str`.
    assert_eq!(of("fn f(s: String) { let t = s; }"), pair(&["s"], &["s"]));
    assert_eq!(of("fn f(s: f64) { let t = s; }"), pair(&["s"], &[]));
    assert_eq!(of("fn f(s: &str) { let t = (s, 1); }"), pair(&["s"], &[]));
    assert_eq!(of("fn f(s: &mut V) { let t = s; }"), pair(&["s"], &["s"]));
    assert_eq!(
        of("fn f<T: Copy, U>(t: T, u: U) { let v = (t, u); }"),
        pair(&["t", "u"], &["u"])
    );
    // Through fields and dereferences, but not out from behind a reference.
    assert_eq!(
        of("fn f(p: Pair) { let t = p.name; }"),
        pair(&["p"], &["p"])
    );
    assert_eq!(of("fn f(p: &Pair) { let t = p.count; }"), pair(&["p"], &[]));
    assert_eq!(
        of("fn f(b: Box<Pair>) { let t = *b; }"),
        pair(&["b"], &["b"])
    );
    assert_eq!(
        of("fn f(p: (f64, String)) { let t = p.0; }"),
        pair(&["p"], &[])
    );
    // Operands of unknown type may be moved by a user's operator; comparisons borrow.
    assert_eq!(
        of("fn f(a: Big, b: f64) { let t = a * b; }"),
        pair(&["a", "b"], &["a"])
    );
    assert_eq!(
        of("fn f(a: Big, b: Big) { let t = a < b; }"),
        pair(&["a", "b"], &[])
    );
    assert_eq!(
        of("fn f(a: Big, b: Big) { let t = &a * &b; }"),
        pair(&["a", "b"], &[])
    );
    assert_eq!(
        of("fn f(a: Big) { let t = Wrapper { a, k: K }; }"),
        pair(&["K", "a"], &["a"])
    );
    assert_eq!(of("fn f(a: Big) { let t = a.len(); }"), pair(&["a"], &[]));
    assert_eq!(
        of("fn f(a: Big, b: Big) { let t = a.max(b); }"),
        pair(&["a", "b"], &["a", "b"])
    );
    // An element that is taken out is `Copy`; one that is borrowed moves nothing.
    assert_eq!(
        of("fn f(xs: &[f64], i: usize) { let t = xs[i] + xs[0]; }"),
        pair(&["i", "xs"], &[])
    );
    assert_eq!(
        of("fn f(xs: Vec<Big>, n: usize) { let t = &xs[1..n]; }"),
        pair(&["n", "xs"], &[])
    );
    assert!(crossed("fn f(xs: &HashMap<u8, u8>) { let t = xs[&0]; }").is_none());
    // What a closure uses by value, and what a `move` closure mentions.
    assert_eq!(
        of("fn f(a: Big, b: Big, k: f64) { let t = |x: f64| (a, x * k, b.len()); }"),
        pair(&["a", "b", "k"], &["a"])
    );
    assert_eq!(
        of("fn f(a: Big, k: f64) { let t = move |x: f64| a.len() as f64 * x * k; }"),
        pair(&["a", "k"], &["a"])
    );
    assert_eq!(
        of("fn f(xs: &[f64]) { let n = xs.len(); let t = n as f64; }"),
        pair(&["n"], &[])
    );
}

/// True if the chain in the last statement can be cut out of its initialiser.
fn around(element: &str, init: &str) -> bool {
    let function = format!("fn f(xs: &[{element}], ys: &[i64]) {{ let x = {init}; }}");
    matches!(&last(&function).kind, Kind::Let(binding) if !binding.value.holes.is_empty())
}

#[test]
fn numbers_of_a_type_parameter() {
    let function: ItemFn = syn::parse_quote! { fn f<T: Zero + Copy, U: Zero>(n: usize) {} };
    let env = Environment::of_signature(&function.sig);
    let judged = |expr: &str| transparent(&syn::parse_str(expr).expect("an expression"), &env);
    for expr in ["T::zero()", "(T::default(), T::one())", "T::max_value()"] {
        assert!(judged(expr).is_some(), "{expr}");
    }
    for expr in [
        // What is not `Copy` may count what it makes.
        "T::next()",
        "U::default()",
        "T::zero(n)",
        "Id::default()",
        "x::T::zero()",
        "zero()",
    ] {
        assert!(judged(expr).is_none(), "{expr}");
    }
}

#[test]
fn what_may_follow_a_consumer() {
    for init in [
        "xs.iter().max().unwrap()",
        "xs.iter().max().copied().unwrap_or(0)",
        "xs.iter().max().cloned().expect(\"one\")",
        "xs.iter().max().unwrap().1 + 1",
        "2.0 * xs.iter().sum::<f64>() / n",
        "(xs.iter().max().unwrap(), 1)",
        "xs.iter().max().map(|x| x + 1)",
        "xs.iter().max().map(i64::abs).filter(|x| *x > 0).map_or(1, |x| x - 1)",
        "xs.iter().max().unwrap_or_else(|| &0)",
        "xs.iter().copied().max().unwrap_or_default()",
        "xs.iter().position(|x| *x > 0).is_some_and(|i| i > 1)",
    ] {
        assert!(around("i64", init), "{init}");
    }
    for init in [
        "f(xs.iter().max())",
        "xs.iter().max()?",
        "xs.iter().max().map(|x| { seen.push(*x); x })",
        "xs.iter().max().unwrap_or_else(|| f())",
        "xs.iter().max().copied().unwrap_or_else(f)",
        "xs.iter().sum::<Big>().map(|x| x + 1)",
        "xs.iter().max().unwrap().map(|x| x + 1)",
        "xs.iter().max().unwrap_or(f())",
        "y.unwrap() + xs.iter().sum::<f64>()",
        "ys[xs.iter().max().unwrap()]",
        "xs.iter().max().unwrap().clone()",
    ] {
        assert!(!around("i64", init), "{init}");
    }
    let cloned = "xs.iter().max().cloned()";
    assert!(!around("Big", cloned), "a clone that somebody may count");
}
