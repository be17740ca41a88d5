//! loops: 1

/// The types of `total` and `names` show nowhere but in what the function returns.
#[loopfuse::fuse]
pub fn labelled(xs: &[i64]) -> Result<(Vec<String>, i64, usize), String> {
    let total = xs.iter().map(|x| x * 2).sum();
    let names = xs.iter().map(|x| x.to_string()).collect();
    let longest = xs
        .iter()
        .map(|x| x.to_string().len())
        .max()
        .map_or(0, |n| n + 1);
    Ok((names, total, longest))
}
