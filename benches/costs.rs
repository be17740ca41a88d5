//! `cargo bench --bench costs`: a function whose loops differ under the two costs, in both forms.
//!
//! Three folds read `xs`, and a fourth reads the squares of `xs` but needs the sum. The paper's objective
//! counts pairs that share an array and puts the squares beside the three folds: they are written to
//! memory and read again. The cost that counts traffic reads `xs` twice instead, and no squares are kept.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use loopfuse::fuse;
use std::hint::black_box;
use std::time::Duration;

macro_rules! spread {
    ($name:ident, $cost:literal) => {
        #[fuse(cost = $cost, loops = 2)]
        fn $name(xs: &[i64]) -> (i64, i64, i64) {
            let sum: i64 = xs.iter().sum();
            let least = xs.iter().copied().fold(i64::MAX, i64::min);
            let most = xs.iter().copied().fold(i64::MIN, i64::max);
            let squares: Vec<i64> = xs.iter().map(|x| x * x).collect();
            let spread: i64 = squares.iter().map(|square| square ^ sum).sum();
            (least, most, spread)
        }
    };
}

spread!(by_traffic, "traffic");
spread!(by_the_paper, "paper");

fn costs(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("spread");
    group
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500))
        .sample_size(20);
    for size in [1_000, 64_000, 4_000_000] {
        let xs: Vec<i64> = (0..size).map(|x| x * 7919 % 1009).collect();
        assert_eq!(by_traffic(&xs), by_the_paper(&xs));
        group.throughput(Throughput::Elements(xs.len() as u64));
        group.bench_function(BenchmarkId::new("traffic", size), |bencher| {
            bencher.iter(|| by_traffic(black_box(&xs)));
        });
        group.bench_function(BenchmarkId::new("paper", size), |bencher| {
            bencher.iter(|| by_the_paper(black_box(&xs)));
        });
    }
    group.finish();
}

criterion_group!(benches, costs);
criterion_main!(benches);
