//! The generated pages are what the compiler says. To write them anew: `LOOPFUSE_BLESS=1 cargo test -p loopfuse-guide --test pages`.

use cargo_fuse::analysis::{self, Analysis, Which};
use cargo_fuse::args::Picture;
use cargo_fuse::{graph, summary};
use fuse_compiler::report::Code;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

fn guide() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The sorted files of a folder with this ending.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder is there");
    let paths = entries.map(|entry| entry.expect("a readable entry").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|end| end == ending))
        .collect();
    paths.sort();
    paths
}

/// Holds a generated file against what it should be, or writes it.
fn hold(path: &str, wanted: &str) {
    let path = guide().join("src").join(path);
    if std::env::var_os("LOOPFUSE_BLESS").is_some() {
        std::fs::write(&path, wanted).expect("the page can be written");
    }
    assert!(
        read(&path) == wanted,
        "{} is out of date: LOOPFUSE_BLESS=1",
        path.display()
    );
}

/// The one annotated function of a file.
fn analysed(path: &Path) -> (String, Analysis) {
    let text = read(path);
    let shown = path.file_name().unwrap_or_default().to_string_lossy();
    let found = analysis::of_text(&text, &shown, &[], Which::Annotated, false);
    let mut found = found.expect("it parses");
    assert_eq!(found.len(), 1, "{shown}");
    (text, found.remove(0))
}

#[test]
fn the_gallery_shows_the_functions_of_the_examples() {
    let mut page = String::from(
        "# Ten functions before and after\n\n\
        The functions of `examples/gallery`, which assert their loops: `cargo test -p loopfuse-examples`. Bytes are those that go \
        through memory for\none element of the input; filters count as if they kept everything, and a `~` says that a type is not visible and counts as eight bytes. Times of such kernels are in \
        [Measured](measured.md).\nIn the pictures blue is in memory, grey is never built.\n\n",
    );
    let files = files(&guide().join("../examples/gallery"), "rs");
    let functions = files.iter().filter(|path| !path.ends_with("lib.rs"));
    let (mut sections, mut table) = (
        String::new(),
        String::from("| function | loops | arrays gone | bytes |\n|---|---|---|---|\n"),
    );
    for path in functions {
        let (text, function) = analysed(path);
        let name = &function.path;
        let picture = format!("pictures/{name}.svg");
        hold(&picture, &graph::write(&function, Picture::Svg));
        let (about, code) = text.split_once("\n\n").expect("it begins with what it is");
        let about = about.trim_start_matches("//! ").replace("\n//! ", " ");
        let (code, test) = code
            .split_once("\n#[test]\nfn ")
            .expect("it ends with a test");
        let asserted = test.split_once(" {\n").map_or("", |(_, body)| body);
        let asserted = asserted.trim_end().trim_end_matches('}').trim_end();
        let asserted = asserted
            .lines()
            .map(|line| line.strip_prefix("    ").unwrap_or(line));
        let asserted = asserted.collect::<Vec<_>>().join("\n");
        // Writing to a string cannot fail.
        let _ = writeln!(
            table,
            "| [`{name}`](#{}) | {} → {} | {} | {} |",
            name,
            function.written,
            function.loops,
            function.gone().len(),
            summary::traffic(&function)
                .trim_end_matches(" bytes")
                .replace("->", "→"),
        );
        let _ = write!(
            sections,
            "## {name}\n\n{about}\n\n```rust\n{code}\n{asserted}\n```\n\n**{}**, {} an element.\n\n![{name} before and after]({picture})\n\n",
            summary::change(&function).replace("->", "→"),
            summary::traffic(&function).replace("->", "→"),
        );
    }
    page += &table;
    page += "\n";
    page += sections.trim_end();
    page += "\n";
    hold("gallery.md", &page);
}

#[test]
fn each_code_has_its_page() {
    let mut list = String::from(
        "# Reasons, by code\n\nWhy two chains are in two loops, or a statement stays as written. `cargo fuse explain F006` prints \
        a page.\n\n",
    );
    for code in Code::all() {
        hold(
            &format!("reasons/{code}.md"),
            &format!("{{{{#include ../../../cargo-fuse/pages/{code}.md}}}}\n"),
        );
        // Writing to a string cannot fail.
        let _ = writeln!(list, "- [{code}](reasons/{code}.md): {}", code.title());
    }
    hold("reasons.md", &list);
    let pages = files(&guide().join("src/reasons"), "md");
    assert_eq!(pages.len(), Code::all().len(), "a page without a code");
}

#[test]
fn the_pictures_are_those_of_the_readme() {
    for (from, to) in [
        ("../docs/pictures/normalize2.svg", "pictures/normalize2.svg"),
        ("../benches/ratios.svg", "pictures/ratios.svg"),
    ] {
        hold(to, &read(&guide().join(from)));
    }
}

#[test]
fn the_summary_names_every_page() {
    let mut wanted = String::from("# Summary\n\n");
    for (file, title) in [
        ("what", "What it is"),
        ("tutorial", "From a function to one loop"),
        ("report", "How to read explain"),
        ("options", "Options"),
        ("gallery", "Ten functions before and after"),
        ("parallel", "Parallel and determinism"),
        ("chunks", "Chunks and engines"),
        ("recognised", "What is recognised"),
        ("stays", "What stays as written, and why"),
        ("reasons", "Reasons, by code"),
    ] {
        // Writing to a string cannot fail.
        let _ = writeln!(wanted, "- [{title}]({file}.md)");
    }
    for code in Code::all() {
        let _ = writeln!(wanted, "  - [{code}: {}](reasons/{code}.md)", code.title());
    }
    for (file, title) in [
        ("measured", "Measured"),
        ("how", "How it works"),
        ("faq", "Questions"),
    ] {
        let _ = writeln!(wanted, "- [{title}]({file}.md)");
    }
    hold("SUMMARY.md", &wanted);
    for page in files(&guide().join("src"), "md") {
        let name = page
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let named = name == "SUMMARY.md" || wanted.contains(&format!("({name})"));
        assert!(named, "{name} is in no summary");
        let stem = name.trim_end_matches(".md");
        let has_code = read(&page).contains("```rust");
        assert!(
            !has_code || loopfuse_guide::RUN.contains(&stem),
            "the code of {name} is not run"
        );
    }
}

/// Links and pictures that lead to nothing are found without the book being built.
#[test]
fn every_link_leads_somewhere() {
    let source = guide().join("src");
    for page in files(&source, "md") {
        for link in read(&page).split("](").skip(1) {
            let link = link.split([')', '#']).next().unwrap_or("");
            if !link.is_empty() && !link.contains("://") {
                assert!(source.join(link).exists(), "{}: {link}", page.display());
            }
        }
    }
}
