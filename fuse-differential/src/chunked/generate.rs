//! From a seed to a function over chunks.

mod loops;

use crate::function::types::Number;
use crate::generate::random::Random;

use super::{Chunked, Is, Known, Line};

/// The function of a seed.
pub(super) fn function(seed: u64) -> Chunked {
    let mut random = Random::new(seed ^ 0x6368_756e_6b65_6421);
    let panics = random.percent(25);
    let mut writer = Writer {
        random,
        panics,
        made: Chunked {
            slices: Vec::new(),
            numbers: Vec::new(),
            lines: Vec::new(),
            results: Vec::new(),
            constructs: Vec::new(),
        },
        reads: Vec::new(),
        known: Known::Exactly,
    };
    writer.function();
    writer.made.constructs.sort_unstable();
    writer.made.constructs.dedup();
    writer.made.tidy()
}

/// An iterator in words.
struct Stream {
    text: String,
    /// Names of the parts of an element, with their types, inside of a closure.
    pattern: String,
    parts: Vec<(String, Number)>,
    /// How often each part is behind a reference.
    references: bool,
    /// It has an element for each of the slices'.
    aligned: bool,
    /// Nothing but one number is an element.
    single: Option<Number>,
    known: Known,
    /// The type of the element is to be seen.
    shown: bool,
}

struct Writer {
    random: Random,
    panics: bool,
    made: Chunked,
    /// What the statement that is being written reads.
    reads: Vec<String>,
    known: Known,
}

/// Types of elements, the most frequent first.
const ELEMENTS: [Number; 8] = [
    Number::F64,
    Number::F64,
    Number::I64,
    Number::F32,
    Number::I32,
    Number::U8,
    Number::U32,
    Number::I64,
];

impl Writer {
    fn function(&mut self) {
        for name in &["xs", "ys", "zs"][..self.random.between(1, 3)] {
            let of = *self.random.pick(&ELEMENTS);
            self.made.slices.push(((*name).to_owned(), of));
        }
        for name in &["k", "limit"][..self.random.below(3)] {
            let of = *self.random.pick(&[Number::F64, Number::I64, Number::I32]);
            self.made.numbers.push(((*name).to_owned(), of));
        }
        for _ in 0..self.random.between(2, 8) {
            self.known = Known::Exactly;
            self.reads.clear();
            match self.random.weighted(&[27, 46, 15, 12]) {
                0 => self.array(),
                1 => self.reduction(),
                2 => self.scalar(),
                _ => self.looped(),
            }
        }
        let before = |line: &Line| !matches!(line.is, Is::Array(_));
        let most = self
            .made
            .lines
            .iter()
            .take_while(|line| before(line))
            .count();
        if most > 0 && self.random.percent(60) {
            let at = self.random.between(1, most);
            if let Some(line) = self.made.lines.get_mut(at) {
                line.guarded = true;
                self.made.constructs.push("early return");
            }
        }
        let mut names: Vec<String> = self
            .made
            .lines
            .iter()
            .map(|line| line.name.clone())
            .collect();
        while names.len() > 6 || names.len() > 1 && self.random.percent(15) {
            let at = self.random.below(names.len());
            names.remove(at);
        }
        self.made.results = names;
    }

    fn tag(&mut self, construct: &'static str) {
        self.made.constructs.push(construct);
    }

    fn bind(&mut self, is: Is, value: String, annotated: bool) {
        let letter = match is {
            Is::Array(_) => "a",
            _ => "s",
        };
        let name = format!("{letter}{}", self.made.lines.len());
        let mut reads = std::mem::take(&mut self.reads);
        reads.sort();
        reads.dedup();
        self.made.lines.push(Line {
            name,
            is,
            value,
            annotated,
            looped: None,
            guarded: false,
            reads,
            known: self.known,
        });
    }

    fn read(&mut self, name: &str) {
        self.reads.push(name.to_owned());
        if let Some(line) = self.made.line(name) {
            self.known = self.known.max(line.known);
        }
    }

    /// Slices and arrays, and whether each has an element for each of the slices'.
    fn arrays(&self) -> Vec<(String, Number, bool)> {
        let slices = self
            .made
            .slices
            .iter()
            .map(|(name, of)| (name.clone(), *of, true));
        let lines = self.made.lines.iter().filter_map(|line| match line.is {
            Is::Array(of) => Some((line.name.clone(), of, line.is_whole())),
            _ => None,
        });
        slices.chain(lines).collect()
    }

    /// Whether an array came of arrays that are aligned.
    fn is_aligned(&self, name: &str) -> bool {
        match self.made.line(name) {
            None => true,
            Some(line) => {
                line.is_whole()
                    && line.reads.iter().all(|read| match self.made.line(read) {
                        Some(Line {
                            is: Is::Array(_), ..
                        }) => self.is_aligned(read),
                        _ => true,
                    })
            }
        }
    }

    fn stream(&mut self) -> Stream {
        let arrays = self.arrays();
        let (name, of, _) = self.random.pick(&arrays).clone();
        self.read(&name);
        let aligned = self.is_aligned(&name);
        let known = self.known;
        if aligned && self.random.percent(35) {
            let others: Vec<_> = arrays
                .iter()
                .filter(|(other, ..)| self.is_aligned(other))
                .cloned()
                .collect();
            let (other, second, _) = self.random.pick(&others).clone();
            self.read(&other);
            self.tag("zip");
            let other = match self.made.line(&other) {
                Some(_) => format!("&{other}"),
                None => other,
            };
            return Stream {
                text: format!("{name}.iter().zip({other})"),
                pattern: "(x, y)".to_owned(),
                parts: vec![("x".to_owned(), of), ("y".to_owned(), second)],
                references: true,
                aligned: true,
                single: None,
                known: self.known,
                shown: false,
            };
        }
        Stream {
            text: format!("{name}.iter()"),
            pattern: "x".to_owned(),
            parts: vec![("x".to_owned(), of)],
            references: true,
            aligned,
            single: Some(of),
            known,
            shown: false,
        }
    }

    /// Adapters, the last of which gives one number if that is wanted.
    fn adapt(&mut self, stream: &mut Stream, wanted: Option<Number>) {
        for _ in 0..self.random.weighted(&[35, 45, 20]) {
            match self.random.weighted(&[40, 27, 14, 9, 10]) {
                0 => {
                    let of = *self.random.pick(&ELEMENTS);
                    self.map(stream, of);
                }
                1 => self.filter(stream),
                2 => {
                    let of = *self.random.pick(&ELEMENTS);
                    let value = self.number(of, stream, 1);
                    let test = self.test(stream);
                    let pattern = stream.pattern.clone();
                    stream.text += &format!(
                        ".filter_map(|{pattern}| -> Option<{}> {{ ({test}).then(|| {value}) }})",
                        of.name()
                    );
                    self.tag("filter_map");
                    stream.aligned = false;
                    Self::is_one(stream, of);
                }
                3 => self.copied(stream),
                _ => self.enumerate(stream),
            }
        }
        match (wanted, stream.single) {
            (Some(of), single) if single != Some(of) => self.map(stream, of),
            (None, None) => {
                let of = *self.random.pick(&ELEMENTS);
                self.map(stream, of);
            }
            _ => {}
        }
    }

    fn is_one(stream: &mut Stream, of: Number) {
        stream.pattern = "x".to_owned();
        stream.parts = vec![("x".to_owned(), of)];
        stream.references = false;
        stream.single = Some(of);
    }

    fn copied(&mut self, stream: &mut Stream) {
        if stream.references && stream.single.is_some() {
            stream.text += ".copied()";
            stream.references = false;
        }
    }

    /// The number of an element, put together with it.
    fn enumerate(&mut self, stream: &mut Stream) {
        if !stream.aligned {
            return;
        }
        let of = *self
            .random
            .pick(&[Number::F64, Number::I64, Number::I32, Number::U32]);
        let value = self.number(of, stream, 1);
        let (pattern, name) = (&stream.pattern, of.name());
        let both = match of.is_float() {
            true => format!("({value}) + i as {name}"),
            false => format!("({value}).wrapping_add(i as {name})"),
        };
        stream.text += &format!(".enumerate().map(|(i, {pattern})| -> {name} {{ {both} }})");
        self.tag("enumerate");
        Self::is_one(stream, of);
    }

    fn map(&mut self, stream: &mut Stream, of: Number) {
        let value = self.number(of, stream, 2);
        let pattern = stream.pattern.clone();
        let written = match stream.shown || self.random.percent(60) {
            true => format!(".map(|{pattern}| -> {} {{ {value} }})", of.name()),
            false => format!(".map(|{pattern}| ({value}) as {})", of.name()),
        };
        stream.text += &written;
        self.tag("map");
        Self::is_one(stream, of);
    }

    fn filter(&mut self, stream: &mut Stream) {
        let mut inner = Stream {
            text: String::new(),
            pattern: stream.pattern.clone(),
            parts: stream.parts.clone(),
            references: true,
            aligned: false,
            single: stream.single,
            known: stream.known,
            shown: false,
        };
        // An element is behind one reference more.
        let stars = match (stream.references, stream.single.is_some()) {
            (true, true) => "**",
            (false, true) => "*",
            // What a pattern of references binds: `&&number`.
            (_, false) => "**",
        };
        for (name, _) in &mut inner.parts {
            *name = format!("{stars}{name}");
        }
        inner.references = false;
        let test = self.test(&inner);
        let pattern = stream.pattern.clone();
        stream.text += &format!(".filter(|{pattern}| {test})");
        self.tag("filter");
        stream.aligned = false;
    }

    /// A number of the element, of a parameter, of an earlier scalar, or a literal.
    fn leaf(&mut self, of: Number, stream: Option<&Stream>) -> String {
        if let Some(stream) = stream
            && self.random.percent(70)
        {
            let (name, is) = self.random.pick(&stream.parts).clone();
            let name = match stream.references {
                true => format!("*{name}"),
                false => name,
            };
            return match is == of {
                true => format!("({name})"),
                false => self.cast(&format!("({name})"), is, of, stream.known),
            };
        }
        let scalars: Vec<(String, Number)> = self
            .made
            .lines
            .iter()
            .filter_map(|line| match line.is {
                Is::Number(is) => Some((line.name.clone(), is)),
                _ => None,
            })
            .chain(self.made.numbers.iter().cloned())
            .collect();
        if !scalars.is_empty() && self.random.percent(55) {
            let (name, is) = self.random.pick(&scalars).clone();
            self.read(&name);
            self.tag("scalar of an earlier round");
            let known = self
                .made
                .line(&name)
                .map_or(Known::Exactly, |line| line.known);
            return match is == of {
                true => name,
                false => self.cast(&name, is, of, known),
            };
        }
        if self.random.percent(20) {
            self.read_length();
            return format!("({}.len() as {})", self.made.slices[0].0, of.name());
        }
        let literal = match of.is_float() {
            true => *self.random.pick(&["0.5", "2.0", "-1.5", "3.0", "0.0"]),
            false => *self.random.pick(&["1", "2", "3", "7", "10"]),
        };
        format!("{literal}{}", of.name())
    }

    fn read_length(&mut self) {
        let name = self.made.slices[0].0.clone();
        self.reads.push(name);
    }

    fn cast(&mut self, name: &str, from: Number, to: Number, known: Known) -> String {
        if known > Known::Exactly && !to.is_float() {
            // It may be just below or above an integer.
            self.known = Known::Hardly;
        }
        let _ = from;
        format!("({name} as {})", to.name())
    }

    fn number(&mut self, of: Number, stream: &Stream, depth: usize) -> String {
        let left = self.leaf(of, Some(stream));
        self.more(of, Some(stream), left, depth)
    }

    fn more(&mut self, of: Number, stream: Option<&Stream>, left: String, depth: usize) -> String {
        if depth == 0 || self.random.percent(25) {
            return left;
        }
        let right = self.leaf(of, stream);
        let made = match of.is_float() {
            true => match self.random.below(6) {
                0 => format!("({left} - {right})"),
                1 => format!("({left} * {right})"),
                2 => format!("{left}.abs()"),
                3 => format!("({left} / 4.0)"),
                _ => format!("({left} + {right})"),
            },
            false => match self.random.below(if self.panics { 8 } else { 5 }) {
                0 => format!("{left}.wrapping_sub({right})"),
                1 => format!("{left}.wrapping_mul({right})"),
                2 => format!("({left} % 7)"),
                3 => format!("({left} ^ {right})"),
                4 => format!("{left}.wrapping_add({right})"),
                5 => {
                    self.tag("panicking worker");
                    format!("(100 / {left})")
                }
                6 => {
                    self.tag("panicking worker");
                    format!("({left} + {right})")
                }
                // Of a literal, rustc sees it.
                _ if !left.contains('x') => left,
                _ => {
                    self.tag("panicking worker");
                    format!("([1{0}, 2{0}, 3{0}][({left}) as usize % 4])", of.name())
                }
            },
        };
        self.more(of, stream, made, depth - 1)
    }

    fn test(&mut self, stream: &Stream) -> String {
        let (_, of) = self.random.pick(&stream.parts).clone();
        let before = self.panics;
        self.panics = false;
        let left = self.number(of, stream, 1);
        let right = self.leaf(of, None);
        self.panics = before;
        // A test of what is known closely may go either way.
        if self.known > Known::Exactly {
            self.known = Known::Hardly;
        }
        let operator = *self.random.pick(&["<", ">", "<=", ">=", "!="]);
        match left.starts_with('(') || !left.contains(" as ") {
            true => format!("{left} {operator} {right}"),
            false => format!("({left}) {operator} {right}"),
        }
    }

    fn array(&mut self) {
        let mut stream = self.stream();
        self.adapt(&mut stream, None);
        self.copied(&mut stream);
        let Some(of) = stream.single else { return };
        self.tag("collect");
        let annotated = self.random.percent(60);
        let end = match annotated {
            true => ".collect()".to_owned(),
            false => format!(".collect::<Vec<{}>>()", of.name()),
        };
        self.bind(Is::Array(of), format!("{}{end}", stream.text), annotated);
    }

    /// Most often one statement; now and then inside of an expression.
    fn reduction(&mut self) {
        let Some((value, is, direct)) = self.reduced() else {
            return;
        };
        if let Is::Number(of) = is
            && of.is_float()
            && self.random.percent(30)
        {
            self.tag("chain in an expression");
            let right = self.leaf(of, None);
            let operator = *self.random.pick(&["+", "*", "-"]);
            let value = format!("{value} {operator} {right}");
            return self.bind(Is::Number(of), value, false);
        }
        let annotated = !direct || self.random.percent(40);
        self.bind(is, value, annotated);
    }

    /// A chain, what it gives, and whether it says its type itself.
    fn reduced(&mut self) -> Option<(String, Is, bool)> {
        let mut stream = self.stream();
        let kind = self.random.weighted(&[30, 8, 12, 10, 8, 8, 8, 6, 14, 8]);
        // Where parts of it may not be asked at all, nothing may panic.
        let before = self.panics;
        self.panics &= !matches!(kind, 4..=7 | 9);
        stream.shown = matches!(kind, 2 | 3 | 6 | 9);
        let value = self.consumed(&mut stream, kind);
        self.panics = before;
        value
    }

    fn consumed(&mut self, stream: &mut Stream, kind: usize) -> Option<(String, Is, bool)> {
        let numbers = [
            Number::F64,
            Number::I64,
            Number::F32,
            Number::U32,
            Number::I32,
        ];
        Some(match kind {
            0 => {
                let of = *self.random.pick(&numbers);
                self.adapt(stream, Some(of));
                if !of.is_float() {
                    // What does not overflow half-way.
                    stream.text += &format!(".map(|x| -> {0} {{ x % 1000 }})", of.name());
                }
                if of.is_float() {
                    self.known = self.known.max(Known::Closely);
                }
                self.tag("sum");
                let value = format!("{}.sum::<{}>()", stream.text, of.name());
                (value, Is::Number(of), true)
            }
            1 => {
                self.adapt(stream, None);
                self.filter(stream);
                self.tag("count");
                (
                    format!("{}.count()", stream.text),
                    Is::Number(Number::Usize),
                    true,
                )
            }
            2 => {
                let of = *self.random.pick(&[Number::I64, Number::I32, Number::U8]);
                self.adapt(stream, Some(of));
                self.copied(stream);
                if self.known > Known::Exactly {
                    self.known = Known::Hardly;
                }
                let method = *self.random.pick(&["min", "max"]);
                self.tag("min");
                (format!("{}.{method}()", stream.text), Is::Option(of), true)
            }
            3 => {
                let of = *self.random.pick(&numbers);
                self.adapt(stream, Some(of));
                self.copied(stream);
                if self.known > Known::Exactly {
                    self.known = Known::Hardly;
                }
                self.tag("max_by");
                let method = *self.random.pick(&["min", "max"]);
                let by = match (of.is_float(), self.random.percent(50)) {
                    (true, _) => format!("{method}_by(|a, b| a.total_cmp(b))"),
                    (false, true) => format!("{method}_by_key(|x| x.wrapping_mul(3) % 5)"),
                    (false, false) => format!("{method}_by(|a, b| b.cmp(a))"),
                };
                (format!("{}.{by}", stream.text), Is::Option(of), true)
            }
            4 | 5 => {
                self.adapt(stream, None);
                self.copied(stream);
                let test = self.test(stream);
                let method = *self.random.pick(&["any", "all"]);
                self.tag("any");
                (
                    format!("{}.{method}(|x| {test})", stream.text),
                    Is::Bool,
                    true,
                )
            }
            6 => {
                self.adapt(stream, None);
                self.copied(stream);
                let of = stream.single?;
                if self.known > Known::Exactly {
                    self.known = Known::Hardly;
                }
                let inner = Stream {
                    text: String::new(),
                    pattern: "x".to_owned(),
                    parts: vec![("*x".to_owned(), of)],
                    references: false,
                    aligned: false,
                    single: Some(of),
                    known: stream.known,
                    shown: false,
                };
                let test = self.test(&inner);
                self.tag("find");
                (
                    format!("{}.find(|x| {test})", stream.text),
                    Is::Option(of),
                    true,
                )
            }
            7 => {
                if !stream.aligned {
                    return None;
                }
                let test = self.test(stream);
                let pattern = stream.pattern.clone();
                self.tag("position");
                // From the back, a stream must know its length.
                let backwards = !stream.text.contains("zip") && self.random.percent(40);
                let method = if backwards { "rposition" } else { "position" };
                let value = format!("{}.{method}(|{pattern}| {test})", stream.text);
                (value, Is::Option(Number::Usize), true)
            }
            9 => {
                self.adapt(stream, None);
                self.copied(stream);
                let of = stream.single?;
                if self.known > Known::Exactly && !stream.aligned {
                    self.known = Known::Hardly;
                }
                let method = *self.random.pick(&["next", "last"]);
                self.tag("last");
                (format!("{}.{method}()", stream.text), Is::Option(of), true)
            }
            _ => self.folded(stream),
        })
    }

    fn folded(&mut self, stream: &mut Stream) -> (String, Is, bool) {
        let of = *self
            .random
            .pick(&[Number::F64, Number::I64, Number::F32, Number::I32]);
        self.adapt(stream, Some(of));
        self.copied(stream);
        let name = of.name();
        self.tag("fold");
        let (start, worker) = match (self.random.below(5), of.is_float()) {
            (3, false) => {
                let operator = *self.random.pick(&["^", "|", "&"]);
                (format!("5{name}"), format!("|acc, x| acc {operator} x"))
            }
            (4, false) => (
                format!("7{name}"),
                "|acc, x| acc.wrapping_add(x)".to_owned(),
            ),
            (0, true) => {
                self.known = self.known.max(Known::Closely);
                (format!("0.5{name}"), "|acc, x| acc + x".to_owned())
            }
            (0, false) => (format!("3{name}"), "|acc, x| acc + x % 1000".to_owned()),
            (1, true) => (format!("{name}::NEG_INFINITY"), format!("{name}::max")),
            (1, false) => (format!("-5{name}"), "|acc, x| acc.max(x)".to_owned()),
            (_, true) => (
                format!("{name}::INFINITY"),
                "|acc, x| acc.min(x)".to_owned(),
            ),
            (_, false) => (format!("100{name}"), "|acc, x| acc.min(x)".to_owned()),
        };
        (
            format!("{}.fold({start}, {worker})", stream.text),
            Is::Number(of),
            true,
        )
    }

    /// A number that is made of numbers.
    fn scalar(&mut self) {
        let of = *self.random.pick(&[Number::F64, Number::I64]);
        self.tag("scalar of scalars");
        let left = self.leaf(of, None);
        let before = std::mem::replace(&mut self.panics, false);
        let value = self.more(of, None, left, 2);
        self.panics = before;
        self.bind(Is::Number(of), value, true);
    }
}
