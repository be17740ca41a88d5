//! Inputs of any size, the same on every machine and in every run. Of each size there are several
//! of a kind: `sample` says which.

use super::programs::data::{self as paper, Xorshift};
use super::shared::{Body, CENTRES, LineItems, Point};

/// How many elements all samples of a size have together, unless one has more.
const ELEMENTS: usize = 1 << 15;

/// How many samples of a size there are.
///
/// A form that runs over the same few elements again and again runs without a single branch that is
/// mispredicted: the processor knows the data by heart, of one kernel up to 16,000 elements of it. No
/// program computes the same thing a thousand times. So short inputs take turns; together they
/// still fit the second cache.
pub(crate) fn samples(n: usize) -> u64 {
    (ELEMENTS / n.max(1)).max(1) as u64
}

/// Random numbers, other ones for each purpose and sample.
fn random(purpose: u64, sample: u64) -> Xorshift {
    Xorshift::new(purpose + 1000 * sample)
}

/// Floats in `[-1, 1)`.
pub(crate) fn floats(n: usize, sample: u64) -> Vec<f64> {
    paper::floats_of(random(1, sample), n)
}

/// Integers in `[-1000, 1000]`.
pub(crate) fn integers(n: usize, sample: u64) -> Vec<i64> {
    paper::integers_of(random(2, sample), n)
}

/// Points of the unit square, as pairs.
pub(crate) fn float_points(n: usize, sample: u64) -> Vec<(f64, f64)> {
    paper::float_points_of(random(3, sample), n)
}

/// Points of a grid, as pairs.
pub(crate) fn integer_points(n: usize, sample: u64) -> Vec<(i64, i64)> {
    paper::integer_points_of(random(4, sample), n)
}

/// Floats in `[0, 1)`, so that a limit keeps about the fraction that it names.
pub(crate) fn fractions(n: usize, sample: u64) -> Vec<f64> {
    let mut random = random(21, sample);
    (0..n).map(|_| random.unit()).collect()
}

/// Floats in `[low, high)`, another array for each purpose.
pub(crate) fn between(purpose: u64, low: f64, high: f64, n: usize, sample: u64) -> Vec<f64> {
    let mut random = random(purpose, sample);
    (0..n).map(|_| low + (high - low) * random.unit()).collect()
}

/// Zeros, but for one element above every limit below 1.
pub(crate) fn one_hit(at: usize, n: usize, sample: u64) -> Vec<f64> {
    let mut xs = between(22, -1.0, 0.5, n, sample);
    xs[at] = 1.0;
    xs
}

/// Points near a line: a straight one would have no error to sum up.
pub(crate) fn near_a_line(n: usize, sample: u64) -> (Vec<f64>, Vec<f64>) {
    let xs = between(23, 0.0, 10.0, n, sample);
    let mut random = random(24, sample);
    let ys = xs.iter().map(|x| 3.0 * x + 1.0 + random.unit()).collect();
    (xs, ys)
}

/// Line items with the distributions of TPC-H: query 6 keeps about 2%, query 1 about 98%.
pub(crate) fn line_items(n: usize, sample: u64) -> LineItems {
    let mut random = random(25, sample);
    let mut below = |bound: u64| random.bits() % bound;
    let mut items = LineItems {
        quantity: Vec::with_capacity(n),
        extended_price: Vec::with_capacity(n),
        discount: Vec::with_capacity(n),
        tax: Vec::with_capacity(n),
        return_flag: Vec::with_capacity(n),
        line_status: Vec::with_capacity(n),
        ship_date: Vec::with_capacity(n),
    };
    for _ in 0..n {
        let quantity = (1 + below(50)) as f64;
        let date = 1 + below(2525) as i32;
        // What was shipped long ago is finished, and was perhaps returned.
        let old = date < 1263;
        items.quantity.push(quantity);
        items
            .extended_price
            .push(quantity * (900 + below(1200)) as f64);
        items.discount.push(below(11) as f64 / 100.0);
        items.tax.push(below(9) as f64 / 100.0);
        items.return_flag.push(match (old, below(2)) {
            (true, 0) => b'A',
            (true, _) => b'R',
            (false, _) => b'N',
        });
        items.line_status.push(if old { b'F' } else { b'O' });
        items.ship_date.push(date);
    }
    items
}

/// Bodies all over the square from -1 to 1.
pub(crate) fn bodies(n: usize, sample: u64) -> Vec<Body> {
    let mut random = random(26, sample);
    let mut signed = || 2.0 * random.unit() - 1.0;
    (0..n)
        .map(|_| Body {
            x: signed(),
            y: signed(),
            vx: signed(),
            vy: signed(),
            mass: signed().abs(),
        })
        .collect()
}

/// Points of the unit square.
pub(crate) fn points(n: usize, sample: u64) -> Vec<Point> {
    let mut random = random(27, sample);
    (0..n)
        .map(|_| Point {
            x: random.unit(),
            y: random.unit(),
        })
        .collect()
}

/// As many points, as centres.
pub(crate) fn centres() -> [Point; CENTRES] {
    let points = points(CENTRES, 0);
    std::array::from_fn(|label| points[label])
}

/// Words of up to nine letters, some with a capital, one in twenty not ASCII.
fn word(random: &mut Xorshift) -> String {
    let length = 1 + random.bits() % 9;
    let mut word: String = (0..length)
        .map(|_| char::from(b'a' + (random.bits() % 26) as u8))
        .collect();
    match random.bits() % 20 {
        0 => word.push('é'),
        1..=4 => word[..1].make_ascii_uppercase(),
        _ => {}
    }
    word
}

/// Lines of up to twelve words; one in eight is blank.
pub(crate) fn text(lines: usize, sample: u64) -> String {
    let mut random = random(28, sample);
    let mut text = String::new();
    for _ in 0..lines {
        let blank = random.bits().is_multiple_of(8);
        let words = if blank { 0 } else { 1 + random.bits() % 12 };
        for i in 0..words {
            if i > 0 {
                text.push(' ');
            }
            text += &word(&mut random);
        }
        text.push('\n');
    }
    text
}

/// Words with space around some of them; one in eight is nothing but space.
pub(crate) fn untidy_words(n: usize, sample: u64) -> Vec<String> {
    let mut random = random(29, sample);
    (0..n)
        .map(|_| match random.bits() % 8 {
            0 => "  ".to_owned(),
            1..=3 => format!(" {} ", word(&mut random)),
            _ => word(&mut random),
        })
        .collect()
}

/// Points near a circle: many are corners of their hull.
pub(crate) fn on_a_circle(n: usize) -> Vec<(i64, i64)> {
    let mut random = Xorshift::new(30);
    (0..n)
        .map(|_| {
            let (sine, cosine) = (random.unit() * std::f64::consts::TAU).sin_cos();
            ((sine * 1e9) as i64, (cosine * 1e9) as i64)
        })
        .collect()
}
