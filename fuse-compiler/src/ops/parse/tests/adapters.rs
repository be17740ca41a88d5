//! Adapters: steps of one element, and what drives the loop instead.

use super::*;

#[test]
fn adapters() {
    let text =
        "xs.iter().map(|x| x * 2.0).filter(|x| *x > 1.0).filter_map(|x| Some(x)).enumerate()";
    assert_eq!(stream(XS, text), "&xs map filter filter_map enumerate");
    assert_eq!(
        stream(XS, "xs.iter().copied().enumerate()"),
        "&xs copied enumerate"
    );
    assert_eq!(stream(XS, "xs.iter().cloned()"), "&xs copied");
    assert_eq!(stream("xs: &[Big]", "xs.iter().cloned()"), "&xs cloned");
    // After a map the type is no longer visible.
    assert_eq!(
        stream(XS, "xs.iter().map(|x| x).cloned()"),
        "&xs map cloned"
    );
}

#[test]
fn what_a_filter_map_visibly_says() {
    for worker in [
        "|x| if *x > 1.0 { Some(x * 2.0) } else { None }",
        "|&x| if x > 1.0 { let y = x * 2.0; Some(y) } else { None }",
        "|x| (*x > 1.0).then(|| x * 2.0)",
        "|x| (*x > 1.0).then_some(x * 2.0)",
    ] {
        let text = format!("xs.iter().filter_map({worker})");
        assert_eq!(stream(XS, &text), "&xs filter map", "{worker}");
    }
    for worker in [
        // What it takes is computed of all.
        "|x| (*x > 1.0).then_some(ks[*x as usize])",
        "|x| if let Some(y) = at(*x) { Some(y) } else { None }",
        "|x| if *x > 1.0 { Some(x) } else { Some(&1.0) }",
        "|mut x| if *x > 1.0 { x = &0.0; Some(x) } else { None }",
        "|x: &f64| if *x > 1.0 { Some(x * 2.0) } else { None }",
        "|x| -> Option<f64> { if *x > 1.0 { Some(x * 2.0) } else { None } }",
        "|x| if *x > 1.0 { Some(x * 2.0) } else if *x < 0.0 { Some(0.0) } else { None }",
    ] {
        let text = format!("xs.iter().filter_map({worker})");
        assert_eq!(stream(XS, &text), "&xs filter_map", "{worker}");
    }
    // Elements may be moved out.
    let owned = "xs.into_iter().filter_map(|x| if x.is_large() { Some(x) } else { None })";
    assert_eq!(stream("xs: Vec<Big>", owned), "xs filter_map");
}

#[test]
fn unknown_adapters() {
    for text in [
        "xs.iter().by_ref()",
        "xs.iter().take()",
        "xs.iter().map::<f64, _>(|x| *x)",
        "xs.iter().zip()",
        "xs.iter().enumerate(1)",
        "xs.iter().batching(f)",
    ] {
        let cause = cause(XS, &format!("let n = {text}.count()"));
        assert!(matches!(cause, Cause::UnknownAdapter(_)), "{text}: {cause}");
    }
}

#[test]
fn what_is_no_step_of_one_element_drives_the_loop() {
    for text in [
        "xs.iter().rev()",
        "xs.iter().take(2)",
        "xs.iter().map(|x| x + 1.0).skip(n)",
        "xs.iter().step_by(2)",
        "xs.iter().chain(&ys)",
        "xs.iter().chain(Some(&y))",
        "xs.iter().chain(&[y, 1.0])",
        "xs.iter().take_while(|x| **x > 0.0)",
        "xs.iter().skip_while(|x| **x > 0.0)",
        "xs.iter().map_while(|x| x.checked())",
        "xs.iter().scan(0.0, |s, x| (*s < 9.0).then_some(*x))",
        "xs.iter().sorted()",
        "xs.iter().sorted_by(|a, b| a.total_cmp(b))",
        "xs.iter().unique()",
        "xs.iter().flat_map(inner)",
        "xs.iter().flat_map(|x: &f64| -> R { xs.iter() })",
        "rows.iter().flatten()",
        "xs.iter().filter(p).zip(xs)",
        "xs.iter().zip(xs.iter().filter_map(g))",
        "xs.iter().flat_map(|x| 0..3).zip(xs)",
        "xs.windows(2)",
        "xs.chunks_exact(n)",
        "xs[1..].iter()",
        "xs[n..2 * n].iter()",
        "this.data.iter()",
        "this.rows[n].iter()",
        "TABLE.iter()",
        "name.trim().chars()",
        "name.split(',')",
        "name.split(|c: char| c.is_whitespace())",
        "name.split(char::is_whitespace)",
        "map.values()",
        "iter::repeat_n(0.0, n)",
        "std::iter::once(1.0)",
        "iter::zip(xs, ys.iter().filter(|y| **y > 0.0))",
        "it",
    ] {
        let parameters = "xs: &[f64], y: f64, ys: Vec<f64>, rows: &[Vec<f64>], n: usize, this: &This, \
                          name: &str, map: &Map, it: impl Iterator<Item = f64>";
        let source = stream(parameters, &format!("{text}.map(f).filter(p)"));
        assert_eq!(source, format!("[{text}] map filter"));
    }
}

#[test]
fn what_may_have_an_effect_drives_nothing() {
    for text in [
        "xs.iter().take({ k += 1; k })",
        "xs.iter().scan(0, |s, x| { k += 1; Some(x) })",
        "xs.iter().take_while(|x| { k += 1; true })",
        "load().iter()",
        "this.data.lock().iter()",
        "name.split(|c| { k += 1; true })",
    ] {
        let parameters = "xs: &[f64], mut k: usize, this: &This, name: &str";
        cause(parameters, &format!("let n = {text}.count()"));
    }
}

/// How many elements a source gives.
fn extent(source: &str) -> Extent {
    let parameters = "xs: &[f64], n: usize, mut m: usize, this: &This, rx: &Channel";
    let chain = chain(parameters, &format!("let c = {source}.map(f).count()"));
    chain.stream.extent()
}

#[test]
fn how_many_elements_a_driver_gives() {
    let xs = || Box::new(Extent::Len("xs".into()));
    let n = || Box::new(Extent::Name("n".into()));
    assert_eq!(extent("xs.iter().rev()"), *xs());
    assert_eq!(extent("xs.iter().skip(n)"), Extent::Less(xs(), n()));
    assert_eq!(extent("xs.iter().skip(m)"), Extent::Unknown);
    assert_eq!(
        extent("xs[1..].iter()"),
        Extent::Less(xs(), Box::new(Extent::Number(1)))
    );
    assert_eq!(extent("xs[..n].iter()"), *n());
    assert_eq!(
        extent("xs.windows(3)"),
        Extent::Less(xs(), Box::new(Extent::Number(2)))
    );
    assert_eq!(
        extent("xs.iter().take(n)"),
        Extent::Least(vec![*xs(), *n()])
    );
    // Another chain of as many elements would not run in step with it.
    assert_eq!(
        extent("xs.iter().chain(xs)"),
        Extent::Place("xs.iter().chain(xs)".into())
    );
    for (source, up) in [("xs.chunks(4)", true), ("xs.chunks_exact(4)", false)] {
        let (of, by) = (xs(), Box::new(Extent::Number(4)));
        assert_eq!(extent(source), Extent::Ratio { of, by, up });
    }
    assert_eq!(
        extent("this.data.iter()"),
        Extent::Place("this.data.iter()".into())
    );
    // What is received is gone.
    assert_eq!(extent("rx.iter()"), Extent::Unknown);
    assert_eq!(extent("xs.iter().take_while(p)"), Extent::Unknown);
    assert_eq!(extent("xs.iter().filter(p).rev()"), Extent::Unknown);
}
