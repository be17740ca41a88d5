//! Finance, as a crate of its own would have it.

use super::fuse;
use std::collections::BTreeMap;

#[fuse]
pub fn simple_returns(prices: &[f64]) -> Vec<f64> {
    prices.windows(2).map(|w| w[1] / w[0] - 1.0).collect()
}

#[fuse(loops = 2)]
pub fn sharpe_ratio(prices: &[f64], risk_free: f64) -> Option<f64> {
    if prices.len() < 3 {
        return None;
    }
    let returns: Vec<f64> = prices.windows(2).map(|w| w[1] / w[0] - 1.0).collect();
    let n = returns.len() as f64;
    let mean = returns.iter().sum::<f64>() / n;
    let variance = returns.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (n - 1.0);
    if variance == 0.0 {
        return None;
    }
    Some((mean - risk_free) / variance.sqrt())
}

#[derive(Debug, Clone, PartialEq)]
pub struct Drawdown {
    pub max: f64,
    pub underwater: Vec<f64>,
    pub days: usize,
}

#[fuse]
pub fn drawdown(equity: &[f64]) -> Drawdown {
    let mut peak = f64::NEG_INFINITY;
    let mut underwater = Vec::with_capacity(equity.len());
    for &value in equity {
        peak = peak.max(value);
        underwater.push((peak - value) / peak);
    }
    let max = underwater.iter().cloned().fold(0.0, f64::max);
    let days = underwater.iter().filter(|&&d| d > 0.0).count();
    Drawdown {
        max,
        underwater,
        days,
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Buy,
    Sell,
}

#[derive(Debug, Clone)]
pub struct Trade {
    pub symbol: String,
    pub side: Side,
    pub quantity: i64,
    pub price: f64,
}

#[derive(Debug, Default)]
pub struct Portfolio {
    pub trades: Vec<Trade>,
    pub fee_rate: f64,
}

#[derive(Debug, PartialEq)]
pub struct Turnover {
    pub bought: f64,
    pub sold: f64,
    pub fees: f64,
    pub volume: i64,
}

impl Portfolio {
    #[fuse]
    pub fn turnover(&self) -> Turnover {
        let bought: f64 = self
            .trades
            .iter()
            .filter(|t| t.side == Side::Buy)
            .map(|t| t.price * t.quantity as f64)
            .sum();
        let sold: f64 = self
            .trades
            .iter()
            .filter(|t| t.side == Side::Sell)
            .map(|t| t.price * t.quantity as f64)
            .sum();
        let fees = self
            .trades
            .iter()
            .map(|t| t.price * t.quantity as f64 * self.fee_rate)
            .sum();
        let volume = self.trades.iter().map(|t| t.quantity).sum();
        Turnover {
            bought,
            sold,
            fees,
            volume,
        }
    }

    #[fuse]
    pub fn positions(&self) -> BTreeMap<&str, i64> {
        let mut positions = BTreeMap::new();
        for trade in &self.trades {
            let signed = match trade.side {
                Side::Buy => trade.quantity,
                Side::Sell => -trade.quantity,
            };
            *positions.entry(trade.symbol.as_str()).or_insert(0) += signed;
        }
        positions
    }

    #[fuse]
    pub fn best_and_worst(&self) -> Option<(&Trade, &Trade)> {
        let best = self
            .trades
            .iter()
            .max_by(|a, b| a.price.partial_cmp(&b.price).unwrap())?;
        let worst = self
            .trades
            .iter()
            .min_by(|a, b| a.price.partial_cmp(&b.price).unwrap())?;
        Some((best, worst))
    }

    #[fuse]
    pub fn vwap(&self, symbol: &str) -> Option<f64> {
        let matching: Vec<&Trade> = self.trades.iter().filter(|t| t.symbol == symbol).collect();
        let quantity: i64 = matching.iter().map(|t| t.quantity).sum();
        if quantity == 0 {
            return None;
        }
        let notional: f64 = matching.iter().map(|t| t.price * t.quantity as f64).sum();
        Some(notional / quantity as f64)
    }
}

#[fuse]
pub fn net_present_value(rate: f64, cash_flows: &[f64]) -> f64 {
    cash_flows
        .iter()
        .enumerate()
        .map(|(t, cf)| cf / (1.0 + rate).powi(t as i32))
        .sum()
}

#[derive(Debug, PartialEq)]
pub enum IrrError {
    NoSignChange,
    NotConverged { last: f64 },
}

#[fuse(loops = 3)]
pub fn internal_rate_of_return(cash_flows: &[f64], guess: f64) -> Result<f64, IrrError> {
    let has_positive = cash_flows.iter().any(|&cf| cf > 0.0);
    let has_negative = cash_flows.iter().any(|&cf| cf < 0.0);
    if !has_positive || !has_negative {
        return Err(IrrError::NoSignChange);
    }
    let mut rate = guess;
    for _ in 0..50 {
        let npv: f64 = cash_flows
            .iter()
            .enumerate()
            .map(|(t, cf)| cf / (1.0 + rate).powi(t as i32))
            .sum();
        let derivative: f64 = cash_flows
            .iter()
            .enumerate()
            .map(|(t, cf)| -(t as f64) * cf / (1.0 + rate).powi(t as i32 + 1))
            .sum();
        let next = rate - npv / derivative;
        if (next - rate).abs() < 1e-9 {
            return Ok(next);
        }
        rate = next;
    }
    Err(IrrError::NotConverged { last: rate })
}

#[fuse(loops = 1)]
pub fn macaulay_duration(face: f64, coupon: f64, periods: u32, ytm: f64) -> (f64, f64) {
    let cash: Vec<f64> = (1..=periods)
        .map(|t| if t == periods { coupon + face } else { coupon })
        .collect();
    let price: f64 = cash
        .iter()
        .enumerate()
        .map(|(t, c)| c / (1.0 + ytm).powi(t as i32 + 1))
        .sum();
    let weighted: f64 = cash
        .iter()
        .enumerate()
        .map(|(t, c)| (t as f64 + 1.0) * c / (1.0 + ytm).powi(t as i32 + 1))
        .sum();
    (price, weighted / price)
}

#[fuse]
pub fn ema(prices: &[f64], period: usize) -> Vec<f64> {
    let alpha = 2.0 / (period as f64 + 1.0);
    let mut out: Vec<f64> = Vec::with_capacity(prices.len());
    for (i, &p) in prices.iter().enumerate() {
        if i == 0 {
            out.push(p);
        } else {
            let last = out[i - 1];
            out.push(alpha * p + (1.0 - alpha) * last);
        }
    }
    out
}

#[fuse]
pub fn bollinger(prices: &[f64], window: usize, k: f64) -> Vec<(f64, f64, f64)> {
    let mut bands = Vec::new();
    for w in prices.windows(window) {
        let mean = w.iter().sum::<f64>() / window as f64;
        let var = w.iter().map(|p| (p - mean).powi(2)).sum::<f64>() / window as f64;
        let sd = var.sqrt();
        bands.push((mean - k * sd, mean, mean + k * sd));
    }
    bands
}

#[fuse(loops = 2)]
pub fn beta_and_alpha(asset: &[f64], market: &[f64]) -> (f64, f64) {
    let n = asset.len().min(market.len());
    let asset = &asset[..n];
    let market = &market[..n];
    let mean_a = asset.iter().sum::<f64>() / n as f64;
    let mean_m = market.iter().sum::<f64>() / n as f64;
    let cov = asset
        .iter()
        .zip(market)
        .map(|(a, m)| (a - mean_a) * (m - mean_m))
        .sum::<f64>();
    let var = market.iter().map(|m| (m - mean_m).powi(2)).sum::<f64>();
    let beta = cov / var;
    (beta, mean_a - beta * mean_m)
}

#[fuse(loops = 1)]
pub fn rsi(prices: &[f64]) -> f64 {
    let changes: Vec<f64> = prices.windows(2).map(|w| w[1] - w[0]).collect();
    let gains: f64 = changes.iter().filter(|c| **c > 0.0).sum();
    let losses: f64 = changes.iter().filter(|c| **c < 0.0).map(|c| c.abs()).sum();
    if losses == 0.0 {
        return 100.0;
    }
    let rs = gains / losses;
    100.0 - 100.0 / (1.0 + rs)
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Candle {
    pub open: f64,
    pub high: f64,
    pub low: f64,
    pub close: f64,
}

/// Aggregates ticks into candles of `size` ticks each.
#[fuse]
pub fn candles(ticks: &[f64], size: usize) -> Vec<Candle> {
    ticks
        .chunks(size)
        .map(|chunk| Candle {
            open: chunk[0],
            high: chunk.iter().copied().fold(f64::MIN, f64::max),
            low: chunk.iter().copied().fold(f64::MAX, f64::min),
            close: chunk[chunk.len() - 1],
        })
        .collect()
}

#[fuse]
pub fn rebalance(weights: &mut Vec<f64>, targets: &[f64], tolerance: f64) -> (f64, usize) {
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|w| *w /= total);
    let drift: Vec<f64> = weights.iter().zip(targets).map(|(w, t)| w - t).collect();
    let turnover: f64 = drift.iter().map(|d| d.abs()).sum::<f64>() / 2.0;
    let moved = drift.iter().filter(|d| d.abs() > tolerance).count();
    if moved > 0 {
        weights.clear();
        weights.extend_from_slice(targets);
    }
    (turnover, moved)
}

#[fuse]
pub fn value_at_risk(returns: &[f64], confidence: f64) -> Option<(f64, f64)> {
    if returns.is_empty() {
        return None;
    }
    let mut losses: Vec<f64> = returns.iter().map(|r| -r).collect();
    losses.sort_by(|a, b| b.partial_cmp(a).unwrap());
    let cut = ((1.0 - confidence) * losses.len() as f64).ceil() as usize;
    let tail = &losses[..cut.clamp(1, losses.len())];
    let var = tail[tail.len() - 1];
    let shortfall = tail.iter().sum::<f64>() / tail.len() as f64;
    Some((var, shortfall))
}
