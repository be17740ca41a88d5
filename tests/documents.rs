//! What the documents say about the repository is so.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// What stands between single backticks, outside fenced blocks.
fn code_spans(document: &str) -> Vec<String> {
    let mut spans = Vec::new();
    let mut fenced = false;
    for line in document.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            spans.extend(line.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    spans
}

/// The fenced blocks of a language.
fn fenced_blocks(document: &str, language: &str) -> Vec<String> {
    let opening = format!("```{language}\n");
    let blocks = document.split(&opening).skip(1);
    let content = |block: &str| block.split("```").next().unwrap_or("").trim().to_owned();
    blocks.map(content).collect()
}

fn is_path(span: &str) -> bool {
    let path_like = |c: char| c.is_ascii_alphanumeric() || "._-/".contains(c);
    let file = [".rs", ".md", ".toml", ".lock"];
    span.chars().all(path_like)
        && (span.contains('/') || file.iter().any(|end| span.ends_with(end)))
}

#[test]
fn every_path_that_a_document_names_exists() {
    for document in [
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "README.md",
        "SECURITY.md",
        "docs/BIBLIOGRAPHY.md",
        "docs/DESIGN.md",
        "docs/GLOSSARY.md",
        "tests/README.md",
        "tests/SAFETY.md",
    ] {
        let paths: Vec<String> = code_spans(&read(document))
            .into_iter()
            .filter(|span| is_path(span))
            .collect();
        assert!(!paths.is_empty(), "{document} names no path");
        for path in paths {
            assert!(root().join(&path).exists(), "{document} names {path}");
        }
    }
}

#[test]
fn the_architecture_names_every_module_of_the_compiler() {
    let architecture = read("ARCHITECTURE.md");
    let spans = code_spans(&architecture);
    let source = root().join("fuse-compiler/src");
    for entry in std::fs::read_dir(source).expect("the compiler has sources") {
        let entry = entry.expect("a readable directory");
        let name = entry.file_name().into_string().expect("a plain name");
        let path = format!("fuse-compiler/src/{name}");
        // The submodules of `graph.rs` stand in `graph`.
        let parent = format!("{path}.rs");
        assert!(
            spans.contains(&path) || spans.contains(&parent),
            "ARCHITECTURE.md does not name {path}"
        );
    }
}

/// The comments of every source file with its path, those in a row as one line.
fn comments() -> Vec<(String, String)> {
    fn visit(directory: &Path, found: &mut Vec<(String, String)>) {
        for entry in std::fs::read_dir(directory).expect("a readable directory") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if path.is_dir() && name != "target" && !name.starts_with('.') {
                visit(&path, found);
            } else if name.ends_with(".rs") {
                let source = std::fs::read_to_string(&path).expect("sources are text");
                found.push((path.display().to_string(), comments_of(&source)));
            }
        }
    }
    let mut found = Vec::new();
    visit(root(), &mut found);
    found
}

fn comments_of(source: &str) -> String {
    let mut comments = String::new();
    for line in source.lines() {
        match line.trim_start().strip_prefix("//") {
            Some(comment) => {
                comments.push_str(comment.trim_start_matches(['/', '!']).trim());
                comments.push(' ');
            }
            None => comments.push('\n'),
        }
    }
    comments
}

/// What stands behind each occurrence of a text.
fn behind<'a>(text: &'a str, what: &str) -> Vec<&'a str> {
    text.match_indices(what)
        .map(|(place, found)| &text[place + found.len()..])
        .collect()
}

/// The headings of each section of the design, its own among them.
fn sections_of_the_design() -> BTreeMap<usize, BTreeSet<String>> {
    let mut sections: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
    let mut section = 0;
    for line in read("docs/DESIGN.md").lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            let (number, name) = heading.split_once(". ").expect("sections have numbers");
            section = number.parse().expect("a number");
            let new = sections.insert(section, BTreeSet::from([name.to_owned()]));
            assert!(new.is_none(), "two sections {section}");
        } else if let Some(rule) = line.strip_prefix("### ") {
            sections.entry(section).or_default().insert(rule.to_owned());
        }
    }
    sections
}

/// Holds `3, *Barriers* and *Workers*` against the sections.
fn is_in_the_design(cited: &str, sections: &BTreeMap<usize, BTreeSet<String>>, from: &str) {
    let digits = cited.len() - cited.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (number, mut rest) = cited.split_at(digits);
    let rules = number.parse().ok().and_then(|number| sections.get(&number));
    let rules = rules.unwrap_or_else(|| panic!("{from}: no section `{number}`"));
    let mut before = ", *";
    while let Some(named) = rest.strip_prefix(before) {
        let (rule, behind) = named.split_once('*').expect("the heading ends");
        assert!(
            rules.contains(rule),
            "{from}: no *{rule}* in section {number}"
        );
        rest = behind;
        before = " and *";
    }
}

#[test]
fn every_section_that_is_cited_is_in_the_design() {
    let sections = sections_of_the_design();
    let mut cited = 0;
    for (path, comments) in comments() {
        for section in behind(&comments, "docs/DESIGN.md section ") {
            is_in_the_design(section, &sections, &path);
            cited += 1;
        }
        let nameless = comments.contains("design section");
        assert!(!nameless, "{path} does not name the document that it cites");
    }
    assert!(cited > 40, "{cited} citations are not all");
    for document in [
        "ARCHITECTURE.md",
        "docs/BIBLIOGRAPHY.md",
        "docs/GLOSSARY.md",
    ] {
        for section in behind(&read(document).replace('\n', " "), "DESIGN.md`, section ") {
            is_in_the_design(section, &sections, document);
        }
    }
    let design = read("docs/DESIGN.md").replace('\n', " ");
    for section in behind(&design, "section ") {
        if section.starts_with(|c: char| c.is_ascii_digit()) {
            is_in_the_design(section, &sections, "docs/DESIGN.md");
        }
    }
}

#[test]
fn every_paper_that_is_cited_is_in_the_bibliography() {
    let bibliography = read("docs/BIBLIOGRAPHY.md");
    let mut texts = comments();
    for document in ["ARCHITECTURE.md", "docs/DESIGN.md", "docs/GLOSSARY.md"] {
        texts.push((document.to_owned(), read(document)));
    }
    let mut cited = BTreeSet::new();
    for (path, text) in &texts {
        for number in behind(&text.to_lowercase(), "paper 00") {
            let number = number.chars().next().unwrap_or(' ');
            let heading = format!("\n## Paper 00{number}\n");
            assert!(
                bibliography.contains(&heading),
                "{path} cites paper 00{number}"
            );
            cited.insert(number);
        }
    }
    assert!(cited.contains(&'1') && cited.contains(&'4'));
}

#[test]
fn the_glossary_has_each_term_once_and_in_order() {
    let glossary = read("docs/GLOSSARY.md");
    let terms: Vec<String> = glossary
        .lines()
        .filter_map(|line| line.strip_prefix("**"))
        .filter_map(|line| Some(line.split_once("**")?.0.to_lowercase()))
        .collect();
    assert!(!terms.is_empty());
    for pair in terms.windows(2) {
        assert!(pair[0] < pair[1], "`{}` before `{}`", pair[0], pair[1]);
    }
}

/// The functions that stand under the attribute, by name.
fn fused_functions(source: &str) -> Vec<String> {
    let after = source.split("#[fuse").skip(1);
    let name = |rest: &str| {
        let from = rest.find("fn ")? + 3;
        let name = rest[from..].split(|c: char| !(c.is_alphanumeric() || c == '_'));
        name.map(str::to_owned).next()
    };
    after.filter_map(name).collect()
}

/// The modules below a folder, by their paths from there: `filters::collected`.
fn modules(folder: &str) -> Vec<String> {
    fn visit(directory: &Path, prefix: &str, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(directory).expect("a readable directory") {
            let path = entry.expect("a readable entry").path();
            let name = path.file_stem().expect("a name").to_string_lossy();
            if path.is_dir() {
                visit(&path, &format!("{prefix}{name}::"), found);
            } else {
                found.push(format!("{prefix}{name}"));
            }
        }
    }
    let mut found = Vec::new();
    visit(&root().join(folder), "", &mut found);
    found.sort();
    found
}

/// The file of a module below a folder.
fn file_of(folder: &str, module: &str) -> String {
    format!("{folder}/{}.rs", module.replace("::", "/"))
}

const ERASURE: &str = "tests/erasure";
const FUNCTIONS: &str = "tests/erasure/functions";

#[test]
fn every_file_of_functions_is_compiled_and_tested() {
    let main = read("tests/erasure/main.rs");
    for module in modules(FUNCTIONS) {
        // One tells plain from fused, the other is included by its neighbour.
        if module == "probe" || module == "sources::fields_over" {
            continue;
        }
        let law = file_of(ERASURE, &module);
        assert!(root().join(&law).exists(), "there is no {law}");
        let (_, list) = main.split_once("\ntwice! {").expect("the list");
        let mut names = module.split("::");
        let listed = |name: &str| {
            list.split(|c: char| !(c.is_alphanumeric() || c == '_'))
                .any(|word| word == name)
        };
        assert!(names.all(listed), "main.rs does not list {module}");
    }
}

#[test]
fn every_theme_is_in_the_table() {
    let table = read("tests/README.md");
    for module in modules(ERASURE) {
        if module.contains("::") || module == "main" {
            continue;
        }
        assert!(
            table.contains(&format!("\n| `{module}` |")),
            "tests/README.md does not say what belongs to {module}"
        );
    }
}

#[test]
fn every_rule_of_safety_has_its_programs() {
    let document = read("tests/SAFETY.md");
    // What is assumed is shown by programs that no test could hold.
    let (rules, _) = document
        .split_once("## What is assumed")
        .expect("what is assumed comes last");
    let spans = code_spans(rules);
    let programs: Vec<&str> = spans
        .iter()
        .map(String::as_str)
        .filter(|span| span.contains("::"))
        .filter(|span| *span != "a::b::c")
        .collect();
    for program in &programs {
        let (module, function) = program.rsplit_once("::").expect("a file and a function");
        let source = read(&file_of(FUNCTIONS, module));
        assert!(
            fused_functions(&source).iter().any(|name| name == function),
            "tests/SAFETY.md names {program}"
        );
    }
    let mut suites = 0;
    for module in modules(FUNCTIONS) {
        let source = read(&file_of(FUNCTIONS, &module));
        if !source.contains("//! `tests/SAFETY.md`") {
            continue;
        }
        suites += 1;
        let law = read(&file_of(ERASURE, &module));
        for function in fused_functions(&source) {
            let program = format!("{module}::{function}");
            assert!(
                programs.contains(&program.as_str()),
                "tests/SAFETY.md does not name {program}"
            );
            let called =
                law.contains(&format!("{program}(")) || law.contains(&format!(".{function}("));
            // These are called by the function that waits for one, and takes the other apart.
            let within = ["waiting", "counted"].contains(&function.as_str());
            assert!(called || within, "no law for {program}");
        }
    }
    assert!(suites >= 18, "{suites} files are not all");
}

#[test]
fn the_readme_has_two_commands_and_ci_runs_both() {
    let commands = fenced_blocks(&read("README.md"), "sh");
    let [example, tests] = &commands[..] else {
        panic!("one block for the example, one for the tests: {commands:?}")
    };
    assert_eq!(tests, "cargo test --workspace");
    let name = example
        .strip_prefix("cargo run --release -p loopfuse-examples --bin ")
        .unwrap_or_else(|| panic!("{example} runs no example"));
    assert!(root().join(format!("examples/{name}.rs")).exists());

    let ci = read(".ci/run");
    assert!(
        ci.contains("tests=$(readme_command 2)"),
        "CI takes the tests from the README"
    );
    assert!(
        ci.contains("for example in examples/*.rs"),
        "CI runs every example"
    );
}

#[test]
fn the_readme_shows_the_code_of_the_example() {
    let readme = read("README.md");
    let blocks = fenced_blocks(&readme, "rust");
    let body = |source: &str| {
        let from = source.find("fn normalize2").expect("it shows normalize2");
        let upto = source[from..].find("\n}").expect("it ends") + from;
        source[from..upto].to_owned()
    };
    assert_eq!(body(&blocks[0]), body(&read("examples/normalize.rs")));
}

/// To write it anew: `LOOPFUSE_BLESS=1 cargo test --test documents`.
#[test]
fn the_documentation_lists_what_is_recognised() {
    let path = "fuse-macro/src/recognised.md";
    let tables = fuse_compiler::recognised::markdown();
    if std::env::var_os("LOOPFUSE_BLESS").is_some() {
        std::fs::write(root().join(path), &tables).expect("the document can be written");
    }
    assert!(
        read(path) == tables,
        "{path} is not what the compiler knows"
    );
    assert!(
        read("README.md").contains(path),
        "the README leads to the tables"
    );
}

#[test]
fn every_file_with_unsafe_code_is_in_the_table_of_security() {
    let table = read("SECURITY.md");
    let spans = code_spans(&table);
    let mut found = 0;
    for module in modules("fuse-runtime/src") {
        let path = file_of("fuse-runtime/src", &module);
        let source = read(&path);
        let mut lines = source.lines().map(str::trim_start);
        let code = |line: &str| !line.starts_with("//") && line.contains("unsafe ");
        if lines.any(code) {
            assert!(spans.contains(&path), "SECURITY.md does not name {path}");
            found += 1;
        }
    }
    assert!(found > 10, "{found} files are not all");
}

#[test]
fn the_changelog_knows_this_version() {
    let heading = format!("## [{}]", env!("CARGO_PKG_VERSION"));
    let changelog = read("CHANGELOG.md");
    assert!(changelog.contains("## [Unreleased]") || changelog.contains(&heading));
}

#[test]
fn the_lock_file_names_only_the_public_registry() {
    let sources: Vec<String> = read("Cargo.lock")
        .lines()
        .filter_map(|line| line.strip_prefix("source = ").map(str::to_owned))
        .collect();
    assert!(!sources.is_empty());
    for source in sources {
        assert_eq!(
            source,
            "\"registry+https://github.com/rust-lang/crates.io-index\""
        );
    }
}

/// What is declared `pub` in a file, a line each: `unreachable_pub` is denied, so that all of it can be reached.
fn public_items(source: &str) -> Vec<String> {
    fn spelt(tokens: impl quote::ToTokens) -> String {
        tokens.to_token_stream().to_string()
    }
    fn is_public(visibility: &syn::Visibility) -> bool {
        matches!(visibility, syn::Visibility::Public(_))
    }
    let file = syn::parse_file(source).expect("it was compiled");
    let mut found = Vec::new();
    for item in file.items {
        match item {
            syn::Item::Fn(item) if is_public(&item.vis) => found.push(spelt(item.sig)),
            syn::Item::Mod(item) if is_public(&item.vis) => {
                found.push(format!("mod {}", item.ident))
            }
            syn::Item::Use(item) if is_public(&item.vis) => found.push(spelt(item.tree)),
            syn::Item::Const(item) if is_public(&item.vis) => {
                found.push(format!("const {} : {}", item.ident, spelt(item.ty)));
            }
            syn::Item::Enum(item) if is_public(&item.vis) => {
                for variant in &item.variants {
                    found.push(format!("enum {} :: {}", item.ident, variant.ident));
                }
            }
            syn::Item::Struct(item) if is_public(&item.vis) => {
                found.push(format!("struct {} {}", item.ident, spelt(&item.generics)));
                for field in item.fields.iter().filter(|field| is_public(&field.vis)) {
                    let name = field
                        .ident
                        .as_ref()
                        .map(ToString::to_string)
                        .unwrap_or_default();
                    found.push(format!(
                        "struct {} . {name} : {}",
                        item.ident,
                        spelt(&field.ty)
                    ));
                }
            }
            syn::Item::Impl(item) if item.trait_.is_none() => {
                for function in item.items {
                    if let syn::ImplItem::Fn(function) = function
                        && is_public(&function.vis)
                    {
                        found.push(format!(
                            "{} :: {}",
                            spelt(&item.self_ty),
                            spelt(function.sig)
                        ));
                    }
                }
            }
            _ => {}
        }
    }
    found
}

/// A change here is one that dependents see: the next version says so. To write it anew: `LOOPFUSE_BLESS=1 cargo test --test documents`.
#[test]
fn the_public_interface_is_what_it_was() {
    let mut text = String::new();
    for path in [
        "src/lib.rs",
        "fuse-macro/src/lib.rs",
        "fuse-compiler/src/lib.rs",
        "fuse-compiler/src/function/target.rs",
        "fuse-compiler/src/report.rs",
        "fuse-compiler/src/report/data.rs",
        "fuse-compiler/src/ops/recognised.rs",
        "fuse-compiler/src/ops/recognised/adapters.rs",
        "fuse-compiler/src/ops/recognised/parallel.rs",
        "fuse-compiler/src/ops/recognised/row.rs",
        "fuse-compiler/src/ops/recognised/sources.rs",
    ] {
        text += &format!("# {path}\n");
        for item in public_items(&read(path)) {
            text += &format!("{item}\n");
        }
    }
    let path = "docs/public-interface.txt";
    if std::env::var_os("LOOPFUSE_BLESS").is_some() {
        std::fs::write(root().join(path), &text).expect("it can be written");
    }
    assert!(
        read(path) == text,
        "{path} is not what the crates have: LOOPFUSE_BLESS=1"
    );
}
