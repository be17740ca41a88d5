//! `cargo bench --bench unseen -- [SIZES [NAMES]]`: functions in the way their authors write them, which no rule of the compiler was
//! made for, plain over fused. Both forms take turns over the same inputs, and are checked to agree.

#![allow(unreachable_pub, reason = "the texts are written as in a library")]
#![allow(
    clippy::duplicate_mod,
    reason = "one text, two forms: that is the point"
)]

#[path = "../runner/clock.rs"]
#[allow(dead_code, reason = "only the clock of the thread is read")]
mod clock;
#[path = "../runner/statistics.rs"]
mod statistics;

use clock::Clock;
use statistics::{geometric_mean, median};
use std::fmt::Debug;
use std::hint::black_box;

/// The texts as if `#[fuse]` had been deleted.
#[path = ""]
mod plain {
    pub(crate) use fuse_test_attributes::erase as fuse;
    #[path = "text.rs"]
    pub(crate) mod text;
}

/// The texts as a user compiles them.
#[path = ""]
mod fused {
    pub(crate) use loopfuse::fuse;
    #[path = "text.rs"]
    pub(crate) mod text;
}

/// How many elements all inputs of a size have together, unless one has more.
const ELEMENTS: usize = 1 << 15;
/// About how many elements one form takes in half a round.
const PER_TURN: usize = 1 << 18;
const ROUNDS: usize = 31;

struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn many<T>(&mut self, n: usize, mut of: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..n).map(|_| of(self)).collect()
    }
}

struct Bench {
    sizes: Vec<usize>,
    names: Vec<String>,
    cells: Vec<Vec<f64>>,
}

impl Bench {
    fn race<I, R: Debug>(
        &mut self,
        name: &str,
        make: impl Fn(usize, &mut Random) -> I,
        plain: fn(&I) -> R,
        fused: fn(&I) -> R,
    ) {
        if !self.names.is_empty() && !self.names.iter().any(|wanted| name.contains(wanted)) {
            return;
        }
        let mut row = format!("{name:12}");
        let mut of_kernel = Vec::new();
        for &n in &self.sizes {
            let mut random = Random(88_172_645_463_325_252);
            let inputs = (0..(ELEMENTS / n.max(1)).max(1)).map(|_| make(n, &mut random));
            let inputs: Vec<I> = inputs.collect();
            for input in &inputs {
                assert_eq!(
                    format!("{:?}", plain(input)),
                    format!("{:?}", fused(input)),
                    "{name}"
                );
            }
            let turns = (PER_TURN / n.max(1)).div_ceil(inputs.len()).max(1);
            // Called alike: a short function may be inlined where it is measured, and a long one not.
            let time = |form: fn(&I) -> R| {
                let form = black_box(form);
                let work = || {
                    for _ in 0..turns {
                        for input in &inputs {
                            drop(black_box(form(black_box(input))));
                        }
                    }
                };
                Clock::Thread.time(work).as_secs_f64()
            };
            let (mut ratios, mut times) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                let (a, b, c, d) = (time(plain), time(fused), time(fused), time(plain));
                ratios.push((a + d) / (b + c));
                times.push((b + c) / 2.0);
            }
            let elements = (turns * inputs.len() * n) as f64;
            let ratio = median(ratios);
            row += &format!(" {ratio:6.2} ({:6.3})", median(times) * 1e9 / elements);
            of_kernel.push(ratio);
        }
        println!("{row}");
        self.cells.push(of_kernel);
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let sizes = arguments
        .first()
        .map_or("16,64,1000,16000,1000000", |s| s.as_str());
    let mut bench = Bench {
        sizes: sizes
            .split(',')
            .filter_map(|size| size.parse().ok())
            .collect(),
        names: arguments.get(1..).unwrap_or_default().to_vec(),
        cells: Vec::new(),
    };
    // Allocators learn (benches/ratios.rs).
    drop(black_box(vec![1_u8; 31 << 20]));
    println!("plain/fused (ns an element, fused) at {:?}", bench.sizes);
    all(&mut bench);
    for (index, size) in bench.sizes.iter().enumerate() {
        let column = || bench.cells.iter().map(|row| row[index]);
        let worst = column().fold(f64::INFINITY, f64::min);
        println!(
            "{size:>8}: geometric mean {:.2}, worst {worst:.2}",
            geometric_mean(column())
        );
    }
}

fn all(bench: &mut Bench) {
    macro_rules! race {
        ($name:ident, $make:expr, |$input:ident| ($($argument:expr),*)) => {
            bench.race(stringify!($name), $make,
                |$input| plain::text::$name($($argument),*), |$input| fused::text::$name($($argument),*));
        };
    }
    let floats = |n: usize, r: &mut Random| r.many(n, |r| 2.0 * r.unit() - 1.0);
    let singles = |n: usize, r: &mut Random| r.many(n, |r| 2.0 * r.unit() as f32 - 1.0);
    let bytes = |n: usize, r: &mut Random| r.many(n, |r| (r.bits() >> 50) as u8);
    let thousands = |n: usize, r: &mut Random| r.many(n, |r| (r.bits() % 2001) as i32 - 1000);
    race!(
        luma,
        |n, r| r.many(n, |r| (r.bits() as u32).to_le_bytes()),
        |i| (i)
    );
    race!(digest, bytes, |i| (i));
    race!(
        masked,
        |n, r| (floats(n, r), r.many(n, |r| r.bits() % 3 == 0)),
        |i| (&i.0, &i.1)
    );
    race!(loudness, singles, |i| (i));
    race!(
        gradient,
        |n, r| [singles(n, r), singles(n, r), singles(n, r)],
        |i| (&i[0], &i[1], &i[2])
    );
    race!(nearest, thousands, |i| (i));
    race!(range, floats, |i| (i));
    race!(
        bases,
        |n, r| (
            r.many(n, |r| b"ACGTN"[(r.bits() % 5) as usize]),
            r.many(n, |r| 33 + (r.bits() % 42) as u8)
        ),
        |i| (&i.0, &i.1)
    );
    race!(returns, |n, r| r.many(n, |r| 50.0 + r.unit()), |i| (i));
    race!(
        vwap,
        |n, r| (r.many(n, |r| 50.0 + r.unit()), r.many(n, Random::unit)),
        |i| (&i.0, &i.1)
    );
    race!(signs, thousands, |i| (i));
    race!(
        both_ways,
        |n, r| r.many(n, |r| (r.bits() % 2001) as i64 - 1000),
        |i| (i)
    );
    race!(two_sums, thousands, |i| (i));
    race!(stretch, bytes, |i| (i));
    race!(unit, singles, |i| (i));
    race!(features, floats, |i| (i));
    race!(
        sensors,
        |n, r| r.many(n, |r| (r.bits() % 4 != 0).then(|| r.unit())),
        |i| (i)
    );
    race!(pcm, |n, r| r.many(n, |r| (r.bits() >> 30) as i16), |i| (i));
    race!(adler, bytes, |i| (i));
    race!(orders, thousands, |i| (i));
    race!(smooth, floats, |i| (i));
    race!(
        rgb,
        |n, r| r.many(n, |r| (
            r.bits() as u8,
            (r.bits() >> 9) as u8,
            (r.bits() >> 20) as u8
        )),
        |i| (i)
    );
    race!(
        weighted,
        |n, r| (
            floats(n, r),
            r.many(n, Random::unit),
            r.many(n, |r| r.bits() % 4 != 0)
        ),
        |i| (&i.0, &i.1, &i.2)
    );
    race!(moments, singles, |i| (i));
}
