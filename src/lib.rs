//! Shogi and its sister games as a library: rules, records, books, search and mate.
//!
//! Twenty games stand behind one set of types: shogi, its smaller relatives, tori shogi, annan shogi, chu shogi with its elders,
//! and six larger games. A [`Variant`] names the game, a [`Position`] knows the rules and the moves that led to it, a [`Move`]
//! is read and written in USI. Records are read and written in KIF, KI2, CSA, USI and western notations. The [`Engine`] is an
//! alpha-beta search with a network that comes with the crate, the [`MateSolver`] proves mates by df-pn. Nothing of it is
//! under the GPL. The program `kumataka`, which speaks USI, is built upon the same code.
//!
//! ```toml
//! [dependencies]
//! kumataka = { version = "0.3", default-features = false }
//! ```
//!
//! # Positions and legal moves
//!
//! ```
//! use kumataka::{SfenMode, Variant};
//!
//! let mut position = Variant::Shogi.start();
//! assert_eq!(position.legal_moves().len(), 30);
//! let pawn = position.parse_move("7g7f")?;
//! position.play(pawn)?;
//! assert!(position.parse_move("7g7f").is_err(), "it is White's turn");
//!
//! let chu = Variant::Chu.read_sfen(Variant::Chu.start_sfen(), SfenMode::Strict)?;
//! assert_eq!((chu.variant().files(), chu.legal_moves().len()), (12, 36));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Records
//!
//! ```
//! use kumataka::{Format, Step, Variant};
//!
//! let kif = "手合割：平手\n先手：羽生\n   1 ７六歩(77)\n   2 ３四歩(33)\n   3 投了\n";
//! let game = Format::KIF.read(Variant::Shogi, kif.as_bytes())?.remove(0).record;
//! let moves: Vec<String> = (game.main_line())
//!     .filter_map(|id| match game.node(id).step()? {
//!         Step::Move(m) => Some(Variant::Shogi.usi(*m)),
//!         _ => None,
//!     })
//!     .collect();
//! assert_eq!(moves, ["7g7f", "3c3d"]);
//! assert!(Format::CSA.write(&game)?.text.contains("+7776FU"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Mates
//!
//! ```
//! use kumataka::{MateLength, MateLimits, MateOutcome, MateSolver, SfenMode, Variant};
//!
//! let problem = Variant::Shogi.read_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1", SfenMode::Mate)?;
//! let mut solver = MateSolver::new(Variant::Shogi, 16)?;
//! let report = solver.solve(&problem, problem.side_to_move(), MateLength::Short, MateLimits::default());
//! let MateOutcome::Mate(mate) = report.outcome else { panic!("no mate") };
//! assert_eq!(Variant::Shogi.usi(mate.line[0]), "G*5b");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Search
//!
//! A search ends at its [`Limits`] or when another thread, or the callback, raises the flag. Scores are centipawns for the side
//! to move.
//!
//! ```
//! use kumataka::{Engine, Limits, Model, SearchOptions, Variant};
//! use std::sync::atomic::AtomicBool;
//!
//! let model = Model::internal(Variant::Minishogi)?;
//! let mut engine = Engine::new(&model, 16)?;
//! let (position, stop) = (Variant::Minishogi.start(), AtomicBool::new(false));
//! let options = SearchOptions { multi_pv: 2, ..SearchOptions::default() };
//! let thought = engine.think_aloud(&position, Limits::nodes(5_000), &options, &stop, |info| {
//!     println!("depth {} score {} {}", info.depth, info.score, Variant::Minishogi.usi(info.pv[0]));
//! });
//! assert!(thought.outcome.best.is_some_and(|m| position.legality(m).is_ok()));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A match of two engines
//!
//! ```
//! use kumataka::{Color, Engine, Limits, Model, SearchOptions, Variant};
//! use std::sync::atomic::AtomicBool;
//!
//! let model = Model::internal(Variant::Dobutsu)?;
//! let mut engines = [Engine::new(&model, 1)?, Engine::new(&model, 1)?];
//! let (options, stop) = (SearchOptions::default(), AtomicBool::new(false));
//! let mut position = Variant::Dobutsu.start();
//! let verdict = loop {
//!     let side = position.side_to_move();
//!     let limits = Limits::nodes(if side == Color::Black { 2_000 } else { 50 });
//!     let thought = engines[side.index()].think(&position, limits, &options, &stop);
//!     let Some(best) = thought.outcome.best else { break position.verdict() };
//!     position.play(best)?;
//!     if let Some(verdict) = position.verdict() {
//!         break Some(verdict);
//!     }
//! };
//! assert!(verdict.is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! | feature | default | |
//! |---|---|---|
//! | `cli` | yes | the program `kumataka`: commands, pages, pictures, terminal, servers. A library does without |
//! | `json` | by `cli` | records in JKF ([`Format`]), and serde's traits for clocks and scores of engines |
//! | `x86-64-sliders` | no | other attacks of sliding pieces, for builds with AVX2 |
//! | `site` | no | the functions of the static site's worker, in builds for WebAssembly |
//! | `tune` | no | the numbers of the search as USI options |
//!
//! Without any feature the crate brings 25 others. It builds for Linux, macOS, Windows and `wasm32-wasip1`, where a search
//! has one thread.
//!
//! # Stability
//!
//! The names on this page follow semantic versioning; before 1.0 a minor version may change them, and the change log says so. Every
//! other public item, hidden here, serves the program and its tests and may change at any time.
#![deny(unsafe_code)]

// Who may import whom, each whatever stands to its left on any line; `tests/layering.rs` reads this drawing:
//
// board <- game <- rules <- variants <- any <- jobs <- measure <- usi <- { servers, xboard } <- commands <- main
//                           any <- engines <- jobs                    (other engines, and clocks)
//          game <- large <- variants                                  (boards up to 36x36, without drops)
//          game <- kernel <- { rules, large }                         (rules that both kernels share)
//                  large <- { eval, record, opening } <- jobs
//          game <- mate <- search <- training <- jobs                 (generic over Game)
//                  rules <- eval <- training                          (generic over Rules)
//          { eval, search } <- any <- { record, opening }             (every game behind one type)
// { mate, record, search } <- analysis <- jobs                       (games that were played)
// { analysis, words } <- report <- jobs                              (what people look at)
// { any, words } <- guide <- { report, jobs }                         (the games explained)
// { game, memory, system, bytes } <- solve <- variants               (solved games)
// memory <- { mate, search, eval, any }                              (large tables)
// system <- { mate, search, eval, opening }                          (threads, Ctrl-C, files)
// bytes <- { eval, opening, training }                               (binary formats)
// cpu <- { measure, usi, main }                                      (runs before main)
// words <- { system, memory, game, opening }                         (what people read)
// { engines, jobs } <- http <- { web, remote }                       (servers at an address of this machine)
// { arena, usi } <- remote <- commands                               (engines of other machines)
// jobs <- { arena, study } <- table <- web <- commands               (games against people)
// arena <- { usi, learning } <- commands                             (engines against each other; learning from games)

// Hidden for rustdoc alone, since the compiler asks for no documentation of what is hidden from it too. The rooms that the
// surface comes from deny its lack.
#[cfg_attr(doc, doc(hidden))]
pub mod analysis;
#[cfg_attr(doc, doc(hidden))]
pub mod any;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod arena;
#[cfg_attr(doc, doc(hidden))]
pub mod board;
#[cfg_attr(doc, doc(hidden))]
pub mod bytes;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod commands;
#[cfg_attr(doc, doc(hidden))]
pub mod cpu;
#[cfg_attr(doc, doc(hidden))]
pub mod engines;
#[cfg_attr(doc, doc(hidden))]
pub mod eval;
#[cfg_attr(doc, doc(hidden))]
pub mod game;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod guide;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod http;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod jobs;
#[cfg_attr(doc, doc(hidden))]
pub mod kernel;
#[cfg_attr(doc, doc(hidden))]
pub mod large;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod learning;
#[cfg_attr(doc, doc(hidden))]
pub mod mate;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod measure;
#[cfg_attr(doc, doc(hidden))]
pub mod memory;
#[cfg_attr(doc, doc(hidden))]
pub mod opening;
#[cfg_attr(doc, doc(hidden))]
pub mod record;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod remote;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod report;
#[cfg_attr(doc, doc(hidden))]
pub mod rules;
#[cfg_attr(doc, doc(hidden))]
pub mod search;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod servers;
#[cfg_attr(doc, doc(hidden))]
pub mod solve;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod study;
#[cfg_attr(doc, doc(hidden))]
pub mod system;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod table;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod training;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod usi;
#[cfg_attr(doc, doc(hidden))]
pub mod variants;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod web;
#[cfg_attr(doc, doc(hidden))]
pub mod words;
#[cfg(feature = "cli")]
#[cfg_attr(doc, doc(hidden))]
pub mod xboard;

pub use any::{
    AnyEngine as Engine, AnyIllegality as Illegality, AnyModel as Model, AnyMove as Move, AnyPosition as Position,
    AnySfenError as SfenError, AnySolver as MateSolver, IllegalMove,
};
pub use board::Color;
pub use eval::{NetworkError, NetworkFault};
pub use game::{
    Claim, Declaration, Handicap, MoveError, Reason as EndReason, RuleChoices, RuleError, RuleOption, Score, SfenMode,
    Verdict,
};
pub use mate::{
    Count as MateCount, Known as KnownLength, Length as MateLength, Limits as MateLimits, Mate,
    OtherKind as OtherMateKind, OtherMate, Outcome as MateOutcome, Report as MateReport, Stop as MateStop,
};
pub use memory::NoRoom;
pub use record::{
    BrokenGame, Ending, Format, Headers, Loss, Node, NodeId, Oddity, Outcome as GameOutcome, ReadError, ReadGame,
    Reading, Reason as ReadFault, Record, Score as RecordScore, Step, Time as StepTime, UnknownFormat, Warning,
    WriteError, Written, header,
};
pub use search::{Bound, Clock, Info, Limits, NoThread, Outcome, ScoredLine, SearchOptions, Thought};
pub use variants::{UnknownVariant, Variant};
