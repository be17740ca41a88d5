//! `cargo bench`: the four programs of paper 001 as plain iterators, fused, and by hand.
//!
//! At 1 K, 100 K and 10 M elements, over `i64` and `f64`; every form is checked to compute the same
//! before it is timed. Two programs recurse over all levels of their input and take seconds at
//! 10 M: they are timed there over `i64` only, ten samples each. Random points keep the strip of
//! closest points short at every size (see `data::float_points`), so that all of it can be timed.

mod forms;

use std::time::Duration;

use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};

fn paper(criterion: &mut Criterion) {
    for size in [1000, 100_000, 10_000_000] {
        for (program, element) in forms::names(size) {
            time(criterion, &forms::case(program, element, size));
        }
    }
}

fn time(criterion: &mut Criterion, case: &forms::Case) {
    let mut group = criterion.benchmark_group(format!("{} {}", case.program, case.element));
    group.throughput(Throughput::Elements(case.size as u64));
    group.warm_up_time(Duration::from_millis(300));
    if case.size > forms::LARGE {
        group
            .sample_size(10)
            .sampling_mode(SamplingMode::Flat)
            .measurement_time(Duration::from_secs(2));
    } else {
        group
            .sample_size(30)
            .measurement_time(Duration::from_millis(1500));
    }
    for (name, form) in &case.forms {
        group.bench_function(BenchmarkId::new(*name, case.size), |bencher| {
            bencher.iter(form)
        });
    }
    group.finish();
}

criterion_group!(benches, paper);
criterion_main!(benches);
