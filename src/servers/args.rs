//! The command line of `kumataka csa`.

use super::client;
use super::config::{CsaConfig, Mindset, Timing};
use super::error::CsaError;
use super::event::{Event, Events};
use super::file::FileConfig;
use super::journal::Journal;
use super::secret::Secret;
use crate::arena::{EngineArgument, EngineConfig, launch};
use crate::engines::clock::TimeControl;
use crate::engines::process::{Control, Launch};
use crate::engines::protocol::{MoveClock, Protocol};
use crate::jobs::command::{Command, Trouble};
use crate::system;
use crate::variants::Variant;
use clap::Args;
use std::path::{Path, PathBuf};
use std::process;
use std::{env, fs};

const EXAMPLES: &str = "\
Examples:
  Play ten games on floodgate, with the password in an environment variable:
    kumataka csa --server wdoor.c.u-tokyo.ac.jp:4081 --id Kumataka_test \\
        --password-env CSA_PASSWORD --game floodgate-300-10F --games 10

  Play with another USI engine, with options after its path, until Ctrl-C:
    kumataka csa --server localhost --id tester --password-file password.txt \\
        --game test-600-10 --engine ./engine,USI_Hash=1024 --games 0

  Read the settings from a file, and log every line exchanged:
    kumataka csa --config floodgate.toml --log floodgate.log

  The file can have the keys server, id, password-env, password-file, game,
  games, records, ponder, comments, quiet, log, and the following; paths are
  relative to the file:
    [engine]                    # without it, this program plays
    path = \"./engine\"
    name = \"engine\"
    arguments = []
    folder = \"data\"             # working folder, by default that of path
    early-ponder = false        # true if it accepts times with ponderhit
    [options]
    USI_Hash = 1024
    Threads = 8

  During a game, the first Ctrl-C stops the program after that game; a second
  one sends %CHUDAN, which some servers count as a loss, and stops it at once.
  Between games, Ctrl-C logs out.";

/// Play on a server with the CSA protocol (Computer Shogi Association), for example floodgate.
///
/// The server keeps the time, so the network delay is measured and subtracted from the engine's time. When the
/// connection is lost, the program reconnects at growing intervals and resumes the game if the server allows it. Each
/// game is saved as CSA and KIF after every move. The password is sent to the server only.
#[derive(Args, Clone, Debug, Default)]
#[command(after_help = EXAMPLES)]
pub struct CsaArgs {
    /// Server to play on [default port: 4081]
    #[arg(long, value_name = "HOST[:PORT]")]
    pub server: Option<String>,
    /// Login name
    #[arg(long, value_name = "NAME")]
    pub id: Option<String>,
    /// Read the password from this environment variable
    #[arg(long, value_name = "VAR", conflicts_with = "password_file")]
    pub password_env: Option<String>,
    /// Read the password from the first line of this file
    #[arg(long, value_name = "FILE")]
    pub password_file: Option<PathBuf>,
    /// Games to join if the server has several, for example floodgate-300-10F
    #[arg(long, value_name = "NAME")]
    pub game: Option<String>,
    /// Number of games; 0 to play until Ctrl-C [default: 1]
    #[arg(long, value_name = "N")]
    pub games: Option<u64>,
    /// Save every game in this folder [default: csa-games]
    #[arg(long, value_name = "FOLDER")]
    pub records: Option<PathBuf>,
    /// USI engine to play with instead of this program
    #[arg(long, value_name = "PATH[,OPTION=VALUE...]", value_parser = read_engine)]
    pub engine: Option<EngineArgument>,
    /// Set an option of the engine; repeatable
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = read_option)]
    pub options: Vec<(String, String)>,
    /// Do not think on the opponent's time
    #[arg(long)]
    pub no_ponder: bool,
    /// Do not send scores and expected lines as comments, which strict servers can refuse
    #[arg(long)]
    pub no_comments: bool,
    /// Read settings from a TOML file; the command line takes precedence
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Print errors only
    #[arg(long)]
    pub quiet: bool,
    /// Log every line exchanged to this file, without the password
    #[arg(long, value_name = "FILE")]
    pub log: Option<PathBuf>,
}

fn read_engine(text: &str) -> Result<EngineArgument, String> {
    let engine = EngineArgument::named_or_bare(text).map_err(|fault| fault.to_string())?;
    if engine.protocol != Protocol::Usi || engine.move_clock != MoveClock::St {
        return Err("only engines of USI play on servers: leave out protocol and clock".to_owned());
    }
    Ok(engine)
}

fn read_option(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(format!("\"{text}\" is not NAME=VALUE")),
    }
}

/// Settings of the output, which the server does not concern.
struct Telling {
    quiet: bool,
    log: Option<PathBuf>,
}

impl Command for CsaArgs {
    type Error = CsaError;
    const NEEDS_THREADS: bool = true;

    fn run(&self) -> Result<(), CsaError> {
        let (config, telling) = self.combine()?;
        let mut journal = Journal::new(telling.quiet, telling.log.as_deref(), config.password.clone())?;
        let (control, events) = (Control::default(), Events::default());
        obey_signals(&control, &events)?;
        let played = client::run(Variant::Shogi, &config, control, &events, &mut journal)?.games();
        match config.games {
            Some(games) if played < games => Err(CsaError::Interrupted { played, games }),
            _ => Ok(()),
        }
    }
}

/// Makes Ctrl-C ask for an end; the third one kills the engine and exits without a logout.
fn obey_signals(control: &Control, events: &Events) -> Result<(), Trouble> {
    /// Exit status that shells report for a program ended by Ctrl-C.
    const INTERRUPTED: i32 = 130;
    let (children, sender) = (control.children.clone(), events.sender());
    let mut times = 0;
    system::on_interrupt(move || {
        times += 1;
        if times > 2 || sender.send(Event::Interrupt).is_err() {
            children.kill();
            process::exit(INTERRUPTED);
        }
    })?;
    Ok(())
}

impl CsaArgs {
    /// Combines the settings: the command line takes precedence over the file that it names, and the file over the
    /// defaults.
    fn combine(&self) -> Result<(CsaConfig, Telling), CsaError> {
        let (file, base) = match &self.config {
            Some(path) => (FileConfig::read(path)?, path.parent().map(Path::to_path_buf).unwrap_or_default()),
            None => (FileConfig::default(), PathBuf::new()),
        };
        let needed = |value: &Option<String>, other: &Option<String>, option: &str| {
            let value = value.clone().or_else(|| other.clone()).filter(|value| !value.is_empty());
            value.ok_or_else(|| CsaError::Setting(format!("{option} is missing")))
        };
        let game = self.game.clone().or_else(|| file.game.clone());
        let config = CsaConfig {
            server: needed(&self.server, &file.server, "--server HOST:PORT")?,
            id: checked_id(needed(&self.id, &file.id, "--id NAME")?)?,
            password: self.password(&file, &base)?,
            game: game.map(|game| one_word("--game", game)).transpose()?,
            games: Some(self.games.or(file.games).unwrap_or(1)).filter(|&games| games > 0),
            records: self
                .records
                .clone()
                .or_else(|| file.records.as_ref().map(|path| base.join(path)))
                .unwrap_or_else(|| PathBuf::from("csa-games")),
            mind: self.mindset(&file, &base)?,
            comments: !self.no_comments && file.comments.unwrap_or(true),
            timing: Timing::default(),
        };
        let log = self.log.clone().or_else(|| file.log.as_ref().map(|path| base.join(path)));
        Ok((config, Telling { quiet: self.quiet || file.quiet.unwrap_or(false), log }))
    }

    fn mindset(&self, file: &FileConfig, base: &Path) -> Result<Mindset, CsaError> {
        let mut options = file.options();
        let withheld: Vec<String> = self.password_env.iter().chain(&file.password_env).cloned().collect();
        let external = |name, launch| external(name, Launch { withheld, ..launch });
        let engine = match (&self.engine, &file.engine) {
            (Some(engine), _) => {
                options = engine.options.clone();
                external(engine.name.clone(), launch(&engine.path, Path::new(""), Vec::new(), None)?)
            }
            (None, Some(engine)) if engine.path != Path::new("self") => {
                let name = engine.name.clone().unwrap_or_else(|| engine.path.display().to_string());
                let folder = engine.folder.as_ref().map(|folder| base.join(folder));
                external(name, launch(&engine.path, base, engine.arguments.clone(), folder)?)
            }
            _ => None,
        };
        let given = |name: &str| self.options.iter().any(|(option, _)| option.eq_ignore_ascii_case(name));
        options.retain(|(name, _)| !given(name));
        options.extend(self.options.iter().cloned());
        let told_early = self.engine.is_none() && file.engine.as_ref().is_some_and(|engine| engine.early_ponder);
        Ok(Mindset {
            options,
            ponder: !self.no_ponder && file.ponder.unwrap_or(true),
            early_ponder: engine.is_none() || told_early,
            engine,
        })
    }

    /// Password from the variable or the file; the command line takes precedence.
    fn password(&self, file: &FileConfig, base: &Path) -> Result<Secret, CsaError> {
        let own = self.password_env.is_some() || self.password_file.is_some();
        let variable = if own { &self.password_env } else { &file.password_env };
        let path =
            if own { self.password_file.clone() } else { file.password_file.as_ref().map(|path| base.join(path)) };
        let text = match (variable, path) {
            (Some(variable), _) => {
                let none = |why| CsaError::Setting(format!("the variable {variable} holds no password: it is {why}"));
                let text = env::var_os(variable).ok_or_else(|| none("not set"))?;
                // The error of `into_string` would quote the password.
                text.into_string().map_err(|_| none("not in UTF-8"))?
            }
            (None, Some(path)) => {
                let text = fs::read_to_string(&path).map_err(|source| CsaError::File { path, source })?;
                text.lines().next().unwrap_or_default().trim_end().to_owned()
            }
            (None, None) => {
                let text = "the password is missing: --password-env VAR or --password-file FILE says where it is";
                return Err(CsaError::Setting(text.to_owned()));
            }
        };
        if text.is_empty() || text.contains(char::is_whitespace) {
            return Err(CsaError::Setting(
                "the password is empty or holds blanks, which servers do not take".to_owned(),
            ));
        }
        Ok(Secret::new(text))
    }
}

fn external(name: String, launch: Launch) -> Option<EngineConfig> {
    let (options, time) = (Vec::new(), TimeControl::default());
    Some(EngineConfig { name, launch, protocol: Protocol::Usi, move_clock: MoveClock::St, options, ponder: true, time })
}

/// The name, if servers accept it.
fn checked_id(id: String) -> Result<String, CsaError> {
    /// Longest name in bytes.
    const LONGEST: usize = 32;
    let fits = id.len() <= LONGEST && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-@.".contains(&byte));
    if fits {
        Ok(id)
    } else {
        let text = format!("--id {id}: a name has up to {LONGEST} letters and digits of ASCII, _, -, @ and dots");
        Err(CsaError::Setting(text))
    }
}

fn one_word(option: &str, text: String) -> Result<String, CsaError> {
    if text.is_empty() || text.contains(|c: char| c.is_whitespace() || c == ',') {
        return Err(CsaError::Setting(format!("{option} \"{text}\": the name has neither blanks nor commas")));
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn combined(args: CsaArgs, file: &str) -> Result<CsaConfig, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("csa.toml");
        fs::write(&path, file).unwrap();
        fs::write(folder.path().join("word"), "hush\n").unwrap();
        let args = CsaArgs { config: Some(path), ..args };
        args.combine().map(|(config, _)| config).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_says_everything() {
        let file = "server = 'host:4082'\nid = 'me'\npassword-file = 'word'\ngame = 'floodgate-300-10F'\ngames = 0\n\
                    records = 'games'\nponder = false\n[options]\nUSI_Hash = 64\nEvalDir = 'a b'\n";
        let config = combined(CsaArgs::default(), file).unwrap();
        assert_eq!((config.server.as_str(), config.id.as_str(), config.games), ("host:4082", "me", None));
        assert_eq!(config.password, Secret::new("hush".to_owned()));
        assert!(config.records.is_absolute() && config.mind.engine.is_none() && config.mind.early_ponder);
        assert!(!config.mind.ponder && config.comments);
        let options = [("EvalDir", "a b"), ("USI_Hash", "64")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        assert_eq!(config.mind.options, options);
        let own = CsaArgs { id: Some("you".to_owned()), games: Some(3), no_comments: true, ..CsaArgs::default() };
        let own = CsaArgs { options: vec![("usi_hash".to_owned(), "16".to_owned())], ..own };
        let config = combined(own, file).unwrap();
        assert_eq!((config.id.as_str(), config.games, config.comments), ("you", Some(3), false));
        assert_eq!(config.mind.options[1], ("usi_hash".to_owned(), "16".to_owned()));
    }

    #[test]
    fn what_is_missing_or_wrong_is_named() {
        let told = |file: &str| combined(CsaArgs::default(), file).unwrap_err();
        assert_eq!(told(""), "--server HOST:PORT is missing");
        assert_eq!(told("server = 'h'"), "--id NAME is missing");
        assert!(told("server = 'h'\nid = 'a b'").starts_with("--id a b: a name has up to 32"));
        assert!(told("server = 'h'\nid = 'a'").contains("--password-env VAR or --password-file FILE"));
        let variable = told("server = 'h'\nid = 'a'\npassword-env = 'KUMATAKA_NO_SUCH_VARIABLE'");
        assert!(variable.starts_with("the variable KUMATAKA_NO_SUCH_VARIABLE holds no password"), "{variable}");
        assert!(told("sever = 'h'").contains("sever"));
        let game = told("server = 'h'\nid = 'a'\npassword-file = 'word'\ngame = 'a b'");
        assert_eq!(game, "--game \"a b\": the name has neither blanks nor commas");
        for of_cecp in ["engine,protocol=cecp", "name=engine,clock=time"] {
            assert!(read_engine(of_cecp).unwrap_err().contains("only engines of USI"), "{of_cecp}");
        }
        assert_eq!(read_engine("engine,protocol=usi,USI_Hash=64").unwrap().options.len(), 1);
    }
}
