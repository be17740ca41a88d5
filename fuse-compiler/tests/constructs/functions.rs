//! One small function for each construct that emission knows. Parsed by `tests/expansions.rs`; the
//! same constructs are compiled and run by the erasure tests of the facade.

/// A filter whose elements are only stored is branchless.
#[fuse]
fn push_if(xs: &[i32]) -> (Vec<i32>, Vec<i32>) {
    let small: Vec<i32> = xs.iter().copied().filter(|x| *x < 10).collect();
    let doubled: Vec<i32> = xs.iter().map(|x| x * 2).collect();
    (small, doubled)
}

#[fuse]
fn filter_then_map(xs: &[f64]) -> (Vec<f64>, f64) {
    let roots: Vec<f64> = xs.iter().filter(|x| **x > 0.0).map(|x| x.sqrt()).collect();
    let sum: f64 = xs.iter().sum();
    (roots, sum)
}

#[fuse]
fn filter_map(xs: &[&str]) -> (u32, usize) {
    let parsed: Vec<u32> = xs.iter().filter_map(|x| x.parse().ok()).collect();
    let sum: u32 = parsed.iter().sum();
    let count = parsed.iter().count();
    (sum, count)
}

/// Both halves of a pair; elements that can be copied, and others.
#[fuse]
fn halves(xs: &[(f64, String)]) -> (Vec<f64>, usize, Vec<String>, Vec<String>) {
    let (lows, names): (Vec<f64>, Vec<&str>) = xs.iter().map(|(x, s)| (*x, s.as_str())).unzip();
    let (short, long): (Vec<String>, Vec<String>) =
        xs.iter().map(|(_, s)| s.clone()).partition(|s| s.len() < 3);
    (lows, names.len(), short, long)
}

#[fuse]
fn other_collections(xs: &[u64]) -> (HashSet<u64>, BTreeMap<usize, u64>, Option<u64>) {
    let large: HashSet<u64> = xs.iter().copied().filter(|x| *x > 9).collect();
    let places: BTreeMap<usize, u64> = xs.iter().copied().enumerate().collect();
    let last = xs.iter().map(|x| x + 1).last();
    (large, places, last)
}

#[fuse]
fn copied_halves(xs: &[i32]) -> (Vec<i32>, Vec<i32>, i32) {
    let sum: i32 = xs.iter().sum();
    let (even, odd): (Vec<i32>, Vec<i32>) = xs.iter().copied().partition(|x| x % 2 == 0);
    (even, odd, sum)
}

/// One of the two arrays of a `zip` is made in the loop.
#[fuse]
fn zip_with_made(xs: &[f64]) -> f64 {
    let doubled: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    doubled.iter().zip(xs.iter()).map(|(a, b)| a * b).sum()
}

/// Two chains over one pair of sources.
#[fuse]
fn zip_drivers(a: &[f64], b: &[f64]) -> (f64, f64) {
    let products: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
    let differences: f64 = a.iter().zip(b).map(|(x, y)| (x - y).abs()).sum();
    (products, differences)
}

#[fuse]
fn enumerated(xs: &[f64]) -> (Vec<f64>, f64) {
    let ramped: Vec<f64> = xs.iter().enumerate().map(|(i, x)| i as f64 * x).collect();
    let total: f64 = ramped.iter().sum();
    (ramped, total)
}

#[fuse]
fn crossed(a: &[i32], b: &[i32]) -> (i32, i32) {
    let products: Vec<i32> = a.iter().flat_map(|x| b.iter().map(move |y| x * y)).collect();
    let sum: i32 = products.iter().sum();
    let greatest = products.iter().copied().fold(0, i32::max);
    (sum, greatest)
}

#[fuse]
fn reduced(xs: &[f64]) -> (Option<f64>, f64) {
    let greatest = xs.iter().copied().reduce(f64::max);
    let product: f64 = xs.iter().product();
    (greatest, product)
}

#[fuse]
fn extrema(xs: &[i64]) -> (Option<&i64>, Option<&i64>, Option<&i64>) {
    let least = xs.iter().min();
    let nearest = xs.iter().min_by_key(|x| (**x - 5).abs());
    let last = xs.iter().max_by(|a, b| (*a % 10).cmp(&(*b % 10)));
    (least, nearest, last)
}

/// The elements might be handles: they are kept until the array would have been dropped.
#[fuse]
fn kept(xs: &[Rc<i64>]) -> i64 {
    let handles: Vec<Rc<i64>> = xs.iter().cloned().collect();
    let sum: i64 = handles.iter().map(|x| **x).sum();
    sum
}

/// `low` must wait for the loop, which must wait for `mean`: declared in its place, assigned later.
#[fuse]
fn deferred(xs: &[f64]) -> (Vec<f64>, f64, f64) {
    let low: Vec<f64> = xs.iter().map(|x| x * 0.5).collect();
    let offset = xs.len() as f64;
    let high: Vec<f64> = low.iter().map(|x| x + offset).collect();
    let sum: f64 = high.iter().sum();
    (low, offset, sum)
}

#[fuse]
fn nested(xs: &[f64], halve: bool) -> f64 {
    let sum: f64 = xs.iter().sum();
    let count = xs.iter().count();
    if halve {
        let halves: Vec<f64> = xs.iter().map(|x| x / 2.0).collect();
        let total: f64 = halves.iter().sum();
        return total;
    }
    sum / count as f64
}

#[fuse]
fn worker_by_name(xs: &[f64], by: f64) -> (f64, usize) {
    let scale = |x: &f64| x * by;
    let scaled: Vec<f64> = xs.iter().map(scale).collect();
    let sum: f64 = scaled.iter().sum();
    let count = xs.iter().count();
    (sum, count)
}

#[fuse]
fn worker_by_path(xs: &[f64]) -> (f64, f64) {
    let rounded: Vec<f64> = xs.iter().copied().map(f64::round).collect();
    let sum: f64 = rounded.iter().sum();
    let product: f64 = rounded.iter().product();
    (sum, product)
}

/// A closure with a `return` in it is called where it stands, not inlined.
#[fuse]
fn closure_with_return(xs: &[i32]) -> (i32, usize) {
    let signs: Vec<i32> = xs
        .iter()
        .map(|x| {
            if *x < 0 {
                return -1;
            }
            1
        })
        .collect();
    let sum: i32 = signs.iter().sum();
    let count = signs.iter().count();
    (sum, count)
}

/// A type on the closure goes on the local.
#[fuse]
fn typed_closure(xs: &[u8]) -> (u32, usize) {
    let sum: u32 = xs.iter().map(|x: &u8| -> u32 { u32::from(*x) }).sum();
    let count = xs.iter().count();
    (sum, count)
}

#[fuse]
fn folds(xs: &[u32]) -> (u32, u32) {
    let checksum = xs.iter().fold(7, |acc: u32, x| acc.rotate_left(5) ^ x);
    let last: u32 = xs.iter().fold(0, |_, x| *x);
    (checksum, last)
}

/// A range drives; its bounds are the user's tokens.
#[fuse]
fn ranged(n: usize) -> (Vec<usize>, usize) {
    let squares: Vec<usize> = (0..n).map(|i| i * i).collect();
    let total: usize = (0..n).sum();
    (squares, total)
}

/// Elements are moved from array to array, and out.
#[fuse]
fn by_value(words: Vec<String>) -> (Vec<String>, usize) {
    let long: Vec<String> = words.into_iter().filter(|word| word.len() > 3).collect();
    let letters: usize = long.iter().map(|word| word.len()).sum();
    (long, letters)
}

/// What follows a consumer stays around its result.
#[fuse]
fn around(xs: &[f64]) -> f64 {
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    let most = xs.iter().copied().reduce(f64::max).unwrap_or(mean);
    most - mean
}

/// Nobody reads `unread`: checked, never run.
#[fuse]
fn dead(xs: &[f64]) -> (f64, usize) {
    let unread: Vec<f64> = xs.iter().map(|x| x * 2.0).collect();
    let sum: f64 = xs.iter().sum();
    let count = xs.iter().count();
    (sum, count)
}

/// Chains of rayon's: the same body, once, for each range.
#[fuse]
fn in_parallel(xs: &[f64]) -> (Vec<f64>, f64, Option<f64>) {
    let scaled: Vec<f64> = xs.par_iter().map(|x| x * 2.0).collect();
    let large: Vec<f64> = scaled.par_iter().copied().filter(|x| *x > 1.0).collect();
    let sum: f64 = large.par_iter().sum();
    let most = scaled.par_iter().enumerate().map(|(i, x)| x * i as f64).max_by(f64::total_cmp);
    (scaled, sum, most)
}

/// One alone, whose bits would depend on the number of threads.
#[fuse]
fn alone_in_parallel(xs: &[f64]) -> f64 {
    xs.par_iter().with_min_len(64).sum::<f64>()
}

/// Passes over one block after another: a root for each element, a strict sum, extrema of floats.
#[fuse]
fn tiles(xs: &[f64], weights: &[f64]) -> (Vec<f64>, f64, f64, f64) {
    let lengths: Vec<f64> = xs.iter().zip(weights).map(|(x, w)| (x * w).sqrt()).collect();
    let shares: Vec<f64> = lengths.iter().map(|length| 1.0 / length).collect();
    let total: f64 = shares.iter().sum();
    let least = lengths.iter().copied().fold(f64::INFINITY, f64::min);
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (lengths, total, least, most)
}

/// What drives the loop is no slice: the extremum reads what was stored.
#[fuse]
fn passes(xs: &[f64]) -> (Vec<f64>, f64) {
    let gaps: Vec<f64> = xs.windows(2).map(|pair| pair[1] - pair[0]).collect();
    let widest = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (gaps, widest)
}

/// Both sides of `&&` and `||` may always run, so that nothing is jumped over.
#[fuse]
fn counts(xs: &[(f64, f64)]) -> (usize, usize) {
    let inside = xs.iter().filter(|p| p.0 >= 0.0 && p.0 < 1.0 && p.1 >= 0.0).count();
    let outside = xs.iter().filter(|p| p.0 < 0.0 || p.1 < 0.0).count();
    (inside, outside)
}

/// Sums whose order does not matter.
#[fuse(reassociate)]
fn lanes(xs: &[f64], ys: &[f64]) -> (f64, f64) {
    let dot: f64 = xs.iter().zip(ys).map(|(x, y)| x * y).sum();
    let gap: f64 = xs.iter().zip(ys).map(|(x, y)| x - y).sum();
    (dot, gap)
}

/// A single chain, of which the filter tests many elements at a time.
#[fuse]
fn tested_at_once(codes: &[i32], xs: &[f64], limit: f64) -> f64 {
    codes
        .iter()
        .zip(xs)
        .filter(|(code, x)| **code == 7 && **x < limit)
        .map(|(_, x)| x * 2.0)
        .sum()
}

/// The same of a place that may be no slice.
#[fuse]
fn tested_at_once_of_a_place(table: &Table) -> (f64, usize) {
    table
        .rates
        .iter()
        .copied()
        .enumerate()
        .filter(|(_, rate)| *rate > 0.5)
        .fold((0.0, 0), |(sum, last), (place, rate)| (sum + rate, last.max(place)))
}

/// A string is made of what is kept alone, if what it is made of is a `&str`.
#[fuse]
fn strings_that_are_kept(raw: &[String], names: &[String]) -> (Vec<String>, usize, Vec<String>) {
    let trimmed: Vec<String> = raw.iter().map(|word| word.trim().to_string()).collect();
    let kept: Vec<String> = trimmed.into_iter().filter(|word| !word.is_empty()).collect();
    let total: usize = kept.iter().map(|word| word.len()).sum();
    let copies: Vec<String> = names.iter().cloned().collect();
    let long: Vec<String> = copies
        .into_iter()
        .filter(|name| name.len() > 3)
        .map(|name| name + "!")
        .collect();
    (kept, total, long)
}

/// Whether a field is a slice only its type tells: both forms are there.
#[fuse]
fn places(table: &Table) -> (Vec<f64>, f64, usize) {
    let low: Vec<f64> = table.prices.iter().copied().filter(|x| *x < 1.0).collect();
    let sum: f64 = low.iter().sum();
    let high = table.prices.iter().filter(|x| **x > 2.0).count();
    (low, sum, high)
}

/// What waits between two passes waits in a frame of its own.
#[fuse]
fn places_in_passes(table: &Table) -> (f64, f64) {
    let shares: Vec<f64> = table.prices.iter().zip(&table.sums).map(|(x, s)| x / s).collect();
    let sum: f64 = shares.iter().sum();
    let most = shares.iter().copied().fold(0.0, f64::max);
    (sum, most)
}

/// Filtered sums go through each block one after another, beside what else is done with its elements.
#[fuse]
fn words(xs: &[f64], limit: f64) -> (f64, f64, usize) {
    let kept: Vec<f64> = xs.iter().copied().filter(|x| *x > limit).collect();
    let sum: f64 = kept.iter().sum();
    let squares: f64 = kept.iter().map(|x| x * x).sum();
    let below = xs.iter().filter(|x| **x < 0.0).count();
    (sum, squares, below)
}
