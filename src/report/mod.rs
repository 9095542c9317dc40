//! Results for people to look at: boards as pictures, and the analysis of a game as a page for a browser.
//!
//! A page is one file that loads no other. Its pictures, graph and tables are written here, and are there without a
//! script; the script in `page.js` moves the pieces and knows no rules, since the page contains every position that it
//! may show.

pub mod cards;
mod figures;
mod graph;
mod html;
mod outline;
mod page;
pub mod pieces;
pub mod png;
pub mod steps;
pub mod summary;
pub mod svg;
mod words;

pub use outline::FONT;
pub use page::{Report, page};
