//! What is written behind `cargo fuse`.
//!
//! In: the arguments. Out: an [`Invocation`].

use crate::sources::Selection;
use fuse_compiler::report::Code;
use lexopt::Parser;
use lexopt::prelude::*;
use std::ffi::OsString;

/// What `cargo fuse --help` prints.
pub const HELP: &str = "\
What #[fuse] makes of your functions. Reads sources, builds nothing.

Usage: cargo fuse [OPTIONS]                a table of all functions with the attribute
       cargo fuse suggest [--apply] [PATH..]   functions without it that would fuse
       cargo fuse explain PATH | CODE      the loops of a function, and what keeps them apart
       cargo fuse expand PATH              the fused function
       cargo fuse graph PATH --svg         a picture: before and after
       cargo fuse check [-- CARGO ARGS]    cargo check, and what was missed as notes
       cargo fuse codes                    all codes of `explain`

A PATH is `mean`, `Table::mean`, `stats::Table::mean` or `src/stats.rs:41`.

Options:
  -p, --package NAME      this package (again for more)
      --workspace         all packages of the workspace
      --manifest-path P   the Cargo.toml
      --tests             tests, benchmarks and examples too
      --format F          text, json or github        (the table)
      --deny missed       fails if a fusion is missed that another way of writing gives
      --deny unproven     fails if a clustering is not proven to be the best
      --apply             writes the attribute, after a diff and a question   (suggest)
  -y, --yes               does not ask
      --svg --html --dot --mermaid        the form of the picture   (graph)
  -h, --help    -V, --version
";

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// Which packages.
    pub selection: Selection,
    /// What is done with them.
    pub command: Command,
}

/// A command.
#[derive(Clone, Debug)]
pub enum Command {
    /// `--help`
    Help,
    /// `--version`
    Version,
    /// A table of all functions with the attribute.
    Summary {
        /// How it is written.
        format: Format,
        /// What makes it fail.
        deny: Deny,
    },
    /// Functions without the attribute that would fuse.
    Suggest {
        /// Whether to write it, and if so whether to ask.
        apply: Option<Apply>,
        /// The paths that are asked about; empty for all.
        names: Vec<String>,
    },
    /// The loops of a function, and what keeps them apart.
    Explain(String),
    /// The page of a code.
    Page(Code),
    /// All codes.
    Pages,
    /// The fused function.
    Expand(String),
    /// A picture of a function.
    Graph {
        /// The function.
        path: String,
        /// What is drawn.
        format: Picture,
    },
    /// `cargo check` with these arguments, and notes.
    Check(Vec<OsString>),
}

/// How a table is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Format {
    /// For people.
    #[default]
    Text,
    /// For programs.
    Json,
    /// As annotations of a workflow.
    Github,
}

/// What makes the table fail.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deny {
    /// A fusion that another way of writing would give.
    pub missed: bool,
    /// A clustering that is not proven.
    pub unproven: bool,
}

/// How attributes are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Apply {
    /// After a question.
    Ask,
    /// At once.
    Yes,
}

/// The form of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Picture {
    /// Scalable vector graphics.
    Svg,
    /// A page with that, and reasons where the pointer is.
    Html,
    /// For Graphviz.
    Dot,
    /// For Markdown.
    Mermaid,
}

/// All that may be written, before it is known for what.
#[derive(Default)]
struct Given {
    selection: Selection,
    /// True if the name of the subcommand has been seen.
    called: bool,
    words: Vec<String>,
    format: Option<Format>,
    deny: Deny,
    apply: bool,
    yes: bool,
    picture: Option<Picture>,
    rest: Vec<OsString>,
}

impl Invocation {
    /// Parses arguments, without the name of the program.
    ///
    /// # Errors
    /// A sentence, if they are no command.
    ///
    /// ```
    /// use cargo_fuse::args::{Command, Invocation};
    ///
    /// let invocation = Invocation::parse(["fuse", "explain", "stats::mean"]).unwrap();
    /// assert!(matches!(invocation.command, Command::Explain(path) if path == "stats::mean"));
    /// assert!(Invocation::parse(["fuse", "speed"]).is_err());
    /// ```
    pub fn parse<I>(arguments: I) -> Result<Invocation, String>
    where
        I: IntoIterator,
        I::Item: Into<OsString>,
    {
        let mut parser = Parser::from_args(arguments);
        let mut given = Given::default();
        let asked = given.take(&mut parser).map_err(|error| error.to_string())?;
        let command = match asked {
            Some(command) => command,
            None => given.command()?,
        };
        Ok(Invocation {
            selection: given.selection,
            command,
        })
    }
}

impl Given {
    fn take(&mut self, parser: &mut Parser) -> Result<Option<Command>, lexopt::Error> {
        while let Some(argument) = parser.next()? {
            match argument {
                Short('h') | Long("help") => return Ok(Some(Command::Help)),
                Short('V') | Long("version") => return Ok(Some(Command::Version)),
                Short('p') | Long("package") => {
                    self.selection.packages.push(parser.value()?.string()?);
                }
                Long("workspace") => self.selection.workspace = true,
                Long("manifest-path") => {
                    self.selection.manifest = Some(parser.value()?.into());
                }
                Long("tests" | "all-targets") => self.selection.tests = true,
                Long("format") => self.format = Some(parser.value()?.parse_with(format)?),
                Long("deny") => self.deny(&parser.value()?.string()?)?,
                Long("apply") => self.apply = true,
                Short('y') | Long("yes") => self.yes = true,
                Long("svg") => self.picture = Some(Picture::Svg),
                Long("html") => self.picture = Some(Picture::Html),
                Long("dot") => self.picture = Some(Picture::Dot),
                Long("mermaid") => self.picture = Some(Picture::Mermaid),
                // Cargo's own, such as `--message-format=json`.
                Long(_) if self.words.iter().any(|word| word == "check") => {
                    let Long(name) = argument else { continue };
                    let name = format!("--{name}");
                    match parser.optional_value() {
                        Some(value) => {
                            let mut whole = OsString::from(format!("{name}="));
                            whole.push(value);
                            self.rest.push(whole);
                        }
                        None => self.rest.push(name.into()),
                    }
                }
                // `cargo fuse` gives the name of the subcommand first.
                Value(word) if self.words.is_empty() && word == "fuse" && !self.called => {
                    self.called = true;
                }
                Value(word) => self.words.push(word.string()?),
                _ => return Err(argument.unexpected()),
            }
        }
        Ok(None)
    }

    fn deny(&mut self, what: &str) -> Result<(), lexopt::Error> {
        for what in what.split(',') {
            match what {
                "missed" => self.deny.missed = true,
                "unproven" => self.deny.unproven = true,
                other => return Err(format!("`--deny {other}`: `missed` or `unproven`").into()),
            }
        }
        Ok(())
    }

    fn command(&mut self) -> Result<Command, String> {
        let mut words = std::mem::take(&mut self.words).into_iter();
        let command = words.next();
        let rest: Vec<String> = words.collect();
        let path = |command: &str| match &rest[..] {
            [path] => Ok(path.clone()),
            _ => Err(format!("`cargo fuse {command}` takes one path")),
        };
        Ok(match command.as_deref() {
            None => Command::Summary {
                format: self.format.unwrap_or_default(),
                deny: self.deny,
            },
            Some("suggest") => Command::Suggest {
                apply: self.apply.then_some(match self.yes {
                    true => Apply::Yes,
                    false => Apply::Ask,
                }),
                names: rest,
            },
            Some("explain") => {
                let path = path("explain")?;
                path.parse().map_or(Command::Explain(path), Command::Page)
            }
            Some("codes") if rest.is_empty() => Command::Pages,
            Some("expand") => Command::Expand(path("expand")?),
            Some("graph") => Command::Graph {
                path: path("graph")?,
                format: self.picture.unwrap_or(Picture::Svg),
            },
            Some("check") => {
                let words = rest.into_iter().map(OsString::from);
                Command::Check(words.chain(std::mem::take(&mut self.rest)).collect())
            }
            Some(other) => return Err(format!("there is no command `{other}`")),
        })
    }
}

fn format(text: &str) -> Result<Format, String> {
    match text {
        "text" => Ok(Format::Text),
        "json" => Ok(Format::Json),
        "github" => Ok(Format::Github),
        other => Err(format!("`{other}` is none of text, json, github")),
    }
}
