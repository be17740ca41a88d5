//! The erasure law on functions as crates have them: written without a thought of fusing.
//!
//! Results are structures of the two texts, so they are compared as what `{:?}` prints: floats to
//! the last bit, but for which NaN it is.

#![allow(
    clippy::duplicate_mod,
    reason = "one text, with and without the attribute"
)]
#![allow(unreachable_pub, reason = "the text is written as in a library")]

mod common;

common::twice!(
    realistic_clustering,
    realistic_finance,
    realistic_geometry,
    realistic_image,
    realistic_mixed,
    realistic_queries,
    realistic_solvers,
    realistic_statistics,
    realistic_text
);

use common::inputs::{self, data::Xorshift};
use common::outcome;

/// What a call gives, or that it panics.
fn shown<R: std::fmt::Debug>(call: impl FnOnce() -> R) -> String {
    outcome(|| format!("{:?}", call())).unwrap_or_else(|_| "panic".to_owned())
}

/// Compares what both texts give for one call on every input.
macro_rules! same {
    ($inputs:expr, |$x:pat_param| $call:expr) => {
        for input in &$inputs {
            let plain = {
                use crate::plain::*;
                let $x = input;
                shown(|| $call)
            };
            let fused = {
                use crate::fused::*;
                let $x = input;
                shown(|| $call)
            };
            assert_eq!(plain, fused, "{}", stringify!($call));
        }
    };
}

/// The same for a call that changes a place, which is compared too.
macro_rules! same_after {
    ($inputs:expr, |$x:pat_param| $place:expr, |$y:ident| $call:expr) => {
        same!($inputs, |$x| {
            let mut place = $place;
            let $y = &mut place;
            let result = format!("{:?}", $call);
            (result, place)
        });
    };
}

/// Ordinary floats and special ones, of the sizes at which something changes.
fn floats() -> Vec<Box<[f64]>> {
    let mut all = inputs::floats();
    all.extend(inputs::specials());
    all.retain(|xs| xs.len() < 2000);
    all
}

fn integers() -> Vec<Box<[i64]>> {
    let mut all = inputs::integers();
    all.extend(inputs::extremes());
    all.retain(|xs| xs.len() < 2000);
    all
}

/// Positive floats, as prices are.
fn prices() -> Vec<Vec<f64>> {
    let mut random = Xorshift::new(50);
    let sizes = [0, 1, 2, 3, 5, 20, 21, 100, 1025];
    let mut all: Vec<Vec<f64>> = sizes
        .iter()
        .map(|n| (0..*n).map(|_| 50.0 + 100.0 * random.unit()).collect())
        .collect();
    all.push(vec![100.0; 20]);
    all.push((0..30).map(f64::from).collect());
    all.push((0..30).rev().map(f64::from).collect());
    all.push(vec![1.0, f64::NAN, 3.0, f64::INFINITY]);
    all
}

/// Texts of all kinds of lines.
fn texts() -> Vec<String> {
    let pieces = [
        "the ",
        "Quick",
        " ",
        "\n",
        "  brown",
        "# fox\n",
        "key = value\n",
        "x=1",
        ",",
        "3.5",
        "ß.",
        "\n\n",
        "aaa",
        "\t",
        "!",
        "Zebra 42",
    ];
    let mut random = Xorshift::new(51);
    let mut all: Vec<String> = [0, 1, 2, 5, 10, 40, 300]
        .iter()
        .flat_map(|n| vec![*n; 6])
        .map(|n| {
            (0..n)
                .map(|_| pieces[random.bits() as usize % pieces.len()])
                .collect()
        })
        .collect();
    all.push("# title\n\nfirst. second! third?\n\n  fourth part. ".to_owned());
    all.push("a = 1\n# no\n\nb = 2\nc=3".to_owned());
    all.push("1, 2.5 ,3, -4e3".to_owned());
    all.push("    one\n      two\n\n    three".to_owned());
    all
}

fn second(xs: &[f64]) -> Vec<f64> {
    xs.iter().rev().map(|x| x * 0.5 + 1.0).collect()
}

#[test]
fn statistics() {
    same!(floats(), |xs| realistic_statistics::Summary::of(xs));
    same!(floats(), |xs| realistic_statistics::Summary::of(xs)
        .map(|summary| summary.skewness_and_kurtosis(xs)));
    same!(floats(), |xs| realistic_statistics::linear_regression(
        xs,
        &second(xs)
    ));
    same!(floats(), |xs| realistic_statistics::linear_regression(
        xs,
        &xs[xs.len() / 2..]
    ));
    same!(floats(), |xs| realistic_statistics::pearson(
        xs,
        &second(xs)
    ));
    same!(floats(), |xs| realistic_statistics::pearson(
        xs,
        &xs[xs.len() / 2..]
    ));
    same!(floats(), |xs| {
        realistic_statistics::median_absolute_deviation(xs)
    });
    same!(floats(), |xs| realistic_statistics::Histogram::with_bins(
        xs, 7
    )
    .map(|histogram| (histogram.entropy_and_mode(), histogram)));
    same!(floats(), |xs| realistic_statistics::weighted_mean(
        xs,
        &second(xs)
    ));
    same!(floats(), |xs| realistic_statistics::weighted_mean(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        realistic_statistics::standardize(place)
    });
    same!(floats(), |xs| realistic_statistics::softmax(xs));
    same!(floats(), |xs| realistic_statistics::forecast_errors(
        xs,
        &second(xs)
    ));
    same!(floats(), |xs| realistic_statistics::forecast_errors(
        xs,
        &xs[xs.len() / 3..]
    ));
    same!(floats(), |xs| realistic_statistics::autocorrelation(xs, 5));
    same!(integers(), |xs| realistic_statistics::frequencies(xs));
    same!(floats(), |xs| {
        let (a, b) = (xs.first_chunk::<7>()?, xs.last_chunk::<7>()?);
        Some(realistic_statistics::two_sample_t(a, b))
    });
    same!(floats(), |xs| {
        realistic_statistics::valid_mean_and_range(xs)
    });
    same!(floats(), |xs| {
        let at = &xs[..xs.len().min(9)];
        realistic_statistics::empirical_cdf(xs, at).collect::<Vec<_>>()
    });
}

#[test]
fn geometry() {
    /// Points out of pairs of neighbours.
    macro_rules! points {
        ($xs:expr) => {
            $xs.chunks_exact(2)
                .map(|pair| realistic_geometry::Vec2::new(pair[0], pair[1]))
                .collect::<Vec<_>>()
        };
    }
    /// A polygon with these corners.
    macro_rules! polygon {
        ($xs:expr) => {
            realistic_geometry::Polygon {
                vertices: points!($xs),
            }
        };
    }
    same!(floats(), |xs| {
        let points = points!(xs);
        let bounds = realistic_geometry::Aabb::from_points(&points[points.len() / 3..]);
        bounds.map(|bounds| (bounds.partition_inside(&points), bounds))
    });
    same!(floats(), |xs| polygon!(xs).signed_area());
    same!(floats(), |xs| polygon!(xs).area_and_perimeter());
    same!(floats(), |xs| polygon!(xs)
        .translated(realistic_geometry::Vec2::new(0.5, -2.0)));
    same!(floats(), |xs| polygon!(xs).is_convex());
    same!(prices(), |xs| polygon!(xs[..xs.len().min(6)]).is_convex());
    same!(floats(), |xs| realistic_geometry::centroid(&points!(xs)));
    same!(floats(), |xs| {
        let (a, b) = (
            realistic_geometry::Vec2::new(0.0, 0.1),
            realistic_geometry::Vec2::new(1.0, 0.3),
        );
        realistic_geometry::extreme_points(&points!(xs), a, b)
    });
    same!(floats(), |xs| realistic_geometry::nearest_index(
        &points!(xs),
        realistic_geometry::Vec2::new(0.5, 0.5)
    ));
    same_after!(floats(), |xs| points!(xs), |place| {
        realistic_geometry::rotate_all(place, 0.3)
    });
    same!(floats(), |xs| realistic_geometry::radius_of_gyration(
        &points!(xs)
    ));
    same!(floats(), |xs| {
        let circles: Vec<_> = points!(xs).into_iter().map(|p| (p, p.x.abs())).collect();
        let direction = realistic_geometry::Vec2::new(0.6, 0.8);
        realistic_geometry::ray_hits(realistic_geometry::Vec2::default(), direction, &circles)
    });
    same!(floats(), |xs| {
        let positions: Vec<[f64; 3]> = xs.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        let n = positions.len();
        let mesh = realistic_geometry::Mesh {
            triangles: (0..n.saturating_sub(2))
                .map(|i| [i, i + 1, i + 2])
                .collect(),
            positions,
        };
        (mesh.triangle_areas(), mesh.bounds())
    });
    same!(
        floats(),
        |xs| realistic_geometry::polyline_length_and_steps(&points!(xs))
    );
    same!(integers(), |xs| {
        let points: Vec<[i64; 3]> = xs.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        realistic_geometry::manhattan_spread(&points, [1, -2, 3])
    });
}

#[test]
fn finance() {
    same!(prices(), |xs| realistic_finance::simple_returns(xs));
    same!(prices(), |xs| realistic_finance::sharpe_ratio(xs, 0.01));
    same!(prices(), |xs| realistic_finance::drawdown(xs));
    same!(floats(), |xs| realistic_finance::drawdown(xs));
    same!(prices(), |xs| {
        use realistic_finance::{Portfolio, Side, Trade};
        let trade = |(i, price): (usize, &f64)| Trade {
            symbol: format!("S{}", i % 3),
            side: if i % 4 == 1 { Side::Sell } else { Side::Buy },
            quantity: i as i64 % 7,
            price: *price,
        };
        let portfolio = Portfolio {
            trades: xs.iter().enumerate().map(trade).collect(),
            fee_rate: 0.001,
        };
        let parts = (portfolio.vwap("S1"), portfolio.vwap("none"));
        let best = format!("{:?}", portfolio.best_and_worst());
        let positions = format!("{:?}", portfolio.positions());
        (portfolio.turnover(), positions, best, parts)
    });
    same!(prices(), |xs| realistic_finance::net_present_value(
        0.05, xs
    ));
    same!(prices(), |xs| {
        let mut flows = xs.clone();
        if let Some(first) = flows.first_mut() {
            *first = -500.0;
        }
        realistic_finance::internal_rate_of_return(&flows, 0.1)
    });
    same!(prices(), |xs| {
        realistic_finance::internal_rate_of_return(xs, 0.1)
    });
    same!([0, 1, 2, 10, 40], |n| realistic_finance::macaulay_duration(
        100.0, 5.0, *n, 0.03
    ));
    same!(prices(), |xs| realistic_finance::ema(xs, 10));
    same!(prices(), |xs| realistic_finance::bollinger(xs, 20, 2.0));
    same!(prices(), |xs| realistic_finance::bollinger(xs, 0, 2.0));
    same!(prices(), |xs| realistic_finance::beta_and_alpha(
        xs,
        &second(xs)
    ));
    same!(prices(), |xs| realistic_finance::beta_and_alpha(
        xs,
        &xs[xs.len() / 2..]
    ));
    same!(prices(), |xs| realistic_finance::rsi(xs));
    same!(prices(), |xs| realistic_finance::candles(xs, 6));
    same!(prices(), |xs| realistic_finance::candles(xs, 0));
    same_after!(prices(), |xs| xs.clone(), |place| {
        let targets = vec![1.0 / place.len() as f64; place.len()];
        realistic_finance::rebalance(place, &targets, 0.001)
    });
    same!(floats(), |xs| realistic_finance::value_at_risk(xs, 0.95));
}

#[test]
fn text() {
    same!(texts(), |s| realistic_text::TextStats::new(s));
    same!(texts(), |s| realistic_text::case_profile(s));
    same!(texts(), |s| {
        let counts = realistic_text::word_frequencies(s);
        std::collections::BTreeMap::from_iter(counts)
    });
    same!(texts(), |s| format!(
        "{:?}",
        realistic_text::top_words(s, 3)
    ));
    same!(texts(), |s| realistic_text::parse_floats(s));
    same!(texts(), |s| {
        let row = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        realistic_text::align_columns(&s.lines().map(row).collect::<Vec<_>>())
    });
    same!(texts(), |s| realistic_text::caesar(s, 3));
    same!(texts(), |s| realistic_text::caesar(s, 250));
    same!(texts(), |s| realistic_text::levenshtein(
        s,
        "the quick brown"
    ));
    same!(texts(), |s| {
        let document = realistic_text::Document::parse(s)?;
        let found = format!("{:?}", document.find_all("e"));
        let title = document.title.len();
        Some((
            title,
            document.readability(),
            found,
            format!("{document:?}"),
        ))
    });
    same!(texts(), |s| realistic_text::parse_config(s));
    same!(texts(), |s| realistic_text::jaccard(s, "the Quick 3.5 x"));
    same!(texts(), |s| realistic_text::tokens(s));
    same!(texts(), |s| realistic_text::indent_width(s));
    same!(texts(), |s| realistic_text::dedent(s));
    same!(texts(), |s| realistic_text::run_lengths(s.as_bytes()));
    same!(texts(), |s| realistic_text::byte_entropy(s.as_bytes()));
}

/// Images of every small shape.
fn shapes() -> Vec<(usize, usize, Vec<u8>)> {
    let mut random = Xorshift::new(52);
    let mut all = Vec::new();
    for (width, height) in [(0, 0), (1, 1), (3, 1), (1, 4), (5, 3), (16, 9), (40, 40)] {
        let mut pixels = || (0..width * height).map(|_| random.bits() as u8).collect();
        all.push((width, height, pixels()));
        all.push((width, height, pixels()));
        all.push((width, height, vec![7; width * height]));
    }
    all
}

#[test]
fn image() {
    /// An image and one that is slightly off.
    macro_rules! image {
        ($shape:expr, $offset:expr) => {
            realistic_image::Image {
                width: $shape.0,
                height: $shape.1,
                pixels: $shape
                    .2
                    .iter()
                    .map(|p| realistic_image::Rgb {
                        r: p.wrapping_add($offset),
                        g: p.wrapping_mul(3),
                        b: p.wrapping_mul(5),
                    })
                    .collect(),
            }
        };
    }
    macro_rules! gray {
        ($shape:expr) => {
            realistic_image::Gray {
                width: $shape.0,
                height: $shape.1,
                pixels: $shape.2.clone(),
            }
        };
    }
    same!(shapes(), |shape| image!(shape, 0).channel_means());
    same!(shapes(), |shape| image!(shape, 0).to_gray());
    same!(shapes(), |shape| image!(shape, 0).split_channels());
    same!(shapes(), |shape| {
        let (image, other) = (image!(shape, 0), image!(shape, 9));
        (
            image.blend(&other, 0.3),
            image.psnr(&other),
            image.psnr(&image),
        )
    });
    same_after!(shapes(), |shape| image!(shape, 0), |place| place.invert());
    same!(shapes(), |shape| {
        let gray = gray!(shape);
        (gray.histogram(), gray.otsu_threshold(), gray.moments())
    });
    same!(shapes(), |shape| gray!(shape).binarize(100));
    same_after!(shapes(), |shape| gray!(shape), |place| {
        place.stretch_contrast()
    });
    same!(shapes(), |shape| gray!(shape).row_profile());
    same!(shapes(), |shape| gray!(shape).sobel());
    same!([0, 1, 5], |r| realistic_image::gaussian_kernel(1.5, *r));
    same_after!(
        shapes(),
        |(_, _, pixels)| pixels
            .chunks_exact(4)
            .map(|c| [c[0], c[1], c[2], c[3]].map(f32::from))
            .collect::<Vec<_>>(),
        |place| realistic_image::premultiply(place)
    );
    same!(shapes(), |(_, _, pixels)| {
        let row: Vec<f32> = pixels.iter().map(|p| f32::from(*p)).collect();
        realistic_image::box_blur_row(&row, 2)
    });
    same!(shapes(), |(_, _, pixels)| {
        let n = pixels.len();
        realistic_image::planes_to_rgb(pixels, &pixels[n / 2..], &pixels[n / 3..])
    });
    same!(shapes(), |(width, height, pixels)| {
        realistic_image::integral_image(pixels, *width, *height)
    });
}

#[test]
fn queries() {
    /// A table with one row for each price.
    macro_rules! orders {
        ($xs:expr) => {
            realistic_queries::Orders {
                customer: (0..$xs.len() as u32).map(|i| i * i % 11).collect(),
                amount: $xs.to_vec(),
                quantity: (0..$xs.len() as u32).map(|i| i * 7 % 5).collect(),
                region: (0..$xs.len()).map(|i| format!("r{}", i % 3)).collect(),
                cancelled: (0..$xs.len()).map(|i| i % 6 == 2).collect(),
            }
        };
    }
    macro_rules! staff {
        ($xs:expr) => {
            $xs.iter()
                .enumerate()
                .map(|(i, x)| realistic_queries::Employee {
                    id: i as u32,
                    name: format!("n{i}"),
                    department: format!("d{}", i % 3),
                    salary: *x as u64,
                    manager: (i % 4 != 0).then_some(i as u32 / 4),
                })
                .collect::<Vec<_>>()
        };
    }
    macro_rules! column {
        ($xs:expr) => {
            realistic_queries::Column {
                name: "c".to_owned(),
                values: $xs.iter().map(|x| (*x < 120.0).then_some(*x)).collect(),
            }
        };
    }
    macro_rules! events {
        ($xs:expr) => {
            $xs.iter()
                .enumerate()
                .map(|(i, x)| realistic_queries::Event {
                    time: (i * i % 50) as i64,
                    value: *x,
                })
                .collect::<Vec<_>>()
        };
    }
    same!(prices(), |xs| orders!(xs).revenue());
    same!(prices(), |xs| orders!(xs).select(60.0, 120.0));
    same!(prices(), |xs| orders!(xs).by_region());
    same!(prices(), |xs| orders!(xs).unit_prices());
    same!(prices(), |xs| orders!(xs).price_report());
    same!(prices(), |xs| orders!(xs).top_customers(4));
    same_after!(prices(), |xs| orders!(xs), |place| {
        place.apply_discount(0.1, "r1")
    });
    same!(prices(), |xs| {
        let mut uneven = orders!(xs);
        uneven.cancelled.truncate(xs.len() / 2);
        uneven.quantity.truncate(xs.len() / 3);
        (
            uneven.revenue(),
            uneven.price_report(),
            uneven.unit_prices(),
        )
    });
    same!(prices(), |xs| format!(
        "{:?}",
        realistic_queries::payroll(&staff!(xs), "d1")
    ));
    same!(prices(), |xs| realistic_queries::salary_bands(
        &staff!(xs),
        &[60, 80, 120]
    ));
    same!(prices(), |xs| realistic_queries::span_of_control(&staff!(
        xs
    )));
    same_after!(prices(), |xs| staff!(xs), |place| {
        realistic_queries::raise_salaries(place, 5)
    });
    same!(prices(), |xs| {
        let managers = (0..5).map(|i| (i, format!("m{i}"))).collect();
        realistic_queries::join_names(&staff!(xs), &managers)
    });
    same!(prices(), |xs| (
        column!(xs).describe(),
        column!(xs).extent(),
        column!(xs).name
    ));
    same_after!(prices(), |xs| column!(xs), |place| place.fill_missing(1.5));
    same!(prices(), |xs| realistic_queries::sessions(&events!(xs), 10));
    same!(prices(), |xs| realistic_queries::window_query(
        &events!(xs),
        5,
        30
    ));
}

/// Points of the plane with a label each.
fn labelled() -> Vec<(Vec<[f64; 2]>, Vec<usize>)> {
    let mut random = Xorshift::new(53);
    let mut all = Vec::new();
    for n in [0, 1, 2, 3, 10, 60, 200] {
        let points = (0..n).map(|_| [random.unit() * 4.0, random.unit()]);
        let points = points.collect::<Vec<_>>();
        let labels = (0..n).map(|_| random.bits() as usize % 3).collect();
        all.push((points, labels));
    }
    all.push((vec![[1.0, 1.0]; 10], vec![1; 10]));
    all.push((vec![[1.0, 1.0]; 10], vec![1; 6]));
    all
}

#[test]
fn clustering() {
    let centroids = vec![[0.0, 0.0], [1.0, 0.5], [3.0, 0.5]];
    same!(labelled(), |(points, labels)| {
        let mut means = realistic_clustering::KMeans::new(centroids.clone());
        let before = (means.assign(points), means.inertia(points));
        means.update(points, labels);
        let fitted = means.fit(points, 20);
        (before, fitted, means)
    });
    same!(labelled(), |(points, _)| {
        realistic_clustering::centroid_of(points)
    });
    same!(labelled(), |(points, labels)| {
        realistic_clustering::silhouette_terms(points, labels, points.len() / 2)
    });
    same!(labelled(), |(points, _)| {
        realistic_clustering::neighbours(points, points.len() / 2, 0.5)
    });
    same!(labelled(), |(points, _)| realistic_clustering::dbscan(
        points, 0.3, 4
    ));
    same!(labelled(), |(points, labels)| {
        let row = |(p, l): (&[f64; 2], &usize)| vec![p[0], p[1], *l as f64];
        let rows: Vec<Vec<f64>> = points.iter().zip(labels).map(row).collect();
        let scaler = realistic_clustering::Scaler::fit(&rows);
        (scaler.transform(&rows), scaler)
    });
    same!(labelled(), |(points, labels)| {
        use realistic_clustering::Confusion;
        let truth: Vec<bool> = labels.iter().map(|l| *l == 1).collect();
        let scores: Vec<f64> = points.iter().map(|p| p[1]).collect();
        let predicted: Vec<bool> = scores.iter().map(|s| *s > 0.6).collect();
        let even = Confusion::new(&truth, &predicted);
        (even, Confusion::at_threshold(&truth, &scores, 0.4))
    });
    same!(labelled(), |(_, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        realistic_clustering::gini_impurity(&labels)
    });
    same!(floats(), |xs| realistic_clustering::best_split(
        xs,
        &second(xs),
        &[-0.5, 0.0, 0.5]
    ));
    same!(labelled(), |(points, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        realistic_clustering::knn_vote(points, &labels, &[1.0, 0.5], 5)
    });
    same!(floats(), |xs| realistic_clustering::em_step(
        xs,
        [-0.5, 0.5],
        0.7
    ));
}

/// Systems whose diagonal outweighs the rest, and one that does not.
fn systems() -> Vec<(usize, Vec<f64>, Vec<f64>)> {
    let mut random = Xorshift::new(54);
    let mut all = Vec::new();
    for n in [0, 1, 2, 3, 8, 30] {
        for weight in [2.0, 0.1] {
            let mut a: Vec<f64> = (0..n * n).map(|_| random.unit()).collect();
            for i in 0..n {
                a[i * n + i] += weight * n as f64;
            }
            all.push((n, a, (0..n).map(|_| random.unit()).collect()));
        }
    }
    all
}

#[test]
fn solvers() {
    macro_rules! matrix {
        ($n:expr, $a:expr) => {
            realistic_solvers::Matrix {
                rows: *$n,
                cols: *$n,
                data: $a.clone(),
            }
        };
    }
    let rows = |n: &usize, a: &[f64]| -> Vec<Vec<f64>> {
        (0..*n).map(|i| a[i * n..(i + 1) * n].to_vec()).collect()
    };
    same!(systems(), |(n, a, b)| matrix!(n, a).mul_vec(b));
    same!(systems(), |(n, a, _)| matrix!(n, a).norms());
    same!(systems(), |(n, a, b)| realistic_solvers::jacobi(
        &matrix!(n, a),
        b,
        1e-10,
        50
    ));
    same!(systems(), |(n, a, b)| realistic_solvers::jacobi(
        &matrix!(n, a),
        &b[n / 2..],
        1e-10,
        50
    ));
    same!(systems(), |(n, a, b)| {
        realistic_solvers::conjugate_gradient(&matrix!(n, a), b, 1e-10, 50)
    });
    same!(systems(), |(n, a, _)| {
        realistic_solvers::power_iteration(&matrix!(n, a), 20)
    });
    same!(systems(), |(_, _, b)| {
        let gradient = |x: &[f64]| x.iter().zip(b).map(|(x, b)| 2.0 * (x - b)).collect();
        realistic_solvers::gradient_descent(gradient, &vec![0.0; b.len()], 0.1, 1e-9)
    });
    same_after!(
        systems(),
        |(_, a, b)| (a[..b.len()].to_vec(), b.clone(), vec![0.1; b.len()], b),
        |place| {
            let (params, m, v, grads) = place;
            let first = realistic_solvers::adam_step(params, grads, m, v, 1);
            (first, realistic_solvers::adam_step(params, grads, m, v, 2))
        }
    );
    same_after!(
        systems(),
        |(n, a, b)| (rows(n, a), b, vec![0.0; *n]),
        |place| {
            let (a, b, x) = place;
            realistic_solvers::gauss_seidel_sweep(a, b, x)
        }
    );
    same!(systems(), |(n, a, b)| realistic_solvers::residual_report(
        &rows(n, a),
        &second(b),
        b
    ));
    same!(systems(), |(n, a, b)| realistic_solvers::thomas(
        &a[..*n],
        b,
        &a[n * n - n..],
        &second(b)
    ));
    same!([0, 1, 2, 50], |steps| realistic_solvers::runge_kutta(
        |t, y: &[f64; 2]| [y[1], t - y[0]],
        [1.0, 0.0],
        0.1,
        *steps
    ));
    same!(floats(), |xs| realistic_solvers::heat_step(xs, 0.2));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        use realistic_solvers::Objective;
        let bounds: Vec<(f64, f64)> = place.iter().map(|x| (x * 0.5, 0.4)).collect();
        let lp = realistic_solvers::Lp {
            costs: &[1.0, 2.0, 3.0],
            bounds: &bounds,
        };
        (lp.evaluate(place), lp.project(place), lp.evaluate(place))
    });
    same!(labelled(), |(_, labels)| {
        let n = labels.len();
        let targets = |(i, l): (usize, &usize)| (0..*l).map(|k| (i * 3 + k) % n).collect();
        let links: Vec<Vec<usize>> = labels.iter().enumerate().map(targets).collect();
        realistic_solvers::pagerank(&links, 0.85, 30)
    });
}

#[test]
fn mixed() {
    same!(floats(), |xs| realistic_mixed::dot_and_norms(
        xs,
        &second(xs)
    ));
    same!(integers(), |xs| realistic_mixed::dot_and_norms(
        xs,
        &xs[xs.len() / 2..]
    ));
    same!(floats(), |xs| realistic_mixed::Samples(xs.to_vec())
        .moments());
    same!(floats(), |xs| realistic_mixed::extremes(xs.iter().copied()));
    same!(texts(), |s| {
        let keys: Vec<&str> = s.split(' ').collect();
        realistic_mixed::normalise_keys(&keys)
    });
    same!(floats(), |xs| {
        let shape =
            |x: &f64| Box::new(realistic_mixed::Square(*x)) as Box<dyn realistic_mixed::Shape>;
        realistic_mixed::catalogue(&xs.iter().map(shape).collect::<Vec<_>>())
    });
    same!(prices(), |xs| realistic_mixed::moving_average(
        xs.iter().copied(),
        4
    ));
    same!(systems(), |(n, a, _)| {
        let rows: Vec<Vec<f64>> = (0..*n).map(|i| a[i * n..(i + 1) * n].to_vec()).collect();
        realistic_mixed::matrix_stats(&rows)
    });
    same!(integers(), |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        realistic_mixed::transpose_and_max(&rows)
    });
    same!(prices(), |xs| {
        let item = |(i, p): (usize, &f64)| (format!("i{i}"), i as u32 % 4, *p);
        let (prices, missing, total) =
            realistic_mixed::inventory(xs.iter().enumerate().map(item).collect());
        (
            std::collections::BTreeMap::from_iter(prices),
            missing,
            total,
        )
    });
    same!([vec!["1", " 2", "-3"], vec!["1", "x"], vec![]], |rows| {
        realistic_mixed::validated(rows)
    });
    same!(prices(), |xs| realistic_mixed::shared_scores(
        &std::rc::Rc::new(xs.clone()),
        Some(2.5)
    ));
    same!(integers(), |xs| {
        let entry = |(i, x): (usize, &i64)| (format!("p{}", i % 9), x.wrapping_abs() % 5);
        realistic_mixed::leaderboard(xs.iter().enumerate().map(entry).collect(), 10)
    });
    same!(integers(), |xs| {
        let keys: Vec<u8> = xs.iter().map(|x| x.rem_euclid(4) as u8).collect();
        realistic_mixed::group_totals(&keys, xs)
    });
    same!([0, 1, 10, 60], |n| realistic_mixed::bisect(
        |x| x * x - 2.0,
        0.0,
        2.0,
        *n
    ));
    same!(floats(), |xs| {
        let mut running: realistic_mixed::Running = xs.iter().copied().collect();
        running.extend(second(xs));
        running
    });
    same!(prices(), |xs| {
        let table = [("a".to_owned(), xs.clone()), ("b".to_owned(), second(xs))];
        realistic_mixed::compare_columns(&table.into_iter().collect(), "a", "b")
    });
}
