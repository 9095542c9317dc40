//! The command lines that README, docs and help show, each as a reader types it.

mod examples;
mod fixtures;

use crate::support::with_usual_signals;
use examples::{Example, Text};
use fixtures::Fixtures;
use rayon::prelude::*;
use std::collections::HashSet;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A line that is still at work after this time has been understood and has found what it reads: complaints of either
/// come at once. It gets a Ctrl-C then, as the texts say that long work may.
const STARTED: Duration = Duration::from_millis(150);
/// Ctrl-C ends any command well within this time; only a fault takes so long.
const PATIENCE: Duration = Duration::from_secs(300);
const INTERRUPT: i32 = 2;

/// The state in which the processes of a line ended, what they said to the standard error, and whether by Ctrl-C.
struct Ended {
    status: ExitStatus,
    errors: String,
    interrupted: bool,
}

impl Ended {
    /// A command that cannot save anything may let Ctrl-C kill it, and one whose result would be incomplete may fail if it
    /// says that it was stopped.
    fn is_well(&self) -> bool {
        let stopped = || self.status.signal() == Some(INTERRUPT) || self.errors.contains("stopped");
        self.status.success() || self.interrupted && stopped()
    }
}

fn send(signal: &str, child: &Child) {
    // It fails only if all processes of the group have ended.
    let _ = Command::new("kill").args([signal, "--", &format!("-{}", child.id())]).stderr(Stdio::null()).status();
}

/// Waits until the process ends or the time is over.
fn wait(child: &mut Child, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        match child.try_wait().unwrap() {
            None if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
            status => return status,
        }
    }
}

/// Runs a line in the shell, in a process group of its own that Ctrl-C reaches if it still works after `time`.
fn run(fixtures: &Fixtures, folder: &Path, line: &str, time: Duration) -> Ended {
    let mut shell = Command::new("sh");
    fixtures.environment(shell.args(["-c", line]), folder);
    let shell = shell.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).process_group(0);
    let mut child = with_usual_signals(shell).spawn().unwrap();
    let mut stderr = child.stderr.take().unwrap();
    let errors = thread::spawn(move || {
        let mut errors = Vec::new();
        stderr.read_to_end(&mut errors).unwrap();
        String::from_utf8_lossy(&errors).into_owned()
    });
    let early = wait(&mut child, time);
    let status = early.or_else(|| {
        send("-INT", &child);
        wait(&mut child, PATIENCE)
    });
    let status = status.unwrap_or_else(|| {
        send("-KILL", &child);
        child.wait().unwrap()
    });
    Ended { status, errors: errors.join().unwrap(), interrupted: early.is_none() }
}

/// Runs an example in a folder of its own, with Ctrl-C after `time` if it still works.
fn try_out(fixtures: &Fixtures, example: &Example, time: Duration) -> Ended {
    let folder = fixtures.folder(&example.line);
    // What is resumed has to be begun.
    if let Some(before) = &example.resumed {
        run(fixtures, &folder, before, time);
    }
    run(fixtures, &folder, &fixtures.local(&example.line), time)
}

/// What is wrong with an example, if anything.
fn fault(fixtures: &Fixtures, example: &Example) -> Option<String> {
    let mut ended = try_out(fixtures, example, STARTED);
    if ended.interrupted && !ended.is_well() {
        // On a busy machine Ctrl-C may have come before there was anything to end well.
        ended = try_out(fixtures, example, 80 * STARTED);
    }
    // The constants of the search are options of another build, which the complaint names.
    let is_of_another_build = !cfg!(feature = "tune") && ended.errors.contains("a build with --features tune");
    let described = || format!("{}: {}\n  {}: {}", example.source, example.line, ended.status, ended.errors);
    (!ended.is_well() && !is_of_another_build).then(described)
}

#[test]
fn every_command_line_works() {
    let fixtures = Fixtures::new();
    let examples = examples::all();
    assert!(examples.len() > 60, "only {} command lines were found", examples.len());
    // They wait more than they work.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
    let find = || examples.par_iter().with_max_len(1).filter_map(|example| fault(&fixtures, example)).collect();
    let faults: Vec<String> = pool.install(find);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Those in the prose, and those by which the networks of the games were made: these work for days on the files of one
/// another, and are not run.
#[test]
fn commands_that_are_not_run_exist() {
    let helps = Text::helps(80);
    let spans: Vec<(String, String)> = Text::documents().iter().flat_map(Text::spans).collect();
    assert!(spans.len() > 15, "only {} commands were found", spans.len());
    let lines: Vec<(String, String)> = Text::games().iter().flat_map(Text::lines).collect();
    assert!(lines.len() > 15, "only {} lines were found", lines.len());
    for (source, span) in spans.into_iter().chain(lines) {
        let words: Vec<&str> = span.split(' ').collect();
        let help = examples::help_of(&helps, &words).unwrap_or_else(|| panic!("{source}: {span}: no such command"));
        let known: HashSet<&str> = help.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').collect();
        for option in words.iter().filter(|word| word.starts_with("--")) {
            assert!(known.contains(option), "{source}: {span}: {option} is unknown");
        }
    }
}

/// A terminal of 80 columns shows every example as it is written; broken in the middle it could not be copied.
#[test]
fn help_fits_a_narrow_terminal() {
    for (narrow, wide) in Text::helps(80).iter().zip(Text::helps(1_000)) {
        let fits = narrow.text.lines().all(|line| line.chars().count() <= 80);
        assert!(fits && narrow.below_heading() == wide.below_heading(), "kumataka {} --help", narrow.source);
    }
}
