//! The commands `kumataka serve` and `kumataka connect` together, and the server alone against guests of all kinds.

#[path = "remote/bridge.rs"]
mod bridge;
#[path = "remote/cuts.rs"]
mod cuts;
#[path = "remote/guests.rs"]
mod guests;
#[cfg(target_os = "linux")]
#[path = "remote/many.rs"]
mod many;
#[path = "remote/served.rs"]
mod served;
