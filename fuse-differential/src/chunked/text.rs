//! A function over chunks as Rust: the plain form cuts its slices to one length and calls the function; the fused form runs the rounds
//! as well, and panics where they do not agree.

use std::fmt::Write as _;

use super::{Chunked, Is, Known, Line};

/// What runs the rounds.
const SCATTERED: &str = include_str!("scattered.rs.txt");

impl Is {
    /// As Rust spells it.
    pub(super) fn written(self) -> String {
        match self {
            Is::Array(of) => format!("Vec<{}>", of.name()),
            Is::Number(of) => of.name().to_owned(),
            Is::Bool => "bool".to_owned(),
            Is::Bins(of) => format!("[{}; 5]", of.name()),
            Is::Option(of) => format!("Option<{}>", of.name()),
        }
    }
}

impl Chunked {
    fn signature(&self) -> String {
        let parameters: Vec<String> = self
            .slices
            .iter()
            .map(|(name, of)| format!("{name}: &[{}]", of.name()))
            .chain(
                self.numbers
                    .iter()
                    .map(|(name, of)| format!("{name}: {}", of.name())),
            )
            .collect();
        parameters.join(", ")
    }

    fn gives(&self) -> String {
        let all: Vec<String> = self.outcomes().map(|line| line.is.written()).collect();
        match all.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        }
    }

    fn outcomes(&self) -> impl Iterator<Item = &Line> {
        self.results.iter().filter_map(|name| self.line(name))
    }

    fn value(&self) -> String {
        match self.results.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        }
    }

    /// The function itself.
    pub(super) fn inner(&self) -> String {
        let mut text = format!("fn inner({}) -> {} {{\n", self.signature(), self.gives());
        for (at, line) in self.lines.iter().enumerate() {
            if let Some(test) = self.guard(at) {
                let _ = writeln!(text, "    if {test} {{ return {}; }}", self.early());
            }
            let annotation = match line.annotated {
                true => format!(": {}", line.is.written()),
                false => String::new(),
            };
            let mutable = if line.looped.is_some() { "mut " } else { "" };
            let _ = writeln!(
                text,
                "    let {mutable}{}{annotation} = {};",
                line.name, line.value
            );
            if let Some(looped) = &line.looped {
                let _ = writeln!(text, "    {looped}");
            }
        }
        let _ = writeln!(text, "    {}\n}}", self.value());
        text
    }

    /// The test of an early return before a line: of the length, or of an integer before it.
    fn guard(&self, at: usize) -> Option<String> {
        let before = &self.lines[..at];
        // An array before it that nobody needs is not made, whether it would panic or not.
        let is_here =
            self.lines[at].guarded && !before.iter().any(|line| matches!(line.is, Is::Array(_)));
        let number = self.lines[..at]
            .iter()
            .rev()
            .find_map(|line| match line.is {
                Is::Number(of) if !of.is_float() && line.known == Known::Exactly => {
                    Some(format!("{} as i64 % 3 == 1", line.name))
                }
                _ => None,
            });
        let length = || format!("{}.len() % 5 == 3", self.slices[0].0);
        is_here.then(|| number.unwrap_or_else(length))
    }

    /// The value of an early return.
    fn early(&self) -> String {
        let of = |line: &Line| match line.is {
            Is::Array(_) => "Vec::new()".to_owned(),
            Is::Number(of) => format!("7 as {}", of.name()),
            Is::Bool => "true".to_owned(),
            Is::Bins(of) => format!("[1 as {}; 5]", of.name()),
            Is::Option(_) => "None".to_owned(),
        };
        let all: Vec<String> = self.outcomes().map(of).collect();
        match all.as_slice() {
            [one] => one.clone(),
            all => format!("({})", all.join(", ")),
        }
    }

    /// `let n = ..; let xs = &xs[..n];`
    fn cut_to_one_length(&self) -> String {
        let lengths: Vec<String> = self
            .slices
            .iter()
            .map(|(name, _)| format!("{name}.len()"))
            .collect();
        let mut text = format!("    let length = {}", lengths[0]);
        for other in &lengths[1..] {
            let _ = write!(text, ".min({other})");
        }
        text.push_str(";\n");
        for (name, _) in &self.slices {
            let _ = writeln!(text, "    let {name} = &{name}[..length];");
        }
        text
    }

    fn call(&self) -> String {
        let names: Vec<&str> = self
            .slices
            .iter()
            .chain(&self.numbers)
            .map(|(name, _)| name.as_str())
            .collect();
        format!("inner({})", names.join(", "))
    }

    /// The form that knows nothing of chunks.
    pub(super) fn plain(&self, name: &str) -> String {
        format!(
            "{}\npub fn {name}({}) -> {} {{\n{}    {}\n}}\n",
            self.inner(),
            self.signature(),
            self.gives(),
            self.cut_to_one_length(),
            self.call(),
        )
    }

    /// How the function is told which chunk it gets.
    fn chunk(&self) -> (String, String) {
        match self.slices.as_slice() {
            [(name, of)] => (
                format!("&mut dyn for<'c> FnMut(&'c [{}])", of.name()),
                format!("each(&{name}[cut])"),
            ),
            slices => {
                let types: Vec<String> = slices
                    .iter()
                    .map(|(_, of)| format!("&'c [{}]", of.name()))
                    .collect();
                let parts: Vec<String> = slices
                    .iter()
                    .map(|(name, _)| format!("&{name}[cut.clone()]"))
                    .collect();
                (
                    format!("&mut dyn for<'c> FnMut(({}))", types.join(", ")),
                    format!("each(({}))", parts.join(", ")),
                )
            }
        }
    }

    /// The form that runs the rounds as well.
    pub(super) fn fused(&self, name: &str, attribute: &str) -> String {
        let attribute = match attribute {
            "#[loopfuse::fuse]" => "#[loopfuse::fuse(chunked = Rounds)]".to_owned(),
            other => other.replace("fuse(", "fuse(chunked = Rounds, "),
        };
        let arrays: Vec<usize> = (0..self.results.len())
            .filter(|n| self.is_array(*n))
            .collect();
        let scalars: Vec<usize> = (0..self.results.len())
            .filter(|n| !self.is_array(*n))
            .collect();
        let names = |letter: &str, of: &[usize]| {
            let all: Vec<String> = of.iter().map(|n| format!("{letter}{n}")).collect();
            match all.as_slice() {
                [one] => one.clone(),
                all => format!("({})", all.join(", ")),
            }
        };
        let numbers: Vec<&str> = self.numbers.iter().map(|(name, _)| name.as_str()).collect();
        let (each, call) = self.chunk();
        let mut extend = String::new();
        let mut declare = String::new();
        for n in &arrays {
            let line = self.outcomes().nth(*n);
            let is = line.map_or_else(String::new, |line| line.is.written());
            let _ = writeln!(declare, "            let mut r{n}: {is} = Vec::new();");
            let _ = write!(extend, " r{n}.extend(p{n});");
        }
        let part = names("p", &arrays);
        let output = match scalars.is_empty() {
            true => String::new(),
            false => format!("let {} = done.output();", names("r", &scalars)),
        };
        let all: Vec<usize> = (0..self.results.len()).collect();
        let tame: Vec<String> = self
            .slices
            .iter()
            .map(|(name, _)| format!("tame({name})"))
            .chain(
                self.numbers
                    .iter()
                    .map(|(name, _)| format!("tame(&[{name}])")),
            )
            .collect();
        let mut checks = String::new();
        for (n, line) in self.outcomes().enumerate() {
            let check = match line.known {
                Known::Exactly => format!("plain{n}.is_close(&r{n}, false)"),
                Known::Closely => format!("!tame || plain{n}.is_close(&r{n}, true)"),
                Known::Hardly => continue,
            };
            let _ = writeln!(
                checks,
                "    assert!({check}, \"result {n}: plain {{:?}}, in rounds {{:?}}\", plain{n}, r{n});"
            );
        }
        let plain = names("plain", &all);
        let results = names("r", &all);
        let signature = self.signature();
        let gives = self.gives();
        let cut = self.cut_to_one_length();
        let inner = self.inner();
        let plain_call = self.call();
        format!(
            "{attribute}\n{inner}\n{SCATTERED}\n\
             #[allow(unused_imports, unused_mut, unused_variables, clippy::all)]\n\
             pub fn {name}({signature}) -> {gives} {{\n{cut}\
             \x20   use fuse_differential_support::chunked::{{Close, Random, tame}};\n\
             \x20   use fuse_differential_support::image::Image;\n\
             \x20   let plain = std::panic::catch_unwind(|| {plain_call});\n\
             \x20   let rounds = std::panic::catch_unwind(|| {{\n\
             \x20       let mut first: Option<Image> = None;\n\
             \x20       let mut last = None;\n\
             \x20       for turn in 0..4 {{\n\
             {declare}\
             \x20           let (done, arrays) = scattered(Rounds::new({numbers}), length, &mut Random(turn + length as u64), \
             |cut: std::ops::Range<usize>, each: {each}| {call});\n\
             \x20           for (_, {part}) in arrays {{{extend} }}\n\
             \x20           {output}\n\
             \x20           let results = {results};\n\
             \x20           let image = Image::of(&results);\n\
             \x20           let same = first.get_or_insert_with(|| image.clone());\n\
             \x20           if *same != image {{ return Err((same.shown(400), image.shown(400))); }}\n\
             \x20           last = Some(results);\n\
             \x20       }}\n\
             \x20       Ok(last.expect(\"a turn\"))\n\
             \x20   }});\n\
             \x20   let (plain, rounds) = match (plain, rounds) {{\n\
             \x20       (Ok(plain), Ok(Ok(rounds))) => (plain, rounds),\n\
             \x20       (Err(panic), Err(_)) => std::panic::resume_unwind(panic),\n\
             \x20       (Err(_), Ok(_)) => return no_panic(),\n\
             \x20       (Ok(_), Ok(Err(images))) => panic!(\"cuts show: {{images:?}}\"),\n\
             \x20       (Ok(_), Err(_)) => panic!(\"rounds panic alone\"),\n\
             \x20   }};\n\
             \x20   let tame = {tame};\n\
             \x20   let {plain} = plain;\n\
             \x20   let {results} = rounds;\n\
             {checks}\
             \x20   {plain}\n\
             }}\n\n\
             /// The plain function panics, and this does not.\n\
             #[allow(dead_code)]\n\
             fn no_panic() -> {gives} {{ Default::default() }}\n",
            numbers = numbers.join(", "),
            tame = tame.join(" && "),
        )
    }

    fn is_array(&self, n: usize) -> bool {
        matches!(
            self.outcomes().nth(n).map(|line| line.is),
            Some(Is::Array(_))
        )
    }
}
