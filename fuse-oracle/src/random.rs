//! Random programs, from a seed.
//!
//! In: a seed and a number of bindings. Out: a [`Program`] that always has sizes: [`program`] writes
//! every kind of combinator, [`normal_form`] the mix that solve times are measured on. For tests and
//! benches of every stage after this one.

use fuse_compiler::internals::cnf::{
    Length, OpaqueKind, Program, ProgramBuilder, Reason, ValueId, ValueKind,
};

/// A small deterministic generator (xorshift), so that a seed means the same program everywhere.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal sequences.
    #[must_use]
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `bound`, or 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = (self.0 >> 33) as usize;
        high.checked_rem(bound).unwrap_or(0)
    }

    fn pick(&mut self, from: &[ValueId]) -> ValueId {
        from[self.below(from.len())]
    }
}

/// A program of at least `bindings` bindings, with one or two array parameters.
#[must_use]
pub fn program(seed: u64, bindings: usize) -> Program<'static> {
    let mut random = Random::new(seed);
    let mut b = ProgramBuilder::new(&format!("random{seed}"));
    let mut arrays = vec![b.parameter_array("xs")];
    if random.below(2) == 0 {
        arrays.push(b.parameter_array("ys"));
    }
    let mut scalars: Vec<ValueId> = Vec::new();
    let mut made = 0;
    while made < bindings {
        let name = format!("v{made}");
        let input = random.pick(&arrays);
        let mentioned: Vec<ValueId> = match random.below(4) {
            0 if !scalars.is_empty() => vec![random.pick(&scalars)],
            _ => Vec::new(),
        };
        made += 1;
        let array = match random.below(24) {
            0..=4 => b.map(&name, &[input], &mentioned),
            5..=8 => b.filter(&name, input, &mentioned),
            9 => b.scan(&name, input, &mentioned),
            10 | 11 => {
                let other = random.pick(&arrays);
                b.zip(&name, &[input, other])
            }
            12 => {
                let data = random.pick(&arrays);
                b.gather(&name, data, input)
            }
            13 => {
                let inner = random.pick(&arrays);
                b.cross(&name, input, inner)
            }
            14 => b.generate(&name, Length::Known("n".to_owned()), &mentioned),
            15 => {
                // A chain of two.
                let last = format!("v{made}");
                made += 1;
                scalars.push(b.chain(|b| {
                    let inside = b.map(&name, &[input], &mentioned);
                    b.fold(&last, inside, &[])
                }));
                continue;
            }
            16 => {
                scalars.push(b.scalar(&name, &mentioned));
                continue;
            }
            17 if random.below(3) == 0 => {
                let outputs = [(name.as_str(), ValueKind::Array)];
                b.opaque(OpaqueKind::Wall, &[input], &outputs)[0]
            }
            18 if random.below(3) == 0 => {
                let array = b.map(&name, &[input], &mentioned);
                b.solitary(Reason::ShortCircuit);
                array
            }
            _ => {
                scalars.push(b.fold(&name, input, &mentioned));
                continue;
            }
        };
        arrays.push(array);
    }
    let results: Vec<ValueId> = (arrays.iter().skip(1).chain(&scalars))
        .filter(|_| random.below(4) == 0)
        .copied()
        .collect();
    b.results(&results);
    b.finish()
}

/// A program of `combinators` bindings over one array as clustering is measured on: half of them maps,
/// a third of those over two arrays of one size, a fifth filters, the others folds. Each input is drawn
/// evenly from all arrays so far; a quarter of the workers use an earlier scalar. What nobody reads
/// is a result.
#[must_use]
pub fn normal_form(seed: u64, combinators: usize) -> Program<'static> {
    let mut random = Random::new(seed);
    let mut b = ProgramBuilder::new(&format!("normal{seed}"));
    // Arrays with a number for their size, and whether somebody reads them.
    let mut arrays = vec![(b.parameter_array("xs"), 0, true)];
    let mut scalars: Vec<(ValueId, bool)> = Vec::new();
    let mut sizes = 1;
    for index in 0..combinators {
        let name = format!("v{index}");
        let picked = random.below(arrays.len());
        let (input, size, _) = arrays[picked];
        arrays[picked].2 = true;
        let mentioned: Vec<ValueId> = match random.below(4) {
            0 if !scalars.is_empty() => {
                let picked = random.below(scalars.len());
                scalars[picked].1 = true;
                vec![scalars[picked].0]
            }
            _ => Vec::new(),
        };
        match random.below(10) {
            0..=4 => {
                let mut inputs = vec![input];
                if random.below(3) == 0 {
                    let same = |other: &usize| arrays[*other].1 == size;
                    let equal: Vec<usize> = (0..arrays.len()).filter(same).collect();
                    let other = equal[random.below(equal.len())];
                    arrays[other].2 = true;
                    inputs.push(arrays[other].0);
                }
                inputs.dedup();
                arrays.push((b.map(&name, &inputs, &mentioned), size, false));
            }
            5 | 6 => {
                arrays.push((b.filter(&name, input, &mentioned), sizes, false));
                sizes += 1;
            }
            _ => scalars.push((b.fold(&name, input, &mentioned), false)),
        }
    }
    let unread = arrays.iter().filter(|array| !array.2).map(|array| array.0);
    let results: Vec<ValueId> = unread
        .chain(
            scalars
                .iter()
                .filter(|scalar| !scalar.1)
                .map(|scalar| scalar.0),
        )
        .collect();
    b.results(&results);
    b.finish()
}
