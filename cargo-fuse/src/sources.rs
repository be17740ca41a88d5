//! The source files of packages.
//!
//! In: what `cargo metadata` says of a workspace. Out: the [`Source`] files of the chosen packages, each once: those that `mod name;`
//! reaches from the roots of their targets. Nothing is built, and no `cfg` is decided: a module that is compiled on another system only
//! is read too.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use syn::visit::{self, Visit};
use syn::{Expr, ItemMod, Lit, Meta};

/// How a package is called.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackageId {
    /// As in its manifest.
    pub name: Rc<str>,
    /// As cargo's messages call it, with where it comes from and its version.
    pub id: Rc<str>,
    /// Its manifest.
    pub manifest: Rc<str>,
}

/// A file, and where it stands in its crate.
#[derive(Clone, Debug)]
pub struct Source {
    /// The name of the package, and cargo's own for it; both empty if it belongs to none.
    pub package: PackageId,
    /// As it is opened.
    pub path: PathBuf,
    /// As it is shown: below the directory of the command where that is possible.
    pub shown: String,
    /// The modules around it, from the root of the crate.
    pub modules: Vec<String>,
    /// True if it is compiled for tests, benchmarks or examples only.
    pub is_test: bool,
}

impl Source {
    /// A file that belongs to no package, if it is there.
    #[must_use]
    pub fn alone(file: &str) -> Option<Source> {
        let path = PathBuf::from(file);
        path.is_file().then(|| Source {
            package: PackageId::default(),
            path,
            shown: file.to_owned(),
            modules: Vec::new(),
            is_test: false,
        })
    }
}

/// Why there are no sources.
#[derive(Debug)]
pub enum Failure {
    /// `cargo metadata` could not be run, or did not succeed.
    Metadata(String),
    /// No package of the workspace has this name.
    NoPackage(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Metadata(said) => write!(f, "cargo metadata failed: {}", said.trim()),
            Failure::NoPackage(name) => {
                write!(f, "no package of this workspace is called `{name}`")
            }
        }
    }
}

impl std::error::Error for Failure {}

/// The packages whose sources are read.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// Their names; empty for the packages that a plain `cargo build` would build.
    pub packages: Vec<String>,
    /// All packages of the workspace.
    pub workspace: bool,
    /// The manifest, if it is not that of the directory of the command.
    pub manifest: Option<PathBuf>,
    /// Whether tests, benchmarks and examples are read too.
    pub tests: bool,
}

/// Whether a package of the workspace can use the attribute already.
#[derive(Clone, Debug)]
pub struct Package {
    /// Its name.
    pub name: String,
    /// True if it depends on `loopfuse`.
    pub depends: bool,
}

/// The packages that are selected, and their files.
///
/// # Errors
/// If `cargo metadata` fails, or a package has no such name.
pub fn select(selection: &Selection) -> Result<(Vec<Package>, Vec<Source>), Failure> {
    let metadata = metadata(selection)?;
    let packages = chosen(&metadata, selection)?;
    let directory = std::env::current_dir().unwrap_or_default();
    let directory = directory.canonicalize().unwrap_or(directory);
    let mut sources = Vec::new();
    let mut seen = BTreeSet::new();
    for package in &packages {
        for target in list(package, "targets") {
            let kinds = list(target, "kind");
            let is = |kind: &str| kinds.iter().any(|value| value == kind);
            let is_test = is("test") || is("bench") || is("example");
            if is("custom-build") || (is_test && !selection.tests) {
                continue;
            }
            let root = PathBuf::from(text(target, "src_path"));
            let mut walk = Walk {
                package: PackageId {
                    name: text(package, "name").into(),
                    id: text(package, "id").into(),
                    manifest: text(package, "manifest_path").into(),
                },
                directory: &directory,
                is_test,
                tests: selection.tests,
                seen: &mut seen,
                found: &mut sources,
            };
            walk.file(&root, true, &[text(target, "name").replace('-', "_")]);
        }
    }
    let packages = packages.into_iter().map(|package| Package {
        name: text(package, "name").to_owned(),
        depends: text(package, "name") == "loopfuse"
            || list(package, "dependencies")
                .iter()
                .any(|dependency| text(dependency, "name") == "loopfuse"),
    });
    Ok((packages.collect(), sources))
}

fn metadata(selection: &Selection) -> Result<Value, Failure> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["metadata", "--format-version", "1", "--no-deps"]);
    if let Some(manifest) = &selection.manifest {
        command.arg("--manifest-path").arg(manifest);
    }
    let output = command
        .output()
        .map_err(|error| Failure::Metadata(error.to_string()))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        return Err(Failure::Metadata(said));
    }
    serde_json::from_slice(&output.stdout).map_err(|error| Failure::Metadata(error.to_string()))
}

fn chosen<'m>(metadata: &'m Value, selection: &Selection) -> Result<Vec<&'m Value>, Failure> {
    let packages = list(metadata, "packages");
    for name in &selection.packages {
        if !packages.iter().any(|package| text(package, "name") == name) {
            return Err(Failure::NoPackage(name.clone()));
        }
    }
    let default = list(metadata, "workspace_default_members");
    let is_chosen = |package: &&Value| {
        if !selection.packages.is_empty() {
            let name = text(package, "name");
            selection.packages.iter().any(|chosen| chosen == name)
        } else {
            selection.workspace || default.is_empty() || default.contains(&package["id"])
        }
    };
    Ok(packages.iter().filter(is_chosen).collect())
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn text<'v>(value: &'v Value, key: &str) -> &'v str {
    value[key].as_str().unwrap_or_default()
}

struct Walk<'w> {
    package: PackageId,
    directory: &'w Path,
    is_test: bool,
    tests: bool,
    seen: &'w mut BTreeSet<PathBuf>,
    found: &'w mut Vec<Source>,
}

impl Walk<'_> {
    /// A file, and those below it. `is_root` is true for files whose modules stand beside them.
    fn file(&mut self, path: &Path, is_root: bool, modules: &[String]) {
        let absolute = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let shown = absolute.strip_prefix(self.directory).unwrap_or(&absolute);
        let shown = shown.display().to_string();
        if !self.seen.insert(absolute) {
            return;
        }
        let Ok(content) = std::fs::read_to_string(path) else {
            return;
        };
        self.found.push(Source {
            package: self.package.clone(),
            path: path.to_owned(),
            shown,
            modules: modules.to_vec(),
            is_test: self.is_test,
        });
        // Most files have none, and need not be parsed for that.
        if !content.contains("mod ") {
            return;
        }
        let Ok(file) = syn::parse_file(&content) else {
            return;
        };
        let parent = path.parent().unwrap_or(Path::new("")).to_owned();
        let is_mod = path.file_name().is_some_and(|name| name == "mod.rs");
        let below = match path.file_stem() {
            Some(stem) if !is_root && !is_mod => parent.join(stem),
            _ => parent.clone(),
        };
        let mut finder = Modules {
            parent,
            directory: vec![below],
            modules: modules.to_vec(),
            tests: self.tests,
            found: Vec::new(),
        };
        finder.visit_file(&file);
        for (paths, modules) in finder.found {
            if let Some(path) = paths.into_iter().find(|path| path.exists()) {
                self.file(&path, false, &modules);
            }
        }
    }
}

/// The modules of a file that stand in files of their own.
struct Modules {
    parent: PathBuf,
    directory: Vec<PathBuf>,
    modules: Vec<String>,
    tests: bool,
    found: Vec<(Vec<PathBuf>, Vec<String>)>,
}

impl<'ast> Visit<'ast> for Modules {
    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        if !self.tests && crate::functions::is_test(&item.attrs) {
            return;
        }
        let name = item.ident.to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name).to_owned();
        let directory = self.directory.last().cloned().unwrap_or_default();
        self.modules.push(name.clone());
        if item.content.is_some() {
            self.directory.push(directory.join(&name));
            visit::visit_item_mod(self, item);
            self.directory.pop();
        } else {
            let paths = match written_path(item) {
                // Beside the file, unless it stands in a module of the file.
                Some(path) if self.directory.len() == 1 => vec![self.parent.join(path)],
                Some(path) => vec![directory.join(path)],
                None => vec![
                    directory.join(format!("{name}.rs")),
                    directory.join(&name).join("mod.rs"),
                ],
            };
            self.found.push((paths, self.modules.clone()));
        }
        self.modules.pop();
    }
}

/// `#[path = "name.rs"]`
fn written_path(item: &ItemMod) -> Option<String> {
    let mut values = item
        .attrs
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::NameValue(pair) if pair.path.is_ident("path") => match &pair.value {
                Expr::Lit(literal) => match &literal.lit {
                    Lit::Str(path) => Some(path.value()),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        });
    values.next()
}
