//! On workers of datafusion-distributed, which are reached through pipes in this process. They find the functions by name.

mod functions;

use async_trait::async_trait;
use datafusion::common::{DataFusionError, Result};
use datafusion::execution::{SessionStateBuilder, options::ParquetReadOptions};
use datafusion::prelude::SessionContext;
use datafusion_distributed::{
    ChannelResolver, DistributedExt as _, SessionStateBuilderExt as _, Worker, WorkerChannel,
    WorkerQueryContext, WorkerResolver, display_plan_ascii, grpc,
};
use functions::{Normalize, parquet};
use hyper_util::rt::TokioIo;
use loopfuse_datafusion::{register, run};
use tonic::transport::{Endpoint, Server};
use url::Url;

const WORKER: &str = "http://localhost:50051";

/// All workers are one, behind a pipe.
#[derive(Clone)]
struct Pipe(grpc::BoxCloneSyncChannel);

impl Pipe {
    fn new() -> Pipe {
        let (client, server) = tokio::io::duplex(1 << 20);
        let mut client = Some(client);
        let connect = tower::service_fn(move |_| {
            let client = client.take().ok_or(std::io::ErrorKind::AddrInUse);
            async move { client.map(TokioIo::new).map_err(std::io::Error::from) }
        });
        let endpoint = Endpoint::from_static(WORKER).connect_with_connector_lazy(connect);
        let pipe = Pipe(grpc::BoxCloneSyncChannel::new(endpoint));
        let inside = pipe.clone();
        let worker = Worker::from_session_builder(move |context: WorkerQueryContext| {
            let pipe = inside.clone();
            async move {
                let mut state = context
                    .builder
                    .with_distributed_channel_resolver(pipe)
                    .build();
                register::<Normalize>(&mut state)?;
                Ok(state)
            }
        });
        let incoming = tokio_stream::once(Ok::<_, std::io::Error>(server));
        tokio::spawn(
            Server::builder()
                .add_service(worker.into_worker_server())
                .serve_with_incoming(incoming),
        );
        pipe
    }
}

#[async_trait]
impl ChannelResolver for Pipe {
    async fn get_worker_client_for_url(
        &self,
        _: &Url,
    ) -> Result<Box<dyn WorkerChannel>, DataFusionError> {
        Ok(grpc::create_worker_client(self.0.clone()))
    }
}

struct Workers;

impl WorkerResolver for Workers {
    fn get_urls(&self) -> Result<Vec<Url>, DataFusionError> {
        let url = Url::parse(WORKER).map_err(|error| DataFusionError::External(Box::new(error)))?;
        Ok(vec![url; 3])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn workers_give_the_bits_of_one_process() -> Result<()> {
    let folder = parquet("distributed", 6).await?;
    let folder = folder.to_str().unwrap();
    let mut state = SessionStateBuilder::new()
        .with_default_features()
        .with_distributed_worker_resolver(Workers)
        .with_distributed_channel_resolver(Pipe::new())
        .with_distributed_planner()
        // So that a small table is on several workers.
        .with_distributed_file_scan_config_bytes_per_partition(1)?
        .build();
    register::<Normalize>(&mut state)?;
    let cluster = SessionContext::from(state);
    cluster
        .register_parquet("t", folder, ParquetReadOptions::default())
        .await?;
    let far = run(&cluster, "t", Normalize::new(), &["x", "w"]).await?;
    let plan = far.arrays()?.create_physical_plan().await?;
    let plan = display_plan_ascii(plan.as_ref(), false);
    assert!(plan.contains("Stage 1"), "{plan}");
    let ctx = SessionContext::new();
    ctx.register_parquet("t", folder, ParquetReadOptions::default())
        .await?;
    let here = run(&ctx, "t", Normalize::new(), &["x", "w"]).await?;
    assert_eq!(far.output(), here.output());
    let there = functions::column(far.arrays()?, "scores").await?;
    assert_eq!(there, functions::column(here.arrays()?, "scores").await?);
    Ok(())
}
