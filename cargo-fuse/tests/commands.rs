//! The commands on a small crate.

use cargo_fuse::analysis::{self, Which};
use cargo_fuse::args::{Invocation, Picture};
use cargo_fuse::graph;
use cargo_fuse::{Status, run};
use serde_json::Value;

/// What a command says of the crate, and how it ends.
fn fuse(words: &[&str]) -> (String, Status) {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixture/Cargo.toml");
    let words = ["fuse", "--manifest-path", manifest]
        .into_iter()
        .chain(words.iter().copied());
    let invocation = Invocation::parse(words).expect("it is a command");
    let mut out = Vec::new();
    let status = run(&invocation, &mut out).expect("it runs");
    (String::from_utf8(out).expect("it writes text"), status)
}

fn said(words: &[&str]) -> String {
    fuse(words).0
}

#[test]
fn the_table_has_all_functions_with_the_attribute() {
    let table = said(&[]);
    assert!(
        table.contains("deviation  3 loops -> 2, 1 array gone  32 -> 16 bytes"),
        "{table}"
    );
    assert!(table.contains("longest    2 loops -> 2"), "{table}");
    assert!(table.contains("F006"), "{table}");
    assert!(
        !table.contains("extent") && !table.contains("twice"),
        "{table}"
    );
}

#[test]
fn missed_fusions_are_denied_and_inherent_ones_are_not() {
    assert_eq!(fuse(&["--deny", "missed"]).1, Status::Denied);
    assert_eq!(fuse(&["--deny", "unproven"]).1, Status::Done);
    let manifest = Invocation::parse(["fuse", "--deny", "speed"]);
    assert!(manifest.is_err_and(|said| said.contains("`missed` or `unproven`")));
}

#[test]
fn the_table_is_json_too() {
    let json: Value = serde_json::from_str(&said(&["--format", "json"])).expect("it is JSON");
    let functions = json["functions"].as_array().expect("a list");
    assert_eq!(functions.len(), 2);
    assert_eq!(functions[0]["path"], "fixture::deviation");
    assert_eq!(functions[0]["loops_written"], 3);
    assert_eq!(functions[0]["loops"], 2);
    assert_eq!(functions[0]["arrays_gone"][0], "squares");
    assert_eq!(functions[1]["missed"][0]["code"], "F006");
    assert_eq!(functions[1]["missed"][0]["line"], 21);
}

#[test]
fn annotations_of_a_workflow_are_one_line_each() {
    let lines = said(&["--format", "github"]);
    assert!(
        lines.lines().all(|line| line.starts_with("::notice file=")),
        "{lines}"
    );
    assert!(
        lines.contains("title=F006%3A keeps references into the array::"),
        "{lines}"
    );
}

/// The one that saves most comes first; tests, and what has one loop, are not there.
#[test]
fn suggestions_are_ranked_by_the_memory_traffic_that_they_save() {
    let lines = said(&["suggest"]);
    let names: Vec<&str> = lines
        .lines()
        .filter_map(|line| line.split(' ').nth(1)?.strip_suffix(':'))
        .collect();
    assert_eq!(names, ["summary", "sides", "extent"], "{lines}");
    assert!(
        lines.contains("elsewhere.rs:18 summary: 4 loops -> 1, 1 array gone"),
        "{lines}"
    );
    let one = said(&["suggest", "Table::summary"]);
    assert_eq!(one.lines().count(), 1, "{one}");
}

/// Without a terminal nobody is asked, and nothing is written.
#[test]
fn the_attribute_is_shown_as_a_diff() {
    let diff = said(&["suggest", "--apply", "summary", "sides"]);
    assert!(
        diff.contains("+    #[loopfuse::fuse]\n     pub fn summary"),
        "{diff}"
    );
    assert!(
        diff.contains("+    #[loopfuse::fuse]\n     pub fn sides"),
        "{diff}"
    );
    let added = diff
        .lines()
        .filter(|line| line.starts_with('+') && !line.starts_with("+++"));
    assert_eq!(added.count(), 2, "{diff}");
    assert!(
        !diff
            .lines()
            .any(|line| line.starts_with('-') && !line.starts_with("---"))
    );
    let file = include_str!("fixture/src/elsewhere.rs");
    assert!(!file.contains("loopfuse"), "nothing was written");
}

#[test]
fn an_explanation_has_the_source_with_its_loops_and_what_is_missed() {
    let text = said(&["explain", "fixture::longest"]);
    assert!(
        text.contains("1    20 |     let trimmed: Vec<String>"),
        "{text}"
    );
    assert!(text.contains("2    21 |     let longest"), "{text}");
    assert!(text.contains("F006"), "{text}");
    assert!(text.contains("read the elements by value"), "{text}");
    assert_eq!(text, said(&["explain", "src/lib.rs:20"]));
}

#[test]
fn an_expansion_is_a_function() {
    let text = said(&["expand", "deviation"]);
    let rust = text.split_once('\n').map_or("", |(_, rust)| rust);
    assert!(syn::parse_str::<syn::ItemFn>(rust).is_ok(), "{text}");
    assert_eq!(
        (rust.matches("for ").count(), rust.matches(".sum()").count()),
        (1, 1),
        "{text}"
    );
    for comment in [
        "    // loop 1, as written: sum\n    let sum",
        "    // loop 2: squares, total\n    for ",
    ] {
        assert!(rust.contains(comment), "{comment}: {text}");
    }
    let method = said(&["expand", "summary"]);
    assert!(method.contains("\npub fn summary(&self)"), "{method}");
}

#[test]
fn a_picture_names_everything() {
    let svg = said(&["graph", "deviation", "--svg"]);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    for part in [
        "as written: 3 loops",
        "fused: 2 loops",
        ">squares<",
        "must be finished",
    ] {
        assert!(svg.contains(part), "{part}: {svg}");
    }
    assert_eq!(svg.matches("class=\"gone\"").count(), 1, "{svg}");
    let html = said(&["graph", "deviation", "--html"]);
    assert!(
        html.contains("<svg ") && html.contains("needs the finished result"),
        "{html}"
    );
    let dot = said(&["graph", "deviation", "--dot"]);
    assert!(
        dot.starts_with("digraph") && dot.matches("subgraph").count() == 7,
        "{dot}"
    );
    let mermaid = said(&["graph", "deviation", "--mermaid"]);
    assert!(
        mermaid.starts_with("flowchart TB") && mermaid.contains(":::gone"),
        "{mermaid}"
    );
}

/// Cargo's own messages, then ours, then the end of the build.
#[test]
fn a_check_appends_notes_that_editors_understand() {
    let (text, status) = fuse(&["check", "--message-format=json", "--quiet"]);
    assert_eq!(status, Status::Done);
    let messages: Vec<Value> = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("each line is JSON"))
        .collect();
    let last = messages.last().expect("there are messages");
    assert_eq!(last["reason"], "build-finished");
    let ours = |message: &&Value| message["message"]["code"]["code"] == "fuse::F006";
    let ours = messages.iter().find(ours).expect("a note of ours");
    // The package as cargo itself calls it in its messages.
    let artifact = messages.iter().find(|message| {
        message["target"]["name"] == "fixture" && message["reason"] == "compiler-artifact"
    });
    let artifact = artifact.expect("the fixture is checked");
    for field in ["package_id", "manifest_path"] {
        assert_eq!(ours[field], artifact[field]);
    }
    let message = &ours["message"];
    assert_eq!(message["level"], "note");
    let primary = &message["spans"][0];
    assert_eq!(
        (&primary["line_start"], &primary["is_primary"]),
        (&21.into(), &true.into())
    );
    assert!(
        primary["file_name"]
            .as_str()
            .is_some_and(|file| file.ends_with("src/lib.rs"))
    );
}

#[test]
fn what_is_not_there_is_said() {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixture/Cargo.toml");
    let of = |words: &[&str]| {
        let words = ["fuse", "--manifest-path", manifest]
            .into_iter()
            .chain(words.iter().copied());
        let invocation = Invocation::parse(words).expect("it is a command");
        run(&invocation, &mut Vec::new()).expect_err("it cannot be done")
    };
    assert_eq!(
        of(&["explain", "nothing"]),
        "no function is found at `nothing`"
    );
    assert_eq!(
        of(&["-p", "other"]),
        "no package of this workspace is called `other`"
    );
}

/// `cargo fuse graph examples/normalize.rs:25 --svg > docs/pictures/normalize2.svg` writes one anew.
#[test]
fn the_pictures_of_the_readme_are_what_the_command_draws() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
    let readme = include_str!("../../README.md");
    for (file, name) in [
        ("examples/normalize.rs", "normalize2"),
        ("examples/quickhull.rs", "filter_max"),
    ] {
        let picture = format!("docs/pictures/{name}.svg");
        assert!(readme.contains(&format!("({picture})")), "{picture}");
        let text = std::fs::read_to_string(format!("{root}/{file}")).expect("an example");
        let found = analysis::of_text(&text, file, &[], Which::Annotated, false);
        let found = found.expect("it parses");
        let function = found.iter().find(|function| function.path == name);
        let drawn = graph::write(function.expect("it is there"), Picture::Svg);
        let kept = std::fs::read_to_string(format!("{root}/{picture}")).expect("a picture");
        assert!(kept == drawn, "{picture} is out of date");
    }
}

/// A file that is read later has spans of its own.
#[test]
fn functions_of_an_earlier_file_are_explained() {
    let earlier = "\n\n\n#[fuse]\nfn moments(xs: &[f64]) -> (f64, f64) {\n    let sum = xs.iter().sum();\n    let squares = xs.iter().map(|x| x * x).sum();\n    (sum, squares)\n}\n";
    let read = |text: &str, name: &str| {
        analysis::of_text(text, name, &[], Which::All, true).expect("it parses")
    };
    let found = read(earlier, "earlier.rs");
    read("fn f() {}", "later.rs");
    let listing = cargo_fuse::explain::write(&found[0]);
    let numbered = listing.lines().filter(|line| line.starts_with('1'));
    assert_eq!(numbered.count(), 2, "{listing}");
}
