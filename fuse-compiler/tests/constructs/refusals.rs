//! A function for each cause of a statement left as written. Parsed by `tests/reports.rs`.

#[fuse]
fn unknown_source(store: &Store) -> f64 {
    let total: f64 = store.values().iter().sum();
    total
}

#[fuse]
fn unknown_adapter(xs: &[f64]) -> f64 {
    let total: f64 = xs.iter().batching(pairs).sum();
    total
}

#[fuse]
fn unknown_consumer(xs: &[f64]) -> Option<&f64> {
    let least = xs.iter().min_by_key::<u64, _>(|x| x.to_bits());
    least
}

#[fuse]
fn impure_worker(xs: &[f64]) -> f64 {
    let mut seen = 0;
    let total: f64 = xs
        .iter()
        .map(|x| {
            seen += 1;
            x * seen as f64
        })
        .sum();
    total
}

#[fuse]
fn argument(xs: &[f64], state: &mut State) -> f64 {
    let total = xs.iter().fold(state.next(), |acc, x| acc + x);
    total
}

#[fuse]
fn moving_worker(xs: &[f64], guard: Guard) -> f64 {
    let total: f64 = xs.iter().map(move |x| x * guard.factor).sum();
    total
}

#[fuse]
fn position(xs: &[f64], wanted: bool) -> bool {
    let found = wanted && xs.iter().any(|x| x.is_nan());
    found
}

#[fuse]
fn attribute(xs: &[f64]) -> f64 {
    #[cfg(feature = "sum")]
    let total: f64 = xs.iter().sum();
    total
}

#[fuse]
fn argument_after_a_call(xs: &[f64], log: &mut Log) -> f64 {
    let total = scale(log.next_factor(), xs.iter().sum::<f64>());
    total
}

#[fuse]
fn hidden_array(world: &mut World, dt: f64) {
    for body in world.bodies.iter_mut() {
        body.x += body.v * dt;
    }
}

#[fuse]
fn hidden_array_of_for_each(rows: &mut Rows, total: f64) {
    rows.first.iter_mut().for_each(|weight| *weight /= total);
}

#[fuse]
fn passes_on_self(&mut self, xs: &[f64]) -> f64 {
    xs.iter().map(|x| advance(self, *x)).sum()
}

#[fuse]
fn parallel_adapter(xs: &[f64]) -> f64 {
    let total: f64 = xs.par_iter().map(|x| checked(*x)).skip(1).sum();
    total
}

#[fuse]
fn parallel_consumer(xs: &[f64]) -> BTreeSet<u64> {
    let set: BTreeSet<u64> = xs.par_iter().map(|x| x.to_bits()).collect();
    set
}

#[fuse]
fn parallel_place(&self) -> f64 {
    self.data().par_iter().sum::<f64>()
}

#[fuse]
fn parallel_bridge(xs: &[f64]) -> f64 {
    let total: f64 = xs.iter().par_bridge().sum();
    total
}

#[fuse]
fn parallel_effects(xs: &[f64], sink: &Sink) {
    xs.par_iter().for_each(|x| sink.put(*x));
}

#[fuse]
fn unseen_source(table: &Table) -> f64 {
    let total: f64 = table.rows().map(|row| row.price).sum();
    total
}
