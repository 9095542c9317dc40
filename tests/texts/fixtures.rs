//! The files that the command lines name.

use crate::support::{self, Folder, Running};
use kumataka::game::{Playable, PlayablePosition as _, Position as _};
use kumataka::variants::{DropVariant, Shogi};
use std::env;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

const PROGRAM: &str = env!("CARGO_BIN_EXE_kumataka");

/// An engine with an option that this program does not have.
fn engine_with(option: &str) -> String {
    format!(
        "\
#!/bin/sh
kumataka | while IFS= read -r line; do
    test \"$line\" != usiok || echo 'option name {option}'
    printf '%s\\n' \"$line\"
done
"
    )
}

const MATCH: &str = "\
games = 100
[time]
nodes = 500
[[engine]]
name = \"new\"
path = \"self\"
[[engine]]
name = \"old\"
path = \"./kumataka-old\"
";
const CHOICES: &str = "{\"sfen\": \"8k/9/8P/9/9/9/9/9/K8 b G 1\", \"bestmove\": \"G*1b\"}\n";
const PROBLEMS: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1\n8k/7p1/7G1/9/9/9/9/9/9 b GS 1\n";
/// A game with an illegal move after two others.
const BROKEN: &str = "PI\n+\n+7776FU\n-3334FU\n+2724FU\n-8384FU\n";
/// Folders into which the lines for completions write.
const SHELLS: [&str; 4] =
    [".local/share/bash-completion/completions", ".zfunc", ".config/fish/completions", ".config/elvish"];

/// A folder with everything that any line reads, and one with the programs that it calls.
pub struct Fixtures {
    files: Folder,
    programs: Folder,
    /// The address of a server that accepts connections and says nothing.
    server: String,
    /// A server of engines, with host and port.
    engines: (Running, String),
}

/// The servers that the lines name, whose place that one takes.
const SERVERS: [&str; 2] = ["wdoor.c.u-tokyo.ac.jp:4081", "--server localhost "];

/// The address and the token of a server of engines in the lines.
const ENGINES: &str = "192.168.0.5:8080";
const TOKEN: &str = "0123456789abcdef";

/// Engines of other people, whose place this program takes, with the folder in which the lines expect them.
const CECP_ENGINES: [&str; 2] = ["crazywa", "hachu"];
const THEIR_FOLDER: &str = "/usr/games";

/// A game of legal moves without sense.
fn wandering<G: Playable>(game: G, plies: usize) -> String {
    let mut position = game.start();
    let mut words = vec!["startpos moves".to_owned()];
    for ply in 0..plies {
        let moves = position.legal();
        let Some(&m) = moves.as_ref().get(ply * 7 % moves.as_ref().len().max(1)) else { break };
        words.push(game.usi(m).to_string());
        position.make(m, &mut ());
    }
    words.join(" ") + "\n"
}

impl Fixtures {
    pub fn new() -> Self {
        let (files, programs) = (support::folder("texts"), support::folder("programs"));
        fs::write(files.join("token.txt"), TOKEN).unwrap();
        let engines = server_of_engines(&files);
        let fixtures = Self { files, programs, server: silent_server(), engines };
        fixtures.write_programs();
        fixtures.write_servers();
        fixtures.write_games();
        fixtures.write_books();
        fixtures.write_training();
        fixtures.write_parts();
        SHELLS.iter().for_each(|shell| fs::create_dir_all(fixtures.files.join(shell)).unwrap());
        fixtures
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.files.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn copy(&self, from: impl AsRef<Path>, names: &[&str]) {
        for name in names {
            let path = self.files.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::copy(&from, path).unwrap();
        }
    }

    fn make(&self, line: &str) -> Vec<u8> {
        let output = Command::new(PROGRAM).args(line.split(' ')).current_dir(&*self.files).output().unwrap();
        assert!(output.status.success(), "{line}: {output:?}");
        output.stdout
    }

    fn write_programs(&self) {
        symlink(PROGRAM, self.programs.join("kumataka")).unwrap();
        // What ends an array of jobs.
        write_script(&self.programs.join("scancel"), "#!/bin/sh\n");
        // Who reads manual pages.
        write_script(&self.programs.join("man"), "#!/bin/sh\ncat > /dev/null\n");
        // What opens a browser.
        write_script(&self.programs.join("xdg-open"), "#!/bin/sh\n");
        for name in ["engine", "other", "other-engine", "kumataka-old"] {
            write_script(&self.files.join(name), &engine_with("Contempt type spin default 0 min -100 max 100"));
        }
        // What `cargo build --release --example yardstick` makes.
        let examples = self.files.join("target/release/examples");
        fs::create_dir_all(&examples).unwrap();
        write_script(&examples.join("yardstick"), &engine_with("Kind type combo default careful var careful"));
        for name in CECP_ENGINES {
            write_script(&self.programs.join(name), &format!("#!/bin/sh\nexec '{PROGRAM}' xboard\n"));
        }
        self.write("match.toml", MATCH);
    }

    fn write_servers(&self) {
        self.write("password.txt", "open-sesame\n");
        let server = format!("server = '{}'\nid = 'tester'\npassword-file = 'password.txt'\n", self.server);
        self.write("floodgate.toml", &server);
    }

    /// The line with the server and the engines of the tests in the place of others.
    pub fn local(&self, line: &str) -> String {
        let [far, near] = SERVERS;
        line.replace(far, &self.server)
            .replace(near, &format!("--server {} ", self.server))
            .replace(THEIR_FOLDER, &self.programs.to_string_lossy())
            .replace(ENGINES, &self.engines.1)
            // Lines run side by side.
            .replace("--port 8080", "--port 0")
    }

    fn write_games(&self) {
        self.write("long.usi", &wandering(Shogi, 60));
        for name in ["game.kif", "game.csa", "games/1.kif", "games/2.csa"] {
            self.make(&format!("convert long.usi {name}"));
        }
        self.write("games/3.csa", "N+Habu\nPI\n+\n+7776FU\n-3334FU\n%TORYO\n");
        for (number, result) in [(1, "%TORYO"), (2, "%SENNICHITE")] {
            let game = format!("N+Habu\nN-Sato\nPI\n+\n+7776FU\n-3334FU\n{result}\n");
            self.write(&format!("tournament/{number}.csa"), &game);
        }
        fs::write(self.files.join("spring.json"), self.make("rating tournament --json")).unwrap();
        self.write("book.usi", "startpos moves 7g7f 3c3d 2g2f\nstartpos moves 2g2f 8c8d\n");
        self.write("birds.usi", &wandering(DropVariant::Tori.game(), 20));
        self.write("broken.csa", BROKEN);
        self.write("problems.sfen", PROBLEMS);
        self.write("blunders.sfen", PROBLEMS);
        self.write("positions.jsonl", CHOICES);
        self.write("problem.usi", PROBLEMS.lines().next().unwrap());
        for name in ["problem.kif", "problems/1.kif"] {
            self.make(&format!("convert problem.usi {name}"));
        }
    }

    fn write_books(&self) {
        self.make("book make mine.db --from games --plies 4");
        for name in ["book/shogi.db", "book/torishogi.db"] {
            self.copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(name), &[name]);
        }
        // The other books that a text format or its contents tell apart.
        self.copy(self.files.join("mine.db"), &["other.ybb", "all.db", "both.db"]);
        self.copy(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book/apery.bin"), &["book.bin"]);
    }

    fn write_training(&self) {
        // As many games as training asks for.
        self.make("selfplay --games 70 --nodes 3 --threads 2 --eval <handmade> --out games.kgr");
        self.make("selfplay --variant torishogi --games 70 --nodes 3 --threads 2 --eval <handmade> --out birds.kgr");
        self.copy(self.files.join("games.kgr"), &["more.kgr", "old.kgr", "new.kgr", "fresh.kgr"]);
        let network = concat!(env!("CARGO_MANIFEST_DIR"), "/src/variants/shogi/network.kmt");
        self.copy(network, &["shogi.kmt", "new.kmt", "network.kmt", "river-last-week.kmt", "nn.bin", "eval/nn.bin"]);
    }

    /// Parts of jobs, each in the folder that lines about such a job name.
    fn write_parts(&self) {
        for line in [
            "perft 2 --part 1/1 --into perft7",
            "match --engine a=self --engine b=self --nodes 1 --games 2 --max-moves 40 --part 1/1 --into match12",
            "selfplay --games 2 --nodes 3 --part 1/1 --into generation1",
            "mate problems.sfen --part 1/1 --into solved",
            "compose long.usi --part 1/1 --into made",
            "convert games --to kifu converted --part 1/1 --into converting",
            "analyse games --nodes 10 --part 1/1 --into analysing",
        ] {
            self.make(line);
        }
    }

    /// A folder for a line with all files but those that it is to write.
    pub fn folder(&self, line: &str) -> Folder {
        let folder = support::folder("text");
        link(&self.files, &folder);
        for path in written(line).iter().map(|name| folder.join(name)) {
            // Most of what a line writes is not among the files.
            let _ = if path.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
        }
        folder
    }

    /// Lets a line find the program first, and a home of its own.
    pub fn environment(&self, shell: &mut Command, folder: &Path) {
        let others = env::var_os("PATH").unwrap_or_default();
        let path = std::iter::once(self.programs.to_path_buf()).chain(env::split_paths(&others));
        shell
            .env("PATH", env::join_paths(path).unwrap())
            .env("HOME", folder)
            .env("CSA_PASSWORD", "open-sesame")
            .env("PROFILE", folder.join("profile.ps1"));
        shell.current_dir(folder);
    }
}

/// Serves engines, and tells host and port.
fn server_of_engines(folder: &Path) -> (Running, String) {
    let mut command = Command::new(PROGRAM);
    command.args(["serve", "--token-file", "token.txt", "--max-connections", "16"]).current_dir(folder);
    let mut program = Running::start(command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()));
    let (mut line, mut stdout) = (String::new(), BufReader::new(program.stdout.take().unwrap()));
    stdout.read_line(&mut line).unwrap();
    // Whoever closes the output ends the program.
    program.stdout = Some(stdout.into_inner());
    let host = line.trim().strip_prefix("ws://").and_then(|address| address.strip_suffix(TOKEN)).unwrap();
    (program, host.trim_end_matches('/').to_owned())
}

/// A server that accepts connections, says nothing and keeps them.
fn silent_server() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    thread::spawn(move || {
        let mut open = Vec::new();
        listener.incoming().for_each(|connection| open.extend(connection));
    });
    address
}

fn write_script(path: &Path, text: &str) {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// Links all files of a folder into another one. No command writes into a file that it reads.
fn link(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let target = to.join(path.file_name().unwrap());
        if path.is_dir() {
            fs::create_dir(&target).unwrap();
            link(&path, &target);
        } else {
            fs::hard_link(&path, &target).unwrap();
        }
    }
}

/// The names of what a line writes.
fn written(line: &str) -> Vec<&str> {
    let words: Vec<&str> = line.split(" #").next().unwrap_or_default().split_whitespace().collect();
    // To "play" the same option names what it reads.
    let is_analysis = words.get(1) == Some(&"analyse");
    let is_output = |option: &str| {
        let options = ["--out", "--records", "--save-openings", "--into", ">"];
        options.contains(&option) || is_analysis && option == "--exercises"
    };
    let mut names: Vec<&str> = words.windows(2).filter(|pair| is_output(pair[0])).map(|pair| pair[1]).collect();
    let is_book_made = words.get(1..3) == Some(&["book", "make"]) && words.contains(&"--from");
    let writes_last = matches!(words.get(1..3), Some(["convert", _] | ["book", "merge"]));
    let is_written = |word: &&&str| writes_last && !word.starts_with('-') || is_book_made && word.ends_with(".db");
    names.extend(words.iter().filter(|word| word.contains(['.', '/'])).rfind(is_written));
    names
}
