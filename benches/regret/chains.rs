//! A seed → clusters of chains, each as iterators and as parts of loops.

use super::partitions::{Part, function, partitions};

/// xorshift64*: the low bits of a plain xorshift repeat soon.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) as usize % bound
    }

    fn one_of<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}

/// What a chain ends in.
enum Ends {
    /// It stores an element of this type for each.
    Store(&'static str),
    /// It folds into a result of this type, from a start, by a statement.
    Fold {
        ty: &'static str,
        start: &'static str,
        step: &'static str,
    },
    /// It keeps some elements.
    Keep,
}

/// A chain: as an iterator over `NAME.iter()`, and what it does with an element `x` (and `y` of `b`).
struct Kind {
    /// What follows the source.
    text: &'static str,
    /// What it makes of `x`, or of the accumulator `acc`.
    value: &'static str,
    ends: Ends,
}

const fn store(text: &'static str, value: &'static str, ty: &'static str) -> Kind {
    Kind {
        text,
        value,
        ends: Ends::Store(ty),
    }
}

const fn fold(
    text: &'static str,
    ty: &'static str,
    start: &'static str,
    step: &'static str,
) -> Kind {
    Kind {
        text,
        value: "",
        ends: Ends::Fold { ty, start, step },
    }
}

/// The chains over elements of one type; what they store has it too.
struct Family {
    ty: &'static str,
    kinds: &'static [Kind],
}

const DOUBLES: &[Kind] = &[
    fold(
        ".map(|x| x * 1.5 + 0.25).sum::<f64>()",
        "f64",
        "-0.0",
        "acc += x * 1.5 + 0.25;",
    ),
    fold(
        ".map(|x| x * x).sum::<f64>()",
        "f64",
        "-0.0",
        "acc += x * x;",
    ),
    fold(
        ".filter(|x| **x > 0.9).sum::<f64>()",
        "f64",
        "-0.0",
        "acc += if x > 0.9 { x } else { -0.0 };",
    ),
    fold(
        ".copied().fold(f64::NEG_INFINITY, f64::max)",
        "f64",
        "f64::NEG_INFINITY",
        "acc = acc.max(x);",
    ),
    fold(
        ".filter(|x| **x > 0.5).count()",
        "usize",
        "0",
        "acc += (x > 0.5) as usize;",
    ),
    store(".map(|x| x * 1.25 + 3.0)", "x * 1.25 + 3.0", "f64"),
    store(
        ".map(|x| ((x * 1.25 + 3.0) * x - 0.5) * x + 0.125)",
        "((x * 1.25 + 3.0) * x - 0.5) * x + 0.125",
        "f64",
    ),
    store(
        ".zip(b.iter()).map(|(x, y)| x / (1.0 + y * y))",
        "x / (1.0 + y * y)",
        "f64",
    ),
    store(
        ".map(|x| (x * x + 1.0).sqrt())",
        "(x * x + 1.0).sqrt()",
        "f64",
    ),
    Kind {
        text: ".copied().filter(|x| *x > 0.9)",
        value: "x > 0.9",
        ends: Ends::Keep,
    },
];

const SINGLES: &[Kind] = &[
    fold(
        ".map(|x| x * 1.5 + 0.25).sum::<f32>()",
        "f32",
        "-0.0",
        "acc += x * 1.5 + 0.25;",
    ),
    fold(
        ".map(|x| x * x).sum::<f32>()",
        "f32",
        "-0.0",
        "acc += x * x;",
    ),
    fold(
        ".copied().fold(f32::INFINITY, f32::min)",
        "f32",
        "f32::INFINITY",
        "acc = acc.min(x);",
    ),
    fold(
        ".filter(|x| **x > 0.25).count()",
        "usize",
        "0",
        "acc += (x > 0.25) as usize;",
    ),
    store(".map(|x| x * 1.25 + 3.0)", "x * 1.25 + 3.0", "f32"),
    store(
        ".map(|x| (x * x + 1.0).sqrt())",
        "(x * x + 1.0).sqrt()",
        "f32",
    ),
];

const INTEGERS: &[Kind] = &[
    fold(
        ".map(|x| i64::from(*x)).sum::<i64>()",
        "i64",
        "0",
        "acc += i64::from(x);",
    ),
    fold(
        ".copied().max().unwrap_or(i32::MIN)",
        "i32",
        "i32::MIN",
        "acc = acc.max(x);",
    ),
    fold(
        ".filter(|x| **x > 100).count()",
        "usize",
        "0",
        "acc += (x > 100) as usize;",
    ),
    fold(
        ".filter(|x| **x < 0).map(|x| i64::from(*x)).sum::<i64>()",
        "i64",
        "0",
        "acc += if x < 0 { i64::from(x) } else { 0 };",
    ),
    store(
        ".map(|x| x.wrapping_mul(3) ^ 21)",
        "x.wrapping_mul(3) ^ 21",
        "i32",
    ),
    Kind {
        text: ".copied().filter(|x| *x > 0)",
        value: "x > 0",
        ends: Ends::Keep,
    },
];

const LONGS: &[Kind] = &[
    fold(".sum::<i64>()", "i64", "0", "acc += x;"),
    fold(
        ".copied().min().unwrap_or(i64::MAX)",
        "i64",
        "i64::MAX",
        "acc = acc.min(x);",
    ),
    fold(
        ".filter(|x| **x > 0).count()",
        "usize",
        "0",
        "acc += (x > 0) as usize;",
    ),
    fold(
        ".fold(7_i64, |h, x| (h ^ x).wrapping_mul(31))",
        "i64",
        "7",
        "acc = (acc ^ x).wrapping_mul(31);",
    ),
    store(
        ".map(|x| x.wrapping_add(5) & 1023)",
        "x.wrapping_add(5) & 1023",
        "i64",
    ),
];

const BYTES: &[Kind] = &[
    fold(
        ".filter(|x| **x < 64).count()",
        "usize",
        "0",
        "acc += (x < 64) as usize;",
    ),
    fold(
        ".map(|x| u64::from(*x)).sum::<u64>()",
        "u64",
        "0",
        "acc += u64::from(x);",
    ),
    fold(
        ".copied().max().unwrap_or(0)",
        "u8",
        "0",
        "acc = acc.max(x);",
    ),
    fold(
        ".fold(0xcbf2_9ce4_8422_2325_u64, |h, x| (h ^ u64::from(*x)).wrapping_mul(0x0100_0000_01b3))",
        "u64",
        "0xcbf2_9ce4_8422_2325",
        "acc = (acc ^ u64::from(x)).wrapping_mul(0x0100_0000_01b3);",
    ),
    fold(
        ".fold([0_u32; 16], |mut bins, x| { bins[(*x >> 4) as usize] += 1; bins })",
        "[u32; 16]",
        "[0; 16]",
        "acc[(x >> 4) as usize] += 1;",
    ),
    store(".map(|x| x ^ 0x5a)", "x ^ 0x5a", "u8"),
];

const FAMILIES: &[Family] = &[
    Family {
        ty: "f64",
        kinds: DOUBLES,
    },
    Family {
        ty: "f64",
        kinds: DOUBLES,
    },
    Family {
        ty: "f32",
        kinds: SINGLES,
    },
    Family {
        ty: "i32",
        kinds: INTEGERS,
    },
    Family {
        ty: "i64",
        kinds: LONGS,
    },
    Family {
        ty: "u8",
        kinds: BYTES,
    },
];

/// Chains that may share a loop: each reads the first array, or what an earlier one has stored.
pub(crate) struct Cluster {
    ty: &'static str,
    chains: Vec<(&'static Kind, String)>,
}

/// So many clusters of three or four chains.
pub(crate) fn draw(seed: u64, count: usize) -> Vec<Cluster> {
    let mut random = Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let one = |_| {
        let family = random.one_of(FAMILIES);
        let mut arrays = vec!["a".to_owned()];
        let chains = (0..3 + random.below(2)).map(|place| {
            let kind = random.one_of(family.kinds);
            let reads = random.one_of(&arrays).clone();
            if let Ends::Store(_) = kind.ends {
                arrays.push(format!("r{place}"));
            }
            (kind, reads)
        });
        Cluster {
            ty: family.ty,
            chains: chains.collect(),
        }
    };
    (0..count).map(one).collect()
}

impl Cluster {
    fn signature(&self, name: &str) -> String {
        let ty = self.ty;
        let results = self.chains.iter().map(|(kind, _)| match kind.ends {
            Ends::Store(ty) => format!("Vec<{ty}>"),
            Ends::Fold { ty, .. } => ty.to_owned(),
            Ends::Keep => format!("Vec<{ty}>"),
        });
        let results = results.collect::<Vec<_>>().join(", ");
        format!("{name}(a: &[{ty}], b: &[{ty}]) -> ({results},)")
    }

    /// The function as its author writes it.
    fn written(&self, attribute: &str, name: &str) -> String {
        let mut text = format!(
            "{attribute} #[inline(never)] pub fn {} {{\n",
            self.signature(name)
        );
        for (place, (kind, reads)) in self.chains.iter().enumerate() {
            let (of, end) = match kind.ends {
                Ends::Store(ty) => (format!(": Vec<{ty}>"), ".collect()"),
                Ends::Keep => (format!(": Vec<{}>", self.ty), ".collect()"),
                Ends::Fold { .. } => (String::new(), ""),
            };
            text += &format!("let r{place}{of} = {reads}.iter(){}{end};\n", kind.text);
        }
        let results = (0..self.chains.len()).map(|place| format!("r{place}"));
        text + &format!("({},) }}\n", results.collect::<Vec<_>>().join(", "))
    }

    fn parts(&self) -> Vec<Part> {
        let part = |(place, (kind, reads)): (usize, &(&'static Kind, String))| {
            let name = format!("r{place}");
            let after = reads
                .strip_prefix('r')
                .and_then(|number| number.parse().ok());
            let mut all = vec![reads.clone()];
            if kind.text.contains(".zip(") {
                all.push("b".to_owned());
            }
            let bound = format!("let x = {reads};");
            let second = if all.len() > 1 { "let y = b;" } else { "" };
            let (declared, step, result, stores) = match kind.ends {
                Ends::Store(ty) => (
                    String::new(),
                    format!("let {name} = {{ {bound} {second} {} }};", kind.value),
                    name.clone(),
                    Some((name, ty)),
                ),
                Ends::Fold { ty, start, step } => (
                    format!("let mut {name}: {ty} = {start};\n"),
                    format!("{{ {bound} {} }}", step.replace("acc", &name)),
                    name,
                    None,
                ),
                Ends::Keep => (
                    format!(
                        "let mut {name}: Vec<{ty}> = Vec::with_capacity(n + 1); unsafe {{ {name}.set_len(n + 1) }}; let mut {name}_n = 0;\n",
                        ty = self.ty
                    ),
                    format!(
                        "{{ {bound} {name}[{name}_n] = x; {name}_n += ({}) as usize; }}",
                        kind.value
                    ),
                    format!("{{ {name}.truncate({name}_n); {name} }}"),
                    None,
                ),
            };
            Part {
                after: after.into_iter().collect(),
                reads: all,
                stores,
                declared,
                step,
                result,
            }
        };
        self.chains.iter().enumerate().map(part).collect()
    }

    /// All its forms, as text, and their names.
    pub(crate) fn forms(&self, number: usize) -> (String, Vec<String>) {
        let written = [
            ("", "plain"),
            ("#[fuse]", "fused"),
            ("#[fuse(baseline)]", "baseline"),
        ];
        let (mut text, mut names) = (String::new(), Vec::new());
        for (attribute, form) in written {
            let name = format!("c{number}_{form}");
            text += &self.written(attribute, &name);
            names.push(name);
        }
        let parts = self.parts();
        for passes in partitions(&parts) {
            let shown = passes
                .iter()
                .map(|pass| pass.iter().map(usize::to_string).collect::<String>());
            let name = format!("c{number}_p{}", shown.collect::<Vec<_>>().join("_"));
            text += &function(&self.signature(&name), &parts, &passes);
            names.push(name);
        }
        (text, names)
    }

    /// The statement that measures them.
    pub(crate) fn race(&self, number: usize, forms: &[String]) -> String {
        let chains = self
            .chains
            .iter()
            .map(|(kind, reads)| format!("{reads}{}", kind.text));
        let name = format!(
            "{number}: {}: {}",
            self.ty,
            chains.collect::<Vec<_>>().join("; ")
        );
        let forms = forms
            .iter()
            .map(|form| format!("({form:?}, {form} as fn(&[_], &[_]) -> _)"));
        let forms = forms.collect::<Vec<_>>().join(", ");
        format!("all.race::<{}, _>({name:?}, n, &[{forms}]);\n", self.ty)
    }
}
