//! Random programs, from a seed.
//!
//! In: a seed and a number of bindings. Out: a [`Program`] without `map_n` of several inputs, so that
//! it always has sizes. For tests and benches of every stage after this one.

use super::{Length, OpaqueKind, Program, ProgramBuilder, Reason, ValueId, ValueKind};

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
pub fn program(seed: u64, bindings: usize) -> Program {
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
