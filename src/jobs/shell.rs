//! Command lines of this program, printed for people to run.

use crate::system;
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, FromArgMatches};
use std::borrow::Cow;

/// Arguments together with their words, so that another command can be printed with the same ones.
#[derive(Clone, Debug, Default)]
pub struct Repeatable<A> {
    pub args: A,
    /// Words of all arguments that were given, not quoted.
    pub words: Vec<String>,
}

impl<A: Args> FromArgMatches for Repeatable<A> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        Ok(Self { args: A::from_arg_matches(matches)?, words: words_of::<A>(matches) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<A: Args> Args for Repeatable<A> {
    fn augment_args(command: Command) -> Command {
        A::augment_args(command)
    }

    fn augment_args_for_update(command: Command) -> Command {
        A::augment_args_for_update(command)
    }
}

/// Words of the given arguments of `A`, under the names that its definition has.
fn words_of<A: Args>(matches: &ArgMatches) -> Vec<String> {
    let mut words = Vec::new();
    for argument in A::augment_args(Command::new("")).get_arguments() {
        let id = argument.get_id().as_str();
        let Some(name) = argument.get_long() else { continue };
        if matches.value_source(id) != Some(ValueSource::CommandLine) {
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            words.extend([format!("--{name}"), value.to_string_lossy().into_owned()]);
        }
    }
    words
}

/// A command of this program, under the name by which it was started, quoted for a shell: those of Windows under
/// Windows, POSIX elsewhere.
#[must_use]
pub fn command_line<S: AsRef<str>>(words: &[S]) -> String {
    let program =
        system::arguments().first().map_or_else(|| "kumataka".into(), |name| name.to_string_lossy().into_owned());
    let quoted = if cfg!(windows) { quoted_for_windows } else { quoted };
    let words = words.iter().map(|word| quoted(word.as_ref()));
    std::iter::once(quoted(&program)).chain(words).collect::<Vec<_>>().join(" ")
}

/// A word quoted for a POSIX shell.
fn quoted(word: &str) -> String {
    shlex::Quoter::new().allow_nul(true).quote(word).map_or_else(|_| word.to_owned(), Cow::into_owned)
}

/// A word quoted for both shells of Windows, by hand: no crate quotes for both. To one of them, a comma is special.
fn quoted_for_windows(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || r"_+=:./\-".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word.to_owned()
    } else {
        format!("\"{}\"", word.replace('"', "\\\""))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Args, Clone, Debug, Default)]
    struct Colours {
        #[arg(long)]
        red: Option<u32>,
        #[arg(long = "tint", value_delimiter = ',')]
        tints: Vec<String>,
        #[arg(long, default_value_t = 7)]
        blue: u32,
    }

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        colours: Repeatable<Colours>,
        #[arg(long)]
        other: Option<String>,
    }

    #[test]
    fn words_that_were_typed_come_back() {
        let line = Line::parse_from(["", "--tint", "a,b c", "--other", "x", "--red", "3", "--tint", "d"]);
        assert_eq!(line.colours.words, ["--red", "3", "--tint", "a", "--tint", "b c", "--tint", "d"]);
        assert_eq!((line.colours.args.red, line.colours.args.blue, line.other.as_deref()), (Some(3), 7, Some("x")));
        let again = Line::parse_from([""].into_iter().chain(line.colours.words.iter().map(String::as_str)));
        assert_eq!(again.colours.args.tints, line.colours.args.tints);
    }

    #[test]
    fn words_are_quoted_where_a_shell_asks_for_it() {
        for (word, expected) in [
            ("a=./engine,USI_Hash=64", "'a=./engine,USI_Hash=64'"),
            ("<internal>", "'<internal>'"),
            ("two words", "'two words'"),
            ("it's", "\"it's\""),
            ("", "''"),
            ("将棋.db", "'将棋.db'"),
            ("$HOME", "'$HOME'"),
        ] {
            assert_eq!(quoted(word), expected);
        }
        for (word, expected) in [
            (r"C:\games\a.usi", r"C:\games\a.usi"),
            ("<internal>", "\"<internal>\""),
            ("a=engine,USI_Hash=64", "\"a=engine,USI_Hash=64\""),
            ("two words", "\"two words\""),
        ] {
            assert_eq!(quoted_for_windows(word), expected);
        }
    }
}
