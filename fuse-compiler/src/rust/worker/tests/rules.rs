//! The rules by which a worker is impure, each with a program that breaks its absence.

use super::*;

#[test]
fn rule_a_assignments_and_mutable_borrows() {
    assert_eq!(
        reason("fn f() { let mut counter = 0; }", "|x| { counter += 1; x }"),
        Reason::Assigns("counter".to_owned())
    );
    assert_eq!(
        reason("fn f(out: &mut [f64]) {}", "|(i, x)| out[i] = x"),
        Reason::Assigns("out".to_owned())
    );
    assert_eq!(
        reason("fn f() { let mut s = S::new(); }", "|x| (s.a, _) = (x, 1)"),
        Reason::Assigns("s".to_owned())
    );
    assert_eq!(
        reason("fn f() { let mut v = load(); }", "|x| add(&mut v, x)"),
        Reason::BorrowsMutably("v".to_owned())
    );
    // Both rebind what they borrow, so the place is found through a pattern.
    assert_eq!(
        reason(
            "fn f(last: &mut Option<i32>) {}",
            "|x| { if let Some(l) = last { *l = x } }"
        ),
        Reason::Assigns("l".to_owned())
    );
    assert_eq!(
        reason(
            "fn f() { let mut v = 1; }",
            "|x| { let ref mut w = v; *w = x }"
        ),
        Reason::BorrowsMutably("v".to_owned())
    );
    assert_eq!(
        reason("fn f() { let out = buffer(); }", "|x| append(out, x)"),
        Reason::MayReborrow("out".to_owned()),
        "`out` may be a `&mut Vec`, reborrowed by the call"
    );
    assert_eq!(
        reason(
            "fn f(out: &mut Vec<f64>) {}",
            "|x| Writer { out }.write_one(x)"
        ),
        Reason::Effect("write_one".to_owned())
    );
    assert_eq!(
        reason("fn f(out: &mut Vec<f64>) {}", "|x| Writer { out }.put(x)"),
        Reason::Method("put".to_owned())
    );
    assert_eq!(
        reason("fn f(&mut self) {}", "|x| step(self.rng, x)"),
        Reason::MayReborrow("self".to_owned())
    );
}

#[test]
fn rule_b_methods_of_what_is_captured() {
    let on = |function: &str, worker: &str| {
        assert!(
            matches!(reason(function, worker), Reason::Method(_)),
            "{worker}: {:?}",
            reason(function, worker)
        );
    };
    on("fn f() { let arena = Arena::new(); }", "|x| arena.keep(x)");
    on("fn f(it: &mut I) {}", "|x| x + it.count()");
    on("fn f() { let it = iter(); }", "|x| it.max()");
    on("fn f() { let r = reader(); }", "|x| r.lines()");
    on("fn f() { let logger = l(); }", "|x| logger.log(x)");
    on("fn f<G: Gen>(g: G) {}", "|x| g.draw(x)");
    on("fn f(mut cursor: &[u8]) {}", "|x| cursor.advance(x)");
    on("fn f() { let (a, b) = pair(); }", "|x| a.bump(x)");
    on(
        "fn f() { let (a, b) = pair(); }",
        "|x| { let c = a; c.bump(x) }",
    );
    on("fn f(q: &Queue) {}", "|x| q.push(x)");
    on("fn f(ctx: Context) {}", "|x| ctx.rng.draw(x)");
    on(
        "fn f() { let a = m(); }",
        "|x| match a { Some(t) => t.bump(x), None => 0 }",
    );
    on("fn f(t: Option<&T>) {}", "|x| { let t = t?; t.step(x) }");
    on(
        "fn f(t: &HashMap<i32, T>) {}",
        "|x| { let t = t.get(&x)?; t.step(x) }",
    );
    on(
        "fn f(t: &HashMap<i32, T>) {}",
        "|x| { let t = t.get(&x).unwrap(); t.step(x) }",
    );
    on(NOTHING, "|x| COUNTER.bump(x)");
    on(NOTHING, "|x| crate::COUNTER.bump(x)");
    on("fn f(&mut self) {}", "|x| self.step(x)");
    on("fn f(c: &Cell<i32>) {}", "|x| c.bump(x)");
    pure("fn f(&self) {}", "|x| self.scaled(x)");
    pure("fn f(t: Option<&T>) {}", "|x| { let t = t?; t.scaled(x) }");
    pure(NOTHING, "|x| { let part = x.part?; part.step(x.length) }");
    pure("fn f(ctx: Context) {}", "|x| ctx.scaled(x)");
    pure("fn f(ctx: &Context) {}", "|x| ctx.table.scaled(x)");
}

#[test]
fn rule_b_callables() {
    let unknown = |function: &str, worker: &str| {
        assert!(
            matches!(reason(function, worker), Reason::UnknownCallable(_)),
            "{worker}: {:?}",
            reason(function, worker)
        );
    };
    for function in [
        "fn f(g: impl FnMut(i32) -> i32) {}",
        "fn f<G: FnMut(i32) -> i32>(g: G) {}",
        "fn f<G>(g: &mut G) where G: Fn(i32) -> i32 {}",
        "fn f() { let g = make(); }",
        "fn f<G>(g: G) {}",
    ] {
        unknown(function, "|x| g(x)");
        unknown(function, "g");
    }
    for function in [
        "fn f(g: impl Fn(i32) -> i32) {}",
        "fn f<G: Fn(i32) -> i32>(g: G) {}",
        "fn f<G>(g: &G) where G: Fn(i32) -> i32 {}",
        "fn f(g: fn(i32) -> i32) {}",
        "fn f(g: &dyn Fn(i32) -> i32) {}",
        "fn f(g: Box<dyn Fn(i32) -> i32>) {}",
        "fn f(k: i32) { let g = |x| x + k; }",
        "fn f() {}",
    ] {
        pure(function, "|x| g(x)");
        pure(function, "g");
    }
    pure(
        "fn f() { let square = |v| v * v; }",
        "|row| row.iter().map(square).map(f64::abs).map(helper).sum::<f64>()",
    );
    // A copied closure still shares what it borrows.
    let copied = "fn f<G: FnMut(i32) -> i32 + Copy>(g: G) {}";
    unknown(copied, "|row| apply(row, g)");
    assert!(
        judged(copied, "|row| row.iter().map(g).sum::<i32>()")
            .pure
            .is_err()
    );
    assert!(matches!(
        reason(
            "fn f(c: &Cell<i32>) { let g = |x| c.set(x); }",
            "|row| row.iter().map(g).count()"
        ),
        Reason::ImpureClosure(_, _)
    ));
    assert!(matches!(
        reason("fn f() { let mut n = 0; let g = |x| { n += x; n }; }", "g"),
        Reason::ImpureClosure(_, _)
    ));
    assert_eq!(reason(NOTHING, "make_worker(3)"), Reason::UnknownWorker);
    pure(NOTHING, "f64::abs");
    pure(NOTHING, "Point::new");
    pure(NOTHING, "Some");
}

#[test]
fn a_local_closure_sees_what_was_in_scope_where_it_was_written() {
    let before = "fn f(k: &Table) { let g = |x| k.at_least(x); let k = make(); }";
    pure(before, "|x| g(x)");
    assert!(
        judged(
            "fn f(k: &Table) { let k = make(); let mut g = |x| k.at_least(x); }",
            "|x| g(x)"
        )
        .pure
        .is_err()
    );
}

#[test]
fn rule_c_macros() {
    assert_eq!(
        reason(NOTHING, "|x| { println!(\"{x}\"); x }"),
        Reason::Macro("println".to_owned())
    );
    assert_eq!(
        reason(NOTHING, "|x| dbg!(x)"),
        Reason::Macro("dbg".to_owned())
    );
    assert!(
        judged("fn f() { let mut n = 0; }", "|x| vec![{ n += 1; n }, x]")
            .pure
            .is_err()
    );
    assert!(
        judged(NOTHING, "|x| format!(\"{}\", next_id())")
            .pure
            .is_err()
    );
}

#[test]
fn rule_d_calls_that_do_not_depend_on_the_element() {
    let constant = |worker: &str| {
        assert!(
            matches!(
                reason("fn f(base: u64) {}", worker),
                Reason::ConstantCall(_)
            ),
            "{worker}"
        );
    };
    constant("|x| ticket()");
    constant("|x| (x, ticket(base))");
    constant("|x| { let k = base + 1; x + ticket(k) }");
    constant("|x| if x > 0 { ticket() } else { 0 }");
    constant("|x| (0..3).map(|_| ticket()).sum::<u64>() + x");
    constant("|x| { let x = base; ticket(x) }");
    constant("|x| { for i in 0..3 { ticket(i); } x }");
    constant("|f| f()");
    constant("|x| { let k = || ticket(); k() + x }");
    constant("|x| { let k: fn() -> u64 = || 1; k() + x }");
    pure(NOTHING, "|x| { let k = |d| d + x; k(2) }");
    pure(NOTHING, "|x| { let k = |d| d + 1; k(2) + x }");
    pure(NOTHING, "|x| { let k = x + 1; helper(k) }");
    pure(NOTHING, "|x| { let mut k = 0; k += x; helper(k) }");
    pure(
        NOTHING,
        "|(a, b)| { let mut k = 0; for c in a { k += helper(c); } b + k }",
    );
    pure("fn f(base: f64) {}", "|x| f64::max(base, 0.0) + x");
    pure(NOTHING, "|_| Some(Vec::<f64>::new())");
}

/// Nobody calls a function for a result that is dropped.
#[test]
fn rule_e_calls_whose_results_are_dropped() {
    for (worker, name) in [
        ("|x| { note(x); x + 1 }", "note"),
        ("|(a, b)| { for c in a { helper(c); } b }", "helper"),
        ("|x| { if *x > 3 { trace::record(x); } *x }", "record"),
        ("|x| { self.observer.seen(*x); *x }", "seen"),
        ("|x| { let k = x + 1; tally(k); k }", "tally"),
        ("|x| { if *x > 3 { note(*x) } x + 1 }", "note"),
        ("|x| { match x { 1 => {} _ => note(*x) } x + 1 }", "note"),
        ("|x| { let _ = note(*x); x + 1 }", "note"),
        ("|x| { _ = note(*x); x + 1 }", "note"),
        ("|x| { let _noted = note(*x); x + 1 }", "note"),
        ("|x| { let (_, _last): (u8, u8) = note(*x); x + 1 }", "note"),
        ("|x| { *x > 3 && note(*x); x + 1 }", "note"),
        ("|x| { for i in 0..*x { note(i) } x + 1 }", "note"),
        ("|x| { if note(*x) {} x + 1 }", "note"),
        ("|x| { if !(note(*x) > 3) {} else {} x + 1 }", "note"),
        ("|x| { if let Some(_) = note(*x) {} x + 1 }", "note"),
        ("|x| { match note(*x) { _ => {} } x + 1 }", "note"),
    ] {
        assert_eq!(
            reason("fn f(&self) {}", worker),
            Reason::Dropped(name.to_owned()),
            "{worker}"
        );
    }
    pure(
        NOTHING,
        "|x| { let mut h = hasher_of(x); h.absorb(x); h.result() }",
    );
    pure(
        NOTHING,
        "|x| { let mut out = [0; 4]; encode(&mut out, x); out }",
    );
    pure(NOTHING, "|x| { let y = twice(&x); drop(x); y }");
}

#[test]
fn rule_e_names_of_effects() {
    for worker in [
        "|w| rng.gen_range(0..w)",
        "|x| cell.set(x)",
        "|x| next_id()",
        "|x| tx.send(*x)",
        "|x| cache.borrow_mut().push(x)",
        "|x| self.cache.borrow_mut().push(x)",
        "|x| thread::spawn(move || x)",
        "|h| h.join()",
        "|x| std::mem::swap(x, &mut 1)",
        "|path| std::fs::read(path)",
        "|x| Instant::now() + *x",
        "|it| it.next()",
        "rand::random",
        "|x| x.map(rand::random)",
        "|c| c.take()",
        "|x| it.by_ref().next()",
    ] {
        let function = "fn f(&self, rng: &Rng, cell: &Cell<i32>, tx: &Sender<i32>, cache: &RefCell<Vec<i32>>) {}";
        assert!(judged(function, worker).pure.is_err(), "{worker}");
    }
}

#[test]
fn what_a_closure_that_is_called_by_reference_captures_is_shared() {
    let bound = |mutable: &str| {
        format!("fn f() {{ let axis = axis(); let {mutable} project = |p| axis.dot(p); }}")
    };
    pure(&bound(""), "|x| project(*x)");
    let called = reason(&bound("mut"), "|x| project(*x)");
    assert!(matches!(called, Reason::ImpureClosure(name, _) if name == "project"));
}

#[test]
fn what_is_bound_out_of_an_index_is_copied() {
    let hidden = "fn f() { let mut corners = load(); }";
    pure(
        hidden,
        "|x| { let corner = corners[*x]; corner.distance(x) }",
    );
    for worker in [
        "|x| { let ref corner = corners[*x]; corner.distance(x) }",
        "|x| { let corner = corners.of(*x); corner.distance(x) }",
    ] {
        assert!(
            matches!(reason(hidden, worker), Reason::Method(_)),
            "{worker}"
        );
    }
}
