use super::*;

fn of(text: &str) -> Mentions {
    Mentions::of_expr(&syn::parse_str(text).unwrap())
}

fn names(set: &SortedSet<String>) -> Vec<&str> {
    set.iter().map(String::as_str).collect()
}

#[test]
fn scopes_shadow_in_order() {
    // (code, what it mentions)
    for (code, expected) in [
        ("|x| x + y", vec!["y"]),
        ("{ let x = x; x }", vec!["x"]),
        ("{ let x = y; x }", vec!["y"]),
        ("{ { let x = 1; } x }", vec!["x"]),
        ("if let Some(x) = x { x } else { y }", vec!["x", "y"]),
        ("if let Some(x) = a { 0 } else { x }", vec!["a", "x"]),
        (
            "if let Some(x) = a && x > b { x } else { 0 }",
            vec!["a", "b"],
        ),
        ("while let Some(x) = a.pop() { x; }", vec!["a"]),
        (
            "match a { Some(x) if x > y => x, z => z + x }",
            vec!["a", "x", "y"],
        ),
        ("for i in 0..i { i; }", vec!["i"]),
        ("{ let Some(x) = a else { return x }; x }", vec!["a", "x"]),
        ("Point { x, y: z }", vec!["x", "z"]),
        ("Point { x, ..rest }", vec!["rest", "x"]),
        ("f(x, g::h(y), f64::MAX)", vec!["f", "x", "y"]),
        ("self.x.y(z)", vec!["self", "z"]),
        ("match a { LIMIT => 1, _ => 2 }", vec!["LIMIT", "a"]),
        (
            "match a { 0..=LIMIT => 1, m::N => 2, _ => 3 }",
            vec!["LIMIT", "N", "a", "m"],
        ),
        ("[x; n]", vec!["n", "x"]),
        ("|(a, Point { b, c: d })| a + b + c + d", vec!["c"]),
        ("{ fn g() -> u8 { x } y }", vec!["y"]),
        ("async { x.await }", vec!["x"]),
        ("'a: loop { break 'a x }", vec!["x"]),
    ] {
        assert_eq!(names(&of(code).read), expected, "{code}");
    }
}

#[test]
fn names_inside_macros() {
    let listed = of("format!(\"{x} {y:>w$} {}\", z.map(|v| v + k), y = 1)");
    assert_eq!(names(&listed.read), ["k", "w", "x", "z"]);
    assert!(!listed.opaque_macro);
    assert!(listed.moved.contains("k"));
    let opaque = of("mine!(a => { let b = \"{c}\"; })");
    assert!(opaque.opaque_macro);
    assert!(
        ["a", "b", "c"]
            .iter()
            .all(|name| opaque.read.contains(*name))
    );
    assert!(opaque.assigned.contains("a") && opaque.moved.contains("a"));
    assert!(of("{ macro_rules! m { () => { v } } m!() }").opaque_macro);
    let matched = of("matches!(a, Some(x) if x > y)");
    assert_eq!(names(&matched.read), ["a", "y"]);
}

#[test]
fn how_names_are_used() {
    let used =
        of("{ a.b = c; d[i] += 1; *e = 1; (f, g.h) = t; k(&mut m.n, &o); p.q.r(); s.get(0); }");
    assert_eq!(names(&used.assigned), ["a", "d", "e", "f", "g"]);
    assert_eq!(names(&used.mutably_borrowed), ["m"]);
    assert_eq!(names(&used.method_receivers), ["p", "s"]);
    assert_eq!(names(&used.called), ["k"]);
    assert_eq!(names(&used.indexed), ["d", "s"]);
    assert_eq!(names(&used.moved), ["c", "i", "t"]);
    let reads = of("a == b && c[0] < d.len()");
    assert!(reads.moved.is_empty());
    assert_eq!(names(&of("(x.a, *y, z as f64)").moved), ["x", "y", "z"]);
}

#[test]
fn taking_apart_may_borrow_mutably() {
    assert_eq!(
        names(&of("match a { Some(x) => x, None => y }").mutably_borrowed),
        ["a"]
    );
    assert_eq!(
        names(&of("if let [x, ..] = b.c { x } else { y }").mutably_borrowed),
        ["b"]
    );
    assert!(of("match a { x => x }").mutably_borrowed.is_empty());
}

#[test]
fn a_move_closure_moves_all_it_mentions() {
    assert_eq!(names(&of("move |x| x + a.b + c.len()").moved), ["a", "c"]);
    assert_eq!(names(&of("|x| x == c.len()").moved), Vec::<&str>::new());
}

#[test]
fn deep_nesting_takes_linear_time() {
    let mut code = String::from("x");
    for _ in 0..60 {
        code = format!("match {code} {{ Some(a) => a, None => y }}");
    }
    assert_eq!(names(&of(&code).read), ["None", "x", "y"]);
}
