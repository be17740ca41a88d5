//! What fused code asks of memory: the heap, the address space, the stack.
//!
//! There is one test only, because the allocator counts for the whole process.

#[path = "../benches/kernels/mod.rs"]
mod kernels;

use std::panic::{AssertUnwindSafe, catch_unwind};

use loopfuse::fuse;
use peak_alloc::PeakAlloc;

use kernels::case::{Form, Role};
use kernels::catalogue::KERNELS;
use kernels::{data, programs};

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// What each output may cost beside what plain code asks for.
const BESIDE: usize = 64 << 10;

/// The most bytes that are there at a time while the work is done.
fn peak(work: impl FnOnce()) -> usize {
    HEAP.reset_peak_usage();
    let before = HEAP.current_usage();
    work();
    HEAP.peak_usage() - before
}

#[test]
fn memory_and_stack_stay_near_those_of_plain_code() {
    for kernel in KERNELS {
        for size in [64, 1000, 20_000] {
            let case = kernel.case(size).expect("the forms agree");
            let form = |role| {
                let found = case.forms.iter().find(|form| form.role == role);
                found.expect("every kernel has it")
            };
            let what = format!("{} at {size}", kernel.name);
            peaks(&what, form(Role::Plain), form(Role::Fused), kernel.outputs);
            nothing_is_kept(&what, form(Role::Fused), kernel.outputs);
        }
    }
    the_bound_of_a_filter_is_not_allocated();
    #[cfg(feature = "parallel")]
    a_filter_in_ranges_keeps_what_it_keeps();
    recursion_is_as_deep();
    on_a_small_stack(a_million_points);
}

/// At most twice the memory of plain code, and a constant for each output.
fn peaks(what: &str, plain: &Form, fused: &Form, outputs: usize) {
    let plain = peak(|| plain.run(1));
    let fused = peak(|| fused.run(1));
    assert!(
        fused <= 2 * plain + BESIDE * outputs,
        "{what}: {fused} bytes in place of {plain}"
    );
}

/// A result keeps at most twice its length, as if it had been pushed to.
fn nothing_is_kept(what: &str, fused: &Form, outputs: usize) {
    // A vector's first allocation has room for four elements or more.
    let first = 128 * outputs.max(1);
    let before = HEAP.current_usage();
    fused.once(|needed| {
        let kept = HEAP.current_usage() - before;
        assert!(
            kept <= 2 * needed + first,
            "{what} keeps {kept} bytes where {needed} are needed"
        );
    });
}

/// Unwinds without a message: to print one takes memory.
fn enough(number: u64) -> bool {
    std::panic::resume_unwind(Box::new(number));
}

/// One in 2^33 numbers.
#[fuse(loops = 1)]
fn rare(numbers: u64, last: u64) -> (Vec<u64>, usize) {
    let rare: Vec<u64> = (0..numbers)
        .filter(|i| (*i == last && enough(*i)) || i.is_multiple_of(1 << 33))
        .collect();
    let found = rare.iter().filter(|i| **i > 0).count();
    (rare, found)
}

/// A hundred thousand million numbers would be 800 GB. It takes a minute to look at all, so the
/// worker ends it before: what was allocated by then is what would have been.
fn the_bound_of_a_filter_is_not_allocated() {
    let bytes = peak(|| {
        let ended = catch_unwind(AssertUnwindSafe(|| rare(100_000_000_000, 1_000_000)));
        assert!(ended.is_err(), "the worker panics");
    });
    assert!(bytes <= BESIDE, "{bytes} bytes");
}

/// One in many numbers, looked at in as many ranges as there can be.
#[cfg(feature = "parallel")]
#[fuse(parallel, min_len = 1000)]
fn rare_in_ranges(numbers: u64, one_in: u64) -> (Vec<u64>, u64) {
    let rare: Vec<u64> = (0..numbers).filter(|i| i.is_multiple_of(one_in)).collect();
    let sum: u64 = rare.iter().sum();
    (rare, sum)
}

/// A loop over ranges needs room for what they keep, twice while it is joined, and a block for each range.
#[cfg(feature = "parallel")]
fn a_filter_in_ranges_keeps_what_it_keeps() {
    const RANGES: usize = 256;
    const BLOCK: usize = 1024 * size_of::<u64>();
    const NUMBERS: u64 = 4_000_000;
    // The pool is there before it is measured.
    rayon::join(|| (), || ());
    for one_in in [2, 100, 1_000_000] {
        let kept = NUMBERS.div_ceil(one_in) as usize * size_of::<u64>();
        let bytes = peak(|| assert_eq!(rare_in_ranges(NUMBERS, one_in).0.len() * 8, kept));
        // A vector that grows has up to twice the room that it needs.
        let most = 3 * kept + RANGES * BLOCK + BESIDE;
        assert!(bytes <= most, "{bytes} bytes for {kept}");
    }
}

/// How often the least element can be taken away: a call in each, with two arrays and a sum.
#[fuse]
fn depth(xs: &[i64]) -> i64 {
    let Some(least) = xs.iter().copied().min() else {
        return 0;
    };
    let rest: Vec<i64> = xs.iter().copied().filter(|x| *x > least).collect();
    let halves: Vec<f64> = rest.iter().map(|x| *x as f64 / 2.0).collect();
    let sum: f64 = halves.iter().sum();
    assert!(sum >= 0.0);
    1 + depth(&rest)
}

/// The same with an array that waits on the stack, block by block.
#[fuse]
fn depth_in_blocks(xs: &[f64]) -> f64 {
    let Some(first) = xs.first() else {
        return 0.0;
    };
    let ratios: Vec<f64> = xs.iter().map(|x| (x - first) / (x + 1.0)).collect();
    let sum: f64 = ratios.iter().sum();
    let most = ratios.iter().copied().fold(0.0, f64::max);
    assert!(sum >= most);
    1.0 + depth_in_blocks(&xs[1..])
}

/// A thousand calls deep on half a megabyte, a whole one where nothing is optimised.
fn recursion_is_as_deep() {
    on_a_small_stack(|| assert_eq!(depth(&(0..1000).collect::<Vec<i64>>()), 1000));
    on_a_small_stack(|| assert_eq!(depth_in_blocks(&[1.0; 1000]), 1000.0));
}

/// The hull of many points, a good part of which are its corners.
fn a_million_points() {
    let points: Vec<(i64, i64)> = data::on_a_circle(1_000_000);
    let corners = programs::fused::integer::quickhull::quickhull(&points);
    assert!(corners.len() > 1000, "{}", corners.len());
}

/// Overflowing it would abort the process. Without optimisation every name has a place of its own.
fn on_a_small_stack(work: fn()) {
    let size = if cfg!(debug_assertions) { 1024 } else { 512 };
    let thread = std::thread::Builder::new().stack_size(size << 10);
    let done = thread.spawn(work).expect("a thread can be started").join();
    done.expect("the work is done");
}
