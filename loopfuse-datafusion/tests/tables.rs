//! Functions over tables of DataFusion: the bits of a result show neither partitions, nor batch sizes, nor the order of rows.

mod functions;

use datafusion::arrow::array::{AsArray as _, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::datatypes::{Float64Type, Int64Type, UInt64Type};
use datafusion::common::Result;
use datafusion::datasource::MemTable;
use datafusion::execution::options::ParquetReadOptions;
use datafusion::prelude::{SessionConfig, SessionContext};
use functions::{
    Energy, First, Normalize, Summary, batch, bits, ids, normalize, parquet, summary, ws, xs,
};
use loopfuse_datafusion::{Options, aggregate, run, run_with};
use std::sync::Arc;

/// The table in so many partitions, read in batches of so many rows; each partition's rows are one stretch of the table's.
fn table(partitions: usize, batch_size: usize) -> Result<SessionContext> {
    let config = SessionConfig::new()
        .with_target_partitions(partitions)
        .with_batch_size(batch_size);
    let ctx = SessionContext::new_with_config(config);
    let all = batch();
    let stretch = all.num_rows().div_ceil(partitions);
    let cut = |from: usize, end: usize| -> Vec<RecordBatch> {
        let starts = (from..end).step_by(batch_size);
        starts
            .map(|start| all.slice(start, batch_size.min(end - start)))
            .collect()
    };
    let stretches = (0..all.num_rows()).step_by(stretch);
    let parts = stretches.map(|from| cut(from, (from + stretch).min(all.num_rows())));
    let table = MemTable::try_new(all.schema(), parts.collect())?;
    ctx.register_table("t", Arc::new(table))?;
    Ok(ctx)
}

fn close(a: f64, b: f64) {
    assert!((a - b).abs() <= 1e-9 * b.abs().max(1.0), "{a} and {b}");
}

/// Column by column, in the order of the places, which is that of the table.
async fn numbers(
    rows: datafusion::prelude::DataFrame,
    column: &str,
    sort: bool,
) -> Result<Vec<f64>> {
    let rows = if sort {
        rows.sort_by(vec![datafusion::prelude::ident("place")])?
    } else {
        rows
    };
    let batches = rows.collect().await?;
    let columns = batches
        .iter()
        .filter_map(|batch| batch.column_by_name(column));
    Ok(columns
        .flat_map(|array| array.as_primitive::<Float64Type>().values().to_vec())
        .collect())
}

#[tokio::test]
async fn partitions_and_batch_sizes_show_in_no_bit() -> Result<()> {
    let (mean, deviation, scores, far) = normalize(&xs(), &ws());
    let mut seen = None;
    for partitions in 1..=8 {
        for batch_size in [64, 1000, 8192, 1 << 20] {
            let ctx = table(partitions, batch_size)?;
            let done = run(&ctx, "t", Normalize::new(), &["x", "w"]).await?;
            let found = done.output();
            close(found.0, mean);
            close(found.1, deviation);
            let arrays = numbers(done.arrays()?, "scores", true).await?;
            assert_eq!(arrays.len(), scores.len());
            arrays.iter().zip(&scores).for_each(|(a, b)| close(*a, *b));
            let mut kept = numbers(done.array("far")?, "far", false).await?;
            assert_eq!(kept.len(), far.len());
            // Partitions come in any order.
            kept.sort_by(f64::total_cmp);
            let all = (bits(&[found.0, found.1]), bits(&arrays), bits(&kept));
            assert_eq!(
                *seen.get_or_insert_with(|| all.clone()),
                all,
                "{partitions}, {batch_size}"
            );
        }
    }
    Ok(())
}

#[tokio::test]
async fn the_columns_of_the_table_stay_beside_the_arrays() -> Result<()> {
    let ctx = table(2, 1000)?;
    let done = run(&ctx, "t", Normalize::new(), &["x", "w"]).await?;
    let arrays = done.arrays()?;
    let names: Vec<_> = arrays
        .schema()
        .fields()
        .iter()
        .map(|field| field.name().clone())
        .collect();
    assert_eq!(
        names,
        ["place", "x", "w", "id", "class", "scores"],
        "`far` has its own rows"
    );
    assert!(
        done.array("near")
            .unwrap_err()
            .to_string()
            .contains(r#"["scores", "far"]"#)
    );
    Ok(())
}

#[tokio::test]
async fn parquet_in_and_out() -> Result<()> {
    let folder = parquet("in_and_out", 4).await?;
    let ctx = SessionContext::new();
    ctx.register_parquet("t", folder.to_str().unwrap(), ParquetReadOptions::default())
        .await?;
    let done = run(&ctx, "t", Normalize::new(), &["x", "w"]).await?;
    let out = folder.join("scores.parquet");
    let out = out.to_str().unwrap();
    done.arrays()?
        .write_parquet(out, Default::default(), None)
        .await?;
    let again = ctx.read_parquet(out, ParquetReadOptions::default()).await?;
    let memory = run(&table(1, 8192)?, "t", Normalize::new(), &["x", "w"]).await?;
    let scores = numbers(memory.arrays()?, "scores", true).await?;
    assert_eq!(bits(&numbers(again, "scores", true).await?), bits(&scores));
    Ok(())
}

#[tokio::test]
async fn by_name_in_sql() -> Result<()> {
    let ctx = table(3, 1000)?;
    ctx.register_udaf(aggregate("summary", Summary::new())?);
    ctx.register_udaf(aggregate("energy", Energy::new())?);
    let sql =
        "SELECT class, summary(x, id) AS s, energy(x) AS e FROM t GROUP BY class ORDER BY class";
    let batches = ctx.sql(sql).await?.collect().await?;
    let mut row = 0;
    for batch in &batches {
        let s = batch.column(1).as_struct();
        for at in 0..batch.num_rows() {
            let of_class = |number: usize| number % 3 == row;
            let xs: Vec<f64> = xs()
                .into_iter()
                .enumerate()
                .filter(|(n, _)| of_class(*n))
                .map(|(_, x)| x)
                .collect();
            let ids: Vec<i64> = ids()
                .into_iter()
                .enumerate()
                .filter(|(n, _)| of_class(*n))
                .map(|(_, x)| x)
                .collect();
            let (total, greatest, positive) = summary(&xs, &ids);
            close(
                s.column_by_name("total")
                    .unwrap()
                    .as_primitive::<Float64Type>()
                    .value(at),
                total,
            );
            assert_eq!(
                s.column_by_name("greatest")
                    .unwrap()
                    .as_primitive::<Int64Type>()
                    .value(at),
                greatest.unwrap()
            );
            assert_eq!(
                s.column_by_name("positive")
                    .unwrap()
                    .as_primitive::<UInt64Type>()
                    .value(at),
                positive as u64
            );
            close(
                batch.column(2).as_primitive::<Float64Type>().value(at),
                functions::energy(&xs),
            );
            row += 1;
        }
    }
    assert_eq!(row, 3);
    let error = aggregate("normalize", Normalize::new())
        .unwrap_err()
        .to_string();
    assert!(error.contains("`normalize` takes 3 rounds"), "{error}");
    Ok(())
}

#[tokio::test]
async fn an_integer_column_casts_and_an_empty_table_is_the_empty_slice() -> Result<()> {
    let ctx = table(2, 1000)?;
    let done = run(&ctx, "t", Energy::new(), &["class"]).await?;
    let classes: Vec<f64> = (0..functions::ROWS).map(|row| (row % 3) as f64).collect();
    close(done.output(), functions::energy(&classes));
    let none = ctx.sql("SELECT * FROM t WHERE x > 1e300").await?;
    ctx.register_table("none", none.into_view())?;
    let done = run(&ctx, "none", Summary::new(), &["x", "id"]).await?;
    assert_eq!(done.output(), summary(&[], &[]));
    Ok(())
}

#[tokio::test]
async fn which_row_is_the_first_needs_places() -> Result<()> {
    let expected = functions::first(&ids());
    let options = Options {
        places: Some("place"),
        ..Options::default()
    };
    for partitions in [1, 3, 8] {
        let ctx = table(partitions, 700)?;
        let error = run(&ctx, "t", First::new(), &["id"])
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains("`Options::places`"), "{error}");
        let done = run_with(&ctx, "t", First::new(), &["id"], options).await?;
        assert_eq!(done.output(), expected);
        // In another order of rows, too.
        let shuffled = ctx.sql("SELECT * FROM t ORDER BY x").await?;
        ctx.register_table("shuffled", shuffled.into_view())?;
        let done = run_with(&ctx, "shuffled", First::new(), &["id"], options).await?;
        assert_eq!(done.output(), expected);
    }
    Ok(())
}

#[tokio::test]
async fn nulls_are_an_error_or_skipped() -> Result<()> {
    let ctx = table(2, 1000)?;
    let holes = ctx
        .sql("SELECT place, CASE WHEN class = 1 THEN NULL ELSE x END AS x, id FROM t")
        .await?;
    ctx.register_table("holes", holes.into_view())?;
    let error = run(&ctx, "holes", Summary::new(), &["x", "id"])
        .await
        .unwrap_err()
        .to_string();
    assert!(error.contains("nulls"), "{error}");
    let options = Options {
        skip_nulls: true,
        ..Options::default()
    };
    let done = run_with(&ctx, "holes", Summary::new(), &["x", "id"], options).await?;
    let kept = |row: &usize| row % 3 != 1;
    let xs: Vec<f64> = xs()
        .into_iter()
        .enumerate()
        .filter(|(row, _)| kept(row))
        .map(|(_, x)| x)
        .collect();
    assert_eq!(done.output().2, xs.iter().filter(|x| **x > 0.0).count());
    Ok(())
}

#[tokio::test]
async fn what_does_not_fit_is_an_error() -> Result<()> {
    let ctx = table(1, 1000)?;
    for (columns, wanted) in [
        (&["x"][..], "1 columns for 2 slices"),
        (&["x", "nowhere"], "nowhere"),
    ] {
        let error = run(&ctx, "t", Summary::new(), columns)
            .await
            .unwrap_err()
            .to_string();
        assert!(error.contains(wanted), "{error}");
    }
    Ok(())
}

/// Groups take their rows when several wait, whatever batches and partitions they come in, and also behind a filter.
#[tokio::test]
async fn groups_of_any_number_are_the_same_to_the_bit() -> Result<()> {
    for groups in [1, 7, 3000, 20_000] {
        let mut seen = None;
        for (partitions, batch_size) in [(1, 1 << 20), (2, 8192), (3, 100)] {
            let ctx = table(partitions, batch_size)?;
            ctx.register_udaf(aggregate("summary", Summary::new())?);
            let sql = format!(
                "SELECT id % {groups} AS g, summary(x, id) AS s,
                    summary(x, id) FILTER (WHERE class = 1) AS f, count(*) AS n
                FROM t GROUP BY g ORDER BY g"
            );
            let batches = ctx.sql(&sql).await?.collect().await?;
            let rows = concat_batches(&batches[0].schema(), &batches)?;
            let mut all = Vec::new();
            for column in [1, 2] {
                let s = rows.column(column).as_struct();
                all.extend(bits(s.column(0).as_primitive::<Float64Type>().values()));
                let greatest = s.column(1).as_primitive::<Int64Type>();
                all.extend(greatest.iter().map(|id| id.map_or(0, i64::cast_unsigned)));
                all.extend(s.column(2).as_primitive::<UInt64Type>().values());
            }
            assert!(
                *seen.get_or_insert_with(|| all.clone()) == all,
                "{groups} groups, {partitions} partitions, {batch_size} rows"
            );
        }
    }
    Ok(())
}
