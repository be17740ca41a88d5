//! The same statistics in DataFusion's SQL and as functions over chunks, over one Parquet file of 10,000,000 rows.
//!
//! `cargo bench --bench sql`. Both run in turn in one process, after one run each that is not measured, and must agree within rounding.
//! `LOOPFUSE_ROWS`, `LOOPFUSE_RUNS` and `LOOPFUSE_CASES`, a part of the names of cases, make it shorter.

#![allow(dead_code, reason = "SQL stands beside the types, not the functions")]

use datafusion::arrow::array::{ArrayRef, AsArray as _, Float64Array, Int64Array, RecordBatch};
use datafusion::arrow::compute::cast;
use datafusion::arrow::datatypes::{DataType, Float64Type};
use datafusion::common::Result;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::parquet::arrow::ArrowWriter;
use datafusion::prelude::{SessionConfig, SessionContext};
use loopfuse::fuse;
use loopfuse_datafusion::{aggregate, run};
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

#[fuse(chunked = Mean)]
fn mean(xs: &[f64]) -> f64 {
    let mean = xs.iter().sum::<f64>() / xs.len() as f64;
    mean
}

#[fuse(chunked = Moments)]
fn moments(xs: &[f64]) -> (f64, f64, f64, f64, usize) {
    let n = xs.len();
    let mean = xs.iter().sum::<f64>() / n as f64;
    let squares = xs.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>();
    let deviation = (squares / (n as f64 - 1.0)).sqrt();
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (mean, deviation, least, greatest, n)
}

/// As `moments`, of sums that need no mean: one round.
#[fuse(chunked = Spread)]
fn spread(xs: &[f64]) -> (f64, f64, f64, f64, usize) {
    let n = xs.len();
    let mean = xs.iter().sum::<f64>() / n as f64;
    let squares = xs.iter().map(|x| x * x).sum::<f64>() - mean * mean * n as f64;
    let deviation = (squares / (n as f64 - 1.0)).sqrt();
    let least = xs.iter().copied().fold(f64::INFINITY, f64::min);
    let greatest = xs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    (mean, deviation, least, greatest, n)
}

#[fuse(chunked = Revenue)]
fn revenue(prices: &[f64], discounts: &[f64], quantities: &[i64]) -> (f64, usize, f64) {
    let revenue: f64 = prices
        .iter()
        .zip(discounts)
        .zip(quantities)
        .filter(|((_, d), q)| **d > 0.045 && **d < 0.075 && **q < 24)
        .map(|((p, d), _)| p * d)
        .sum();
    let passing = prices
        .iter()
        .zip(discounts)
        .zip(quantities)
        .filter(|((_, d), q)| **d > 0.045 && **d < 0.075 && **q < 24)
        .count();
    let largest = prices
        .iter()
        .zip(discounts)
        .zip(quantities)
        .filter(|((_, d), q)| **d > 0.045 && **d < 0.075 && **q < 24)
        .map(|((_, d), _)| *d)
        .fold(0.0, f64::max);
    (revenue, passing, largest)
}

#[fuse(chunked = Weighted)]
fn weighted(xs: &[f64], ws: &[f64]) -> (f64, f64, f64) {
    let n = xs.len() as f64;
    let weights = ws.iter().sum::<f64>();
    let weighted = xs.iter().zip(ws).map(|(x, w)| x * w).sum::<f64>() / weights;
    let x_mean = xs.iter().sum::<f64>() / n;
    let w_mean = weights / n;
    let xw = xs
        .iter()
        .zip(ws)
        .map(|(x, w)| (x - x_mean) * (w - w_mean))
        .sum::<f64>();
    let xx = xs.iter().map(|x| (x - x_mean) * (x - x_mean)).sum::<f64>();
    let ww = ws.iter().map(|w| (w - w_mean) * (w - w_mean)).sum::<f64>();
    let covariance = xw / (n - 1.0);
    let correlation = xw / (xx * ww).sqrt();
    (weighted, covariance, correlation)
}

#[fuse(chunked = Absolute)]
fn absolute(xs: &[f64]) -> (f64, f64, usize) {
    let n = xs.len() as f64;
    let mean = xs.iter().sum::<f64>() / n;
    let deviation = xs.iter().map(|x| (x - mean).abs()).sum::<f64>() / n;
    let above = xs.iter().filter(|x| **x > mean).count();
    (mean, deviation, above)
}

/// From 0 to 1, a number of the row and of the column.
fn unit(row: usize, column: u64) -> f64 {
    let mut mixed = (row as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ column << 56;
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (mixed >> 11) as f64 / (1u64 << 53) as f64
}

fn batch(from: usize, end: usize) -> Result<RecordBatch> {
    let floats = |of: &dyn Fn(usize) -> f64| -> ArrayRef {
        Arc::new(Float64Array::from_iter_values((from..end).map(of)))
    };
    let integers = |column: u64, below: f64| -> ArrayRef {
        let numbers = (from..end).map(|row| (unit(row, column) * below) as i64);
        Arc::new(Int64Array::from_iter_values(numbers))
    };
    // Far from normal, and of many exponents.
    let x = floats(&|row| 100.0 + 25.0 * (unit(row, 0) + unit(row, 1) - unit(row, 2)));
    let w = floats(&|row| unit(row, 0) * 0.5 + unit(row, 3));
    let price = floats(&|row| 900.0 + (unit(row, 4) * 1e7).floor() / 100.0);
    let discount = floats(&|row| (unit(row, 5) * 11.0).floor() / 100.0);
    let columns = [
        ("x", x),
        ("w", w),
        ("price", price),
        ("discount", discount),
        ("quantity", integers(6, 50.0)),
        ("class", integers(7, 10.0)),
        ("customer", integers(8, 1e3)),
        ("item", integers(9, 1e5)),
    ];
    Ok(RecordBatch::try_from_iter(columns)?)
}

fn write(path: &Path, rows: usize) -> Result<()> {
    const EACH: usize = 1 << 18;
    let first = batch(0, EACH.min(rows))?;
    let mut writer = ArrowWriter::try_new(File::create(path)?, first.schema(), None)?;
    for from in (0..rows).step_by(EACH) {
        writer.write(&batch(from, (from + EACH).min(rows))?)?;
    }
    writer.close()?;
    Ok(())
}

fn numbers(column: &ArrayRef, to: &mut Vec<f64>) -> Result<()> {
    if let Some(fields) = column.as_struct_opt() {
        return fields
            .columns()
            .iter()
            .try_for_each(|field| numbers(field, to));
    }
    let column = cast(column, &DataType::Float64)?;
    to.extend(column.as_primitive::<Float64Type>().values().iter());
    Ok(())
}

/// The numbers of a query's result, one column of a batch after another.
async fn query(ctx: &SessionContext, sql: &str) -> Result<Vec<f64>> {
    let mut found = Vec::new();
    for batch in ctx.sql(sql).await?.collect().await? {
        let mut columns = batch.columns().iter();
        columns.try_for_each(|column| numbers(column, &mut found))?;
    }
    Ok(found)
}

struct Times {
    best: Duration,
    median: Duration,
}

impl Times {
    fn of(mut times: Vec<Duration>) -> Times {
        times.sort_unstable();
        let (best, median) = (times[0], times[times.len() / 2]);
        Times { best, median }
    }
}

/// Runs both in turn, and prints a row of the table.
async fn beside(
    name: &str,
    sql: impl AsyncFn() -> Result<Vec<f64>>,
    ours: impl AsyncFn() -> Result<Vec<f64>>,
) -> Result<()> {
    if !name.contains(&std::env::var("LOOPFUSE_CASES").unwrap_or_default()) {
        return Ok(());
    }
    let (expected, found) = (sql().await?, ours().await?);
    assert_eq!(found.len(), expected.len(), "{name}");
    for (found, expected) in found.iter().zip(&expected) {
        let far = (found - expected).abs() > 1e-8 * expected.abs().max(1e-3);
        assert!(!far, "{name}: {found}, and in SQL {expected}");
    }
    let (mut in_sql, mut in_chunks) = (Vec::new(), Vec::new());
    for _ in 0..setting("LOOPFUSE_RUNS", 9) {
        let start = Instant::now();
        sql().await?;
        let between = Instant::now();
        ours().await?;
        in_sql.push(between - start);
        in_chunks.push(between.elapsed());
    }
    let (sql, ours) = (Times::of(in_sql), Times::of(in_chunks));
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "| {name:<44} | {:>6.1} | {:>6.1} | {:>6.1} | {:>6.1} | {:>5.2} | {:>5.2} |",
        ms(sql.best),
        ms(sql.median),
        ms(ours.best),
        ms(ours.median),
        ms(sql.best) / ms(ours.best),
        ms(sql.median) / ms(ours.median),
    );
    Ok(())
}

fn setting(name: &str, otherwise: usize) -> usize {
    let set = std::env::var(name).ok();
    set.and_then(|set| set.parse().ok()).unwrap_or(otherwise)
}

async fn table(path: &Path, partitions: usize) -> Result<()> {
    let config = SessionConfig::new().with_target_partitions(partitions);
    let ctx = SessionContext::new_with_config(config);
    let path = path.to_str().expect("a path that is text");
    ctx.register_parquet("t", path, ParquetReadOptions::default())
        .await?;
    ctx.register_udaf(aggregate("spread", Spread::new())?);
    ctx.register_udaf(aggregate("revenue", Revenue::new())?);
    println!("\nTarget partitions: {partitions}. Milliseconds, best and median.\n");
    println!(
        "| statistics                                   |    SQL |        |   ours |        | ratio |       |"
    );
    println!(
        "|----------------------------------------------|-------:|-------:|-------:|-------:|------:|------:|"
    );
    beside(
        "mean",
        async || query(&ctx, "SELECT avg(x) FROM t").await,
        async || Ok(vec![run(&ctx, "t", Mean::new(), &["x"]).await?.output()]),
    )
    .await?;
    let moments = "avg(x), stddev(x), min(x), max(x), count(x)";
    let of_x = format!("SELECT {moments} FROM t");
    let listed = |(a, b, c, d, n): (f64, f64, f64, f64, usize)| vec![a, b, c, d, n as f64];
    beside(
        "moments, extremes, count: two rounds",
        async || query(&ctx, &of_x).await,
        async || {
            Ok(listed(
                run(&ctx, "t", Moments::new(), &["x"]).await?.output(),
            ))
        },
    )
    .await?;
    beside(
        "moments, extremes, count: one round",
        async || query(&ctx, &of_x).await,
        async || {
            Ok(listed(
                run(&ctx, "t", Spread::new(), &["x"]).await?.output(),
            ))
        },
    )
    .await?;
    let of_rows = "SELECT sum(price * discount), count(*), max(discount) FROM t \
        WHERE discount > 0.045 AND discount < 0.075 AND quantity < 24";
    beside(
        "filtered revenue, count, maximum",
        async || query(&ctx, of_rows).await,
        async || {
            let columns = ["price", "discount", "quantity"];
            let found = run(&ctx, "t", Revenue::new(), &columns).await?.output();
            Ok(vec![found.0, found.1 as f64, found.2])
        },
    )
    .await?;
    beside(
        "weighted mean, covariance, correlation",
        async || {
            let sql = "SELECT sum(x * w) / sum(w), covar(x, w), corr(x, w) FROM t";
            query(&ctx, sql).await
        },
        async || {
            let found = run(&ctx, "t", Weighted::new(), &["x", "w"]).await?.output();
            Ok(vec![found.0, found.1, found.2])
        },
    )
    .await?;
    let ours = async || {
        let found = run(&ctx, "t", Absolute::new(), &["x"]).await?.output();
        Ok(vec![found.0, found.1, found.2 as f64])
    };
    beside(
        "mean, then deviation and count: two queries",
        async || {
            let mut found = query(&ctx, "SELECT avg(x) FROM t").await?;
            let mean = found[0];
            let sql = format!(
                "SELECT avg(abs(x - {mean:?})), count(*) FILTER (WHERE x > {mean:?}) FROM t"
            );
            found.extend(query(&ctx, &sql).await?);
            Ok(found)
        },
        &ours,
    )
    .await?;
    beside(
        "mean, then deviation and count: a subquery",
        async || {
            let sql = "SELECT min(mean), avg(abs(x - mean)), count(*) FILTER (WHERE x > mean) \
                FROM t CROSS JOIN (SELECT avg(x) AS mean FROM t)";
            query(&ctx, sql).await
        },
        &ours,
    )
    .await?;
    for (groups, by) in [("10", "class"), ("1,000", "customer"), ("100,000", "item")] {
        let sql = format!("SELECT {by}, {moments} FROM t GROUP BY {by} ORDER BY {by}");
        let ours = format!("SELECT {by}, spread(x) FROM t GROUP BY {by} ORDER BY {by}");
        beside(
            &format!("moments, extremes, count by {groups} groups"),
            async || query(&ctx, &sql).await,
            async || query(&ctx, &ours).await,
        )
        .await?;
    }
    Ok(())
}

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<()> {
    let rows = setting("LOOPFUSE_ROWS", 10_000_000);
    let folder = std::env::temp_dir().join(format!("loopfuse_sql_{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("rows.parquet");
    let done = async {
        write(&path, rows)?;
        println!("{rows} rows of Parquet, ratio: SQL / ours.");
        for partitions in [1, 2] {
            table(&path, partitions).await?;
        }
        Ok(())
    };
    let done = done.await;
    std::fs::remove_dir_all(&folder)?;
    done
}
