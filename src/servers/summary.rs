//! The conditions of a game, which the server sends before it: the `Game_Summary`.

use super::clock::Rate;
use super::error::SummaryError;
use crate::board::Color;
use crate::record::{Record, Step, csa};
use crate::usi::Quoted;
use crate::variants::Variant;
use std::time::Duration;

/// Conditions of a game.
pub struct Summary {
    pub id: String,
    /// `[color]`
    pub names: [String; 2],
    /// Side of this client.
    pub own: Color,
    /// None for no limit.
    pub max_moves: Option<u32>,
    /// `[color]`
    pub rates: [Rate; 2],
    /// Starting position, and the moves made before a connection was cut.
    pub record: Record,
}

/// Lines of a summary, collected until its end.
#[derive(Debug, Default)]
pub struct SummaryLines {
    lines: Vec<String>,
    bytes: usize,
}

/// More lines than any game has.
const MOST_LINES: usize = 10_000;
/// More bytes than any game has.
const MOST_BYTES: usize = 1 << 20;
/// Longest time of a clock. A longer one is no limit in practice, and sums of such times would overflow.
const LONGEST_TIME: Duration = Duration::from_secs(365 * 24 * 3600);

const END: &str = "END Game_Summary";

impl SummaryLines {
    /// Adds a line; true if it was the last one.
    ///
    /// # Errors
    /// If the lines exceed every real summary.
    pub fn take(&mut self, line: &str) -> Result<bool, SummaryError> {
        let line = line.trim_end();
        if self.lines.len() >= MOST_LINES {
            return Err(SummaryError::Endless(MOST_LINES, "lines"));
        }
        if line == END {
            return Ok(true);
        }
        self.bytes += line.len();
        if self.bytes > MOST_BYTES {
            return Err(SummaryError::Endless(MOST_BYTES, "bytes"));
        }
        self.lines.push(line.to_owned());
        Ok(false)
    }

    /// Identifier of the game, if its line has come.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.lines.iter().find_map(|line| line.strip_prefix("Game_ID:"))
    }

    /// Parses the lines.
    ///
    /// # Errors
    /// If the lines do not describe a game of shogi.
    pub fn read(&self, game: Variant) -> Result<Summary, SummaryError> {
        let mut draft = Draft::default();
        for line in &self.lines {
            draft.read(line)?;
        }
        draft.finish(game)
    }
}

#[derive(Default)]
enum Section {
    #[default]
    General,
    /// Times of one side, or of both.
    Time(Option<Color>),
    Position,
}

#[derive(Default)]
struct Draft {
    section: Section,
    id: Option<String>,
    names: [String; 2],
    own: Option<Color>,
    to_move: Option<Color>,
    max_moves: Option<u32>,
    units: [Option<Duration>; 2],
    /// Times in units. `[color]`
    times: [Times; 2],
    position: Vec<String>,
}

#[derive(Clone, Copy, Default)]
struct Times {
    total: u32,
    byoyomi: u32,
    increment: u32,
    delay: u32,
    least: u32,
    rounds_up: bool,
}

impl Draft {
    fn read(&mut self, line: &str) -> Result<(), SummaryError> {
        match line {
            "" => return Ok(()),
            "BEGIN Time" => self.section = Section::Time(None),
            "BEGIN Time+" => self.section = Section::Time(Some(Color::Black)),
            "BEGIN Time-" => self.section = Section::Time(Some(Color::White)),
            "BEGIN Position" => self.section = Section::Position,
            _ if line.starts_with("END ") => self.section = Section::General,
            _ => match self.section {
                Section::General => self.read_general(line)?,
                Section::Time(color) => self.read_time(line, color)?,
                Section::Position => self.position.push(line.to_owned()),
            },
        }
        Ok(())
    }

    fn read_general(&mut self, line: &str) -> Result<(), SummaryError> {
        let (key, value) = line.split_once(':').ok_or_else(|| SummaryError::Line(line.into()))?;
        let [black, white] = &mut self.names;
        match key {
            "Game_ID" => self.id = Some(value.to_owned()),
            "Name+" => value.clone_into(black),
            "Name-" => value.clone_into(white),
            "Your_Turn" => self.own = Some(color(line, value)?),
            "To_Move" => self.to_move = Some(color(line, value)?),
            "Max_Moves" => self.max_moves = Some(number(line, value)?).filter(|&moves| moves > 0),
            "Format" if !value.starts_with("Shogi") => return Err(SummaryError::Format(line.into())),
            // Other keys change nothing here, or belong to later versions of the protocol.
            _ => {}
        }
        Ok(())
    }

    fn read_time(&mut self, line: &str, side: Option<Color>) -> Result<(), SummaryError> {
        let (key, value) = line.split_once(':').ok_or_else(|| SummaryError::Line(line.into()))?;
        let sides = self.times.iter_mut().zip(&mut self.units).zip(Color::ALL);
        for ((times, unit), color) in sides {
            if side.is_some_and(|side| side != color) {
                continue;
            }
            match key {
                "Time_Unit" => *unit = Some(read_unit(line, value)?),
                "Total_Time" => times.total = number(line, value)?,
                "Byoyomi" => times.byoyomi = number(line, value)?,
                "Increment" => times.increment = number(line, value)?,
                "Delay" => times.delay = number(line, value)?,
                "Least_Time_Per_Move" => times.least = number(line, value)?,
                "Time_Roundup" => times.rounds_up = value == "YES",
                _ => {}
            }
        }
        Ok(())
    }

    fn finish(self, game: Variant) -> Result<Summary, SummaryError> {
        let [black, white] = self.times;
        let [black_unit, white_unit] = self.units;
        let rates = [black.rate(black_unit), white.rate(white_unit)];
        Ok(Summary {
            id: self.id.ok_or(SummaryError::Missing("Game_ID"))?,
            own: self.own.ok_or(SummaryError::Missing("Your_Turn"))?,
            names: self.names,
            max_moves: self.max_moves,
            rates,
            record: read_position(game, self.position, self.to_move)?,
        })
    }
}

impl Times {
    fn rate(self, unit: Option<Duration>) -> Rate {
        let unit = unit.unwrap_or(Rate::default().unit);
        let [total, byoyomi, increment, delay, least] =
            [self.total, self.byoyomi, self.increment, self.delay, self.least]
                .map(|n| unit.saturating_mul(n).min(LONGEST_TIME));
        Rate { unit, total, byoyomi, increment, delay, least, rounds_up: self.rounds_up }
    }
}

fn color(line: &str, value: &str) -> Result<Color, SummaryError> {
    match value {
        "+" => Ok(Color::Black),
        "-" => Ok(Color::White),
        _ => Err(SummaryError::Value { line: line.into(), expected: "+ or a -" }),
    }
}

fn number(line: &str, value: &str) -> Result<u32, SummaryError> {
    value.trim().parse().map_err(|_| SummaryError::Value { line: line.into(), expected: "whole number" })
}

/// Parses `1sec`, `10msec` or `1min`.
fn read_unit(line: &str, value: &str) -> Result<Duration, SummaryError> {
    let value = value.trim();
    let digits = value.find(|c: char| !c.is_ascii_digit()).unwrap_or(value.len());
    let (count, unit) = value.split_at_checked(digits).unwrap_or((value, ""));
    let one = match unit {
        "msec" => Some(Duration::from_millis(1)),
        "sec" => Some(Duration::from_secs(1)),
        "min" => Some(Duration::from_secs(60)),
        _ => None,
    };
    let count = count.parse().ok().filter(|&count| count > 0);
    let time = one.zip(count).map(|(one, count): (Duration, u32)| one.saturating_mul(count));
    time.ok_or_else(|| SummaryError::Value { line: line.into(), expected: "unit such as 1sec, 1msec or 1min" })
}

/// Parses the position and the moves behind it, which have the format of a CSA file.
fn read_position(game: Variant, mut lines: Vec<String>, to_move: Option<Color>) -> Result<Record, SummaryError> {
    if lines.is_empty() {
        return Err(SummaryError::Missing("a Position"));
    }
    let tells_side = lines.iter().any(|line| line == "+" || line == "-");
    if let Some(side) = to_move.filter(|_| !tells_side) {
        let first_move = lines.iter().position(|line| line.starts_with(['+', '-'])).unwrap_or(lines.len());
        lines.insert(first_move, if side == Color::Black { "+" } else { "-" }.to_owned());
    }
    let problem = |error: &dyn ToString| SummaryError::Position(error.to_string());
    let games = csa::read(game, &lines.join("\n")).map_err(|error| problem(&error))?;
    let reading = match <[_; 1]>::try_from(games) {
        Ok([game]) => game.map_err(|broken| problem(&broken.error))?,
        Err(_) => return Err(SummaryError::Missing("a Position")),
    };
    let record = reading.record;
    let is_played = |id| matches!(record.node(id).step(), Some(Step::Move(_)));
    if record.main_line().all(is_played) {
        return Ok(record);
    }
    let told = reading.warnings.first().map_or_else(String::new, ToString::to_string);
    Err(SummaryError::Position(format!("{} {told}", Quoted::from(lines.join(" ").as_str()))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variants::Variant;

    fn read(general: &str, time: &str, position: &str) -> Result<Summary, SummaryError> {
        let text = format!(
            "Protocol_Version:1.2\nProtocol_Mode:Server\nFormat:Shogi 1.0\nDeclaration:Jishogi 1.1\n{general}\n\
             BEGIN Time\n{time}\nEND Time\nBEGIN Position\n{position}\nEND Position\nEND Game_Summary\n"
        );
        let mut lines = SummaryLines::default();
        let ended: Vec<bool> = text.lines().map(|line| lines.take(line).unwrap()).collect();
        assert_eq!(ended.iter().filter(|&&end| end).count(), 1);
        lines.read(Variant::Shogi)
    }

    const GENERAL: &str = "Game_ID:g+1\nName+:A\nName-:B\nYour_Turn:-\nRematch_On_Draw:NO\nTo_Move:+\nMax_Moves:256";

    #[test]
    fn a_summary_with_moves() {
        let summary = read(
            GENERAL,
            "Time_Unit:1sec\nTotal_Time:600\nByoyomi:10\nLeast_Time_Per_Move:1",
            "PI\n+\n+7776FU,T12\n-3334FU,T6",
        );
        let summary = summary.unwrap();
        assert_eq!((summary.id.as_str(), summary.own, summary.max_moves), ("g+1", Color::White, Some(256)));
        assert_eq!(summary.names, ["A", "B"]);
        let rate = summary.rates[0];
        assert_eq!(
            (rate.total, rate.byoyomi, rate.least),
            (Duration::from_secs(600), Duration::from_secs(10), rate.unit)
        );
        assert_eq!(summary.record.main_line().count(), 2);
        let spent = summary.record.main_line().map(|id| summary.record.node(id).time.unwrap().spent.as_secs());
        assert_eq!(spent.collect::<Vec<_>>(), [12, 6]);
    }

    #[test]
    fn units_and_sides_of_every_kind() {
        let summary =
            read(GENERAL, "Time_Unit:100msec\nTotal_Time:600\nIncrement:5\nTime_Roundup:YES", "PI\n+").unwrap();
        let rate = summary.rates[1];
        assert_eq!((rate.total, rate.increment), (Duration::from_secs(60), Duration::from_millis(500)));
        assert!(rate.rounds_up);
        let sides = "Time_Unit:1min\nTotal_Time:1\nEND Time\nBEGIN Time-\nTime_Unit:1sec\nTotal_Time:30\nDelay:2";
        let summary = read(GENERAL, sides, "PI").unwrap();
        let [black, white] = summary.rates;
        assert_eq!((black.total.as_secs(), white.total.as_secs(), white.delay.as_secs()), (60, 30, 2));
        assert_eq!(summary.record.start().sfen(), Variant::Shogi.start_sfen());
    }

    #[test]
    fn nonsense_is_quoted() {
        let told = |general: &str, time: &str, position: &str| {
            read(general, time, position).map(|_| ()).unwrap_err().to_string()
        };
        let own = "Game_ID:g\nYour_Turn:+";
        assert_eq!(told("Your_Turn:+", "", "PI\n+"), "the Game_Summary lacks Game_ID");
        assert_eq!(told("Game_ID:g", "", "PI\n+"), "the Game_Summary lacks Your_Turn");
        assert_eq!(told(own, "", ""), "the Game_Summary lacks a Position");
        assert_eq!(told(own, "Total_Time:ten", "PI\n+"), "\"Total_Time:ten\": a whole number is needed");
        assert_eq!(
            told(own, "Time_Unit:1day", "PI\n+"),
            "\"Time_Unit:1day\": a unit such as 1sec, 1msec or 1min is needed"
        );
        assert_eq!(told("hello", "", "PI\n+"), "\"hello\" is not a line of a Game_Summary");
        assert_eq!(told("Your_Turn:x", "", "PI\n+"), "\"Your_Turn:x\": a + or a - is needed");
        assert!(told(own, "", "PX\n+").contains("PX"));
        assert!(told(own, "", "PI\n+\n+7775FU").contains("7775FU"), "{}", told(own, "", "PI\n+\n+7775FU"));
        assert_eq!(told("Format:Chess 1.0", "", "PI\n+"), "\"Format:Chess 1.0\": only shogi is played here");
        let mut lines = SummaryLines::default();
        (0..MOST_LINES).for_each(|_| assert!(!lines.take("x:y").unwrap()));
        let endless = lines.take("x:y").unwrap_err().to_string();
        assert_eq!(endless, "the Game_Summary goes on for more than 10000 lines");
        let (mut lines, half) = (SummaryLines::default(), "x".repeat(MOST_BYTES / 2));
        (0..2).for_each(|_| assert!(!lines.take(&half).unwrap()));
        assert!(lines.take("x").unwrap_err().to_string().ends_with("1048576 bytes"));
    }

    #[test]
    fn times_without_end_are_a_year() {
        let time = "Time_Unit:4294967295min\nTotal_Time:4294967295\nByoyomi:4294967295\nIncrement:4294967295\n\
                    Delay:4294967295\nLeast_Time_Per_Move:4294967295";
        let rate = read(GENERAL, time, "PI\n+").unwrap().rates[0];
        assert_eq!([rate.total, rate.byoyomi, rate.increment, rate.delay, rate.least], [LONGEST_TIME; 5]);
    }
}
