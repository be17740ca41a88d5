//! Each rule with a program that breaks its absence, and real workers that must be accepted.

use syn::{Expr, ItemFn, Stmt};

use super::super::environment::Environment;
use super::super::impurity::Reason;
use super::{Judgment, judge};

mod rules;

/// The environment at the end of a function.
fn at_end(function: &str) -> Environment {
    let function: ItemFn = syn::parse_str(function).unwrap();
    let mut env = Environment::of_signature(&function.sig);
    for stmt in &function.block.stmts {
        if let Stmt::Local(local) = stmt {
            env.bind_local(local);
        }
    }
    env
}

fn judged(function: &str, worker: &str) -> Judgment {
    let worker: Expr = syn::parse_str(worker).unwrap();
    judge(&worker, &at_end(function), &[], |_, _| false)
}

fn pure(function: &str, worker: &str) {
    if let Err(impurity) = judged(function, worker).pure {
        panic!("{worker} in {function}: {impurity}");
    }
}

fn reason(function: &str, worker: &str) -> Reason {
    match judged(function, worker).pure {
        Err(impurity) => impurity.reason,
        Ok(()) => panic!("{worker} in {function} counts as pure"),
    }
}

const NOTHING: &str = "fn f() {}";

#[test]
fn workers_of_every_day_are_pure() {
    pure("fn f(xs: &[f64]) { let sum1 = total(xs); }", "|x| x / sum1");
    pure(
        "fn f(c: (f64, f64)) {}",
        "|p| (p.0 - c.0).powi(2) + (p.1 - c.1).powi(2)",
    );
    pure(
        "fn f() { let weights = load(); }",
        "|&(i, x)| weights[i] * x",
    );
    pure(NOTHING, "|s| s.trim().to_string()");
    pure(NOTHING, "|x| if *x > 0.0 { x.sqrt() } else { 0.0 }");
    pure(NOTHING, "|a, b| a.partial_cmp(b).unwrap()");
    pure("fn f(width: usize) {}", "|x| format!(\"{x:>width$}\")");
    pure(
        "fn f(scale: f64) {}",
        "|row| row.iter().map(|v| v * scale).sum::<f64>()",
    );
    pure(
        "fn f() { let names = load(); }",
        "|i| names.get(*i).cloned().unwrap_or_default()",
    );
    pure(NOTHING, "|x| Point { x: x.0, y: -x.1 }");
    pure(
        "fn f(mut counts: [usize; 3], factor: f64) { let label = text(); }",
        "|x| (label, x * factor)",
    );
    pure(NOTHING, "|x| { let y = x * x; let z = y + 1.0; z.sqrt() }");
    pure(
        NOTHING,
        "|x| match x { Some(v) if *v > 0 => *v, Some(_) | None => 0 }",
    );
    pure(
        NOTHING,
        "|line| line.split(',').next().unwrap().parse::<f64>().unwrap()",
    );
    pure(NOTHING, "|x| { let mut v = Vec::new(); v.push(*x); v }");
    pure(NOTHING, "|mut acc, x| { acc.push(x); acc }");
    pure(NOTHING, "|state, x| { *state += x; Some(*state) }");
    pure(NOTHING, "|x| *x += 1.0");
    pure(NOTHING, "|w| w[0] <= w[1]");
    pure("fn f() { let k = load(); }", "|x| x.powf(k) + f64::from(k)");
    pure(
        "fn f() { let (a, j) = load(); }",
        "|i| (0..j).map(|k| a[i][k] * a[k][j]).sum::<f64>()",
    );
    pure(
        "fn f() { let (a, j) = load(); }",
        "|i| (0..j).map(|k| a[k][j]).sum::<f64>()",
    );
    pure(
        "fn f() { let name = load(); }",
        "|x| x.first() == Some(name)",
    );
    pure(NOTHING, "|p| p.join(part)");
    pure("fn f(lo: f64, hi: f64) {}", "|x| x.clamp(lo, hi)");
    pure(NOTHING, "|p| helper(p)");
    pure("fn f(limit: f64) {}", "|p| helper(p, limit)");
    pure(NOTHING, "|parts| parts.join(\", \")");
    pure(NOTHING, "|x| matches!(x, Some(y) if *y > 3)");
    pure("fn f(words: &[String]) {}", "|w| words.contains(w)");
    pure(
        "fn f(ys: &[f64]) {}",
        "|x| ys.iter().map(|y| x * y).fold(0.0, f64::max)",
    );
    pure("fn f(metric: &M) {}", "|p| metric.distance(p)");
    pure(
        "fn f(n: u32) {}",
        "|x| x.next_power_of_two() + n.next_multiple_of(4)",
    );
}

#[test]
fn what_only_rustc_can_interpret_is_impure() {
    assert_eq!(reason(NOTHING, "|x| unsafe { bump(x) }"), Reason::Unsafe);
    assert_eq!(
        reason(NOTHING, "|x| { #[cfg(a)] let x = 1; x }"),
        Reason::Attribute
    );
    assert_eq!(reason(NOTHING, "|x| async { x }"), Reason::Syntax);
    assert_eq!(
        reason(NOTHING, "|x| { static mut N: u8 = 0; x }"),
        Reason::Syntax
    );
    assert_eq!(reason(NOTHING, "async |x| x"), Reason::Syntax);
}

#[test]
fn what_may_be_inlined() {
    for worker in [
        "|x| x + 1.0",
        "|x: &f64| -> f64 { x.sqrt() }",
        "|&(i, x)| format!(\"{i}{x}\")",
        "|row| row.iter().map(|v| { if *v { return 1 } 2 }).sum::<i32>()",
        "|x| loop { if x > 3 { break x } }",
        "|x| if x { 1 } else { panic!() }",
    ] {
        assert!(judged(NOTHING, worker).inline, "{worker}");
    }
    for worker in [
        "move |x| x + k",
        "|x| { if x { return 1 } 2 }",
        "|x| x.parse()?",
        "|x| mine!(x)",
        "|x| { #[allow(unused)] let y = 1; x }",
        "#[inline] |x| x",
        "for<'a> |x: &'a u8| -> &'a u8 { x }",
        "async |x| x",
        "|x| panic!(\"{x}\")",
        "|x| { log(x); unreachable!() }",
        "|_| loop {}",
        "|_| std::process::exit(1)",
        "f64::abs",
    ] {
        assert!(!judged(NOTHING, worker).inline, "{worker}");
    }
}

#[test]
fn whose_result_is_visibly_a_value() {
    for worker in [
        "|x| x * 2",
        "|p| (p.0 - 1.0, p.1 as f32)",
        "|s| s.to_string()",
        "|s| s.len()",
        "|x| -> f64 { get(x) }",
        "|a, b| a.partial_cmp(b).unwrap()",
        "|row| row.iter().sum::<f64>()",
        "|x| Point { x: x.a + 1.0, y: 0.0 }",
        "|x| { let y = x * x; y }",
        "|x| if x { 1 } else { 0 }",
        "|x| x.max(0.0)",
        "f64::sqrt",
    ] {
        assert!(judged(NOTHING, worker).value_result, "{worker}");
    }
    for worker in [
        "|x| x",
        "|x| *x",
        "|x| &x.name",
        "|p| p.0",
        "|p| (p.0, 1)",
        "|s| s.trim()",
        "|s| s.to_owned()",
        "|s| s.clone()",
        "|a, b| a.max(b)",
        "|x| Some(x)",
        "Some",
        "|x| -> &str { get(x) }",
        "|x| { let y = x; y }",
        "|x| match x { Some(y) => y, None => 0 }",
        "|row| row.iter().max()",
        "|x| helper(x)",
        "|x| helper(x).unwrap()",
        "|i| xs[i]",
    ] {
        assert!(
            !judged("fn f(xs: &[&str]) {}", worker).value_result,
            "{worker}"
        );
    }
}

#[test]
fn what_is_mentioned_indexed_and_moved() {
    let judgment = judged(
        "fn f(xs: &[f64], k: f64, label: String) {}",
        "|&(i, x)| format!(\"{label} {}\", xs[i] * x + k)",
    );
    let names = |set: crate::sorted::SortedSet<String>| Vec::from_iter(set);
    assert_eq!(names(judgment.mentions.read), ["k", "label", "xs"]);
    assert_eq!(names(judgment.mentions.indexed), ["xs"]);
    assert!(judgment.moves.is_empty());
    let moving = judged(
        "fn f(xs: &[f64], k: f64, label: String) {}",
        "move |x| (label.len(), xs.len(), k, x)",
    );
    assert_eq!(names(moving.moves), ["label"]);
}

/// Each of these compiles, with the types that `FUNCTION` hides or shows, and changes what it
/// captures without a `&mut` in sight.
#[test]
fn mutation_that_rustc_inserts() {
    for (function, worker) in [
        ("fn f<I: Iterator>(it: &mut I) {}", "|x| it.count()"),
        ("fn f<I: Iterator>(it: &mut I) {}", "|x| it.take(2).sum()"),
        ("fn f(it: &mut Iter<'_, i32>) {}", "|x| it.eq([1].iter())"),
        ("fn f(out: &mut Vec<i32>) {}", "|x| append(out, *x)"),
        ("fn f(out: &mut Vec<i32>) {}", "|x| append({ out }, *x)"),
        (
            "fn f(out: &mut Vec<i32>) {}",
            "|x| append(if *x > 0 { out } else { other }, *x)",
        ),
        ("fn f(out: &mut Vec<i32>) {}", "|x| push_all((out, *x))"),
        (
            "fn f(out: &mut Vec<i32>) {}",
            "|x| { let o: &mut _ = out; append(o, *x) }",
        ),
        (
            "fn f(out: &mut Vec<i32>) {}",
            "|x| { let mut t = &mut vec![]; t = out; append(t, *x) }",
        ),
        ("fn f(out: &mut Vec<i32>) {}", "|x| W { out }.put(*x)"),
        ("fn f(out: &mut Vec<i32>) {}", "|x| W(out).put(*x)"),
        (
            "fn f(out: &mut Vec<i32>) {}",
            "|x| x.map(|v| W { out }).map(|w| w.put(3)).unwrap_or(0)",
        ),
        ("fn f(mut v: Vec<&mut Vec<i32>>) {}", "|x| append(v[0], *x)"),
        (
            "fn f(out: &mut Vec<i32>) {}",
            "|x| { let r = x.map_or(&mut t, |v| out); r.push(1) }",
        ),
        (
            "fn f(v: &mut Vec<&mut V>) {}",
            "|x| { let r = x.map_or(&mut t, |w| v[0]); r.push(1) }",
        ),
        (
            "fn f(out: &mut V) {}",
            "|x| { let r = x.map(|w| -> &mut V { out }); r.push(1) }",
        ),
        ("fn f(out: &mut V) {}", "|x| by(Some(out), x)"),
        ("fn f(out: &mut V, t: &Table) {}", "|x| t[out] + x"),
        ("fn f(b: &mut Box<Vec<i32>>) {}", "|x| append(b, *x)"),
        (
            "fn f(r: &mut (i32, i32)) {}",
            "|x| { let (a, b) = r; *a += x; *a }",
        ),
        (
            "fn f(r: &mut [i32; 2]) {}",
            "|x| { let [a, b] = r; *a += x; *a }",
        ),
        (
            "fn f() { let r = state(); }",
            "|x| match r { Some(v) => { *v += x; *v } None => 0 }",
        ),
        (
            "fn f(r: &mut Option<i32>) {}",
            "|x| { let Some(v) = r else { return 0 }; *v += x; *v }",
        ),
        ("fn f(c: Ctx<'_>) {}", "|x| { c.rng.push(*x); c.rng.len() }"),
        ("fn f(c: Ctx<'_>) {}", "|x| draw(c.rng, *x)"),
        ("fn f(&mut self) {}", "|x| self.rng.draw(*x)"),
        ("fn f() { let out = buffer(); }", "|x| x.append_to(out)"),
        ("fn f() { let out = buffer(); }", "|x| vec![out].len() + x"),
    ] {
        assert!(
            judged(function, worker).pure.is_err(),
            "{worker} in {function}"
        );
    }
}

/// Handles that change what they share behind `&`, reached by a detour.
#[test]
fn detours_to_a_captured_handle() {
    let function = "fn f() { let handle = make(); }";
    for worker in [
        "|x| { let h = handle; h.bump(x) }",
        "|x| { let h = &handle; h.bump(x) }",
        "|x| (&handle).bump(x)",
        "|x| { let (h, y) = (handle, x); h.bump(y) }",
        "|x| { let h = { let t = handle; t }; h.bump(x) }",
        "|x| { let h = if x { handle } else { handle }; h.bump(x) }",
        "|x| { let h = [handle][0]; h.bump(x) }",
        "|x| { let h = Some(handle).unwrap(); h.bump(x) }",
        "|x| { let h = match x { _ => handle }; h.bump(x) }",
        "|x| { let h = loop { break handle }; h.bump(x) }",
        "|x| { let h = 'a: { if x { break 'a handle } handle }; h.bump(x) }",
        "|x| { let h = handle.clone(); h.bump(x) }",
        "|x| { let mut h = x; loop { h.bump(1); h = handle; } }",
        "|x| { let mut v = Vec::new(); v.push(handle); v.bump(x) }",
        "|x| { if let h = handle { h.bump(x) } else { 0 } }",
        "|x| handle.part.bump(x)",
        "|x| handle[0].bump(x)",
        "|x| vec![handle][0].bump(x)",
        "|x| (handle.f)(x)",
        "|x| Handle { ..handle }.bump(x)",
    ] {
        assert!(judged(function, worker).pure.is_err(), "{worker}");
    }
}

#[test]
fn effects_by_path() {
    for worker in [
        "|x| rand::random_range(0..*x)",
        "|x| fastrand::usize(..*x)",
        "|x| Cell::replace(x, 1)",
        "|x| AtomicUsize::bump(x)",
        "Cell::take",
        "|x| std::fs::metadata(x)",
        "|c| c.replace(1)",
        "|x| x.zip(y).map(rand::thread_rng)",
    ] {
        assert!(judged(NOTHING, worker).pure.is_err(), "{worker}");
    }
    pure(NOTHING, "|s| s.replace(\"a\", \"b\")");
    pure(NOTHING, "|x| x.take(3).count()");
}

#[test]
fn what_looks_like_a_value_but_borrows() {
    for worker in [
        "|x| x.max(None)",
        "|x| x.name().unwrap_or(\"\")",
        "|x| x.get(0).unwrap_or_default()",
        "|x| None.unwrap_or(x)",
        "|x| x.max(Vec::new())",
    ] {
        assert!(!judged(NOTHING, worker).value_result, "{worker}");
    }
    assert!(judged(NOTHING, "|x| x.checked_add(1).unwrap_or(*x)").value_result);
}

#[test]
fn what_may_be_compared() {
    for worker in [
        "|x| x * 2.0",
        "|x| x.sqrt() + 1.0",
        "|&x| (x, x > 3)",
        "f64::sqrt",
    ] {
        assert!(judged(NOTHING, worker).comparable, "{worker}");
    }
    for worker in [
        "|_| 0",
        "|x| (x, 0)",
        "|x| x as _",
        "|x| helper(x)",
        "|x| None",
        "|x| Ok(x)",
        "|x| Vec::new()",
        "move |x| x",
        "|x| -> f64 { *x }",
        "|x| format!(\"{x}\")",
    ] {
        assert!(!judged(NOTHING, worker).comparable, "{worker}");
    }
}

#[test]
fn closures_that_call_each_other_are_judged_once() {
    let mut function = String::from("fn f() { let c0 = |x| x;");
    for i in 1..60 {
        let before = i - 1;
        function += &format!("let c{i} = |x| c{before}(c{before}(x));");
    }
    function += "}";
    pure(&function, "c59");
}

#[test]
fn raw_names_are_the_names_they_spell() {
    assert!(
        judged(
            "fn f() { let mut counter = 0; }",
            "|x| { r#counter += 1; x }"
        )
        .pure
        .is_err()
    );
    let judgment = judged("fn f(k: f64) {}", "|x| x * r#k");
    assert!(judgment.mentions.read.contains("k"));
}

#[test]
fn inlined_bodies_carry_nothing_that_rustc_warns_about() {
    let body = |text: &str| {
        let Ok(Expr::Closure(closure)) = syn::parse_str(text) else {
            panic!("{text}")
        };
        let body = super::inlined_body(&closure);
        quote::ToTokens::to_token_stream(body).to_string()
    };
    assert_eq!(body("|x| (x + 1)"), "x + 1");
    assert_eq!(body("|x| { (x + 1) }"), "x + 1");
    assert_eq!(body("|x| { let y = x; y }"), "{ let y = x ; y }");
    assert_eq!(body("|x| (x, 1)"), "(x , 1)");
}

#[test]
fn reasons_name_what_is_wrong_and_the_way_out() {
    let impurity = judged("fn f() { let mut n = 0; }", "|x| { n += 1; x }")
        .pure
        .unwrap_err();
    assert_eq!(impurity.to_string(), "it assigns `n`, which it captures");
    assert!(impurity.reason.way_out().contains("`fold`"));
}

#[test]
fn what_a_test_may_jump_over_is_judged_in_a_block_too() {
    let sides = |worker: &str| judged("fn f(b: bool, n: i32) {}", worker).sides;
    for test in ["|x: i32| b && n + x > 3", "|x: i32| { b && n + x > 3 }"] {
        assert_eq!(sides(test), super::Totality::Never, "{test}");
    }
    assert!(sides("|x: i32| { b && n > x }").is_visible());
}

#[test]
fn a_block_gives_access_to_what_its_own_locals_are() {
    let function = "fn f() { let k = unknown(); }";
    pure(function, "|x| { let z = k * x; z.poke(x) }");
    pure(function, "|x| { let z = { let y = k * x; y }; z.poke(x) }");
    reason(function, "|x| { let z = { let y = k; y }; z.poke(x) }");
}
