//! How many loops come out where a rule decides it that no example of the corpus shows.

fn loops(options: &str, function: &str) -> usize {
    let options = options.parse().expect("tokens");
    let report = fuse_compiler::analyse(options, function.parse().expect("tokens"));
    let report = report.expect("no option is at fault");
    report.expect("the function is looked at").loops()
}

fn of(body: &str) -> usize {
    let function = format!("fn f(xs: &[f64], ks: &[i64], n: u64) -> R {{ {body} }}");
    loops("", &function)
}

const ZIPPED: &str = "fn f(xs: &[f64], ys: &[f64]) -> (f64, f64, f64) {
    let x = xs.iter().sum();
    let y = ys.iter().sum();
    let both = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    (x, y, both)
}";

#[test]
fn a_default_that_is_written_out_changes_nothing() {
    let plain = loops("", ZIPPED);
    assert_eq!(plain, 1);
    assert_eq!(loops("strategy = \"optimal\"", ZIPPED), plain);
    assert_eq!(loops("cost = \"traffic\"", ZIPPED), plain);
    assert_eq!(
        loops("strategy = \"optimal\", cost = \"traffic\"", ZIPPED),
        plain
    );
}

#[test]
fn names_that_must_be_copied() {
    for one in [
        "let b = g(); let s: f64 = xs.iter().map(|x| x * b).sum(); let t: f64 = xs.iter().fold(b, |p, x| p + x); (s, t)",
        "let f = |x: &f64| x * 2.0; let s: f64 = xs.iter().map(f).sum(); let t: f64 = xs.iter().map(f).product(); (s, t)",
    ] {
        assert_eq!(of(one), 1, "{one}");
    }
    // It may be a `Vec`.
    let moved = "let b = g(); let s: f64 = xs.iter().map(|x| x * b.k()).sum(); let t = xs.iter().fold(b, |p, x| p.with(x)); (s, t)";
    assert_eq!(of(moved), 2);
}

#[test]
fn attributes_of_lints() {
    let between = |attribute: &str| {
        of(&format!(
            "let k = 1.0; let s: f64 = xs.iter().map(|x| x * k).sum(); {attribute} let n = xs.len() as f64; let t: f64 = xs.iter().map(|x| x + n).sum(); (s, t)"
        ))
    };
    for lint in [
        "#[allow(unused)]",
        "#[expect(clippy::a, reason = \"b\")]",
        "#[rustfmt::skip]",
        "/// n\n",
    ] {
        assert_eq!(between(lint), 1, "{lint}");
    }
    for other in [
        "#[cfg(any())]",
        "#[cfg_attr(all(), allow(unused))]",
        "#[mine]",
    ] {
        assert_eq!(between(other), 2, "{other}");
    }
    // What is said of a chain has to stay on it.
    let on_a_chain =
        "#[allow(unused)] let s: f64 = xs.iter().sum(); let t: f64 = xs.iter().product(); (s, t)";
    assert_eq!(of(on_a_chain), 2);
}

#[test]
fn a_value_without_fields_holds_no_state() {
    let distances = |of: &str| {
        format!(
            "let s: f64 = xs.iter().map(|x| {of}.distance(x)).sum(); let t: f64 = xs.iter().product(); (s, t)"
        )
    };
    assert_eq!(of(&distances("Euclidean")), 1);
    // A static may count its calls.
    assert_eq!(of(&distances("METRIC")), 2);
}

#[test]
fn what_is_faster_as_written_or_no_loop_at_all() {
    for two in [
        "let a = xs.iter().min_by(|a, b| a.total_cmp(b)); let s = xs.iter().filter(|x| **x > 0.5).count(); (a, s)",
        "let a = ks.iter().min_by_key(|k| k.abs()); let b = ks.iter().max_by_key(|k| k.abs()); (a, b)",
        "let a = (0..n).count(); let b = (0..n).count(); (a, b)",
        "let a = ks.iter().count(); let b = ks.iter().enumerate().count(); (a, b)",
    ] {
        assert_eq!(of(two), 2, "{two}");
    }
    for one in [
        "let a = ks.iter().count(); let b: i64 = ks.iter().sum(); (a, b)",
        "let a = xs.iter().min_by(|a, b| a.total_cmp(b)); let s: f64 = xs.iter().sum(); (a, s)",
    ] {
        assert_eq!(of(one), 1, "{one}");
    }
}

#[test]
fn all_elements_but_one() {
    let both = |one: &str, other: &str| {
        of(&format!(
            "let m = ks.len(); let a: i64 = {one}.sum(); let b: i64 = {other}.sum(); (a, b)"
        ))
    };
    let part = "ks[1..].iter().map(|k| k * 5)";
    // What std reads by index runs in step as slices do.
    for one in [
        "ks.windows(2).map(|w| w[1] - w[0])",
        "(1..m).map(|i| ks[i] - ks[i - 1])",
        "(1..ks.len()).map(|i| ks[i] + ks[i - 1])",
        "(1..=m - 1).map(|i| ks[i])",
        "(0..ks.len() - 1).map(|i| ks[i] + ks[i + 1])",
        "ks.iter().skip(1).map(|k| k + 1)",
        "ks[..m - 1].iter().map(|k| k * 3)",
    ] {
        assert_eq!(both(one, part), 1, "{one}");
    }
    // Integers of 64 bits that are multiplied are as written where the machine has no vectors of them. What is not a number is not.
    for one in [
        "(1..m).map(|i| ks[i] * ks[i - 1])",
        "(1..m).map(|i| ks[i] * 3)",
    ] {
        assert_eq!(both(one, part), 1, "{one}");
    }
    let greatest = "let m = ks.len(); let a = (1..m).map(|i| ks[i] * ks[i - 1]).max(); let b: i64 = ks[1..].iter().map(|k| k * 5).sum(); (a, b)";
    assert_eq!(of(greatest), 2);
    // One whose elements wait for one another waits anyway.
    let strict = "let m = ks.len(); let a: f64 = (1..=m - 1).map(|i| xs[i]).sum(); let b: i64 = (0..m - 1).map(|i| ks[i]).sum(); (a, b)";
    assert_eq!(of(strict), 1);
}

#[test]
fn what_is_stored_behind_a_way_out_is_asked_for_behind_it() {
    let check = "let mut s = 0.0; for x in xs { if *x < 0.0 { return None; } s += x; }";
    let stored = "let v: Vec<f64> = xs.iter().map(|x| x * x).collect();";
    let total = "let t: f64 = xs.iter().map(|x| x * x).sum();";
    assert_eq!(of(&format!("{check} {stored} Some((s, v))")), 2);
    assert_eq!(of(&format!("{stored} {check} Some((s, v))")), 1);
    assert_eq!(of(&format!("{check} {total} Some((s, t))")), 1);
}

#[test]
fn an_extremum_that_has_no_pass_of_its_own_is_apart_from_what_does_not_wait() {
    let heat = "let next: Vec<f64> = xs.windows(3).map(|w| w[0] + w[1] + w[2]).collect();";
    let most =
        "let most = next.iter().zip(&xs[1..]).map(|(n, x)| (n - x).abs()).fold(0.0, f64::max);";
    assert_eq!(of(&format!("{heat} {most} (next, most)")), 2);
    let sum = "let sum: f64 = next.iter().zip(&xs[1..]).map(|(n, x)| (n - x).abs()).sum();";
    assert_eq!(of(&format!("{heat} {sum} (next, sum)")), 1);
}

#[test]
fn a_sum_of_products_of_counters_is_a_formula_and_needs_no_loop() {
    let table = |made: &str| {
        format!(
            "let n = xs.len(); let s: usize = (0..n).flat_map(|y| (0..n).map(move |x| {made})).sum();"
        )
    };
    let count =
        "let c = (0..n).flat_map(|y| (0..n).map(move |x| x ^ y)).filter(|v| v % 3 == 0).count();";
    assert_eq!(of(&format!("{} {count} (s, c)", table("x * y"))), 2);
    assert_eq!(of(&format!("{} {count} (s, c)", table("x & y"))), 1);
}

#[test]
fn what_is_asked_for_its_place_is_tested_as_written() {
    let function = |body: &str| format!("fn f(xs: &[f64], n: usize) -> f64 {{ {body} }}");
    let report = |body: &str| {
        let function = function(body).parse().expect("tokens");
        let report = fuse_compiler::analyse(quote::quote!(), function);
        let report = report.expect("no option is at fault").expect("a report");
        report.to_string()
    };
    let place = "xs.iter().enumerate().filter(|c| c.0 < n).map(|(_, x)| x).sum::<f64>()";
    let element = "xs.iter().enumerate().filter(|c| *c.1 < 0.5).map(|(_, x)| x).sum::<f64>()";
    let words = "filtered 64 elements at a time";
    assert!(report(element).contains(words), "{}", report(element));
    assert!(!report(place).contains(words), "{}", report(place));
}

#[test]
fn what_a_loop_stores_at_its_counter_is_a_map() {
    let made = "let m = xs.len(); let mut ys = vec![0.0; m];";
    let sum = "let s: f64 = ys.iter().sum();";
    for looped in [
        "for i in 0..m { ys[i] = xs[i] * 2.0; }",
        "for i in 0..xs.len() { ys[i] = xs[i] * 2.0; }",
        "for i in 0..ys.len() { ys[i] = xs[i] * 2.0; }",
        "for (i, x) in xs.iter().enumerate() { let half = 0.5 * x; ys[i] = half; }",
    ] {
        assert_eq!(of(&format!("{made} {looped} {sum} s")), 1, "{looped}");
        assert_eq!(of(&format!("{made} {looped} {sum} (s, ys)")), 1, "{looped}");
        // Nobody shares it.
        assert_eq!(of(&format!("{made} {looped} ys")), 1, "{looped}");
    }
    for looped in [
        "for i in 1..m { ys[i] = xs[i] * 2.0; }",
        "for i in 0..m - 1 { ys[i] = xs[i] * 2.0; }",
        "for i in 0..ks.len() { ys[i] = xs[i] * 2.0; }",
        "for i in 0..m { let i = m - 1 - i; ys[i] = xs[i] * 2.0; }",
        "for i in 0..m { ys[i] = xs[i] + ys[0]; }",
        "for (i, k) in ks.iter().enumerate() { ys[i] = *k as f64; }",
    ] {
        assert_eq!(of(&format!("{made} {looped} {sum} s")), 2, "{looped}");
    }
    let two =
        "let mut zs = vec![0.0; m]; for i in 0..m { ys[i] = xs[i] * 2.0; zs[i] = xs[i] * 3.0; }";
    assert_eq!(of(&format!("{made} {two} {sum} (s, ys, zs)")), 1);
}

#[test]
fn what_statements_take_as_a_whole_is_copied() {
    let function = |second: &str| {
        format!(
            "fn f(&self) -> R {{ let n = self.h.len(); let s = self.h.iter().filter(|m| m.a).count() as f64 / n as f64; {second} (s, t) }}"
        )
    };
    let divided = "let t = self.h.iter().filter(|m| m.b).count() as f64 / n as f64;";
    assert_eq!(loops("", &function(divided)), 1);
    // It may be anything, which the first statement has only looked at.
    let given = "let t = (self.h.iter().filter(|m| m.b).count(), n);";
    let looked = function(given).replace("/ n as f64", "/ n.k()");
    assert_eq!(loops("", &looked), 2);
}

#[test]
fn places_that_are_equally_long_share_a_loop() {
    let of = |body: &str| loops("", &format!("fn f(&self) -> (f64, f64) {{ {body} }}"));
    let sum = "let a: f64 = self.xs.iter().map(|x| x * x).sum();";
    for zipped in ["self.ys.iter()", "&self.ys"] {
        let both = format!(
            "{sum} let b: f64 = self.xs.iter().zip({zipped}).map(|(x, y)| x * y).sum(); (a, b)"
        );
        assert_eq!(of(&both), 1, "{zipped}");
    }
    // Behind a barrier the place may have another length.
    let between = format!(
        "{sum} self.refill(); let b: f64 = self.xs.iter().zip(&self.ys).map(|(x, y)| x * y).sum(); (a, b)"
    );
    assert_eq!(of(&between), 2);
    let by_reference = format!("{sum} let mut b = 0.0f64; for x in &self.xs {{ b += x; }} (a, b)");
    assert_eq!(of(&by_reference), 1);
    // What declares something may stand in a function once.
    let item = format!(
        "{sum} const K: f64 = 2.0; let b: f64 = self.xs.iter().zip(&self.ys).map(|(x, y)| x * y * K).sum(); (a, b)"
    );
    assert_eq!(of(&item), 2);
}

#[test]
fn ends_of_ranges_that_do_not_change_are_one() {
    let of = |parameters: &str, body: &str| {
        loops(
            "",
            &format!("fn f({parameters}, xs: &[f64], ys: &[f64]) -> (f64, f64) {{ {body} }}"),
        )
    };
    let sums = |n: &str| {
        format!(
            "let a: f64 = (0..{n}).map(|i| xs[i]).sum(); let b: f64 = (0..{n}).map(|i| ys[i]).sum(); (a, b)"
        )
    };
    assert_eq!(
        of("m: &M", &format!("let (n, _) = m.shape(); {}", sums("n"))),
        1
    );
    assert_eq!(of("m: &M", &sums("m.n")), 1);
    assert_eq!(of("m: &M", &sums("m.size.n")), 1);
    // It could be written in between; so it could where `M` is another name of a `&mut`.
    assert_eq!(of("m: M", &sums("m.size.n")), 2);
    assert_eq!(of("m: &mut M", &sums("m.n")), 2);
}

#[test]
fn loops_that_touch_an_array_at_their_counters_share_one() {
    let of = |reader: &str| {
        let stored = "for i in 0..xs.len() { ys[i] += xs[i]; }";
        loops(
            "",
            &format!(
                "fn f(xs: &[f64], ys: &mut [f64], zs: &mut [f64]) -> f64 {{ let mut t = 0.0f64; {stored} {reader} t }}"
            ),
        )
    };
    assert_eq!(of("for j in 0..xs.len() { t += ys[j]; }"), 1);
    assert_eq!(of("for j in 0..xs.len() { zs[j] = ys[j] + zs[j]; }"), 1);
    assert_eq!(of("for j in 0..xs.len() { ys[j] *= 2.0; }"), 1);
    assert_eq!(of("for j in 0..xs.len() { t += ys[j / 2]; }"), 2);
    assert_eq!(of("for j in 1..xs.len() + 1 { t += ys[j]; }"), 2);
    assert_eq!(of("for j in 0..xs.len() { let j = j / 2; t += ys[j]; }"), 2);
    assert_eq!(of("for j in 0..xs.len() { t += ys[j] + ys[0]; }"), 2);
    let own = |made: &str| {
        loops(
            "",
            &format!(
                "fn f(xs: &[f64], ws: &[f64]) -> (R, f64) {{ let n = xs.len(); let mut a = {made}; for i in 0..n {{ a[i] = xs[i] + ws[i]; }} let mut t = 0.0f64; for i in 0..n {{ t += a[i] * a[i]; }} (a, t) }}"
            ),
        )
    };
    assert_eq!(own("vec![0.0; n]"), 1);
    assert_eq!(own("vec![cell(); n]"), 2);
    // The state is made before the first turn.
    assert_eq!(
        of(
            "let t = (0..xs.len()).map(|j| ys[j]).scan(ys[0], |s, y| { *s += y; Some(*s) }).fold(0.0, |t, s| t + s);"
        ),
        2
    );
    // Two elements of a type of the user's may be one cell.
    let of_type = |ty: &str| {
        loops(
            "",
            &format!(
                "fn f(ys: &mut [{ty}], xs: &[f64]) -> f64 {{ let mut t = 0.0f64; for i in 0..xs.len() {{ ys[i] += xs[i]; }} for j in 0..xs.len() {{ t += ys[j]; }} t }}"
            ),
        )
    };
    assert_eq!(of_type("f64"), 1);
    assert_eq!(of_type("Cell"), 2);
}

/// What a body pushes is read in its loop, if each turn pushes once at most, to a vector that was empty.
#[test]
fn vectors_that_a_body_pushes_to() {
    let with = |body: &str, reads: &str| {
        of(&format!(
            "let mut ys = Vec::new(); let mut t = 0.0; for &x in xs {{ t += x; {body} }} {reads}"
        ))
    };
    let sum = "let s: f64 = ys.iter().sum(); (s, t)";
    for once in [
        "ys.push(t);",
        "if x > 0.0 { ys.push(x); }",
        "if x > 0.0 { ys.push(x); } else { ys.push(-x); }",
        "if x > 0.0 { continue; } ys.push(x);",
        "if x > 0.0 { ys.push(x); continue; } ys.push(1.0);",
        "match x > 1.0 { true => ys.push(x), false => {} }",
        "if ys.len() < 3 { ys.push(x); }",
        "if x > 9.0 { break; } ys.push(t);",
    ] {
        assert_eq!(with(once, sum), 1, "{once}");
    }
    for more in [
        "ys.push(t); ys.push(x);",
        "if x > 0.0 { ys.push(x); } ys.push(t);",
        "if x > 0.0 { ys.clear(); } ys.push(t);",
        "ys.push(g(x));",
    ] {
        assert_eq!(with(more, sum), 2, "{more}");
    }
    let taken = "let mut ys: Vec<f64> = vec![]; let mut t = 0.0; for &x in xs { t += x; ys.push(t); } let mut s = 0.0; for y in ys { s += y; } (s, t)";
    assert_eq!(of(taken), 1);
    assert_eq!(
        with(
            "ys.push(t);",
            "let r = &ys; let s: f64 = r.iter().sum(); (s, t)"
        ),
        2
    );
    assert_eq!(
        with(
            "ys.push(t);",
            "ys.push(1.0); let s: f64 = ys.iter().sum(); (s, t)"
        ),
        2
    );
    let begun = "let mut ys = vec![1.0]; let mut t = 0.0; for &x in xs { t += x; ys.push(t); } let s: f64 = ys.iter().sum(); (s, t)";
    assert_eq!(of(begun), 2);
}

#[test]
fn writes_of_one_value_keep_no_loops_apart() {
    let of = |between: &str, second: &str| {
        let first = "let mut s = 0.0; for x in xs { s += x; }";
        let second = format!("let mut q = 0.0; {second}");
        let function = format!(
            "fn f(xs: &[f64], n: f64, out: &mut Vec<f64>) -> R {{
                let mut sums = Vec::new(); {first} {between} {second} (s, q, sums) }}"
        );
        loops("", &function)
    };
    let squares = "for x in xs { q += x * x; }";
    for between in [
        "s /= n;",
        "s = s.sqrt();",
        "sums.push(s);",
        "sums.push(s / xs.len() as f64);",
        "out.push(s);",
        "out[0] = s;",
        "s /= n; sums.push(s); out.push(s);",
    ] {
        assert_eq!(of(between, squares), 1, "{between}");
    }
    // It is read behind, or does more, or what stands behind may leave.
    for between in [
        "note(s);",
        "sums.push(made(s));",
        "sums.extend([s]);",
        "out.clear();",
    ] {
        assert_eq!(of(between, squares), 2, "{between}");
    }
    assert_eq!(of("s /= n;", "for x in xs { q += x * s; }"), 2);
    // What the second loop goes on with is raised above the first, if that has nothing to do with it.
    let pushes = "for x in xs { q += x; sums.push(q); }";
    assert_eq!(of("sums.push(n);", pushes), 1);
    assert_eq!(of("sums.push(s);", pushes), 2);
    assert_eq!(
        of(
            "out.push(s);",
            "for x in xs { if *x > 9.0 { return; } q += x; }"
        ),
        2
    );
    // What is seen behind a panic is written before it.
    assert_eq!(
        of(
            "sums.push(s);",
            "for x in xs { q += 1.0 / out[*x as usize]; }"
        ),
        1
    );
    assert_eq!(
        of(
            "out.push(s);",
            "for x in xs { q += 1.0 / sums[*x as usize]; }"
        ),
        2
    );
}

#[test]
fn what_had_better_not_be_in_a_loop_shares_another() {
    let function = "fn f(xs: &[u8]) -> R {
        let codes: Vec<usize> = xs.chunks_exact(3).map(|c| code(c[0]) * 16 + code(c[1]) * 4 + code(c[2])).collect();
        let mut bins = vec![0u32; 64];
        for &c in &codes { bins[c] += 1; }
        let stops = codes.iter().filter(|c| **c == 48 || **c == 50).count();
        let thirds = codes.iter().filter(|c| **c % 4 == 1).count();
        (bins, stops, thirds) }";
    assert_eq!(loops("", function), 2);
}

#[test]
fn rows_are_counted_once_for_all_who_count_them() {
    let of = |rows: &str, second: &str| {
        loops(
            "",
            &format!(
                "fn f(rows: {rows}, k: u8) -> R {{
                    let n: usize = rows.iter().map(|r| r.iter().filter(|x| **x > k).count()).sum();
                    let m: {second};
                    (n, m) }}"
            ),
        )
    };
    let counts = "usize = rows.iter().map(|r| r.iter().filter(|x| **x < k).count()).sum()";
    // One over the rows and one inside.
    assert_eq!(of("&[Vec<u8>]", counts), 2);
    let each = counts
        .replace("sum", "collect")
        .replace("usize =", "Vec<usize> =");
    assert_eq!(of("&[Vec<u8>]", &each), 2);
    // What `count` gives of what is not seen may be anything: one over the rows, with two workers.
    assert_eq!(of("&[Spans]", counts), 1);
}

#[test]
fn sums_of_rows_that_wait_for_each_other_are_faster_apart() {
    let of = |second: &str| {
        let first = "xs.windows(n).map(|w| w.iter().sum::<f64>()).collect()";
        loops(
            "",
            &format!(
                "fn f(xs: &[f64], n: usize) -> R {{ let a: Vec<f64> = {first}; let b: Vec<f64> = {second}; (a, b) }}"
            ),
        )
    };
    assert_eq!(
        of("xs.windows(n).zip(&a).map(|(w, m)| w.iter().map(|x| x - m).sum::<f64>()).collect()"),
        2
    );
    assert_eq!(
        of("xs.windows(n).map(|w| w.iter().map(|x| x * x).sum::<f64>()).collect()"),
        2
    );
    assert_eq!(
        of("xs.windows(n).zip(&a).map(|(w, m)| w[0] - m).collect()"),
        1
    );
}

#[test]
fn loops_that_hold_loops_are_one_where_they_share_one() {
    let of = |first: &str, second: &str| {
        let function = format!(
            "fn f(rows: &[Vec<f64>], flat: &[f64], w: usize, h: usize, k: f64) -> R {{
                let mut s = 0.0; {first} let mut q = 0.0; {second} (s, q) }}"
        );
        loops("", &function)
    };
    let over = |header: &str, inside: &str| format!("for {header} {{ {inside} }}");
    let rows = |inside: &str| over("row in rows", inside);
    let added = rows("for x in row { s += x; }");
    let squares = "for x in row { q += x * x; }";
    assert_eq!(of(&added, &rows(squares)), 2);
    // By another name, and by reference.
    assert_eq!(
        of(&added, &over("r in rows", "for y in r { q += y * y; }")),
        2
    );
    assert_eq!(of(&added, &over("row in rows.iter()", squares)), 2);
    assert_eq!(of(&added, &over("row in &rows[..]", squares)), 3);
    let flat = |inside: &str| over("i in 0..h", &over("j in 0..w", inside));
    assert_eq!(
        of(
            &flat("s += flat[i * w + j];"),
            &flat("q += flat[i * w + j].abs();")
        ),
        2
    );
    // Numbers that a local of the first body would hide: one loop over the rows, two in it.
    let hides = rows("let k = 2.0; for x in row { s += x * k; }");
    assert_eq!(of(&hides, &rows("for x in row { q += x * k; }")), 3);
    assert_eq!(
        of(&hides, &rows("let k = 3.0; for x in row { q += x * k; }")),
        2
    );
    // What is dropped at the end of the first body.
    assert_eq!(
        of(
            &rows("let g = guard(); for x in row { s += x; }"),
            &rows(squares)
        ),
        4
    );
    // A row of which the first body takes what it refers to.
    let taken = "for row in rows.iter_mut() { for x in row { *x += 1.0; } }";
    let lent = "for row in rows.iter_mut() { for x in row.iter_mut() { *x += 1.0; } }";
    let of = |first: &str, second: &str| {
        loops(
            "",
            &format!("fn f(rows: &mut [Vec<f64>]) {{ {first} {second} }}"),
        )
    };
    assert_eq!(of(lent, lent), 2);
    assert_eq!(of(lent, taken), 2);
    assert_eq!(of(taken, lent), 3);
}
