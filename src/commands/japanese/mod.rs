//! The command line in Japanese: its help, and its refusals in [`faults`].
//!
//! Beside the code that defines the arguments of a command for players, and helps in English, stands a file with the
//! same in Japanese, such as `levels.ja.toml`. What several commands share is in `jobs/options.ja.toml`. The tests below
//! compare the files with the definition.

mod faults;
mod texts;

pub use faults::told;
use texts::{ByName, Program, Shared, Texts};

use super::convert::formats;
use crate::variants::{self, Variant};
use clap::{Arg, Command};
use std::collections::BTreeMap;
use std::env;
use terminal_size::{Width, terminal_size};
use unicode_linebreak::{BreakOpportunity, linebreaks};
use unicode_width::UnicodeWidthStr as _;

/// Columns before the help of an argument.
const INDENT: usize = 10;
/// Columns where neither a terminal nor `COLUMNS` says how many there are, as in the English help.
const COLUMNS: usize = 100;

/// The texts of all commands that have Japanese help.
pub struct Catalog {
    program: Program,
    shared: Shared,
    commands: BTreeMap<String, Texts>,
}

impl Catalog {
    /// The texts for the commands of a program, in their order; none if a file is faulty, which a test rules out.
    pub fn new(program: &Command, files: &[Option<&str>]) -> Option<Self> {
        let read =
            |(command, file): (&Command, Option<&str>)| Some((command.get_name().to_owned(), texts::read(file?)?));
        Some(Self {
            program: texts::read(include_str!("../program.ja.toml"))?,
            shared: texts::read(include_str!("../../jobs/options.ja.toml"))?,
            commands: program.get_subcommands().zip(files.iter().copied()).filter_map(read).collect(),
        })
    }

    /// The program with its help in Japanese.
    pub fn translated(&self, mut program: Command) -> Command {
        program.build();
        let examples = self.program.examples.trim().to_owned();
        let program = program.mut_subcommands(|command| match self.commands.get(command.get_name()) {
            Some(texts) => self.command(command, texts),
            None => self.english(command),
        });
        let program =
            program.subcommand_help_heading("コマンド").about(self.program.about.clone()).after_help(examples);
        with_headings(program.mut_args(|arg| self.argument(arg, None)))
    }

    /// A command with Japanese help.
    fn command(&self, command: Command, texts: &Texts) -> Command {
        let examples = command.get_after_help().map(|text| text.to_string().replacen("Examples:", "例:", 1));
        let more = texts.more.as_ref().map(|more| format!("{}。\n\n{}", texts.about, filled_in(more)));
        let command = command
            .mut_args(|arg| self.argument(arg, Some(texts)))
            .about(texts.about.clone())
            .long_about(wrapped(&more.unwrap_or_else(|| texts.about.clone()), columns()))
            .after_help(examples.unwrap_or_default());
        let command = match &texts.usage {
            Some(usage) => command.override_usage(usage.clone()),
            None => command,
        };
        with_headings(command)
    }

    /// A command with English help, and a line in the Japanese list.
    fn english(&self, command: Command) -> Command {
        let Some(about) = self.program.commands.get(command.get_name()) else { return command };
        let english = command.get_long_about().or(command.get_about()).map(ToString::to_string).unwrap_or_default();
        command.about(about.clone()).long_about(format!("{about}（以下、英語です）。\n\n{english}"))
    }

    fn argument(&self, arg: Arg, texts: Option<&Texts>) -> Arg {
        let id = arg.get_id().to_string();
        let Some(text) = texts.and_then(|texts| texts.arguments.get(&id)).or(self.shared.arguments.get(&id)) else {
            return arg;
        };
        let width = columns().saturating_sub(INDENT);
        let help = wrapped(&format!("{}{}", filled_in(text), default(&arg)), width);
        let values: String =
            self.values(&arg, texts).iter().map(|line| format!("\n{}", wrapped(line, width))).collect();
        let heading = if arg.is_positional() { "引数" } else { "オプション" };
        let own_name = texts.and_then(|texts| texts.names.get(&id));
        let name = |name: &str| own_name.cloned().unwrap_or_else(|| self.shared.in_words(name));
        let names = arg.get_value_names().filter(|_| arg.get_action().takes_values());
        let names: Vec<String> = names.unwrap_or_default().iter().map(|text| name(text)).collect();
        let arg = if names.is_empty() { arg } else { arg.value_names(names) };
        arg.long_help(format!("{help}{values}"))
            .help(help)
            .help_heading(heading)
            .next_line_help(true)
            .hide_default_value(true)
            .hide_possible_values(true)
    }

    /// A line for each value that an argument can have.
    fn values(&self, arg: &Arg, texts: Option<&Texts>) -> Vec<String> {
        let helps = helps_of_values(arg, texts, &self.shared);
        let are_listed = arg.get_action().takes_values() && !arg.is_hide_possible_values_set();
        let values = if are_listed { arg.get_possible_values() } else { Vec::new() };
        let line = |name: &str| match helps.and_then(|helps| helps.get(name)) {
            Some(help) => format!("- {name}：{help}"),
            None => format!("- {name}"),
        };
        values.iter().map(|value| line(value.get_name())).collect()
    }
}

/// The command with its usage in Japanese.
fn with_headings(mut command: Command) -> Command {
    let usage = usage(&command.render_usage().ansi().to_string());
    command.help_template(format!("{{about-with-newline}}\n{usage}\n\n{{all-args}}{{after-help}}"))
}

/// The helps of an argument's values, by the name that help gives to such a value.
fn helps_of_values<'a>(arg: &Arg, texts: Option<&'a Texts>, shared: &'a Shared) -> Option<&'a ByName> {
    let name = arg.get_value_names()?.first()?.as_str();
    texts.and_then(|texts| texts.values.get(name)).or(shared.values.get(name))
}

/// A line of usage in Japanese.
fn usage(english: &str) -> String {
    [("Usage:", "使い方:"), ("[OPTIONS]", "[オプション]"), ("[COMMAND]", "[コマンド]"), ("<COMMAND>", "<コマンド>")]
        .into_iter()
        .fold(english.to_owned(), |usage, (english, japanese)| usage.replace(english, japanese))
}

/// A text with the lists that the program knows.
fn filled_in(text: &str) -> String {
    text.replace("{games}", &variants::names())
        .replace("{game}", Variant::default().name())
        .replace("{formats}", &formats(["（", "または", "）"]))
}

/// The value of an argument that is not given.
fn default(arg: &Arg) -> String {
    let values: Vec<_> = arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    let is_told = arg.get_action().takes_values() && !arg.is_hide_default_value_set() && !values.is_empty();
    if is_told { format!("。指定がなければ{}", values.join("、")) } else { String::new() }
}

/// Columns for the help.
fn columns() -> usize {
    let named = || env::var("COLUMNS").ok()?.parse().ok();
    terminal_size().map(|(Width(columns), _)| columns.into()).or_else(named).unwrap_or(COLUMNS)
}

/// A text broken into lines where Japanese may be broken. The clap crate breaks only at blanks.
fn wrapped(text: &str, width: usize) -> String {
    let (mut lines, mut line, mut start) = (Vec::new(), String::new(), 0);
    // Names of options stay whole.
    for (end, kind) in linebreaks(text).filter(|&(end, _)| !text[..end].ends_with('-')) {
        let part = &text[start..end];
        start = end;
        if !line.is_empty() && line.width() + part.trim_end().width() > width {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
        line.push_str(part);
        if kind == BreakOpportunity::Mandatory {
            lines.push(line.trim_end().to_owned());
            line.clear();
        }
    }
    line.push_str(&text[start..]);
    if !line.is_empty() {
        lines.push(line);
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests;
