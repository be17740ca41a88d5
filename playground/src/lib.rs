//! The compiler behind a page: the text of a file → what became of each of its functions, as JSON.
//!
//! In: Rust, as `cargo fuse` reads it from a file. Out: an object with `functions` or `error`. For each function: its name, its
//! loops and bytes before and after, what `explain` says, the expansion, and the picture as SVG. The page is
//! `playground/page.html`; `playground/build` puts both together into one file.

use cargo_fuse::analysis::{self, Analysis, Which};
use cargo_fuse::args::Picture;
use cargo_fuse::{expand, explain, graph, summary};
use serde_json::{Value, json};

#[cfg(target_arch = "wasm32")]
pub mod page;

/// What becomes of the functions of a text. Where none has the attribute, of all.
#[must_use]
pub fn answer(text: &str) -> String {
    let found = match analysis::of_text(text, "playground.rs", &[], Which::All, true) {
        Ok(found) => found,
        Err(said) => return json!({ "error": said }).to_string(),
    };
    let annotated = found.iter().any(|function| function.options.is_some());
    let shown = found
        .iter()
        .filter(|function| function.options.is_some() || !annotated);
    json!({ "functions": shown.map(object).collect::<Vec<Value>>() }).to_string()
}

fn object(function: &Analysis) -> Value {
    json!({
        "name": function.path,
        "written": function.written,
        "loops": function.loops,
        "change": summary::change(function),
        "traffic": summary::traffic(function),
        "explain": explain::write(function),
        "report": function.report,
        "expansion": expand::write(function).unwrap_or_else(|said| said),
        "picture": graph::write(function, Picture::Svg),
    })
}

#[cfg(test)]
mod tests {
    use super::answer;
    use serde_json::Value;

    fn answered(text: &str) -> Value {
        serde_json::from_str(&answer(text)).expect("it is JSON")
    }

    #[test]
    fn a_function_comes_back_with_its_loops_and_its_picture() {
        let text = "fn sums(xs: &[f64]) -> (f64, f64) {
            let a: f64 = xs.iter().sum();
            let b: f64 = xs.iter().map(|x| x * x).sum();
            (a, b)
        }";
        let answer = answered(text);
        let sums = &answer["functions"][0];
        assert_eq!((&sums["name"], &sums["loops"]), (&"sums".into(), &1.into()));
        assert!(
            sums["picture"]
                .as_str()
                .is_some_and(|svg| svg.starts_with("<svg"))
        );
        assert!(
            sums["expansion"]
                .as_str()
                .is_some_and(|text| text.contains("for "))
        );
    }

    #[test]
    fn what_does_not_parse_is_said() {
        assert!(answered("fn f( {")["error"].is_string());
        assert_eq!(answered("")["functions"], Value::Array(Vec::new()));
    }
}
