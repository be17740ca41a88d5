//! What the forms of a kernel share, whatever they are: element types, constants, scalar functions.

/// The rate of interest of Black and Scholes.
pub(crate) const RATE: f64 = 0.03;
/// The volatility of Black and Scholes.
pub(crate) const VOLATILITY: f64 = 0.2;

/// The distribution function of the standard normal distribution (Abramowitz and Stegun 26.2.17).
#[inline]
pub(crate) fn normal_cdf(x: f64) -> f64 {
    let t = 1.0 / (1.0 + 0.231_641_9 * x.abs());
    let polynomial = t
        * (0.319_381_530
            + t * (-0.356_563_782
                + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
    let tail = 0.398_942_280_401_432_7 * (-x * x / 2.0).exp() * polynomial;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// How many neighbours a moving average takes in.
pub(crate) const WIDTH: usize = 8;

/// The columns of TPC-H's line items that queries 1 and 6 read.
pub(crate) struct LineItems {
    pub(crate) quantity: Vec<f64>,
    pub(crate) extended_price: Vec<f64>,
    pub(crate) discount: Vec<f64>,
    pub(crate) tax: Vec<f64>,
    pub(crate) return_flag: Vec<u8>,
    pub(crate) line_status: Vec<u8>,
    /// Days since 1992.
    pub(crate) ship_date: Vec<i32>,
}

/// The year 1994, in days since 1992.
pub(crate) const YEAR: std::ops::Range<i32> = 731..1096;
/// The last day of query 1, in days since 1992.
pub(crate) const LAST_DAY: i32 = 2436;

/// How many pairs of flag and status there are.
pub(crate) const GROUPS: usize = 6;

/// The row of query 1's result that a pair of flag (A, N, R) and status (F, O) belongs to.
#[inline]
pub(crate) fn group(return_flag: u8, line_status: u8) -> usize {
    let flag = match return_flag {
        b'A' => 0,
        b'N' => 1,
        _ => 2,
    };
    2 * flag + usize::from(line_status == b'O')
}

/// The columns of query 1's result; what it averages is a sum over a count.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) count: [u64; GROUPS],
    pub(crate) quantity: [f64; GROUPS],
    pub(crate) base_price: [f64; GROUPS],
    pub(crate) discounted_price: [f64; GROUPS],
    pub(crate) charge: [f64; GROUPS],
}

/// A body that moves in the plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Body {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) vx: f64,
    pub(crate) vy: f64,
    pub(crate) mass: f64,
}

/// A point of the plane.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// The clusters of k-means.
pub(crate) const CENTRES: usize = 8;

/// The nearest centre and its squared distance; the first of equally near ones.
#[inline]
pub(crate) fn nearest(point: Point, centres: &[Point; CENTRES]) -> (usize, f64) {
    let mut best = (0, f64::INFINITY);
    for (label, centre) in centres.iter().enumerate() {
        let (dx, dy) = (point.x - centre.x, point.y - centre.y);
        let distance = dx * dx + dy * dy;
        if distance < best.1 {
            best = (label, distance);
        }
    }
    best
}

/// What one step of k-means finds.
#[derive(Clone, Debug)]
pub(crate) struct Step {
    pub(crate) labels: Vec<u32>,
    pub(crate) inertia: f64,
    pub(crate) centres: [Point; CENTRES],
}
