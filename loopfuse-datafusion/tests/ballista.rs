//! On a cluster of Ballista's: scheduler and executor in this process. Workers find the functions by name.

mod functions;

use ballista::prelude::SessionContextExt as _;
use datafusion::common::Result;
use datafusion::execution::{SessionStateBuilder, options::ParquetReadOptions};
use datafusion::prelude::SessionContext;
use functions::{Normalize, parquet};
use loopfuse_datafusion::{register, run};

#[tokio::test(flavor = "multi_thread")]
async fn a_cluster_gives_the_bits_of_one_process() -> Result<()> {
    let folder = parquet("ballista", 5).await?;
    let folder = folder.to_str().unwrap();
    let mut state = SessionStateBuilder::new().with_default_features().build();
    register::<Normalize>(&mut state)?;
    let cluster = SessionContext::standalone_with_state(state).await?;
    cluster
        .register_parquet("t", folder, ParquetReadOptions::default())
        .await?;
    let far = run(&cluster, "t", Normalize::new(), &["x", "w"]).await?;
    let ctx = SessionContext::new();
    ctx.register_parquet("t", folder, ParquetReadOptions::default())
        .await?;
    let here = run(&ctx, "t", Normalize::new(), &["x", "w"]).await?;
    assert_eq!(far.output(), here.output());
    assert!(far.output().1 > 0.0);
    let there = functions::column(far.arrays()?, "scores").await?;
    assert_eq!(there, functions::column(here.arrays()?, "scores").await?);
    Ok(())
}
