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
    realistic_mixed,
    realistic_queries,
    realistic_solvers
);

use common::realistic::{
    floats, integers, labelled, prices, same_after, same_text, second, systems, texts,
};

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
    same_text!(prices(), |xs| orders!(xs).revenue());
    same_text!(prices(), |xs| orders!(xs).select(60.0, 120.0));
    same_text!(prices(), |xs| orders!(xs).by_region());
    same_text!(prices(), |xs| orders!(xs).unit_prices());
    same_text!(prices(), |xs| orders!(xs).price_report());
    same_text!(prices(), |xs| orders!(xs).top_customers(4));
    same_after!(prices(), |xs| orders!(xs), |place| {
        place.apply_discount(0.1, "r1")
    });
    same_text!(prices(), |xs| {
        let mut uneven = orders!(xs);
        uneven.cancelled.truncate(xs.len() / 2);
        uneven.quantity.truncate(xs.len() / 3);
        (
            uneven.revenue(),
            uneven.price_report(),
            uneven.unit_prices(),
        )
    });
    same_text!(prices(), |xs| format!(
        "{:?}",
        realistic_queries::payroll(&staff!(xs), "d1")
    ));
    same_text!(prices(), |xs| realistic_queries::salary_bands(
        &staff!(xs),
        &[60, 80, 120]
    ));
    same_text!(prices(), |xs| realistic_queries::span_of_control(&staff!(
        xs
    )));
    same_after!(prices(), |xs| staff!(xs), |place| {
        realistic_queries::raise_salaries(place, 5)
    });
    same_text!(prices(), |xs| {
        let managers = (0..5).map(|i| (i, format!("m{i}"))).collect();
        realistic_queries::join_names(&staff!(xs), &managers)
    });
    same_text!(prices(), |xs| (
        column!(xs).describe(),
        column!(xs).extent(),
        column!(xs).name
    ));
    same_after!(prices(), |xs| column!(xs), |place| place.fill_missing(1.5));
    same_text!(prices(), |xs| realistic_queries::sessions(&events!(xs), 10));
    same_text!(prices(), |xs| realistic_queries::window_query(
        &events!(xs),
        5,
        30
    ));
}

#[test]
fn clustering() {
    let centroids = vec![[0.0, 0.0], [1.0, 0.5], [3.0, 0.5]];
    same_text!(labelled(), |(points, labels)| {
        let mut means = realistic_clustering::KMeans::new(centroids.clone());
        let before = (means.assign(points), means.inertia(points));
        means.update(points, labels);
        let fitted = means.fit(points, 20);
        (before, fitted, means)
    });
    same_text!(labelled(), |(points, _)| {
        realistic_clustering::centroid_of(points)
    });
    same_text!(labelled(), |(points, labels)| {
        realistic_clustering::silhouette_terms(points, labels, points.len() / 2)
    });
    same_text!(labelled(), |(points, _)| {
        realistic_clustering::neighbours(points, points.len() / 2, 0.5)
    });
    same_text!(labelled(), |(points, _)| realistic_clustering::dbscan(
        points, 0.3, 4
    ));
    same_text!(labelled(), |(points, labels)| {
        let row = |(p, l): (&[f64; 2], &usize)| vec![p[0], p[1], *l as f64];
        let rows: Vec<Vec<f64>> = points.iter().zip(labels).map(row).collect();
        let scaler = realistic_clustering::Scaler::fit(&rows);
        (scaler.transform(&rows), scaler)
    });
    same_text!(labelled(), |(points, labels)| {
        use realistic_clustering::Confusion;
        let truth: Vec<bool> = labels.iter().map(|l| *l == 1).collect();
        let scores: Vec<f64> = points.iter().map(|p| p[1]).collect();
        let predicted: Vec<bool> = scores.iter().map(|s| *s > 0.6).collect();
        let even = Confusion::new(&truth, &predicted);
        (even, Confusion::at_threshold(&truth, &scores, 0.4))
    });
    same_text!(labelled(), |(_, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        realistic_clustering::gini_impurity(&labels)
    });
    same_text!(floats(), |xs| realistic_clustering::best_split(
        xs,
        &second(xs),
        &[-0.5, 0.0, 0.5]
    ));
    same_text!(labelled(), |(points, labels)| {
        let labels: Vec<u32> = labels.iter().map(|l| *l as u32).collect();
        realistic_clustering::knn_vote(points, &labels, &[1.0, 0.5], 5)
    });
    same_text!(floats(), |xs| realistic_clustering::em_step(
        xs,
        [-0.5, 0.5],
        0.7
    ));
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
    same_text!(systems(), |(n, a, b)| matrix!(n, a).mul_vec(b));
    same_text!(systems(), |(n, a, _)| matrix!(n, a).norms());
    same_text!(systems(), |(n, a, b)| realistic_solvers::jacobi(
        &matrix!(n, a),
        b,
        1e-10,
        50
    ));
    same_text!(systems(), |(n, a, b)| realistic_solvers::jacobi(
        &matrix!(n, a),
        &b[n / 2..],
        1e-10,
        50
    ));
    same_text!(systems(), |(n, a, b)| {
        realistic_solvers::conjugate_gradient(&matrix!(n, a), b, 1e-10, 50)
    });
    same_text!(systems(), |(n, a, _)| {
        realistic_solvers::power_iteration(&matrix!(n, a), 20)
    });
    same_text!(systems(), |(_, _, b)| {
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
    same_text!(systems(), |(n, a, b)| realistic_solvers::residual_report(
        &rows(n, a),
        &second(b),
        b
    ));
    same_text!(systems(), |(n, a, b)| realistic_solvers::thomas(
        &a[..*n],
        b,
        &a[n * n - n..],
        &second(b)
    ));
    same_text!([0, 1, 2, 50], |steps| realistic_solvers::runge_kutta(
        |t, y: &[f64; 2]| [y[1], t - y[0]],
        [1.0, 0.0],
        0.1,
        *steps
    ));
    same_text!(floats(), |xs| realistic_solvers::heat_step(xs, 0.2));
    same_after!(floats(), |xs| xs.to_vec(), |place| {
        use realistic_solvers::Objective;
        let bounds: Vec<(f64, f64)> = place.iter().map(|x| (x * 0.5, 0.4)).collect();
        let lp = realistic_solvers::Lp {
            costs: &[1.0, 2.0, 3.0],
            bounds: &bounds,
        };
        (lp.evaluate(place), lp.project(place), lp.evaluate(place))
    });
    same_text!(labelled(), |(_, labels)| {
        let n = labels.len();
        let targets = |(i, l): (usize, &usize)| (0..*l).map(|k| (i * 3 + k) % n).collect();
        let links: Vec<Vec<usize>> = labels.iter().enumerate().map(targets).collect();
        realistic_solvers::pagerank(&links, 0.85, 30)
    });
}

#[test]
fn mixed() {
    same_text!(floats(), |xs| realistic_mixed::dot_and_norms(
        xs,
        &second(xs)
    ));
    same_text!(integers(), |xs| realistic_mixed::dot_and_norms(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| realistic_mixed::Samples(xs.to_vec())
        .moments());
    same_text!(floats(), |xs| realistic_mixed::extremes(xs.iter().copied()));
    same_text!(texts(), |s| {
        let keys: Vec<&str> = s.split(' ').collect();
        realistic_mixed::normalise_keys(&keys)
    });
    same_text!(floats(), |xs| {
        let shape =
            |x: &f64| Box::new(realistic_mixed::Square(*x)) as Box<dyn realistic_mixed::Shape>;
        realistic_mixed::catalogue(&xs.iter().map(shape).collect::<Vec<_>>())
    });
    same_text!(prices(), |xs| realistic_mixed::moving_average(
        xs.iter().copied(),
        4
    ));
    same_text!(systems(), |(n, a, _)| {
        let rows: Vec<Vec<f64>> = (0..*n).map(|i| a[i * n..(i + 1) * n].to_vec()).collect();
        realistic_mixed::matrix_stats(&rows)
    });
    same_text!(integers(), |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        realistic_mixed::transpose_and_max(&rows)
    });
    same_text!(prices(), |xs| {
        let item = |(i, p): (usize, &f64)| (format!("i{i}"), i as u32 % 4, *p);
        let (prices, missing, total) =
            realistic_mixed::inventory(xs.iter().enumerate().map(item).collect());
        (
            std::collections::BTreeMap::from_iter(prices),
            missing,
            total,
        )
    });
    same_text!([vec!["1", " 2", "-3"], vec!["1", "x"], vec![]], |rows| {
        realistic_mixed::validated(rows)
    });
    same_text!(prices(), |xs| realistic_mixed::shared_scores(
        &std::rc::Rc::new(xs.clone()),
        Some(2.5)
    ));
    same_text!(integers(), |xs| {
        let entry = |(i, x): (usize, &i64)| (format!("p{}", i % 9), x.wrapping_abs() % 5);
        realistic_mixed::leaderboard(xs.iter().enumerate().map(entry).collect(), 10)
    });
    same_text!(integers(), |xs| {
        let keys: Vec<u8> = xs.iter().map(|x| x.rem_euclid(4) as u8).collect();
        realistic_mixed::group_totals(&keys, xs)
    });
    same_text!([0, 1, 10, 60], |n| realistic_mixed::bisect(
        |x| x * x - 2.0,
        0.0,
        2.0,
        *n
    ));
    same_text!(floats(), |xs| {
        let mut running: realistic_mixed::Running = xs.iter().copied().collect();
        running.extend(second(xs));
        running
    });
    same_text!(prices(), |xs| {
        let table = [("a".to_owned(), xs.clone()), ("b".to_owned(), second(xs))];
        realistic_mixed::compare_columns(&table.into_iter().collect(), "a", "b")
    });
}
