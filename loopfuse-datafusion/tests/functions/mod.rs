#![allow(dead_code, reason = "each test runs some of it")]
//! What the tests run, and the table that they run it over.

use datafusion::arrow::array::{AsArray as _, Float64Array, Int64Array, RecordBatch, UInt64Array};
use datafusion::arrow::datatypes::{DataType, Field, Float64Type, Schema, UInt64Type};
use datafusion::common::Result;
use datafusion::dataframe::DataFrameWriteOptions;
use datafusion::prelude::{DataFrame, SessionContext, ident};
use loopfuse::fuse;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Paper 001, fig. 1.2, with its numbers: two rounds, and a third that only emits.
#[fuse(chunked = Normalize)]
pub fn normalize(xs: &[f64], ws: &[f64]) -> (f64, f64, Vec<f64>, Vec<f64>) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    let deviation = (xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / n).sqrt();
    let scores: Vec<f64> = xs
        .iter()
        .zip(ws)
        .map(|(x, w)| (x - mean) / deviation * w)
        .collect();
    let far: Vec<f64> = scores
        .iter()
        .copied()
        .filter(|score| *score > 0.5)
        .collect();
    (mean, deviation, scores, far)
}

/// One round of numbers.
#[fuse(chunked = Summary)]
pub fn summary(xs: &[f64], ids: &[i64]) -> (f64, Option<i64>, usize) {
    let total: f64 = xs.iter().map(|x| x * 0.1).sum();
    let greatest = ids.iter().copied().max();
    let positive = xs.iter().filter(|x| **x > 0.0).count();
    (total, greatest, positive)
}

/// One number.
#[fuse(chunked = Energy)]
pub fn energy(xs: &[f64]) -> f64 {
    let energy: f64 = xs.iter().map(|x| x * x).sum();
    energy
}

/// Which row is the first.
#[fuse(chunked = First)]
pub fn first(ids: &[i64]) -> (Option<usize>, Option<i64>) {
    let place = ids.iter().position(|id| *id % 1000 == 777);
    let least = ids.iter().copied().min_by_key(|id| id % 10);
    (place, least)
}

pub const ROWS: usize = 20_000;

/// Numbers whose sum depends on the order that they are added in.
pub fn xs() -> Vec<f64> {
    let unit = |row: usize| (row as f64 * 0.754_877_666).fract() - 0.5;
    (0..ROWS)
        .map(|row| unit(row) * 2f64.powi((row % 90) as i32 - 45))
        .collect()
}

pub fn ws() -> Vec<f64> {
    (0..ROWS)
        .map(|row| 0.5 + (row as f64 * 0.31).fract())
        .collect()
}

pub fn ids() -> Vec<i64> {
    (0..ROWS as i64).map(|row| row * 7919 % 100_003).collect()
}

/// The columns `place`, `x`, `w`, `id` and `class`.
pub fn batch() -> RecordBatch {
    let class = (0..ROWS as i64).map(|row| row % 3);
    let columns = [
        (
            "place",
            DataType::UInt64,
            Arc::new(UInt64Array::from_iter_values(0..ROWS as u64)) as _,
        ),
        (
            "x",
            DataType::Float64,
            Arc::new(Float64Array::from(xs())) as _,
        ),
        (
            "w",
            DataType::Float64,
            Arc::new(Float64Array::from(ws())) as _,
        ),
        (
            "id",
            DataType::Int64,
            Arc::new(Int64Array::from(ids())) as _,
        ),
        (
            "class",
            DataType::Int64,
            Arc::new(Int64Array::from_iter_values(class)) as _,
        ),
    ];
    let fields = columns
        .iter()
        .map(|(name, ty, _)| Field::new(*name, ty.clone(), true));
    let schema = Schema::new(fields.collect::<Vec<_>>());
    let arrays = columns.into_iter().map(|(_, _, array)| array).collect();
    RecordBatch::try_new(Arc::new(schema), arrays).expect("columns are equally long")
}

/// A folder of so many Parquet files with the table.
pub async fn parquet(name: &str, files: usize) -> Result<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder)?;
    let (all, each) = (batch(), ROWS.div_ceil(files));
    for file in 0..files {
        let from = file * each;
        let part = all.slice(from, each.min(ROWS - from));
        let path = folder.join(format!("{file}.parquet"));
        let path = path.to_str().expect("paths of tests are text");
        let rows = SessionContext::new().read_batch(part)?;
        rows.write_parquet(path, DataFrameWriteOptions::new(), None)
            .await?;
    }
    Ok(folder)
}

/// The bits of numbers, which are what must be the same.
pub fn bits(numbers: &[f64]) -> Vec<u64> {
    numbers.iter().map(|number| number.to_bits()).collect()
}

/// The bits of a column in the order of the places; clusters give rows in an order of their own.
pub async fn column(rows: DataFrame, name: &str) -> Result<Vec<u64>> {
    let batches = rows
        .select(vec![ident("place"), ident(name)])?
        .collect()
        .await?;
    let mut rows = Vec::new();
    for batch in &batches {
        let places = batch.column(0).as_primitive::<UInt64Type>().values();
        let numbers = batch.column(1).as_primitive::<Float64Type>().values();
        rows.extend(places.iter().copied().zip(bits(numbers)));
    }
    rows.sort_unstable();
    assert!(
        rows.iter().map(|row| row.0).eq(0..ROWS as u64),
        "each row is there once"
    );
    Ok(rows.into_iter().map(|row| row.1).collect())
}
