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
    realistic_finance,
    realistic_geometry,
    realistic_image,
    realistic_statistics,
    realistic_text
);

use common::realistic::{floats, integers, prices, same_after, same_text, second, shapes, texts};

#[test]
fn statistics() {
    same_text!(floats(), |xs| realistic_statistics::Summary::of(xs));
    same_text!(floats(), |xs| realistic_statistics::Summary::of(xs)
        .map(|summary| summary.skewness_and_kurtosis(xs)));
    same_text!(floats(), |xs| realistic_statistics::linear_regression(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| realistic_statistics::linear_regression(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| realistic_statistics::pearson(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| realistic_statistics::pearson(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| {
        realistic_statistics::median_absolute_deviation(xs)
    });
    same_text!(floats(), |xs| realistic_statistics::Histogram::with_bins(
        xs, 7
    )
    .map(|histogram| (histogram.entropy_and_mode(), histogram)));
    same_text!(floats(), |xs| realistic_statistics::weighted_mean(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| realistic_statistics::weighted_mean(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        realistic_statistics::standardize(place)
    });
    same_text!(floats(), |xs| realistic_statistics::softmax(xs));
    same_text!(floats(), |xs| realistic_statistics::forecast_errors(
        xs,
        &second(xs)
    ));
    same_text!(floats(), |xs| realistic_statistics::forecast_errors(
        xs,
        &xs[xs.len() / 3..]
    ));
    same_text!(floats(), |xs| realistic_statistics::autocorrelation(xs, 5));
    same_text!(integers(), |xs| realistic_statistics::frequencies(xs));
    same_text!(floats(), |xs| {
        let (a, b) = (xs.first_chunk::<7>()?, xs.last_chunk::<7>()?);
        Some(realistic_statistics::two_sample_t(a, b))
    });
    same_text!(floats(), |xs| {
        realistic_statistics::valid_mean_and_range(xs)
    });
    same_text!(floats(), |xs| {
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
    same_text!(floats(), |xs| {
        let points = points!(xs);
        let bounds = realistic_geometry::Aabb::from_points(&points[points.len() / 3..]);
        bounds.map(|bounds| (bounds.partition_inside(&points), bounds))
    });
    same_text!(floats(), |xs| polygon!(xs).signed_area());
    same_text!(floats(), |xs| polygon!(xs).area_and_perimeter());
    same_text!(floats(), |xs| polygon!(xs)
        .translated(realistic_geometry::Vec2::new(0.5, -2.0)));
    same_text!(floats(), |xs| polygon!(xs).is_convex());
    same_text!(prices(), |xs| polygon!(xs[..xs.len().min(6)]).is_convex());
    same_text!(floats(), |xs| realistic_geometry::centroid(&points!(xs)));
    same_text!(floats(), |xs| {
        let (a, b) = (
            realistic_geometry::Vec2::new(0.0, 0.1),
            realistic_geometry::Vec2::new(1.0, 0.3),
        );
        realistic_geometry::extreme_points(&points!(xs), a, b)
    });
    same_text!(floats(), |xs| realistic_geometry::nearest_index(
        &points!(xs),
        realistic_geometry::Vec2::new(0.5, 0.5)
    ));
    same_after!(floats(), |xs| points!(xs), |place| {
        realistic_geometry::rotate_all(place, 0.3)
    });
    same_text!(floats(), |xs| realistic_geometry::radius_of_gyration(
        &points!(xs)
    ));
    same_text!(floats(), |xs| {
        let circles: Vec<_> = points!(xs).into_iter().map(|p| (p, p.x.abs())).collect();
        let direction = realistic_geometry::Vec2::new(0.6, 0.8);
        realistic_geometry::ray_hits(realistic_geometry::Vec2::default(), direction, &circles)
    });
    same_text!(floats(), |xs| {
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
    same_text!(
        floats(),
        |xs| realistic_geometry::polyline_length_and_steps(&points!(xs))
    );
    same_text!(integers(), |xs| {
        let points: Vec<[i64; 3]> = xs.chunks_exact(3).map(|c| [c[0], c[1], c[2]]).collect();
        realistic_geometry::manhattan_spread(&points, [1, -2, 3])
    });
}

#[test]
fn finance() {
    same_text!(prices(), |xs| realistic_finance::simple_returns(xs));
    same_text!(prices(), |xs| realistic_finance::sharpe_ratio(xs, 0.01));
    same_text!(prices(), |xs| realistic_finance::drawdown(xs));
    same_text!(floats(), |xs| realistic_finance::drawdown(xs));
    same_text!(prices(), |xs| {
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
    same_text!(prices(), |xs| realistic_finance::net_present_value(
        0.05, xs
    ));
    same_text!(prices(), |xs| {
        let mut flows = xs.clone();
        if let Some(first) = flows.first_mut() {
            *first = -500.0;
        }
        realistic_finance::internal_rate_of_return(&flows, 0.1)
    });
    same_text!(prices(), |xs| {
        realistic_finance::internal_rate_of_return(xs, 0.1)
    });
    same_text!([0, 1, 2, 10, 40], |n| realistic_finance::macaulay_duration(
        100.0, 5.0, *n, 0.03
    ));
    same_text!(prices(), |xs| realistic_finance::ema(xs, 10));
    same_text!(prices(), |xs| realistic_finance::bollinger(xs, 20, 2.0));
    same_text!(prices(), |xs| realistic_finance::bollinger(xs, 0, 2.0));
    same_text!(prices(), |xs| realistic_finance::beta_and_alpha(
        xs,
        &second(xs)
    ));
    same_text!(prices(), |xs| realistic_finance::beta_and_alpha(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(prices(), |xs| realistic_finance::rsi(xs));
    same_text!(prices(), |xs| realistic_finance::candles(xs, 6));
    same_text!(prices(), |xs| realistic_finance::candles(xs, 0));
    same_after!(prices(), |xs| xs.clone(), |place| {
        let targets = vec![1.0 / place.len() as f64; place.len()];
        realistic_finance::rebalance(place, &targets, 0.001)
    });
    same_text!(floats(), |xs| realistic_finance::value_at_risk(xs, 0.95));
}

#[test]
fn text() {
    same_text!(texts(), |s| realistic_text::TextStats::new(s));
    same_text!(texts(), |s| realistic_text::case_profile(s));
    same_text!(texts(), |s| {
        let counts = realistic_text::word_frequencies(s);
        std::collections::BTreeMap::from_iter(counts)
    });
    same_text!(texts(), |s| format!(
        "{:?}",
        realistic_text::top_words(s, 3)
    ));
    same_text!(texts(), |s| realistic_text::parse_floats(s));
    same_text!(texts(), |s| {
        let row = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        realistic_text::align_columns(&s.lines().map(row).collect::<Vec<_>>())
    });
    same_text!(texts(), |s| realistic_text::caesar(s, 3));
    same_text!(texts(), |s| realistic_text::caesar(s, 250));
    same_text!(texts(), |s| realistic_text::levenshtein(
        s,
        "the quick brown"
    ));
    same_text!(texts(), |s| {
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
    same_text!(texts(), |s| realistic_text::parse_config(s));
    same_text!(texts(), |s| realistic_text::jaccard(s, "the Quick 3.5 x"));
    same_text!(texts(), |s| realistic_text::tokens(s));
    same_text!(texts(), |s| realistic_text::indent_width(s));
    same_text!(texts(), |s| realistic_text::dedent(s));
    same_text!(texts(), |s| realistic_text::run_lengths(s.as_bytes()));
    same_text!(texts(), |s| realistic_text::byte_entropy(s.as_bytes()));
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
    same_text!(shapes(), |shape| image!(shape, 0).channel_means());
    same_text!(shapes(), |shape| image!(shape, 0).to_gray());
    same_text!(shapes(), |shape| image!(shape, 0).split_channels());
    same_text!(shapes(), |shape| {
        let (image, other) = (image!(shape, 0), image!(shape, 9));
        (
            image.blend(&other, 0.3),
            image.psnr(&other),
            image.psnr(&image),
        )
    });
    same_after!(shapes(), |shape| image!(shape, 0), |place| place.invert());
    same_text!(shapes(), |shape| {
        let gray = gray!(shape);
        (gray.histogram(), gray.otsu_threshold(), gray.moments())
    });
    same_text!(shapes(), |shape| gray!(shape).binarize(100));
    same_after!(shapes(), |shape| gray!(shape), |place| {
        place.stretch_contrast()
    });
    same_text!(shapes(), |shape| gray!(shape).row_profile());
    same_text!(shapes(), |shape| gray!(shape).sobel());
    same_text!([0, 1, 5], |r| realistic_image::gaussian_kernel(1.5, *r));
    same_after!(
        shapes(),
        |(_, _, pixels)| pixels
            .chunks_exact(4)
            .map(|c| [c[0], c[1], c[2], c[3]].map(f32::from))
            .collect::<Vec<_>>(),
        |place| realistic_image::premultiply(place)
    );
    same_text!(shapes(), |(_, _, pixels)| {
        let row: Vec<f32> = pixels.iter().map(|p| f32::from(*p)).collect();
        realistic_image::box_blur_row(&row, 2)
    });
    same_text!(shapes(), |(_, _, pixels)| {
        let n = pixels.len();
        realistic_image::planes_to_rgb(pixels, &pixels[n / 2..], &pixels[n / 3..])
    });
    same_text!(shapes(), |(width, height, pixels)| {
        realistic_image::integral_image(pixels, *width, *height)
    });
}
