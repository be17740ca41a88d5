//! What the body of a loop may hold, and what it writes.

use super::*;
use crate::region::{Kind, Region};
use crate::rust::cause::Cause;

const SIGNATURE: &str = "fn f(xs: &[i64], ys: &mut [i64], out: &mut Vec<i64>, total: &mut i64,
    point: &mut Point, seen: &mut HashSet<i64>, names: Vec<Handle>, cell: &Cell<i64>)";

const LETS: &str = "let mut sum = 0; let mut best = None; let mut list = Vec::new();
    let mut grid = vec![vec![0; 3]; 3]; let mut hidden = make(); let mut text = String::new();
    let mut table: HashMap<i64, Vec<i64>> = HashMap::new();";

/// The last statement of a function, as it was read.
fn last(statement: &str) -> Kind {
    let text = format!("{SIGNATURE} {{ {LETS} {statement} }}");
    let function: syn::ItemFn = syn::parse_str(&text).expect("a function");
    let mut environment = Environment::of_signature(&function.sig);
    let mut region = Region::read(&function.block, None, &mut environment);
    region.statements.pop().expect("a statement").kind
}

/// The names that a loop over `xs` writes: `+` if the length may change, `>` if through a reference.
fn writes(body: &str) -> String {
    of(&format!("for x in xs {{ {body} }}"))
}

/// The body of a loop.
fn body_of(statement: &str) -> Body {
    let Kind::Each(skeleton) = last(statement) else {
        panic!("{statement} is no loop that writes")
    };
    let each = skeleton.holes[0]
        .chain
        .consumer
        .of::<crate::ops::consumer::each::Each>();
    each.expect(statement).body.clone()
}

fn of(statement: &str) -> String {
    let body = body_of(statement);
    let name = |write: &Write| {
        let resizes = if write.resizes { "+" } else { "" };
        let through = if write.through { ">" } else { "" };
        format!("{through}{}{resizes}", write.name)
    };
    body.writes.iter().map(name).collect::<Vec<_>>().join(" ")
}

fn refused(body: &str) -> Reason {
    match last(&format!("for x in xs {{ {body} }}")) {
        Kind::Barrier(wall) => match wall.refusal.map(|(_, refusal)| refusal.cause) {
            Some(Cause::Body(reason)) => reason,
            other => panic!("{body}: {other:?}"),
        },
        other => panic!("{body}: {other:?}"),
    }
}

// The three hardest inputs.

#[test]
fn a_name_is_the_outer_one_only_where_it_is_not_bound_inside() {
    assert_eq!(writes("let sum = x + 1; list.push(sum);"), "list+");
    assert_eq!(
        writes("{ let sum = 1; list.push(sum); } sum += x;"),
        "list+ sum+"
    );
    let inner = "let mut sum = 0; sum += x;";
    assert_eq!(refused(inner), Reason::Nothing);
    assert_eq!(of("for sum in xs { *total += sum; }"), ">total");
}

#[test]
fn what_is_changed_in_a_condition_is_written_too() {
    assert_eq!(writes("if seen.insert(*x) { sum += 1; }"), ">seen+ sum+");
    let popped = "let top = list.pop(); sum += top.unwrap_or(0);";
    assert_eq!(writes(popped), ">list+ sum+");
    // It shrinks in the condition, whatever the statement does to it.
    assert_eq!(writes("if out.pop().is_some() { out[0] = 1; }"), ">out+");
    assert_eq!(writes("assert!(out.pop().is_some()); out[0] = 1;"), ">out+");
    assert_eq!(
        refused("match best { Some(ref mut b) => sum += 1, None => {} }"),
        Reason::Syntax
    );
    assert_eq!(
        writes("if hidden.insert(*x) { sum += 1; }"),
        ">hidden+ sum+"
    );
}

#[test]
fn a_handle_writes_what_it_is_a_handle_to() {
    assert_eq!(writes("table.entry(*x).or_default().push(*x);"), "table+");
    assert_eq!(
        writes("let list = table.entry(*x).or_default(); list.push(*x);"),
        "table+"
    );
    assert_eq!(
        writes("*table.entry(*x).or_insert(vec![]) = vec![];"),
        "table+"
    );
    assert_eq!(
        writes("hidden.entry(*x).or_default().push(*x);"),
        ">hidden+"
    );
}

// Places.

#[test]
fn places_that_may_be_written() {
    for (body, written) in [
        ("sum += x;", "sum+"),
        ("sum = sum.max(*x);", "sum+"),
        ("best = Some(x);", "best+"),
        ("*total += x;", ">total"),
        ("point.x += 1.0; point.y.0 = 2.0;", ">point"),
        ("grid[0][*x as usize] += x;", "grid"),
        ("ys[*x as usize] = 3;", ">ys"),
        ("(sum, grid[0][1]) = (1, 2);", "grid sum+"),
        ("out.push(*x); out.extend([1, 2]);", ">out+"),
        ("text.push_str(\"a\");", "text+"),
        ("hidden += x;", ">hidden+"),
        ("if *x > 0 { continue; } sum += 1;", "sum+"),
        ("match x { 0 => sum += 1, _ => {} }", "sum+"),
        (
            "if let Some(y) = best { sum += y; } else { best = Some(x); }",
            "best+ sum+",
        ),
        ("debug_assert!(*x > 0); sum += 1;", "sum+"),
    ] {
        assert_eq!(writes(body), written, "{body}");
    }
    let changed = of("for (y, x) in ys.iter_mut().zip(xs) { *y += x; sum += 1; }");
    assert_eq!(changed, "sum+ >ys");
    assert_eq!(of("ys.iter_mut().for_each(|y| *y *= 2)"), ">ys");
}

#[test]
fn bodies_with_loops_inside() {
    for (body, written) in [
        ("for y in xs { sum += y; }", "sum+"),
        ("sum += xs.iter().sum::<i64>();", "sum+"),
        ("xs.iter().for_each(|y| sum += y);", "sum+"),
        ("xs.iter().for_each(|y| list.push(*y));", ">list+"),
        ("for y in ys.iter_mut() { *y += x; }", ">ys+"),
        ("for y in &mut list { *y += x; }", ">list+"),
        ("let mut y = *x; while y > 0 { y /= 2; sum += 1; }", "sum+"),
        (
            "for y in xs { if y > x { continue; } if *y == 0 { break; } sum += y; }",
            "sum+",
        ),
        ("'a: { if *x > 0 { break 'a; } sum += 1; }", "sum+"),
        (
            "let y; if *x > 0 { y = 1; } else { y = 2; } sum += y;",
            "sum+",
        ),
        ("let Some(y) = best else { continue }; sum += y;", "sum+"),
        (
            "let y = loop { if sum > 3 { break 1; } sum += 1; }; list.push(y);",
            "list+ sum+",
        ),
    ] {
        assert_eq!(writes(body), written, "{body}");
    }
    let labelled = "'a: for x in xs { for y in xs { if x < y { continue 'a; } sum += y; } }";
    assert_eq!(of(labelled), "sum+");
}

#[test]
fn bodies_that_may_leave_or_do_anything() {
    for (body, written, outward) in [
        ("if *x > 0 { return; } sum += 1;", "sum+", true),
        (
            "for y in xs { if y > x { return None; } sum += y; }",
            "sum+",
            true,
        ),
        ("sum += f(x)?;", "sum+", true),
        ("check(x)?;", "", true),
        (
            "let Some(y) = best else { return Err(sum) }; sum += y;",
            "sum+",
            true,
        ),
        ("f(x); sum += 1;", "sum+", true),
        ("cell.set(*x);", ">cell+", true),
        ("hidden.run(x);", ">hidden+", true),
        ("hidden[sum] += 1;", ">hidden", true),
        ("point.list[sum] = *x;", ">point", true),
        ("point.list.push(*x);", ">point+", true),
        ("hidden.rows[sum].run(x);", ">hidden+", true),
        ("sum += 1;", "sum+", false),
    ] {
        let looped = format!("for x in xs {{ {body} }}");
        assert_eq!(of(&looped), written, "{body}");
        let Kind::Each(skeleton) = last(&looped) else {
            panic!("{body}")
        };
        let found = skeleton.holes[0].chain.consumer.body();
        assert_eq!(found.map(|body| body.outward), Some(outward), "{body}");
    }
}

#[test]
fn bodies_of_which_nobody_sees_whether_they_ran() {
    let calm = |body: &str| {
        let text = format!(
            "fn f(xs: &[f64], to: &mut f64) {{ let mut sum = 0.0; let mut n = 0; let mut at = 0_u8;
                let mut list: Vec<f64> = Vec::new(); let mut texts = vec![String::new()];
                let mut hidden = make(); for x in xs {{ {body} }} }}"
        );
        let function: syn::ItemFn = syn::parse_str(&text).expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let region = Region::read(&function.block, None, &mut environment);
        let Some(Kind::Each(skeleton)) = region.statements.last().map(|last| &last.kind) else {
            panic!("{body}")
        };
        let body = skeleton.holes[0].chain.consumer.body().cloned();
        body.map(|body| (body.calm, body.kept.waits))
            .unwrap_or_default()
    };
    for (body, waits) in [
        ("sum += x;", true),
        ("let y = x * 0.5; sum -= y;", true),
        (
            "if *x > sum { sum = *x; at = 3; } else if x.is_nan() { continue; }",
            false,
        ),
        ("list.push(*x);", false),
        ("at ^= 1;", false),
    ] {
        assert_eq!(calm(body), (true, waits), "{body}");
    }
    for body in [
        "n += 1;",
        "at += 1;",
        "list[0] = *x;",
        "hidden += x;",
        "*to += x;",
        "texts.push(String::new());",
        "debug_assert!(*x > 0.0); sum += x;",
        "if *x > 0.0 { return; } sum += x;",
        "sum += f(*x);",
        "n = 1 / n;",
    ] {
        assert!(!calm(body).0, "{body}");
    }
}

#[test]
fn what_bodies_keep_and_store() {
    let kept = |body: &str| {
        let text = format!(
            "fn f(xs: &[f32], ys: &mut [f64], zs: &[i64]) {{ let mut m = 0.0_f32; let mut n = 0_usize; let mut l = 0_i64;
                for i in 0..xs.len() {{ {body} }} }}"
        );
        let function: syn::ItemFn = syn::parse_str(&text).expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let region = Region::read(&function.block, None, &mut environment);
        let Some(Kind::Each(skeleton)) = region.statements.last().map(|last| &last.kind) else {
            panic!("{body}")
        };
        let body = skeleton.holes[0].chain.consumer.body();
        let kept = body.expect("a body").kept;
        let name = |number: Option<Scalar>| number.map_or("", Scalar::name);
        let numbers = [kept.extremum, kept.adds, kept.stores].map(name);
        (kept.waits, numbers)
    };
    for (body, waits, numbers) in [
        ("m += xs[i];", true, ["", "", ""]),
        ("if xs[i] > m { m = xs[i]; n = i; }", true, ["", "", ""]),
        ("m = m.max(xs[i]);", false, ["f32", "", ""]),
        ("m = xs[i].min(m);", false, ["f32", "", ""]),
        ("if l < zs[i] { l = zs[i]; }", false, ["i64", "", ""]),
        ("if xs[i] > 0.5 { n += 1; }", false, ["", "usize", ""]),
        ("ys[i] = 0.5;", false, ["", "", "f64"]),
        ("ys[i] *= 0.5; m += xs[i];", true, ["", "", "f64"]),
        ("ys[i] = f64::from(xs[i].max(m));", false, ["", "", "f64"]),
    ] {
        assert_eq!(kept(body), (waits, numbers), "{body}");
    }
}

#[test]
fn bodies_that_are_left_alone() {
    let inside = [
        "for y in hidden.iter_mut() { *y += 1; }",
        "for y in &mut hidden { *y += 1; }",
        "for y in xs { log!(\"{y}\"); }",
        "let cells = &hidden; for y in cells.iter_mut() { *y += 1; }",
        "for y in xs { if y > x { return list; } }",
        "let y = hidden; y.run();",
        "let _ = f(hidden)?;",
    ];
    for body in inside {
        refused(&format!("{body} sum += 1;"));
    }
    for body in [
        "break;",
        "return;",
        "if *x > 0 { return; } else { return; }",
    ] {
        let reason = refused(&format!("{body} sum += 1;"));
        assert!(matches!(reason, Reason::Leaves), "{body}: {reason}");
    }
    assert!(matches!(
        last("xs.iter().for_each(|x| { if *x > 0 { return; } sum += 1; });"),
        Kind::Barrier(_)
    ));
    for body in ["log!(\"{x}\");", "let _ = f(x);"] {
        let reason = refused(&format!("{body} sum += 1;"));
        assert!(
            matches!(reason, Reason::Statement(_) | Reason::Macro(_)),
            "{body}: {reason}"
        );
    }
    assert!(matches!(refused("sum += rng.next(x);"), Reason::Effect(_)));
    assert!(matches!(refused("*hidden += 1;"), Reason::Assigns(_)));
    assert!(matches!(refused("COUNT += 1;"), Reason::Assigns(_)));
    assert!(matches!(
        last("for name in names { list.push(name); }"),
        Kind::Barrier(wall) if matches!(&wall.refusal, Some((_, refusal))
            if refusal.cause == Cause::Body(Reason::Watched))
    ));
}

#[test]
fn what_nobody_knows_writes_whatever_it_names() {
    for (body, written) in [
        (
            "xs.iter().for_each(|y| hidden.run(y)); sum += 1;",
            ">hidden+ sum+",
        ),
        (
            "while let Some(y) = hidden.next() { sum += y; }",
            ">hidden+ sum+",
        ),
        (
            "if let Some(y) = hidden.next(*x) { list.push(y); }",
            ">hidden+ list+",
        ),
        ("let y = f(hidden)?; list.push(y);", ">hidden+ list+"),
        (
            "let y = hidden.get(*x); y.run(); sum += 1;",
            ">hidden+ sum+",
        ),
        ("hidden.lock().unwrap().run(*x, xs.len());", ">hidden+"),
        ("list.push(hidden.run(&mut sum));", ">hidden+ list+ >sum+"),
        ("if *x > 7 { log(\"no\"); } sum += x;", "sum+"),
        ("x.run(); sum += 1;", "sum+"),
        ("println!(\"{x} of {sum}\"); sum += 1;", "sum+"),
        ("writeln!(hidden, \"{}\", x)?; sum += 1;", ">hidden+ sum+"),
    ] {
        assert_eq!(writes(body), written, "{body}");
        let found = body_of(&format!("for x in xs {{ {body} }}"));
        assert!(found.outward && !found.calm, "{body}");
    }
}

#[test]
fn what_leaves_the_function_is_called_once_at_most() {
    assert_eq!(
        writes("if *x > 7 { return Err(Failed::fit(\"no\")); } sum += x;"),
        "sum+"
    );
    assert_eq!(
        writes("let next = ticket(); if *x > 7 { return Err(next); } sum += x;"),
        "sum+"
    );
}
