//! `kumataka records predict`: the comparison of networks by their predictions of results.

use super::{RecordsError, damage, faulty, until};
use crate::eval::{Evaluated, EvaluationModel as _};
use crate::game::Phase;
use crate::jobs::command::Output;
use crate::jobs::game::EvaluatorOf;
use crate::learning::networks::networks;
use crate::training::filter::Filter;
use crate::training::predict::{Comparison, Observations, Prediction};
use crate::training::samples::{PackedError, PackedGame, PackedReader};
use crate::words::counted;
use clap::Args;
use rayon::prelude::*;
use std::fmt::{self, Display};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Compare networks by how well their static values predict game results.
///
/// A logistic regression predicts the result of a game from the values of its positions; the scale of the values and
/// the worth of the move are fitted for each network. The output is the cross-entropy of the first network and the
/// differences of the others from it, with a standard error that counts each game once; below zero is better. The
/// networks must not have been trained on these games.
///
/// Positions are chosen as for training: the side to move is not in check, the move played is neither a capture nor a
/// promotion that wins material, and the score is neither a mate nor 3000 centipawns from zero. Both players' positions
/// count. The opening ends with ply 40, the middle game with ply 80.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  kumataka selfplay --games 10000 --nodes 60 --threads 2 --seed 7 \\
      --out fresh.kgr
  kumataka records predict fresh.kgr --eval '<internal>' --eval new.kmt \\
      --eval nn.bin")]
pub struct PredictArgs {
    /// Games that no network was trained on
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Network file (of this program or the community), `<internal>` for the built-in evaluation, or `<handmade>`;
    /// repeatable, and the first is the baseline
    #[arg(long, required = true, value_name = "FILE")]
    eval: Vec<String>,
}

/// Prints the predictions of the networks on the command line.
pub fn run<G: Evaluated>(game: G, args: &PredictArgs, stop: &AtomicBool) -> Result<(), RecordsError> {
    let models = networks(game, &args.eval)?;
    let (observations, lasts, faults) = observe(game, &args.files, &models, stop)?;
    if stop.load(Ordering::Relaxed) {
        return Err(RecordsError::Stopped { games: lasts.last().copied().unwrap_or(0).into() });
    }
    print(args, &observations, &lasts)?;
    faulty(faults).map_or(Ok(()), Err)
}

fn print(args: &PredictArgs, observations: &Observations, lasts: &[u32]) -> Result<(), RecordsError> {
    let all = observations.compare(|_| true).ok_or(RecordsError::TooFewGames)?;
    let mut output = Output::lock();
    output.say(format_args!("{} of {}", counted(all.positions, "position"), counted(all.games, "game")))?;
    output.say(Heading)?;
    let mut show = |name: &dyn Display, comparison: Option<Comparison>| {
        let Some(comparison) = comparison else { return Ok(()) };
        let table = Table { name, networks: &args.eval, comparison };
        table.lines().into_iter().try_for_each(|line| output.say(line))
    };
    show(&"all", Some(all))?;
    for phase in Phase::ALL {
        show(&phase.name(), observations.compare(|outcome| outcome.phase == phase))?;
    }
    if args.files.len() > 1 {
        let mut first = 0;
        for (path, &last) in args.files.iter().zip(lasts) {
            show(&path.display(), observations.compare(|outcome| (first..last).contains(&outcome.game)))?;
            first = last;
        }
    }
    Ok(())
}

/// Values of the networks in the quiet positions of all games. Games are numbered across files; the list holds, for
/// each file, the number behind that of its last game. The count is of files in which a damaged game hides others, each
/// of which is reported.
///
/// # Errors
/// If a file cannot be read, or holds another game.
pub fn observe<G: Evaluated>(
    game: G,
    files: &[PathBuf],
    models: &[G::Model],
    stop: &AtomicBool,
) -> Result<(Observations, Vec<u32>, usize), PackedError> {
    /// Games read before their positions are evaluated.
    const GAMES: usize = 4096;
    let filter = Filter::default();
    let of_game = |evaluators: &mut Vec<EvaluatorOf<G>>, (number, record): (u32, &PackedGame)| {
        let mut observations = Observations::new(models.len());
        if let Some(start) = record.start_position(game) {
            observations.push_game::<G, _>(number, record, start, &filter, evaluators);
        }
        observations
    };
    let mut observations = Observations::new(models.len());
    let (mut number, mut lasts, mut faults) = (0, Vec::new(), 0);
    for path in files {
        let mut reader = PackedReader::open(path, game.name())?;
        loop {
            let games: Vec<PackedGame> = until(stop, reader.by_ref()).take(GAMES).collect();
            if games.is_empty() {
                break;
            }
            let evaluators = || models.iter().map(|model| model.evaluator()).collect();
            let numbered = games.par_iter().enumerate().map(|(i, game)| (number + i as u32, game));
            let parts: Vec<Observations> = numbered.map_init(evaluators, of_game).collect();
            parts.into_iter().for_each(|part| observations.append(part));
            number += games.len() as u32;
        }
        faults += damage(path, reader, stop)?;
        lasts.push(number);
    }
    Ok((observations, lasts, faults))
}

/// The unit in which cross-entropies are shown.
pub const UNIT: f64 = 1e-5;

struct Heading;

impl Display for Heading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{:<14} {:>10} {:>9} {:>18} {:>7} {:>6}  network",
            "", "positions", "1e-5", "to the first", "scale", "tempo"
        )
    }
}

/// The rows of one comparison.
struct Table<'a> {
    name: &'a dyn Display,
    networks: &'a [String],
    comparison: Comparison,
}

impl Table<'_> {
    /// A line for each network.
    fn lines(&self) -> Vec<String> {
        let line = |(number, (network, prediction)): (usize, (&String, &Prediction))| {
            let Prediction { cross_entropy, difference, scale, tempo } = prediction;
            let (name, difference) = match number {
                0 => (self.name.to_string(), String::new()),
                _ => (String::new(), format!("{:+.0} +- {:.0}", difference.mean / UNIT, difference.error / UNIT)),
            };
            let (positions, cross_entropy) = (self.comparison.positions, cross_entropy / UNIT);
            format!(
                "{name:<14} {positions:>10} {cross_entropy:>9.0} {difference:>18} {scale:>7.0} {tempo:>6.0}  {network}"
            )
        };
        self.networks.iter().zip(&self.comparison.predictions).enumerate().map(line).collect()
    }
}
