//! The tokens of a source file, as far as items are told apart by them.
//!
//! In: the text. Out: names, single punctuation marks and groups, each with where it stands. Comments, literals and lifetimes are
//! skipped. A macro could have the text lexed by rustc, but rustc would keep it with all the sources that it knows, once for each
//! function that is annotated.

use std::ops::Range;

/// A token, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A name or a keyword, without `r#`.
    Word(String),
    /// Any other character.
    Mark(char),
    /// A group, by its opening delimiter.
    Group(char, Vec<Token>),
    /// A number, a string, a character.
    Literal,
}

/// What stands where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    /// In bytes.
    pub(super) at: Range<usize>,
    /// The line that it begins on, counted from 1.
    pub(super) line: usize,
}

impl Token {
    pub(super) fn is(&self, word: &str) -> bool {
        self.word() == Some(word)
    }

    pub(super) fn is_mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }

    pub(super) fn word(&self) -> Option<&str> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    /// What is between these delimiters.
    pub(super) fn group(&self, open: char) -> Option<&[Token]> {
        match &self.kind {
            Kind::Group(delimiter, inside) if *delimiter == open => Some(inside),
            _ => None,
        }
    }
}

/// The tokens of a text; `None` if its delimiters or literals do not close.
pub(super) fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut lexer = Lexer {
        text,
        bytes: text.as_bytes(),
        at: 0,
        line: 1,
    };
    // What a shebang says is no token.
    if text.starts_with("#!") && !text[2..].trim_start().starts_with('[') {
        lexer.skip_line();
    }
    // In a loop, since rustc's stack is not ours: what is open, with what stands before it.
    let mut open: Vec<(char, usize, usize, Vec<Token>)> = Vec::new();
    let mut current = Vec::new();
    while let Some((line, at, what)) = lexer.next()? {
        match what {
            Lexed::Open(delimiter) => {
                open.push((delimiter, at, line, std::mem::take(&mut current)));
            }
            Lexed::Close(delimiter) => {
                let (opened, start, line, before) = open.pop()?;
                if opened != delimiter {
                    return None;
                }
                let kind = Kind::Group(opened, std::mem::replace(&mut current, before));
                let at = start..lexer.at;
                current.push(Token { kind, at, line });
            }
            Lexed::Token(kind) => current.push(Token {
                kind,
                at: at..lexer.at,
                line,
            }),
        }
    }
    open.is_empty().then_some(current)
}

enum Lexed {
    Open(char),
    /// By the delimiter that it closes.
    Close(char),
    Token(Kind),
}

struct Lexer<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Lexer<'_> {
    fn peek(&self, ahead: usize) -> u8 {
        self.bytes.get(self.at + ahead).copied().unwrap_or(0)
    }

    fn bump(&mut self) {
        self.line += usize::from(self.peek(0) == b'\n');
        self.at += 1;
    }

    fn skip_line(&mut self) {
        while self.at < self.bytes.len() && self.peek(0) != b'\n' {
            self.at += 1;
        }
    }

    /// The next token, with its line and its first byte; `Some(None)` at the end.
    #[expect(
        clippy::option_option,
        reason = "a text that ends is no text that is broken"
    )]
    fn next(&mut self) -> Option<Option<(usize, usize, Lexed)>> {
        self.skip_space()?;
        let (line, at) = (self.line, self.at);
        let Some(next) = self.text.get(at..).and_then(|rest| rest.chars().next()) else {
            return Some(None);
        };
        let lexed = match next {
            '(' | '[' | '{' => {
                self.at += 1;
                Lexed::Open(next)
            }
            ')' | ']' | '}' => {
                self.at += 1;
                Lexed::Close(match next {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                })
            }
            '"' => self.quoted(b'"')?,
            '\'' => self.quote()?,
            '0'..='9' => {
                while is_word(self.peek(0)) {
                    self.at += 1;
                }
                Lexed::Token(Kind::Literal)
            }
            _ if next == '_' || next.is_alphabetic() => self.word()?,
            _ => {
                self.at += next.len_utf8();
                Lexed::Token(Kind::Mark(next))
            }
        };
        Some(Some((line, at, lexed)))
    }

    fn skip_space(&mut self) -> Option<()> {
        loop {
            match (self.peek(0), self.peek(1)) {
                (b'/', b'/') => self.skip_line(),
                (b'/', b'*') => {
                    self.at += 2;
                    let mut depth = 1;
                    while depth > 0 {
                        match (self.peek(0), self.peek(1)) {
                            (b'/', b'*') => (self.at, depth) = (self.at + 2, depth + 1),
                            (b'*', b'/') => (self.at, depth) = (self.at + 2, depth - 1),
                            _ if self.at >= self.bytes.len() => return None,
                            _ => self.bump(),
                        }
                    }
                }
                (b' ' | b'\t' | b'\r' | b'\n', _) => self.bump(),
                _ => return Some(()),
            }
        }
    }

    /// A literal up to its closing quote.
    fn quoted(&mut self, quote: u8) -> Option<Lexed> {
        self.at += 1;
        while self.peek(0) != quote {
            if self.at >= self.bytes.len() {
                return None;
            }
            if self.peek(0) == b'\\' {
                self.at += 1;
            }
            self.bump();
        }
        self.at += 1;
        Some(Lexed::Token(Kind::Literal))
    }

    /// A character, or a lifetime.
    fn quote(&mut self) -> Option<Lexed> {
        let rest = self.text.get(self.at + 1..)?;
        let mut characters = rest.chars();
        let first = characters.next()?;
        if first != '\\' && characters.next() != Some('\'') {
            self.at += 1 + first.len_utf8();
            while is_word(self.peek(0)) {
                self.at += 1;
            }
            return Some(Lexed::Token(Kind::Mark('\'')));
        }
        self.quoted(b'\'')
    }

    /// A name, a raw name, or the prefix of a literal.
    fn word(&mut self) -> Option<Lexed> {
        let start = self.at;
        while is_word(self.peek(0)) {
            self.at += 1;
        }
        let word = self.text.get(start..self.at)?;
        match (word, self.peek(0)) {
            ("b" | "c", b'"') => self.quoted(b'"'),
            ("b", b'\'') => self.quoted(b'\''),
            ("r" | "br" | "cr", b'"' | b'#') => {
                let mut hashes = 0;
                while self.peek(hashes) == b'#' {
                    hashes += 1;
                }
                if self.peek(hashes) == b'"' {
                    let end = format!("\"{}", "#".repeat(hashes));
                    let begin = self.at + hashes + 1;
                    let length = self.text.get(begin..)?.find(&end)? + end.len();
                    while self.at < begin + length {
                        self.bump();
                    }
                    return Some(Lexed::Token(Kind::Literal));
                }
                self.at += 1;
                let begin = self.at;
                while is_word(self.peek(0)) {
                    self.at += 1;
                }
                let raw = self.text.get(begin..self.at)?;
                Some(Lexed::Token(Kind::Word(raw.to_owned())))
            }
            _ => Some(Lexed::Token(Kind::Word(word.to_owned()))),
        }
    }
}

/// True within a name: letters outside of ASCII are taken for such.
fn is_word(byte: u8) -> bool {
    byte == b'_' || byte.is_ascii_alphanumeric() || byte >= 0x80
}
