//! Functions that are not wrong but deep, or long.

/// A function around some statements, as text.
fn function(statements: &str) -> String {
    format!("fn f(xs: &[f64], ys: &[f64], n: usize) {{ {statements} }}")
}

/// Everything that nests, `n` levels deep, with a name.
#[must_use]
pub fn deep(n: usize) -> Vec<(&'static str, String)> {
    let nested = |open: &str, inside: &str, close: &str| {
        function(&format!("{}{inside}{};", open.repeat(n), close.repeat(n)))
    };
    vec![
        ("parentheses", nested("(", "1", ")")),
        ("blocks", nested("{", "1", "}")),
        ("arrays", nested("[", "1", "]")),
        ("sum", nested("", "1", " + 1")),
        (
            "adapters",
            nested("xs.iter()", ".sum::<f64>()", "").replacen(
                &"xs.iter()".repeat(n),
                &format!("xs.iter(){}", ".map(|x| x)".repeat(n)),
                1,
            ),
        ),
        (
            "workers in workers",
            nested("xs.iter().map(|x| ", "1", ").sum::<f64>()"),
        ),
        ("loops", nested("for x in xs {", "f(x)", "}")),
        ("branches", nested("if a { 1 } else ", "{ 2 }", "")),
        ("closures", nested("|x| ", "x", "")),
        ("references", nested("&", "x", "")),
        (
            "types",
            function(&format!(
                "let x: {}u8{} = y;",
                "Vec<".repeat(n),
                ">".repeat(n)
            )),
        ),
        (
            "patterns",
            function(&format!("let {}x{} = y;", "(".repeat(n), ",)".repeat(n))),
        ),
        ("a macro", nested("m!(", "1", ")")),
        (
            "an attribute",
            function(&format!("#[a{}{}] f();", "(".repeat(n), ")".repeat(n))),
        ),
        ("questions", nested("", "x", "?")),
    ]
}

/// Everything that repeats, `n` times, with a name.
#[must_use]
pub fn long(n: usize) -> Vec<(&'static str, String)> {
    let repeated =
        |statement: &dyn Fn(usize) -> String| function(&(0..n).map(statement).collect::<String>());
    vec![
        ("walls", repeated(&|i| format!("let v{i} = f({i});"))),
        ("scalars", repeated(&|i| format!("let v{i} = {i} + n;"))),
        (
            "sums",
            repeated(&|i| format!("let v{i}: f64 = xs.iter().map(|x| x * {i}.0).sum();")),
        ),
        (
            "arrays that nobody reads",
            repeated(&|i| format!("let v{i}: Vec<f64> = xs.iter().map(|x| x * {i}.0).collect();")),
        ),
        ("arrays in a row", {
            let chain = |i: usize| {
                let from = i
                    .checked_sub(1)
                    .map_or("xs".to_owned(), |before| format!("v{before}"));
                format!("let v{i}: Vec<f64> = {from}.iter().map(|x| x * 2.0).collect();")
            };
            let last = n.saturating_sub(1);
            repeated(&chain)
                .replacen("{ ", "{ let mut s = 0.0; ", 1)
                .replace(" }", &format!("s += v{last}.iter().sum::<f64>(); }}"))
        }),
        (
            "sums with walls between",
            repeated(&|i| format!("let v{i}: f64 = xs.iter().sum(); f(v{i});")),
        ),
        (
            "filters of filters",
            repeated(&|i| {
                let from = i
                    .checked_sub(1)
                    .map_or("xs".to_owned(), |before| format!("v{before}"));
                format!(
                    "let v{i}: Vec<f64> = {from}.iter().copied().filter(|x| *x > {i}.0).collect();\
                     let s{i}: f64 = v{i}.iter().sum();"
                )
            }),
        ),
        (
            "for loops",
            repeated(&|i| format!("let mut v{i} = 0.0; for x in xs {{ v{i} += x; }}")),
        ),
        (
            "nested regions",
            repeated(&|i| {
                format!(
                    "for x in ys {{ let a: f64 = xs.iter().sum(); let b{i} = xs.iter().count(); f(a, b{i}); }}"
                )
            }),
        ),
    ]
}
