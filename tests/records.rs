//! Game records: golden files, round trips, and readers fed with rubbish.

mod command_line;
mod csa;
mod golden;
mod lines;
mod random;
mod robustness;
mod round_trips;
mod small_games;
mod spellings;
