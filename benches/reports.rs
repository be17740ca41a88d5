//! `cargo bench --bench reports`: criterion's reports on the kernels, in all their forms.
//!
//! At 1 K and 1 M elements; every form is checked to compute the same before it is timed. As with
//! every criterion benchmark, a part of a name behind `--` chooses: `-- softmax`.

mod kernels;

use std::time::Duration;

use criterion::{
    BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main,
};

fn kernels(criterion: &mut Criterion) {
    for kernel in kernels::catalogue::KERNELS {
        let mut group = criterion.benchmark_group(kernel.name);
        for size in [1000, 1_000_000] {
            let case = match kernel.case(size) {
                Ok(case) => case,
                Err(differ) => panic!("{} at {size}: {differ:?} differ from plain", kernel.name),
            };
            let large = size > 1000;
            group
                .throughput(Throughput::Elements(size as u64))
                .warm_up_time(Duration::from_millis(300))
                .measurement_time(Duration::from_millis(1500))
                .sample_size(if large { 10 } else { 30 })
                .sampling_mode(if large {
                    SamplingMode::Flat
                } else {
                    SamplingMode::Auto
                });
            for form in &case.forms {
                let id = BenchmarkId::new(form.role.to_string(), size);
                group.bench_function(id, |bencher| bencher.iter(|| form.run(1)));
            }
        }
        group.finish();
    }
}

criterion_group!(benches, kernels);
criterion_main!(benches);
