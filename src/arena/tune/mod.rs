//! The command `kumataka tune`, which improves the values of an engine's whole-number options by games against itself.

mod spsa;
mod state;

pub use spsa::{USUAL_RATE, USUAL_SHARE, step_of};

use crate::arena::error::TUNE_HINT;
use crate::arena::{
    self, ConditionArgs, Control, EngineArgument, EngineFault, Judge, MatchArgs, MatchConfig, MatchContext, MatchError,
    MatchHeader, PlayedGame, Player, RESUME, Spin, tell_plainly,
};
use crate::board::Color;
use crate::jobs::command::{Command, Output, Trouble, hold, refuse_existing};
use crate::jobs::shell::{Repeatable, command_line};
use crate::jobs::terminal::{Meter, Stream};
use crate::tell;
use clap::{Args, value_parser};
use spsa::{Parameter, Spsa, Trial};
use state::State;
use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;

/// Tune the integer options of an engine by games against itself.
///
/// Each step changes all options at random, lets two engines with opposite changes play a pair of games, and moves the
/// values a little towards the winner's (SPSA). Small gains need tens of thousands of games. The last line of the
/// output is the command for a match that tests the result under the same conditions.
///
/// The state is saved after each pair. Ctrl-C loses only the games in progress, and --resume continues.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  Tune this program's search constants, which are options of a special build:
    cargo build --release --features tune --target-dir target/tune
    target/tune/release/kumataka tune --parameters 'lmr_*,futility_*' \\
        --tc 1+0.01 --games 20000 --concurrency 2 --out lmr.json
    target/tune/release/kumataka tune --parameters 'lmr_*,futility_*' \\
        --tc 1+0.01 --games 20000 --concurrency 2 --out lmr.json --resume

  Tune another engine, from start values of your own:
    kumataka tune --engine ./engine,Contempt=20 --parameters Contempt \\
        --nodes 20000 --games 5000 --out contempt.json")]
pub struct TuneArgs {
    /// Options to tune, by the names that the engine announces; * matches any text
    #[arg(long, value_name = "NAME,...", required = true, value_delimiter = ',')]
    parameters: Vec<String>,
    /// Engine with its options; `self` is this program. Tuned options start from the values given here
    #[arg(long, value_name = "PATH[,OPTION=VALUE...]", default_value = "self", value_parser = engine)]
    engine: EngineArgument,
    /// Total number of games, rounded up to even
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Change of each option in the last games, as a share of its range; at least 0.5
    #[arg(long, value_name = "S", default_value_t = USUAL_SHARE, value_parser = share)]
    step: f64,
    /// Distance that a won pair of games moves an option at the end, in squared steps
    #[arg(long, value_name = "R", default_value_t = USUAL_RATE, value_parser = share)]
    rate: f64,
    #[command(flatten)]
    conditions: Repeatable<ConditionArgs>,
    /// File for the state
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Resume from that file; --games can differ
    #[arg(long, conflicts_with = "force")]
    resume: bool,
    /// Overwrite the file if it exists
    #[arg(long)]
    force: bool,
}

fn engine(text: &str) -> Result<EngineArgument, EngineFault> {
    format!("engine={text}").parse()
}

fn share(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number <= 1.0);
    number.ok_or_else(|| "a number above 0, at most 1, is needed".to_owned())
}

/// Tunes the options of the command line and prints their new values.
impl Command for TuneArgs {
    type Error = MatchError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), MatchError> {
        let _lock = hold(&self.out)?;
        if !self.resume && !self.force {
            refuse_existing(&self.out, "--resume goes on with it, --force overwrites it")?;
        }
        let control = Control::default();
        arena::obey_signals(&control)?;
        let config = self.config()?;
        let state = self.tune(&config, &control)?;
        let mut out = Output::lock();
        write!(out, "{}", TuningReport { state: &state, proof: self.proof(&state.spsa.parameters) })
            .and_then(|()| out.flush())
            .map_err(Trouble::from)?;
        let played = state.played();
        if played < state.spsa.pairs {
            return Err(MatchError::Interrupted { games: 2 * played, remedy: RESUME });
        }
        Ok(())
    }
}

impl TuneArgs {
    /// The configuration of the match of the engine against itself.
    fn config(&self) -> Result<MatchConfig, MatchError> {
        let opponent = |name: &str| EngineArgument { name: name.to_owned(), ..self.engine.clone() };
        MatchConfig::new(&MatchArgs {
            engines: ["first", "second"].map(opponent).into(),
            games: Some(self.games),
            conditions: self.conditions.args.clone(),
            ..MatchArgs::default()
        })
    }

    /// The command of the match that proves the new values.
    fn proof(&self, parameters: &[Parameter]) -> String {
        /// Claims of the match: the tuned engine is no better, or better by 5 Elo.
        const CLAIMS: &str = "0,5";
        let tuned = self.engine_with("tuned", parameters, Parameter::rounded);
        let start = self.engine_with("start", parameters, |parameter| parameter.start);
        let mut words = ["match", "--engine", &tuned, "--engine", &start, "--sprt", CLAIMS].map(str::to_owned).to_vec();
        words.extend(self.conditions.words.iter().cloned());
        command_line(&words)
    }

    /// The engine as `--engine` describes it, with values for the tuned options.
    fn engine_with(&self, name: &str, parameters: &[Parameter], value: impl Fn(&Parameter) -> i64) -> String {
        let is_tuned = |option: &str| parameters.iter().any(|parameter| parameter.name.eq_ignore_ascii_case(option));
        let mut engine = EngineArgument { name: name.to_owned(), ..self.engine.clone() };
        engine.options.retain(|(option, _)| !is_tuned(option));
        engine
            .options
            .extend(parameters.iter().map(|parameter| (parameter.name.clone(), value(parameter).to_string())));
        engine.to_string()
    }

    /// True if an option fits one of the patterns of `--parameters`.
    fn names(&self, option: &str) -> bool {
        self.parameters.iter().any(|pattern| fits(pattern, option))
    }

    /// Tunes until all games are played, or `control` ends them.
    fn tune(&self, config: &MatchConfig, control: &Control) -> Result<State, MatchError> {
        let context = MatchContext::new(config, control, tell_plainly())?;
        let mut player = context.player(0);
        for remark in player.try_out()? {
            tell!("{remark}");
        }
        let conditions = MatchHeader::new(config, &context.start_in_words(), context.openings.crc32())?;
        let parameters = self.parameters(player.spins())?;
        let spsa = Spsa { parameters, pairs: config.games / 2, learned: 0, rate: self.rate, seed: config.seed };
        let fresh = State { conditions, faults: 0, spsa };
        let state = if self.resume { State::resume(&self.out, &fresh)? } else { fresh };
        state.save(&self.out)?;
        Tuning::new(&context, self, state).run()
    }

    /// The options to tune, among the whole-number options of the engine.
    fn parameters<'a>(&self, spins: impl Iterator<Item = (&'a str, Spin)>) -> Result<Vec<Parameter>, MatchError> {
        let spins: Vec<(&str, Spin)> = spins.collect();
        if let Some(pattern) = self.parameters.iter().find(|pattern| !spins.iter().any(|(name, _)| fits(pattern, name)))
        {
            let known = spins.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
            return Err(MatchError::Setting(format!(
                "--parameters: no whole number that the engine lets one choose is called \"{pattern}\"; there are \
                 {known}{TUNE_HINT}"
            )));
        }
        let wanted = spins.into_iter().filter(|(name, _)| self.names(name));
        wanted.map(|(name, spin)| self.parameter(name, spin)).collect()
    }

    fn parameter(&self, name: &str, Spin { default, min, max }: Spin) -> Result<Parameter, MatchError> {
        let given = self.engine.options.iter().find(|(option, _)| option.eq_ignore_ascii_case(name));
        let start = given.map_or(Ok(default), |(_, value)| value.parse());
        let start = start.ok().filter(|start| (min..=max).contains(start)).ok_or_else(|| {
            MatchError::Setting(format!("{name} does not start with a whole number from {min} to {max}"))
        })?;
        let step = step_of(self.step, min, max);
        Ok(Parameter { name: name.to_owned(), min, max, start, step, value: start as f64 })
    }
}

/// True if a name fits a pattern, in which every * stands for any text.
fn fits(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern.eq_ignore_ascii_case(name),
        Some((head, tail)) => {
            let begins = name.get(..head.len()).is_some_and(|start| start.eq_ignore_ascii_case(head));
            begins && (head.len()..=name.len()).any(|i| name.get(i..).is_some_and(|rest| fits(tail, rest)))
        }
    }
}

/// A tuning in progress.
struct Tuning<'a> {
    context: &'a MatchContext<'a>,
    args: &'a TuneArgs,
    shared: Mutex<Shared>,
    meter: Meter,
}

/// The data that the threads share.
struct Shared {
    state: State,
    /// Number of the next trial.
    next: u64,
    /// The first error of an engine or of writing the state, which ends the tuning.
    failure: Option<MatchError>,
}

impl<'a> Tuning<'a> {
    fn new(context: &'a MatchContext<'a>, args: &'a TuneArgs, state: State) -> Self {
        let next = state.played();
        let template = "{bar:30} {msg}, {per_sec}, {eta} to go";
        let meter = Meter::new(2 * state.spsa.pairs, template, Stream::Output);
        meter.begin_at(2 * next);
        Self { context, args, shared: Mutex::new(Shared { state, next, failure: None }), meter }
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(self) -> Result<State, MatchError> {
        let threads = self.context.config.concurrency;
        thread::scope(|scope| {
            for _ in 0..threads {
                if let Err(error) = thread::Builder::new().spawn_scoped(scope, || self.work()) {
                    self.context.interrupt();
                    return Err(MatchError::Thread(error));
                }
            }
            Ok(())
        })?;
        self.meter.clear();
        let Shared { state, failure, .. } = self.shared.into_inner().unwrap_or_else(PoisonError::into_inner);
        match failure {
            Some(error) => Err(error.stopping(2 * state.played(), RESUME)),
            None => Ok(state),
        }
    }

    /// Plays pairs of games until none is left or the tuning is to end.
    fn work(&self) {
        let mut players = [0, 1].map(|opponent| self.context.player(opponent));
        let mut judge = Judge::new();
        while let Some(trial) = self.take() {
            match self.play(&trial, &mut players, &mut judge) {
                Ok(points) => self.learn(&trial, points),
                Err(error) if error.is_interruption() => return,
                Err(error) => return self.fail(&mut self.shared(), error),
            }
        }
    }

    /// Ends the tuning with an error.
    fn fail(&self, shared: &mut Shared, error: MatchError) {
        shared.failure.get_or_insert(error);
        self.context.interrupt();
    }

    fn take(&self) -> Option<Trial> {
        let mut shared = self.shared();
        if self.context.is_interrupted() || shared.next >= shared.state.spsa.pairs {
            return None;
        }
        let number = shared.next;
        shared.next += 1;
        Some(shared.state.spsa.trial(number))
    }

    /// The points by which the first opponent wins a pair of games; none if a fault lost a game.
    fn play(&self, trial: &Trial, players: &mut [Player; 2], judge: &mut Judge) -> Result<Option<f64>, MatchError> {
        for (player, values) in players.iter_mut().zip(&trial.values) {
            player.set_options(&self.settings(values));
        }
        let opening = self.context.openings.get(trial.number, judge)?;
        let [first, second] = players;
        let adjudication = self.context.config.adjudication;
        let one = arena::referee::play(&opening, adjudication, &mut [first, second])?;
        let other = arena::referee::play(&opening, adjudication, &mut [second, first])?;
        let fair = [&one, &other].iter().all(|game| !game.outcome.reason.is_fault());
        Ok(fair.then(|| points(&one, Color::Black) + points(&other, Color::White)))
    }

    fn settings(&self, values: &[i64]) -> Vec<(String, String)> {
        let names = self.shared().state.spsa.parameters.iter().map(|p| p.name.clone()).collect::<Vec<_>>();
        names.into_iter().zip(values.iter().map(i64::to_string)).collect()
    }

    fn learn(&self, trial: &Trial, points: Option<f64>) {
        let mut shared = self.shared();
        match points {
            Some(points) => shared.state.spsa.learn(trial, points),
            None => shared.state.faults += 1,
        }
        let played = shared.state.played();
        self.meter.set(2 * played, format!("{}/{} games", 2 * played, 2 * shared.state.spsa.pairs));
        if let Err(error) = shared.state.save(&self.args.out) {
            self.fail(&mut shared, error);
        }
    }
}

/// The points by which the player of this colour wins a game.
fn points(game: &PlayedGame, color: Color) -> f64 {
    game.outcome.winner.map_or(0.0, |winner| if winner == color { 1.0 } else { -1.0 })
}

/// The report of a tuning: the options with their new values, and the command that proves them.
struct TuningReport<'a> {
    state: &'a State,
    proof: String,
}

impl fmt::Display for TuningReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { state, proof } = self;
        let Spsa { parameters, pairs, learned, .. } = &state.spsa;
        let width = parameters.iter().map(|p| p.name.len()).max().unwrap_or(0);
        for p in parameters {
            let steps = (p.value - p.start as f64) / p.step;
            writeln!(f, "{:width$}  {:>7} -> {:>7}  {steps:+.1} steps", p.name, p.start, p.rounded())?;
        }
        writeln!(f, "{} of {} games", 2 * learned, 2 * pairs)?;
        if state.faults > 0 {
            writeln!(f, "{} pairs did not count: an engine lost by a fault", state.faults)?;
        }
        writeln!(f, "{proof}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_fit_names() {
        assert!(fits("lmr_*", "lmr_base") && fits("*", "x") && fits("LMR_base", "lmr_BASE") && fits("l*e", "lmr_base"));
        assert!(fits("*_*s*", "lmr_base") && fits("a*", "a"));
        assert!(!fits("lmr_*", "rfp_lmr_") && !fits("l*r", "lmr_base") && !fits("", "x") && !fits("lm", "lmr"));
    }
}
