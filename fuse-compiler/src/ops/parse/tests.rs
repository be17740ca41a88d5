//! Every source, adapter and consumer; every cause for which a chain is refused.

use super::text as text_of;
use super::*;
use crate::ops::chain::*;
use crate::ops::consumer::fold::Fold;
use crate::rust::extent::Extent;
use syn::ItemFn;

mod adapters;
mod consumers;
mod scans;
mod sources;
mod tables;

/// Reads the initialiser of the last `let` of a function.
fn attempt(function: &str) -> Attempt {
    let function: ItemFn = syn::parse_str(function).expect("a function");
    let mut environment = Environment::of_signature(&function.sig);
    let mut last = None;
    for stmt in &function.block.stmts {
        if let syn::Stmt::Local(local) = stmt {
            last = Some((local, environment.clone()));
            environment.bind_local(local);
        }
    }
    let (local, environment) = last.expect("a `let`");
    let expected = match &local.pat {
        syn::Pat::Type(typed) => Some(&*typed.ty),
        _ => None,
    };
    let init = &local.init.as_ref().expect("an initialiser").expr;
    parse_chain(init, expected, &environment)
}

fn chain(parameters: &str, binding: &str) -> Chain {
    match attempt(&format!("fn f({parameters}) {{ {binding}; }}")) {
        Attempt::Recognised(chain) => *chain,
        other => panic!("{binding}: {other:?}"),
    }
}

fn cause(parameters: &str, binding: &str) -> Cause {
    match attempt(&format!("fn f({parameters}) {{ {binding}; }}")) {
        Attempt::Refused(refusal) => refusal.cause,
        other => panic!("{binding}: {other:?}"),
    }
}

/// A stream in words.
fn words(stream: &Stream) -> String {
    let mut text = match &stream.source {
        Source::Array(array) => {
            let how = match array.access {
                Access::ByReference => "&",
                Access::ByValue => "",
                Access::Mutable => "&mut ",
            };
            format!("{how}{}", array.name)
        }
        Source::Range(range) => match &range.length {
            Some(Extent::Span {
                start,
                end,
                inclusive: false,
            }) if **start == Extent::Number(0) => match &**end {
                Extent::Name(name) => name.clone(),
                Extent::Len(name) => format!("{name}.len()"),
                Extent::Number(number) => number.to_string(),
                Extent::Computed(operator, _) => operator.clone(),
                other => format!("{other:?}"),
            },
            Some(_) => "a..b".into(),
            None => "..".into(),
        },
        Source::Driver(driver) => format!("[{}]", text_of(&driver.expr)),
    };
    for adapter in &stream.adapters {
        text += &match adapter {
            Adapter::Map(_) => " map".into(),
            Adapter::Filter(_) => " filter".into(),
            Adapter::FilterMap(_) => " filter_map".into(),
            Adapter::Copied => " copied".into(),
            Adapter::Elementwise(elementwise) => format!(" {}", elementwise.name),
            Adapter::Enumerate => " enumerate".into(),
            Adapter::Zip(other) => format!(" zip({})", words(other)),
            Adapter::Cross(cross) => format!(" cross({})", words(&cross.inner)),
            Adapter::Scan(scan) => format!(" scan({})", text_of(&scan.initial)),
        };
    }
    text
}

fn stream(parameters: &str, stream: &str) -> String {
    words(&chain(parameters, &format!("let n = {stream}.count()")).stream)
}

const XS: &str = "xs: &[f64]";

// The three hardest inputs.

#[test]
fn a_cross_in_a_cross_with_a_zip_of_chains_inside() {
    let parameters = "a: &[f64], b: Vec<f64>, n: usize";
    let text = "a.iter().enumerate().flat_map(|(i, x)| b.iter().map(move |y| y * x).zip((0..n).filter(p)))";
    assert!(stream(parameters, text).starts_with("[a.iter()"));
    let text =
        "a.iter().enumerate().flat_map(|(i, x)| { b.iter().map(move |y| y * x).zip((0..n).map(g))
        .flat_map(move |(y, j)| (0..7).filter(move |k| *k > i)) })";
    assert_eq!(
        stream(parameters, text),
        "&a enumerate cross(&b map zip(n map) cross(7 filter))"
    );
}

#[test]
fn what_an_element_may_borrow() {
    let parameters = "xs: &[String], ys: Vec<String>, ns: &[i64]";
    let borrows = |stream: &str| {
        let binding = format!("let n = {stream}.count()");
        chain(parameters, &binding).stream.item.borrows
    };
    assert_eq!(borrows("xs.iter()"), ["xs"]);
    assert_eq!(
        borrows("xs.iter().filter(|x| x.len() > 1).enumerate()"),
        ["xs"]
    );
    assert_eq!(borrows("xs.iter().map(|x| x.trim())"), ["xs"]);
    assert_eq!(borrows("xs.iter().zip(ys.iter())"), ["xs", "ys"]);
    assert_eq!(
        borrows("xs.iter().flat_map(|x| ys.iter().map(move |y| (x, y)))"),
        ["ys", "xs"]
    );
    // A value holds nothing.
    let none: [&str; 0] = [];
    assert_eq!(borrows("xs.iter().map(|x| x.len())"), none);
    assert_eq!(borrows("xs.iter().cloned()"), none);
    assert_eq!(borrows("ys.into_iter()"), none);
    assert_eq!(borrows("ns.iter().map(|n| *n)"), none);
    assert_eq!(
        borrows("ns.iter().flat_map(|n| (0..3).map(move |k| n * k))"),
        none
    );
}

#[test]
fn a_worker_that_may_give_away_a_mutable_reference_keeps_its_order() {
    let text = "fn f(xs: &[f64], k: Unknown) { let log = open(); let s: f64 = xs.iter().map(|x| g(x, log)).sum(); }";
    let Attempt::Recognised(chain) = attempt(text) else {
        panic!("it is recognised")
    };
    let workers = chain.workers();
    let given = workers[0].given_away.iter().collect::<Vec<_>>();
    assert_eq!(given, ["log"]);
}

// Workers.

#[test]
fn workers_are_judged_wherever_they_stand() {
    for text in [
        "xs.iter().map(|x| { k += 1; x }).count()",
        "xs.iter().filter(|x| { k += 1; true }).count()",
        "xs.iter().filter_map(|x| { k += 1; None }).count()",
        "xs.iter().flat_map(|x| xs.iter().map(|y| { k += 1; y })).count()",
        "xs.iter().zip(xs.iter().map(|y| { k += 1; y })).count()",
        "xs.iter().fold(0, |a, x| { k += 1; a })",
        "xs.iter().reduce(|a, x| { k += 1; a })",
        "xs.iter().min_by(|a, b| { k += 1; a.cmp(b) })",
        "xs.iter().max_by_key(|a| { k += 1; 1 })",
        "xs.iter().any(|a| { k += 1; true })",
    ] {
        let cause = cause("xs: &[f64], mut k: i32", &format!("let n = {text}"));
        assert!(matches!(cause, Cause::ImpureWorker(_)), "{text}: {cause}");
    }
}

#[test]
fn a_move_closure_takes_only_what_is_copied() {
    let text = "let n = xs.iter().map(move |x| x * k.by).count()";
    assert_eq!(
        cause("xs: &[f64], k: Guard", text),
        Cause::MovingWorker("k".into())
    );
    assert_eq!(
        cause("xs: &[f64], k: Vec<f64>", text),
        Cause::MovingWorker("k".into())
    );
    let chain = chain(
        "xs: &[f64], k: f64",
        "let n = xs.iter().map(move |x| x * k).count()",
    );
    assert!(chain.workers()[0].judgment.inline, "without its `move`");
}

#[test]
fn a_local_given_by_name_is_bound() {
    let local = |function: &str| {
        let Attempt::Recognised(chain) = attempt(function) else {
            panic!("{function}")
        };
        chain.workers()[0].local
    };
    assert!(local(
        "fn f(xs: &[f64]) { let g = |x: &f64| x * 2.0; let n = xs.iter().map(g).count(); }"
    ));
    assert!(!local(
        "fn f(xs: &[f64]) { let n = xs.iter().map(g).count(); }"
    ));
    assert!(!local(
        "fn f(xs: &[f64]) { let n = xs.iter().copied().map(f64::sqrt).count(); }"
    ));
}

// Ends of chains.

/// What is called on the result of a chain is another method, though a consumer has its name.
#[test]
fn a_chain_ends_at_its_first_consumer() {
    let looks = |text: &str| looks_like_chain(&syn::parse_str(text).expect("an expression"));
    for text in [
        "xs.iter().count().min(5)",
        "xs.iter().max().unwrap().cmp(&y)",
        "xs.iter().collect::<Vec<_>>().join(s)",
        "xs.iter().sum::<f64>().max(y)",
        "xs.iter().next().unwrap().len()",
        "xs.first().eq(&y)",
        "xs.iter().count(1)",
    ] {
        assert!(!looks(text), "{text}");
    }
    for text in [
        "xs.iter().collect::<Vec<_>>().iter().max()",
        "xs.iter().map(f).join(s)",
        "xs.iter().eq(&ys)",
    ] {
        assert!(looks(text), "{text}");
    }
}

/// Adapters with a consumer behind them make a chain of it, whoever's the method at its start is; an `Option` has no consumers.
#[test]
fn a_chain_of_what_nobody_sees() {
    let source = |text: &str| {
        let expr: Expr = syn::parse_str(text).expect("an expression");
        unseen_source(&expr).map(|source| quote::quote!(#source).to_string())
    };
    for (text, start) in [
        ("table.rows().map(f).sum::<f64>()", "table . rows ()"),
        (
            "xs.array_windows::<2>().map(f).count()",
            "xs . array_windows :: < 2 > ()",
        ),
        ("rows.filter(p).map(f).max()", "rows"),
        ("rows(x).enumerate().for_each(f)", "rows (x)"),
    ] {
        assert_eq!(source(text).as_deref(), Some(start), "{text}");
    }
    for text in [
        "xs.iter().map(f).sum::<f64>()",
        "option.map(f).unwrap_or(0)",
        "option.map(f).max(other)",
        "pairs.copied().unzip()",
        "matrix.sum()",
        "query.count()",
    ] {
        assert_eq!(source(text), None, "{text}");
    }
}

#[test]
fn arguments_that_may_have_an_effect() {
    for text in [
        "xs.iter().fold(next(), |a, x| a)",
        "(0..next()).count()",
        "(start()..9).count()",
    ] {
        let cause = cause(XS, &format!("let n = {text}"));
        assert!(matches!(cause, Cause::Argument(_)), "{text}: {cause}");
    }
}

#[test]
fn attributes() {
    // An expression's attributes are tokens of the user's that must stay where they are.
    let cause = cause(XS, "let n = xs.iter().map(#[inline] |x| x).count()");
    assert!(matches!(cause, Cause::ImpureWorker(_)), "{cause}");
}

#[test]
fn the_result_of_a_fold_is_owned_where_that_is_visible() {
    let owned = |binding: &str| {
        let consumer = chain("xs: &[String]", binding).consumer;
        match consumer.of::<Fold>() {
            Some(fold) => fold.owned,
            None => panic!("{consumer:?}"),
        }
    };
    assert!(owned(
        "let n: usize = xs.iter().fold(0, |n, x| n + x.len())"
    ));
    assert!(!owned(
        "let longest = xs.iter().fold(\"\", |a, x| if x.len() > a.len() { x } else { a })"
    ));
    assert!(!owned("let longest: &str = xs.iter().fold(\"\", |a, x| x)"));
    // What begins as numbers stays numbers, whatever the worker does.
    assert!(owned(
        "let counts = xs.iter().fold([(0, 0.0); 4], |mut counts, x| { counts[x.len()].0 += 1; counts })"
    ));
    assert!(!owned(
        "let both = xs.iter().fold((0, \"\"), |_, x| (x.len(), x))"
    ));
    assert!(!owned("let none = xs.iter().fold([], |none, _| none)"));
}

#[test]
fn chains_of_rayon_are_recognised_where_they_mean_what_std_means() {
    let parameters = "&self, s: &S, xs: &[f64], ys: &[f64], v: Vec<f64>, n: usize";
    for recognised in [
        "let a: f64 = xs.par_iter().sum()",
        "let a: Vec<f64> = v.par_iter().copied().filter(|x| *x > 0.0).collect()",
        "let a: Vec<f64> = xs.into_par_iter().cloned().collect()",
        "let a = (&v).into_par_iter().enumerate().map(|(i, x)| x * i as f64).max_by(f64::total_cmp)",
        "let a: f64 = xs.par_iter().zip(ys).map(|(x, y)| x * y).sum()",
        "let a: f64 = xs.par_iter().zip(ys.par_iter()).with_min_len(9).map(|(x, y)| x * y).sum()",
        "let a: usize = (0..n).into_par_iter().sum()",
        "let a = xs.par_iter().copied().reduce(|| 0.0, |a, b| a + b)",
        "let a = xs.par_iter().any(|x| *x > 0.0)",
        "let a: Vec<f64> = v.into_par_iter().collect()",
        "let a: f64 = xs.par_chunks(4).map(|chunk| chunk[0]).sum()",
        "let a = v.par_windows(2).filter(|w| w[0] < w[1]).count()",
        "let a: f64 = xs.par_chunks_exact(n).enumerate().map(|(i, w)| w[0] * i as f64).sum()",
        "let a = xs.par_iter().fold(|| 0.0, |a, x| a + x).reduce(|| 0.0, |a, b| a + b)",
        "let a: f64 = xs.par_iter().fold(|| 0.0, |a, x| a + x).sum()",
        "let a: f64 = xs.par_iter().map(|x| x + 1.0).rev().sum()",
        "let a: f64 = xs.par_iter().enumerate().skip(n).step_by(2).map(|(i, x)| x * i as f64).sum()",
        "let a: f64 = xs.par_iter().map(|x| x * 2.0).take(n).sum()",
        "let a: f64 = xs.par_iter().copied().chain(ys.par_iter().copied()).sum()",
        "let a: f64 = self.ys.par_iter().zip(&self.xs).rev().map(|(x, y)| x * y).sum()",
        "let a = s.ys.par_chunks(4).map(|chunk| chunk[0]).reduce_with(f64::max)",
        "let a: Vec<f64> = xs.par_iter().flat_map_iter(|x| ys.iter().map(move |y| x * y)).collect()",
        "let a = xs.par_iter().fold(Vec::new, |mut a, x| { a.push(*x); a }).reduce(Vec::new, |mut a, mut b| { a.append(&mut b); a })",
    ] {
        let chain = chain(parameters, recognised);
        assert!(chain.stream.parallel.is_some(), "{recognised}");
    }
    for refused in [
        // Rayon has these not, or not here.
        "let a: f64 = xs.par_iter().filter(|x| **x > 0.0).rev().sum()",
        "let a: Vec<_> = xs.par_iter().filter(|x| **x > 0.0).enumerate().collect()",
        "let a: f64 = xs.par_iter().zip(ys.iter()).map(|(x, y)| x * y).sum()",
        "let a: f64 = xs.iter().zip(ys.par_iter()).map(|(x, y)| x * y).sum()",
        "let a = xs.par_iter().fold(0.0, |a, b| a + b)",
        "let a = xs.par_iter().last()",
        // Of what is skipped rayon computes the maps.
        "let a: usize = (0..n).into_par_iter().map(|i| i / n).skip(1).sum()",
        "let a: f64 = xs.par_iter().map(|x| x + 1.0).chain(ys.par_iter().map(|y| y + 2.0)).sum()",
        "let a: Vec<f64> = xs.par_iter().flat_map_iter(|x| rows(x)).collect()",
        // A channel, and what changes from one look to the next.
        "let a: f64 = self.queue.par_iter().sum()",
        "let a: f64 = (&self.made()).into_par_iter().sum()",
        // What is as many as there are is not seen, or would be evaluated twice.
        "let a: f64 = xs.par_iter().with_min_len(n).sum()",
        "let a = xs.par_iter().copied().reduce(|| first(), |a, b| a + b)",
        "let a: f64 = xs.par_iter().fold(|| first(), |a, x| a + x).sum()",
        // Partial sums that nothing combines.
        "let a: Vec<f64> = xs.par_iter().fold(|| 0.0, |a, x| a + x).collect()",
        // These may be characters.
        "let a = (from..to).into_par_iter().count()",
        // A set.
        "let a: BTreeSet<u64> = xs.par_iter().map(|x| x.to_bits()).collect()",
    ] {
        let attempt = attempt(&format!("fn f({parameters}) {{ {refused}; }}"));
        assert!(matches!(attempt, Attempt::Refused(_)), "{refused}");
    }
}
