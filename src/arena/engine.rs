//! An engine as the command line or a file describes it.

use super::time::TimeArgs;
use crate::engines::protocol::{MoveClock, Protocol};
use crate::words::InLanguage;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use thiserror::Error;

/// An engine as the command line describes it, `NAME=PATH[,OPTION=VALUE...]`, where the option `protocol` names its
/// protocol and some others set its time; or as a file does, key by key.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineArgument {
    pub name: String,
    pub path: PathBuf,
    #[serde(default)]
    pub protocol: Protocol,
    #[serde(default, rename = "clock")]
    pub move_clock: MoveClock,
    /// The time of this engine, in place of the common one.
    #[serde(default)]
    pub time: TimeArgs,
    #[serde(default, deserialize_with = "file_options")]
    pub options: Vec<(String, String)>,
    /// Arguments of its program; only files give them.
    #[serde(default)]
    pub arguments: Vec<String>,
    /// The folder in which it runs; by default that of its program.
    pub folder: Option<PathBuf>,
    /// True if it ponders, which only a file can set.
    #[serde(default)]
    pub ponder: bool,
}

/// The fault of a text that describes no engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineFault {
    #[error("\"{0}\" does not begin with NAME=PATH")]
    NoPath(String),
    #[error("\"{0}\" is not OPTION=VALUE")]
    NoOption(String),
    #[error("{option}: {problem}")]
    Value { option: String, value: String, problem: String },
    #[error("the clock of the game counts here: leave out the time of its own")]
    OwnTime,
}

impl InLanguage for EngineFault {
    fn japanese(&self) -> String {
        match self {
            Self::NoPath(text) => format!("「{text}」は名前=パスの形ではありません"),
            Self::NoOption(part) => format!("「{part}」はオプション=値の形ではありません"),
            Self::Value { option, value, .. } => format!("「{option}」の値「{value}」が正しくありません"),
            Self::OwnTime => "持ち時間は対局のものを使うので、エンジンには指定できません".to_owned(),
        }
    }
}

fn file_options<'de, D: Deserializer<'de>>(file: D) -> Result<Vec<(String, String)>, D::Error> {
    Ok(option_texts(&BTreeMap::deserialize(file)?))
}

/// The options of an engine in a TOML file, as texts for `setoption`.
#[must_use]
pub fn option_texts(options: &BTreeMap<String, toml::Value>) -> Vec<(String, String)> {
    let text = |value: &toml::Value| match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    options.iter().map(|(name, value)| (name.clone(), text(value))).collect()
}

impl EngineArgument {
    /// Reads an engine as in a match, or its path alone, with options behind it. It plays by the clock of the game.
    ///
    /// # Errors
    /// If the text does not name an engine, or sets its time.
    pub fn named_or_bare(text: &str) -> Result<Self, EngineFault> {
        let first = text.split(',').next().unwrap_or_default();
        let engine: Self = if first.is_empty() {
            return Err(EngineFault::NoPath(text.to_owned()));
        } else if first.contains('=') {
            text.parse()?
        } else {
            let name = Path::new(first).file_stem().unwrap_or_default().display();
            format!("{name}={text}").parse()?
        };
        if engine.time == TimeArgs::default() { Ok(engine) } else { Err(EngineFault::OwnTime) }
    }

    /// Applies an option meant for this program; returns false if it is for the engine.
    fn heed(&mut self, option: &str, value: &str) -> Result<bool, String> {
        match option {
            "protocol" => self.protocol = value.parse()?,
            "clock" => self.move_clock = value.parse()?,
            _ => return self.time.set(option, value),
        }
        Ok(true)
    }
}

/// Writes the engine as the command line describes it.
impl fmt::Display for EngineArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.path.display())?;
        if self.protocol != Protocol::default() {
            write!(f, ",protocol={}", self.protocol)?;
        }
        if self.move_clock != MoveClock::default() {
            write!(f, ",clock={}", self.move_clock)?;
        }
        write!(f, "{}", self.time)?;
        self.options.iter().try_for_each(|(option, value)| write!(f, ",{option}={value}"))
    }
}

impl FromStr for EngineArgument {
    type Err = EngineFault;

    fn from_str(text: &str) -> Result<Self, EngineFault> {
        let mut parts = text.split(',');
        let (name, path) = parts
            .next()
            .and_then(|first| first.split_once('='))
            .filter(|(name, path)| !name.is_empty() && !path.is_empty())
            .ok_or_else(|| EngineFault::NoPath(text.to_owned()))?;
        let option = |part: &str| match part.split_once('=') {
            Some((option, value)) if !option.is_empty() => Ok((option.to_owned(), value.to_owned())),
            _ => Err(EngineFault::NoOption(part.to_owned())),
        };
        let options = parts.map(option).collect::<Result<Vec<_>, _>>()?;
        let mut engine = Self { name: name.to_owned(), path: path.into(), ..Self::default() };
        for (option, value) in options {
            match engine.heed(&option, &value) {
                Ok(true) => {}
                Ok(false) => engine.options.push((option, value)),
                Err(problem) => return Err(EngineFault::Value { option, value, problem }),
            }
        }
        Ok(engine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::clock::TimeControl;
    use std::time::Duration;

    #[test]
    fn engines_of_the_command_line() {
        let engine: EngineArgument = "a=dir/engine,USI_Hash=64,EvalFile=x=y".parse().unwrap();
        assert_eq!((engine.name.as_str(), engine.path.to_str()), ("a", Some("dir/engine")));
        let options = [("USI_Hash".to_owned(), "64".to_owned()), ("EvalFile".to_owned(), "x=y".to_owned())];
        assert_eq!(engine.options, options);
        let engine: EngineArgument = "a=b,protocol=cecp,Resign=1".parse().unwrap();
        assert_eq!((engine.protocol, engine.options.len()), (Protocol::Cecp, 1));
        let engine: EngineArgument = "a=b,protocol=cecp,clock=time,byoyomi=0.75,depth=9".parse().unwrap();
        assert_eq!((engine.move_clock, engine.options.len()), (MoveClock::Time, 0));
        let time = TimeControl { byoyomi: Duration::from_millis(750), depth: Some(9), ..TimeControl::default() };
        assert_eq!(engine.time.control(), Some(time));
        for text in [
            "a=b",
            "a=dir/engine,protocol=cecp,clock=time,tc=60+0.5,byoyomi=0.75,nodes=5,USI_Hash=64,EvalFile=x=y",
            "a=b,movetime=0.3,depth=9",
        ] {
            assert_eq!(text.parse::<EngineArgument>().unwrap().to_string(), text);
        }
        for wrong in
            ["", "engine", "=x", "a=", "a=b,c", "a=b,protocol=uci", "a=b,clock=x", "a=b,byoyomi=x", "a=b,depth=0"]
        {
            assert!(wrong.parse::<EngineArgument>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn engines_have_names_or_take_those_of_their_files() {
        let named = EngineArgument::named_or_bare("a=dir/engine,USI_Hash=64").unwrap();
        let bare = EngineArgument::named_or_bare("dir/engine.exe,USI_Hash=64").unwrap();
        assert_eq!([named.name.as_str(), bare.name.as_str()], ["a", "engine"]);
        assert_eq!((&named.options, bare.path.to_str()), (&bare.options, Some("dir/engine.exe")));
        assert!(EngineArgument::named_or_bare("").is_err() && EngineArgument::named_or_bare("engine,Hash").is_err());
        assert!(EngineArgument::named_or_bare("dir/engine,byoyomi=1").is_err());
    }
}
