//! What people look at: boards as pictures, and the analysis of a game as a page that a browser shows.
//!
//! A page is one file that asks no other for anything. Pictures, the graph and the tables are written here, so that they are
//! there without a script too; the script in `page.js` moves the pieces and knows no rules, since every position that it may
//! show comes with the page.

mod figures;
mod graph;
mod html;
mod outline;
mod page;
pub mod png;
mod steps;
pub mod summary;
pub mod svg;
mod words;

pub use page::{Report, page};
