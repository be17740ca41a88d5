//! What each statement of a block is read as.

use super::*;
use crate::ops::chain::Source;
use crate::rust::bound::Bound;
use crate::rust::cause::Cause;
use crate::rust::reason::Reason;
use crate::rust::types::By;
use quote::ToTokens;
use syn::ItemFn;

fn region(function: &str) -> Region {
    let function: ItemFn = syn::parse_str(function).expect("a function");
    let mut environment = Environment::of_signature(&function.sig);
    let result = match &function.sig.output {
        syn::ReturnType::Type(_, ty) => Some(&**ty),
        syn::ReturnType::Default => None,
    };
    Region::read(&function.block, result, &mut environment)
}

const SIGNATURE: &str = "fn f(xs: &[f64], ys: &[f64], hs: &[Handle], n: usize, k: f64)";

/// The statement alone in a function.
fn alone(statement: &str) -> Statement {
    let region = region(&format!("{SIGNATURE} {{ {statement} }}"));
    region.statements[0].clone()
}

/// `let 2`, `tail 1`, `barrier`: what the statement is, with the number of its chains.
fn kind(statement: &Statement) -> String {
    match &statement.kind {
        Kind::Let(binding) => format!("let {}", binding.value.holes.len()),
        Kind::Tail(skeleton) => format!("tail {}", skeleton.holes.len()),
        Kind::Barrier(_) => "barrier".into(),
        Kind::Each(_) => "each".into(),
    }
}

fn cause(statement: &str) -> Option<Cause> {
    match alone(statement).kind {
        Kind::Barrier(barrier) => barrier.refusal.map(|(_, refusal)| refusal.cause),
        other => panic!("{statement}: {other:?}"),
    }
}

fn names(bound: &[Bound]) -> Vec<&str> {
    bound.iter().map(|bound| bound.name.as_str()).collect()
}

// The three hardest inputs.

#[test]
fn three_chains_deep_in_one_expression_keep_their_order() {
    let statement = alone(
        "let r = -(xs.iter().sum::<f64>() / (ys.iter().count() as f64)).max(k * \
         xs.iter().copied().fold(0.0, f64::max));",
    );
    let Kind::Let(binding) = &statement.kind else {
        panic!("{statement:?}")
    };
    assert_eq!(
        binding.value.expr.to_token_stream().to_string(),
        "- (loopfuse_chain_0_0 / (loopfuse_chain_0_1 as f64)) . max (k * loopfuse_chain_0_2)"
    );
    let consumers = binding.value.holes.iter();
    let consumers = consumers.map(|hole| hole.chain.consumer.name());
    assert_eq!(consumers.collect::<Vec<_>>(), ["sum", "count", "fold"]);
    assert_eq!(binding.value.reads, ["k"]);
    for name in ["k", "xs", "ys"] {
        assert!(statement.reads.iter().any(|read| read == name), "{name}");
    }
}

#[test]
fn what_is_bound_is_seen_by_what_follows_and_only_by_that() {
    let region = region(
        "fn f(xs: &[f64]) -> f64 {
            let a: f64 = later.iter().sum();
            let later: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
            let b: f64 = later.iter().sum();
            let later = hide(later);
            let c: f64 = later.iter().sum();
            c
        }",
    );
    let kinds = region.statements.iter().map(kind).collect::<Vec<_>>();
    assert_eq!(
        kinds,
        ["barrier", "let 1", "let 1", "barrier", "let 1", "barrier"]
    );
    let sources = region.chains().map(|(_, hole)| &hole.chain.stream.source);
    let arrays = sources.map(|source| matches!(source, Source::Array(_)));
    assert_eq!(arrays.collect::<Vec<_>>(), [true, true, false]);
}

#[test]
fn the_tail_is_typed_by_the_function_element_by_element() {
    let tail = |result: &str, tail: &str| {
        let region = region(&format!("fn f(xs: &[f64]) -> {result} {{ {tail} }}"));
        kind(&region.statements[0])
    };
    assert_eq!(tail("f64", "xs.iter().sum()"), "tail 1");
    assert_eq!(tail("Money", "xs.iter().sum()"), "tail 1");
    assert_eq!(
        tail(
            "(f64, Vec<f64>)",
            "(xs.iter().sum(), xs.iter().copied().collect())"
        ),
        "tail 2"
    );
    assert_eq!(tail("Pair", "(xs.iter().sum(), 1)"), "tail 1");
    assert_eq!(tail("f64", "{ xs.iter().sum() }"), "barrier");
    assert_eq!(tail("f64", "return xs.iter().sum()"), "barrier");
    assert_eq!(tail("f64", "xs.len() as f64"), "barrier");
    assert_eq!(tail("()", "xs.iter().sum::<f64>();"), "barrier");
}

// Statements.

#[test]
fn lets() {
    for (statement, expected) in [
        ("let s: f64 = xs.iter().sum();", "let 1"),
        ("let s = xs.iter().sum::<f64>() / k;", "let 1"),
        ("let mut s = xs.iter().count();", "let 1"),
        (
            "let (a, b) = (xs.iter().count(), ys.iter().count());",
            "let 2",
        ),
        (
            "let m = xs.iter().max_by(|a, b| a.total_cmp(b)).unwrap();",
            "let 1",
        ),
        (
            "let m = xs.iter().copied().reduce(f64::max).unwrap_or(k);",
            "let 1",
        ),
        (
            "let m = hs.iter().max_by_key(|h| h.id).unwrap().id;",
            "let 1",
        ),
        ("let s = !xs.iter().any(|x| x.is_nan());", "let 1"),
        ("let l = k.sqrt();", "let 0"),
        ("let v = Vec::new();", "let 0"),
    ] {
        assert_eq!(kind(&alone(statement)), expected, "{statement}");
    }
}

#[test]
fn chains_that_are_not_cut_out() {
    for (statement, why) in [
        (
            "let s = wanted && xs.iter().any(|x| x.is_nan());",
            Cause::Position,
        ),
        ("let s = g() + xs.iter().count();", Cause::Position),
        ("#[cfg(a)] let s = xs.iter().count();", Cause::Attribute),
        ("let s = #[cfg(a)] xs.iter().count();", Cause::Attribute),
    ] {
        let found = cause(statement);
        assert_eq!(found, Some(why), "{statement}");
    }
    // A block is a region of its own, with causes of its own.
    let branch = "let s = if c { xs.iter().count() } else { 0 };";
    assert_eq!(cause(branch), None);
    assert_eq!(cause("let s;"), None);
    assert_eq!(cause("g();"), None);
}

#[test]
fn walls_count_their_loops() {
    let loops = |statement: &str| match alone(statement).kind {
        Kind::Barrier(barrier) => barrier.loops,
        other => panic!("{other:?}"),
    };
    assert_eq!(loops("g(h(), xs.iter().count(), ys.iter().count());"), 2);
    // What runs before the barrier is no part of it.
    assert_eq!(loops("g(xs.iter().count(), h(), ys.iter().count());"), 1);
    assert_eq!(loops("for x in xs { h!(x); for y in ys { h(y); } }"), 2);
    assert_eq!(loops("if c { let s: f64 = xs.iter().sum(); }"), 1);
    assert_eq!(loops("let g = || xs.iter().count();"), 1);
    assert_eq!(loops("while c { g(); }"), 0);
    assert_eq!(
        loops("fn inner(xs: &[f64]) -> usize { xs.iter().count() }"),
        0
    );
    assert_eq!(loops("let s = xs.iter().sum::<f64>() + g();"), 0);
}

#[test]
fn what_a_statement_binds() {
    let bound = |statement: &str| alone(statement).binds;
    let vector = bound("let ys: Vec<f64> = xs.iter().copied().collect();");
    let array = vector[0].array.as_ref().expect("visibly an array");
    assert!(array.by == By::Owned && array.numbers && vector[0].owned && !vector[0].mutable);
    let turbofish = bound("let ys = xs.iter().copied().collect::<Vec<f64>>();");
    assert!(turbofish[0].array.is_some());
    let handles = bound("let mut hs: Vec<Handle> = load();");
    let array = handles[0].array.as_ref().expect("visibly an array");
    assert!(!array.numbers && handles[0].mutable);
    assert!(bound("let ys = load();")[0].array.is_none());
    // What an attribute may take away is no array.
    assert!(
        bound("#[cfg(a)] let ys: Vec<f64> = load();")[0]
            .array
            .is_none()
    );
    let pair = bound("let (a, mut b) = load();");
    assert_eq!(names(&pair), ["a", "b"]);
    assert!(pair.iter().all(|bound| bound.mutable && !bound.owned));
    assert!(bound("xs.len();").is_empty());
}

#[test]
fn what_a_statement_moves() {
    let moves = |signature: &str, statement: &str| {
        let region = region(&format!("fn f({signature}) {{ {statement} }}"));
        region.statements[0].moves.clone()
    };
    assert_eq!(
        moves("ws: Vec<String>", "let n = ws.into_iter().count();"),
        ["ws"]
    );
    assert_eq!(moves("s: String", "let t = s;"), ["s"]);
    let worker = "let n = xs.iter().map(g).count();";
    assert_eq!(moves("xs: &[f64], g: fn(&f64) -> f64", worker), [""; 0]);
    let initial = "let n = xs.iter().fold(start, |a, x| a);";
    assert_eq!(moves("xs: &[f64], start: Vec<f64>", initial), ["start"]);
}

#[test]
fn a_let_of_a_closure_is_remembered() {
    let region = region(
        "fn f(xs: &[f64]) {
            let mut seen = 0;
            let pure = |x: &f64| x * 2.0;
            let effect = |x: &f64| { seen += 1; *x };
            let a: Vec<f64> = xs.iter().map(pure).collect();
            let b: Vec<f64> = xs.iter().map(effect).collect();
        }",
    );
    let kinds = region.statements.iter().map(kind).collect::<Vec<_>>();
    assert_eq!(kinds[3..], ["let 1", "barrier"]);
}

// Chains that run before the barrier that they stand in.

/// The barrier with `c1`, `c2` in the place of its chains, `t1` where the result is a temporary, `s1`
/// where the chain stays alone.
fn hoisted(signature: &str, statement: &str) -> String {
    let region = region(&format!("fn f({signature}) {{ {statement} }}"));
    let statement = &region.statements[0];
    let Kind::Barrier(barrier) = &statement.kind else {
        panic!("{statement:?}")
    };
    let mut text = statement.tokens.to_token_stream().to_string();
    for (index, hole) in barrier.holes.iter().enumerate() {
        let mark = match (hole.chain.solitary(), hole.temporary) {
            (Some(_), _) => 's',
            (None, true) => 't',
            (None, false) => 'c',
        };
        let stands = format!("{mark}{}", index + 1);
        text = text.replace(&hole.placeholder.to_string(), &stands);
    }
    tokens(&text)
}

/// Without blanks, which tokens lose.
fn tokens(statement: &str) -> String {
    statement.split_whitespace().collect()
}

const NAMES: &str = "xs: &[f64], ys: &[f64], mut v: Vec<i32>, w: Vec<String>, n: usize, a: String, \
    b: Opaque, p: Point, out: &mut Vec<usize>, mut s: f64";

#[test]
fn what_was_evaluated_before_decides_what_is_hoisted() {
    for (statement, expected) in [
        ("g(xs.iter().count(), ys.iter().count());", "g(c1, c2);"),
        ("g(n + 1, xs.iter().count());", "g(n + 1, c1);"),
        ("g(&v, v.iter().count());", "g(&v, c1);"),
        ("g(h(), xs.iter().count());", "g(h(), xs.iter().count());"),
        (
            "g(&mut v, ys.iter().count());",
            "g(&mut v, ys.iter().count());",
        ),
        (
            "g(|| s += 1.0, xs.iter().count());",
            "g(|| s += 1.0, xs.iter().count());",
        ),
        (
            "g(xs.iter().count(), h(), ys.iter().count());",
            "g(c1, h(), ys.iter().count());",
        ),
        (
            "g(xs.iter().count()) + ys.iter().count();",
            "g(c1) + ys.iter().count();",
        ),
        // What moves a name that the chain needs, or may have lent it.
        ("g(a, xs.iter().count());", "g(a, c1);"),
        ("g(v, v.iter().count());", "g(v, v.iter().count());"),
        (
            "g(v.len(), v.into_iter().count());",
            "g(v.len(), v.into_iter().count());",
        ),
        ("v.push(v.iter().sum::<i32>());", "v.push(c1);"),
        ("out.push(out.iter().count());", "out.push(c1);"),
        (
            "b.push(xs.iter().map(|x| x * b.k).sum::<f64>());",
            "b.push(xs.iter().map(|x| x * b.k).sum::<f64>());",
        ),
        ("b.push(xs.iter().sum::<f64>());", "b.push(c1);"),
        ("b.c.push(xs.iter().sum::<f64>());", "b.c.push(c1);"),
        (
            "b.c().push(xs.iter().sum::<f64>());",
            "b.c().push(xs.iter().sum::<f64>());",
        ),
        // What is copied without anybody's notice.
        (
            "g(a.clone(), w.to_vec(), xs.iter().count());",
            "g(a.clone(), w.to_vec(), c1);",
        ),
        (
            "g(\"a\".to_owned(), xs.iter().count());",
            "g(\"a\".to_owned(), c1);",
        ),
        (
            "g(b.clone(), xs.iter().count());",
            "g(b.clone(), xs.iter().count());",
        ),
        // What may not be evaluated.
        (
            "if n > 0 && xs.iter().any(|x| *x > 0.0) { g(); }",
            "if n > 0 && xs.iter().any(|x| *x > 0.0) { g(); }",
        ),
        (
            "if xs.iter().count() > 0 && ys.iter().count() > 0 { g(); }",
            "if c1 > 0 && ys.iter().count() > 0 { g(); }",
        ),
        (
            "while xs.iter().count() > n { g(); }",
            "while xs.iter().count() > n { g(); }",
        ),
        (
            "let c = || xs.iter().count();",
            "let c = || xs.iter().count();",
        ),
        (
            "let c = { h(); xs.iter().count() };",
            "let c = { h(); xs.iter().count() };",
        ),
        (
            "let c = g(xs.iter().count())?.k(ys.iter().count());",
            "let c = g(c1)?.k(ys.iter().count());",
        ),
    ] {
        assert_eq!(hoisted(NAMES, statement), tokens(expected));
    }
}

#[test]
fn every_place_that_is_evaluated_once() {
    for (statement, expected) in [
        ("let s = xs[xs.iter().count()];", "let s = xs[c1];"),
        ("let s = &xs.iter().count();", "let s = &t1;"),
        ("let ref s = xs.iter().count();", "let ref s = t1;"),
        ("let _ = xs.iter().count();", "let _ = t1;"),
        (
            "let c = xs.iter().min_by(|a, b| a.total_cmp(b))?;",
            "let c = c1?;",
        ),
        (
            "let Some(c) = xs.iter().copied().reduce(f64::max) else { return };",
            "let Some(c) = t1 else { return };",
        ),
        (
            "if let Some(m) = v.iter().max() { out.push(1); }",
            "if let Some(m) = t1 { out.push(1); }",
        ),
        (
            "match v.iter().max() { Some(m) if *m > 1 => g(), _ => {} }",
            "match t1 { Some(m) if *m > 1 => g(), _ => {} }",
        ),
        (
            "for i in 0..xs.iter().count() { g(i); }",
            "for i in 0..c1 { g(i); }",
        ),
        ("return g(xs.iter().count());", "return g(c1);"),
        ("s = xs.iter().sum();", "s = c1;"),
        ("s += xs.iter().sum::<f64>();", "s += c1;"),
        ("out[h()] = xs.iter().count();", "out[h()] = c1;"),
        ("p.x -= xs.iter().sum::<f64>();", "p.x -= c1;"),
        (
            "out[h()] += xs.iter().count();",
            "out[h()] += xs.iter().count();",
        ),
        (
            "g(Point { x: xs.iter().sum::<f64>(), y: [ys.iter().count()] });",
            "g(Point { x: c1, y: [c2] });",
        ),
        (
            "let t = xs.iter().copied().reduce(f64::max).map(|m| h() + m);",
            "let t = t1.map(|m| h() + m);",
        ),
        (
            "let t = w.iter().max_by_key(|a| a.len()).is_some_and(|m| h() == m);",
            "let t = t1.is_some_and(|m| h() == m);",
        ),
        ("xs.iter().count();", "c1;"),
        (
            "x = h(xs.iter().count() as f64).await;",
            "x = h(c1 as f64).await;",
        ),
    ] {
        assert_eq!(hoisted(NAMES, statement), tokens(expected));
    }
}

#[test]
fn a_type_that_only_the_context_shows_is_not_lost() {
    for alone in [
        "xs.iter().fold(0.0, |a, x| a.max(*x))",
        "xs.iter().fold(None, |a, x| a.or(Some(x)))",
        "xs.iter().fold((0.0, 0), |a, x| (a.0 + x, a.1))",
        "xs.iter().fold(0, |a, x| { let b = a; b.min(2) })",
        "xs.iter().copied().collect()",
    ] {
        assert_eq!(hoisted(NAMES, &format!("g({alone});")), "g(s1);", "{alone}");
    }
    for (statement, expected) in [
        ("g(xs.iter().fold(0.0_f64, |a, x| a.max(*x)));", "g(c1);"),
        ("g(xs.iter().fold(0.0, |a: f64, x| a.max(*x)));", "g(c1);"),
        ("g(xs.iter().copied().fold(0.0, f64::max));", "g(c1);"),
        ("g(xs.iter().fold(f64::MIN, |a, x| a.max(*x)));", "g(c1);"),
        ("g(xs.iter().fold(0.0, |a, x| a + x));", "g(c1);"),
        (
            "g(xs.iter().fold((0.0, 0), |(a, n), x| (a + x, n + 1)));",
            "g(c1);",
        ),
        ("g(xs.iter().copied().collect::<Vec<_>>());", "g(c1);"),
        // Rustc finds its type, and a loop makes it if that is a number.
        ("g(xs.iter().sum());", "g(c1);"),
    ] {
        assert_eq!(hoisted(NAMES, statement), tokens(expected));
    }
}

#[test]
fn the_value_of_a_function_types_what_it_wraps() {
    let tail = |result: &str, tail: &str| {
        let region = region(&format!("fn f(xs: &[f64]) -> {result} {{ {tail} }}"));
        kind(&region.statements[0])
    };
    assert_eq!(tail("Result<f64, E>", "Ok(xs.iter().sum())"), "tail 1");
    assert_eq!(tail("io::Result<f64>", "Ok(xs.iter().sum())"), "tail 1");
    assert_eq!(
        tail(
            "Option<(f64, usize)>",
            "Some((xs.iter().sum(), xs.iter().count()))"
        ),
        "tail 2"
    );
    assert_eq!(
        tail(
            "P",
            "P { x: xs.iter().sum::<f64>(), y: [xs.iter().count()] }"
        ),
        "tail 2"
    );
    // The value of a block that the macro cannot see the type of.
    let nested = "{ xs.iter().fold(0.0, |a, x| a.max(*x)) }";
    let block: Block = syn::parse_str(nested).expect("a block");
    let signature = syn::parse_str("fn f(xs: &[f64])").expect("a signature");
    let mut environment = Environment::of_signature(&signature);
    let region = Region::read(&block, None, &mut environment);
    let Kind::Tail(tail) = &region.statements[0].kind else {
        panic!("{region:?}")
    };
    assert_eq!(
        tail.holes[0].chain.solitary(),
        Some(Reason::InvisibleResult)
    );
}

#[test]
fn what_a_transparent_let_shows_of_its_type() {
    let of = |init: &str| {
        let function: ItemFn = syn::parse_str(&format!(
            "fn f(xs: &[f64], v: Vec<Big>, n: usize, k: f64) {{ let name = {init}; }}"
        ))
        .expect("a function");
        let mut environment = Environment::of_signature(&function.sig);
        let _ = Region::read(&function.block, None, &mut environment);
        let ty = environment.type_of("name").map(ToTokens::to_token_stream);
        ty.map(|ty| tokens(&ty.to_string()))
    };
    assert_eq!(of("&xs[1..n]").as_deref(), Some("&[f64]"));
    assert_eq!(of("&v[..]").as_deref(), Some("&[Big]"));
    assert_eq!(of("xs[n]").as_deref(), Some("f64"));
    assert_eq!(of("if n > 0 { k } else { 0.0 }").as_deref(), Some("f64"));
    assert_eq!(of("if n > 0 { k } else { n }"), None);
    // A reference to what is not seen may be one to a cell.
    assert_eq!(of("&hidden"), None);
}

#[test]
fn types_that_only_the_end_of_a_block_shows() {
    let shown = |signature: &str, body: &str| {
        let function: ItemFn = syn::parse_str(&format!("{signature} {{ {body} }}")).unwrap();
        let environment = Environment::of_signature(&function.sig);
        let syn::ReturnType::Type(_, result) = &function.sig.output else {
            panic!("it returns something");
        };
        let types = shown::by_the_end(&function.block, Some(result), &environment);
        types
            .into_iter()
            .map(|(index, ty)| (index, tokens_of(&ty)))
            .collect::<Vec<_>>()
    };
    let pair = "fn f(xs: &[f64]) -> Option<(Vec<f64>, f64)>";
    assert_eq!(
        shown(pair, "let a = g(); let b = h(); Some((a, b))"),
        [(0, "Vec < f64 >".to_owned()), (1, "f64".to_owned())]
    );
    assert_eq!(
        shown(pair, "let b = g(); let b = h(b); Some((vec![b], b))"),
        [(1, "f64".to_owned())],
        "the last binding counts"
    );
    for body in [
        "let b = h(); rebind!(b); Some((v, b))",
        "let (a, b) = h(); Some((a, b))",
        "let b = h(); wrap((v, b))",
        "let Some = wrap; let b = h(); { b }",
        "let b = h(); Some((v, b)); None",
    ] {
        assert_eq!(shown(pair, body), [], "{body}");
    }
    let generic = "fn f<T: Copy>(xs: &[T]) -> (T, Vec<impl Copy>)";
    assert_eq!(shown(generic, "let a = g(); let b = h(); (a, b)"), []);
    let own = "fn f<Vec>(v: Vec) -> (Vec<f64>, f64)";
    assert_eq!(shown(own, "let a = g(); (a, 1.0)"), []);
}

fn tokens_of(ty: &Type) -> String {
    ty.to_token_stream().to_string()
}

#[test]
fn only_an_element_is_known_to_be_plain_when_it_is_cloned() {
    let first = |statement: &str| {
        let region = region(&format!(
            "fn f(xs: &[i64], ys: &[Guard]) {{ {statement}; g(); }}"
        ));
        kind(&region.statements[0])
    };
    assert_eq!(
        first("let a = xs.iter().find(|x| **x > 1).cloned()"),
        "let 1"
    );
    assert_eq!(
        first("let a = xs.iter().map(|x| x).last().copied()"),
        "let 1"
    );
    let other = first("let a = xs.iter().find_map(|x| ys.get(h(x))).cloned()");
    assert!(other.starts_with("barrier"), "{other}");
}
