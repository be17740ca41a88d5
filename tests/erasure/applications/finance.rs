//! The erasure law on finance.

use crate::common::realistic::{floats, prices, same_after, same_text, second};

#[test]
fn finance() {
    same_text!(prices(), |xs| applications::finance::simple_returns(xs));
    same_text!(prices(), |xs| applications::finance::sharpe_ratio(xs, 0.01));
    same_text!(prices(), |xs| applications::finance::drawdown(xs));
    same_text!(floats(), |xs| applications::finance::drawdown(xs));
    same_text!(prices(), |xs| {
        use applications::finance::{Portfolio, Side, Trade};
        let trade = |(i, price): (usize, &f64)| Trade {
            symbol: format!("S{}", i % 3),
            side: if i % 4 == 1 { Side::Sell } else { Side::Buy },
            quantity: i as i64 % 7,
            price: *price,
        };
        let portfolio = Portfolio {
            trades: xs.iter().enumerate().map(trade).collect(),
            fee_rate: 0.001,
        };
        let parts = (portfolio.vwap("S1"), portfolio.vwap("none"));
        let best = format!("{:?}", portfolio.best_and_worst());
        let positions = format!("{:?}", portfolio.positions());
        (portfolio.turnover(), positions, best, parts)
    });
    same_text!(prices(), |xs| applications::finance::net_present_value(
        0.05, xs
    ));
    same_text!(prices(), |xs| {
        let mut flows = xs.clone();
        if let Some(first) = flows.first_mut() {
            *first = -500.0;
        }
        applications::finance::internal_rate_of_return(&flows, 0.1)
    });
    same_text!(prices(), |xs| {
        applications::finance::internal_rate_of_return(xs, 0.1)
    });
    same_text!([0, 1, 2, 10, 40], |n| {
        applications::finance::macaulay_duration(100.0, 5.0, *n, 0.03)
    });
    same_text!(prices(), |xs| applications::finance::ema(xs, 10));
    same_text!(prices(), |xs| applications::finance::bollinger(xs, 20, 2.0));
    same_text!(prices(), |xs| applications::finance::bollinger(xs, 0, 2.0));
    same_text!(prices(), |xs| applications::finance::beta_and_alpha(
        xs,
        &second(xs)
    ));
    same_text!(prices(), |xs| applications::finance::beta_and_alpha(
        xs,
        &xs[xs.len() / 2..]
    ));
    same_text!(prices(), |xs| applications::finance::rsi(xs));
    same_text!(prices(), |xs| applications::finance::candles(xs, 6));
    same_text!(prices(), |xs| applications::finance::candles(xs, 0));
    same_after!(prices(), |xs| xs.clone(), |place| {
        let targets = vec![1.0 / place.len() as f64; place.len()];
        applications::finance::rebalance(place, &targets, 0.001)
    });
    same_text!(floats(), |xs| applications::finance::value_at_risk(
        xs, 0.95
    ));
}
