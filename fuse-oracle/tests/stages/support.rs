//! Random programs in combinator normal form, the same for the same seed.

use fuse_compiler::internals::cnf::{
    BindingId, Length, OpaqueKind, Program, ProgramBuilder, Reason, ValueId, ValueKind,
};

/// SplitMix64: small, and the same everywhere.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).expect("it is below a usize")
    }

    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// What the generator knows of the program so far.
struct Generator {
    random: Random,
    builder: ProgramBuilder,
    /// Arrays that a later binding may read, each with a tag; arrays of one tag have one size.
    arrays: Vec<(ValueId, usize)>,
    scalars: Vec<ValueId>,
    bound: Vec<ValueId>,
    tags: usize,
    made: usize,
    /// The first binding of the statement that is being made.
    first: usize,
}

/// A program of `combinators` bindings and now and then an opaque statement.
pub(crate) fn program(seed: u64, combinators: usize) -> Program<'static> {
    let mut builder = ProgramBuilder::new("random");
    let mut random = Random::new(seed);
    let arrays: Vec<(ValueId, usize)> = (0..1 + random.below(2))
        .map(|tag| (builder.parameter_array(&format!("in{tag}")), tag))
        .collect();
    let mut generator = Generator {
        random,
        builder,
        tags: arrays.len(),
        arrays,
        scalars: Vec::new(),
        bound: Vec::new(),
        made: 0,
        first: 0,
    };
    while generator.made < combinators {
        generator.statement(combinators);
    }
    generator.finish()
}

impl Generator {
    fn statement(&mut self, combinators: usize) {
        let left = combinators - self.made;
        match self.random.below(20) {
            0 => {
                let reads = self.some_values();
                let name = format!("s{}", self.bound.len());
                let scalar = self.builder.scalar(&name, &reads);
                self.bind_scalar(scalar);
            }
            1 if self.random.chance(50) => {
                let reads = self.some_values();
                let name = format!("w{}", self.bound.len());
                let outputs = [(name.as_str(), ValueKind::Array)];
                let output = self.builder.opaque(OpaqueKind::Wall, &reads, &outputs)[0];
                let tag = self.fresh_tag();
                self.bind_array(output, tag);
            }
            2..=5 if left >= 2 => self.chain(left),
            _ => self.combinator(None),
        }
        if self.random.chance(2) {
            self.builder.solitary(Reason::ShortCircuit);
        }
        // An ordering of two bindings of one chain would mean nothing: they run as one loop.
        let (before, after) = (self.random.below(self.first + 1), self.builder.last());
        if before < self.first && self.random.chance(3) {
            self.builder
                .precedence(BindingId(before), after, Reason::Moves);
        }
        self.first = after.0 + 1;
    }

    /// Two or three combinators in one chain. What is inside is hidden from the rest.
    fn chain(&mut self, left: usize) {
        let length = 2 + self.random.below(left.min(3) - 1);
        self.combinator(None);
        for _ in 1..length {
            let Some((input, tag)) = self.arrays.last().copied() else {
                return;
            };
            if self.bound.last() != Some(&input) {
                return;
            }
            self.arrays.pop();
            self.bound.pop();
            self.builder.same_chain_as(input);
            self.combinator(Some((input, tag)));
        }
    }

    /// One combinator over a given array, or any.
    fn combinator(&mut self, input: Option<(ValueId, usize)>) {
        self.made += 1;
        let name = format!("v{}", self.made);
        let scalars = self.some_scalars();
        let given = input.is_some();
        let (array, tag) = input.unwrap_or_else(|| self.any_array());
        let b = &mut self.builder;
        match self.random.below(if given { 8 } else { 14 }) {
            0 | 1 => {
                let output = b.map(&name, &[array], &scalars);
                self.bind_array(output, tag);
            }
            2..=4 => {
                let output = b.fold(&name, array, &scalars);
                self.bind_scalar(output);
            }
            5 | 6 => {
                let output = b.filter(&name, array, &scalars);
                let tag = self.fresh_tag();
                self.bind_array(output, tag);
            }
            7 => {
                let output = b.scan(&name, array, &scalars);
                self.bind_array(output, tag);
            }
            8 | 9 => {
                let equal = self.arrays.iter().filter(|(_, other)| *other == tag);
                let equal: Vec<ValueId> = equal.map(|(value, _)| *value).collect();
                let second = self.random.pick(&equal);
                let output = self.builder.map(&name, &[array, second], &scalars);
                self.bind_array(output, tag);
            }
            10 => {
                let (second, _) = self.any_array();
                let output = self.builder.zip(&name, &[array, second]);
                let tag = self.fresh_tag();
                self.bind_array(output, tag);
            }
            11 => {
                let (inner, _) = self.any_array();
                let output = self.builder.cross(&name, array, inner);
                let tag = self.fresh_tag();
                self.bind_array(output, tag);
            }
            12 => {
                let length = if self.random.chance(70) {
                    Length::Known("n".to_owned())
                } else {
                    Length::Unknown
                };
                let output = self.builder.generate(&name, length, &scalars);
                let tag = self.fresh_tag();
                self.bind_array(output, tag);
            }
            _ => {
                let (data, _) = self.any_array();
                let output = self.builder.gather(&name, data, array);
                self.bind_array(output, tag);
            }
        }
        if self.random.chance(5) {
            let (whole, _) = self.arrays[self.random.below(self.arrays.len())];
            if !given && self.bound.last() != Some(&whole) {
                self.builder.reading(&[whole]);
            }
        }
    }

    fn finish(mut self) -> Program<'static> {
        let last = self.bound.last().copied();
        let results: Vec<ValueId> = self
            .bound
            .clone()
            .into_iter()
            .filter(|value| Some(*value) == last || self.random.chance(20))
            .collect();
        self.builder.results(&results);
        self.builder.finish()
    }

    fn any_array(&mut self) -> (ValueId, usize) {
        self.random.pick(&self.arrays)
    }

    fn some_scalars(&mut self) -> Vec<ValueId> {
        if self.scalars.is_empty() || self.random.chance(70) {
            return Vec::new();
        }
        vec![self.random.pick(&self.scalars)]
    }

    fn some_values(&mut self) -> Vec<ValueId> {
        let mut values = self.some_scalars();
        if self.random.chance(50) {
            values.push(self.any_array().0);
        }
        values
    }

    fn fresh_tag(&mut self) -> usize {
        self.tags += 1;
        self.tags - 1
    }

    fn bind_array(&mut self, value: ValueId, tag: usize) {
        self.arrays.push((value, tag));
        self.bound.push(value);
    }

    fn bind_scalar(&mut self, value: ValueId) {
        self.scalars.push(value);
        self.bound.push(value);
    }
}
