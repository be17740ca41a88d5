//! The erasure law on functions of several domains.

use crate::common::realistic::{floats, integers, prices, same_text, second, systems, texts};

#[test]
fn mixed() {
    same_text!(floats(), |xs| applications::mixed::dot_and_norms(
        xs,
        &second(xs)
    ));
    same_text!(integers(), |xs| applications::mixed::dot_and_norms(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(floats(), |xs| applications::mixed::Samples(xs.to_vec())
        .moments());
    same_text!(floats(), |xs| applications::mixed::extremes(
        xs.iter().copied()
    ));
    same_text!(texts(), |s| {
        let keys: Vec<&str> = s.split(' ').collect();
        applications::mixed::normalise_keys(&keys)
    });
    same_text!(floats(), |xs| {
        let shape = |x: &f64| {
            Box::new(applications::mixed::Square(*x)) as Box<dyn applications::mixed::Shape>
        };
        applications::mixed::catalogue(&xs.iter().map(shape).collect::<Vec<_>>())
    });
    same_text!(prices(), |xs| applications::mixed::moving_average(
        xs.iter().copied(),
        4
    ));
    same_text!(systems(), |(n, a, _)| {
        let rows: Vec<Vec<f64>> = (0..*n).map(|i| a[i * n..(i + 1) * n].to_vec()).collect();
        applications::mixed::matrix_stats(&rows)
    });
    same_text!(integers(), |xs| {
        let rows: Vec<Vec<i64>> = xs.chunks(5).map(<[i64]>::to_vec).collect();
        applications::mixed::transpose_and_max(&rows)
    });
    same_text!(prices(), |xs| {
        let item = |(i, p): (usize, &f64)| (format!("i{i}"), i as u32 % 4, *p);
        let (prices, missing, total) =
            applications::mixed::inventory(xs.iter().enumerate().map(item).collect());
        (
            std::collections::BTreeMap::from_iter(prices),
            missing,
            total,
        )
    });
    same_text!([vec!["1", " 2", "-3"], vec!["1", "x"], vec![]], |rows| {
        applications::mixed::validated(rows)
    });
    same_text!(prices(), |xs| applications::mixed::shared_scores(
        &std::rc::Rc::new(xs.clone()),
        Some(2.5)
    ));
    same_text!(integers(), |xs| {
        let entry = |(i, x): (usize, &i64)| (format!("p{}", i % 9), x.wrapping_abs() % 5);
        applications::mixed::leaderboard(xs.iter().enumerate().map(entry).collect(), 10)
    });
    same_text!(integers(), |xs| {
        let keys: Vec<u8> = xs.iter().map(|x| x.rem_euclid(4) as u8).collect();
        applications::mixed::group_totals(&keys, xs)
    });
    same_text!([0, 1, 10, 60], |n| applications::mixed::bisect(
        |x| x * x - 2.0,
        0.0,
        2.0,
        *n
    ));
    same_text!(floats(), |xs| {
        let mut running: applications::mixed::Running = xs.iter().copied().collect();
        running.extend(second(xs));
        running
    });
    same_text!(prices(), |xs| {
        let table = [("a".to_owned(), xs.clone()), ("b".to_owned(), second(xs))];
        applications::mixed::compare_columns(&table.into_iter().collect(), "a", "b")
    });
}
