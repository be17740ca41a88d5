use loopfuse::fuse;

fn multiply(x: &i64, factor: i64) -> i64 {
    x * factor
}

#[fuse]
fn doubled(xs: &[i64]) -> Vec<i64> {
    let ys: Vec<i64> = xs.iter().map(|x| multiply(x, "two")).collect();
    ys
}

#[fuse]
fn lengths(words: &[String]) -> (usize, Vec<usize>) {
    let lengths: Vec<usize> = words.iter().map(|word| word.size()).collect();
    let total: usize = lengths.iter().sum();
    (total, lengths)
}

fn main() {
    let _ = (doubled(&[]), lengths(&[]));
}
