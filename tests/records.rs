//! Game records: golden files, round trips, and readers fed with rubbish.

#[path = "records/command_line.rs"]
mod command_line;
#[path = "records/golden.rs"]
mod golden;
#[path = "records/random.rs"]
mod random;
#[path = "records/robustness.rs"]
mod robustness;
#[path = "records/round_trips.rs"]
mod round_trips;
