//! `main` of a written program, and the lines in which it tells what it finds. Whoever runs it
//! reads them as they come, so that a crash or a hang can be laid at the door of one call.

use std::fmt;
use std::io::Write as _;

use crate::compare::{Agreement, Difference, Form, Glue, Kind, compare};

/// What the program says on one line of its output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Line {
    /// This call is made next.
    At {
        /// Which function.
        index: usize,
        /// Which input.
        round: usize,
        /// Which form.
        form: Form,
    },
    /// The forms agree.
    Agree(usize, Agreement),
    /// They do not.
    Differ(usize, Difference),
    /// All were run.
    End,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::At { index, round, form } => write!(f, "@at {index} {round} {}", form.name()),
            Self::Agree(index, agreement) => write!(
                f,
                "@agree {index} {} {} {}",
                agreement.rounds, agreement.panicked, agreement.cut
            ),
            Self::Differ(index, Difference { kind, text }) => {
                let text = text.replace('\\', "\\\\").replace('\n', "\\n");
                write!(f, "@differ {index} {kind} {text}")
            }
            Self::End => f.write_str("@end"),
        }
    }
}

impl Line {
    /// Reads a line; `None` if it is something that a function printed.
    #[must_use]
    pub fn parse(line: &str) -> Option<Self> {
        let mut words = line.splitn(4, ' ');
        let first = words.next()?;
        if first == "@end" {
            return Some(Self::End);
        }
        let index = words.next()?.parse().ok()?;
        match first {
            "@at" => Some(Self::At {
                index,
                round: words.next()?.parse().ok()?,
                form: match words.next()? {
                    "plain" => Form::Plain,
                    "fused" => Form::Fused,
                    _ => return None,
                },
            }),
            "@agree" => {
                let rounds = words.next()?.parse().ok()?;
                let (panicked, cut) = words.next()?.split_once(' ')?;
                Some(Self::Agree(
                    index,
                    Agreement {
                        rounds,
                        panicked: panicked.parse().ok()?,
                        cut: cut == "true",
                    },
                ))
            }
            "@differ" => {
                let name = words.next()?;
                let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name)?;
                Some(Self::Differ(
                    index,
                    Difference {
                        kind,
                        text: unescaped(words.next()?),
                    },
                ))
            }
            _ => None,
        }
    }
}

fn unescaped(text: &str) -> String {
    let mut plain = String::new();
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        match character {
            '\\' => match characters.next() {
                Some('n') => plain.push('\n'),
                Some(other) => plain.push(other),
                None => {}
            },
            _ => plain.push(character),
        }
    }
    plain
}

/// One function: its index, and what hands the glue of both forms to `compare`.
pub type Entry = (usize, fn(&mut Comparison));

/// Compares the forms of one function, and tells.
#[derive(Debug)]
pub struct Comparison {
    index: usize,
}

fn tell(line: &Line) {
    let mut output = std::io::stdout().lock();
    // Nobody reads any more: nothing is left to do.
    if writeln!(output, "{line}")
        .and_then(|()| output.flush())
        .is_err()
    {
        std::process::exit(2);
    }
}

impl Comparison {
    /// Runs both forms on all inputs, up to the first difference.
    pub fn run(&mut self, plain: Glue<'_>, fused: Glue<'_>) {
        let index = self.index;
        let mut at = |round, form| tell(&Line::At { index, round, form });
        tell(&match compare(plain, fused, &mut at) {
            Ok(agreement) => Line::Agree(index, agreement),
            Err(difference) => Line::Differ(index, difference),
        });
    }
}

/// Runs the functions whose indices are given on the command line, or all of them if none is.
pub fn main(entries: &[Entry]) {
    let wanted: Vec<usize> = std::env::args()
        .skip(1)
        .filter_map(|word| word.parse().ok())
        .collect();
    for &(index, run) in entries {
        if wanted.is_empty() || wanted.contains(&index) {
            run(&mut Comparison { index });
        }
    }
    tell(&Line::End);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_were_written() {
        let agreement = Agreement {
            rounds: 40,
            panicked: 3,
            cut: true,
        };
        let difference = |kind| Difference {
            kind,
            text: "a\\nb\n c \\".to_owned(),
        };
        let mut lines = vec![
            Line::At {
                index: 12,
                round: 7,
                form: Form::Fused,
            },
            Line::Agree(3, agreement),
            Line::End,
        ];
        lines.extend(Kind::ALL.map(|kind| Line::Differ(4, difference(kind))));
        for line in lines {
            let text = line.to_string();
            assert!(!text.contains('\n'), "{text}");
            assert_eq!(Line::parse(&text), Some(line));
        }
        for other in [
            "",
            "hello",
            "@at",
            "@at x",
            "@differ 1 nothing a",
            "@agree 1",
        ] {
            assert_eq!(Line::parse(other), None);
        }
    }
}
