use super::*;
use syn::ItemFn;

/// The environment before the last statement, and that statement.
fn last(function: &str) -> (Environment, Stmt) {
    let mut function: ItemFn = syn::parse_str(function).unwrap();
    let mut env = Environment::of_signature(&function.sig);
    let last = function.block.stmts.pop().unwrap();
    for stmt in &function.block.stmts {
        if let Stmt::Local(local) = stmt {
            env.bind_local(local);
        }
    }
    (env, last)
}

fn crossed(function: &str) -> Option<Transparency> {
    let (env, stmt) = last(function);
    transparent_statement(&stmt, &env)
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
    ] {
        assert!(crossed(&format!("fn f() {{ {stmt} }}")).is_some(), "{stmt}");
    }
}

#[test]
fn walls() {
    for stmt in [
        "let x = f(y);",
        "let x = y[0];",
        "let x = vec![1];",
        "let x = Default::default();",
        "let x = y?;",
        "let x = { y };",
        "let x = if a { b } else { c };",
        "let x = |y| y;",
        "let x = &y;",
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
    assert_eq!(
        of("fn f(xs: &[f64]) { let n = xs.len(); let t = n as f64; }"),
        pair(&["n"], &[])
    );
}

/// The first method call named `max` or `sum` stands for the consumer.
fn around(function: &str, plain: bool) -> bool {
    struct Find<'a>(Option<&'a Expr>);
    impl<'a> syn::visit::Visit<'a> for Find<'a> {
        fn visit_expr(&mut self, expr: &'a Expr) {
            if let Expr::MethodCall(call) = expr
                && (call.method == "max" || call.method == "sum")
            {
                self.0 = Some(expr);
            } else {
                syn::visit::visit_expr(self, expr);
            }
        }
    }
    let (env, stmt) = last(function);
    let Stmt::Local(local) = &stmt else {
        panic!("{function}")
    };
    let init = &local.init.as_ref().unwrap().expr;
    let mut find = Find(None);
    syn::visit::Visit::visit_expr(&mut find, init);
    let chain = find.0.unwrap();
    transparent_around(init, Consumer { chain, plain }, &env).is_some()
}

#[test]
fn what_may_follow_a_consumer() {
    for init in [
        "xs.iter().max().unwrap()",
        "xs.iter().max().copied().unwrap_or(0)",
        "xs.iter().max().cloned().expect(\"one\")",
        "xs.iter().max().unwrap().1 + 1",
        "2.0 * xs.iter().sum::<f64>() / n",
        "Some(xs.iter().max())",
        "(xs.iter().max().unwrap(), 1)",
    ] {
        assert!(
            around(&format!("fn f() {{ let x = {init}; }}"), true),
            "{init}"
        );
    }
    for init in [
        "f(xs.iter().max())",
        "xs.iter().max()?",
        "xs.iter().max().map(|x| x + 1)",
        "xs.iter().max().unwrap_or_else(|| 0)",
        "xs.iter().max().unwrap_or_default()",
        "xs.iter().max().unwrap_or(f())",
        "y.unwrap() + xs.iter().sum::<f64>()",
        "ys[xs.iter().max().unwrap()]",
        "xs.iter().max().unwrap().clone()",
    ] {
        assert!(
            !around(&format!("fn f() {{ let x = {init}; }}"), true),
            "{init}"
        );
    }
    let cloned = "fn f() { let x = xs.iter().max().cloned(); }";
    assert!(!around(cloned, false), "a clone that somebody may count");
}

#[test]
fn what_a_name_may_borrow_from() {
    let of = |function: &str, annotation: Option<&str>| {
        let (env, stmt) = last(function);
        let Stmt::Local(local) = stmt else {
            panic!("{function}")
        };
        let annotation = annotation.map(|text| syn::parse_str::<Type>(text).unwrap());
        Vec::from_iter(borrows(
            &local.init.unwrap().expr,
            annotation.as_ref(),
            &env,
        ))
    };
    assert_eq!(of("fn f(v: &V) { let x = v.part(); }", None), ["v"]);
    assert!(of("fn f(v: &V) { let x = v.part(); }", Some("f64")).is_empty());
    assert_eq!(of("fn f(v: &V) { let x = v.part(); }", Some("Part")), ["v"]);
    assert!(of("fn f(v: &V) { let x = v.len(); }", None).is_empty());
    assert_eq!(
        of("fn f(v: &V) { let x = format_args!(\"{v}\"); }", None),
        ["v"]
    );
}
