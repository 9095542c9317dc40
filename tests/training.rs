//! Self-play, records, training and evolution, as typed.

use crate::support;
use std::fs;
use std::path::Path;
use std::process::Output;

/// Where a test runs the program.
struct Folder(support::Folder);

impl Folder {
    fn new(name: &str) -> Self {
        Self(support::folder(name))
    }

    fn run(&self, line: &str) -> Output {
        self.0.command(line).output().unwrap()
    }

    /// What a successful command says, on either output.
    fn says(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(output.status.success(), "{line}: {output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    fn complains(&self, line: &str) -> String {
        let output = self.run(line);
        assert!(!output.status.success(), "{line}: {output:?}");
        String::from_utf8([output.stdout, output.stderr].concat()).unwrap()
    }

    fn bytes(&self, name: &str) -> Vec<u8> {
        fs::read(self.0.join(name)).unwrap()
    }

    /// How many bytes there are of the file that is to get a name that begins so as soon as it is complete.
    fn unfinished(&self, name: &str) -> Option<usize> {
        let is_meant = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(&format!(".{name}"));
        let found = fs::read_dir(&*self.0).unwrap().map(Result::unwrap).find(is_meant)?;
        Some(found.metadata().ok()?.len() as usize)
    }
}

/// Place of the first byte of a game in the middle of a file of games, behind its length and checksum.
fn body_in_the_middle(file: &[u8]) -> usize {
    const FRAME: usize = 8;
    let mut place = "KMTKGAME".len() + 2 + 1 + "shogi".len();
    while place < file.len() / 2 {
        let length = file[place..place + 4].try_into().map(u32::from_le_bytes).unwrap();
        place += FRAME + length as usize;
    }
    place + FRAME
}

#[test]
fn from_games_to_a_network() {
    let folder = Folder::new("training");
    let play = "selfplay --eval <handmade> --nodes 20 --threads 2 --out";
    assert!(folder.says(&format!("{play} a.kgr --games 50 --seed 1")).contains("50 games"));
    folder.says(&format!("{play} b.kgr --games 30 --seed 2"));

    let statistics = folder.says("records stats a.kgr b.kgr");
    assert!(statistics.contains("games 80, ") && statistics.contains("win by score"), "{statistics}");
    assert!(folder.says("records verify a.kgr b.kgr").contains("80 games, 0 faults"));
    assert!(folder.says("records merge a.kgr b.kgr --out all.kgr").contains("80 games"));
    folder.says("records merge a.kgr b.kgr --shuffle 3 --out shuffled.kgr");
    assert_eq!(folder.bytes("all.kgr").len(), folder.bytes("shuffled.kgr").len());
    assert_ne!(folder.bytes("all.kgr"), folder.bytes("shuffled.kgr"));
    assert!(
        folder.complains("records merge a.kgr --out b.kgr").contains("b.kgr exists already; --force overwrites it")
    );

    let whole = folder.bytes("all.kgr");
    fs::write(folder.0.join("cut.kgr"), &whole[..whole.len() - 5]).unwrap();
    let faults = folder.complains("records verify cut.kgr");
    assert!(faults.contains("79 games, 1 fault") && faults.contains("behind the last whole game"), "{faults}");
    let mut damaged = whole.clone();
    damaged[body_in_the_middle(&whole)] ^= 1;
    fs::write(folder.0.join("damaged.kgr"), damaged).unwrap();
    assert!(folder.complains("train --data damaged.kgr --out net.kmt").contains("damaged, and more follows"));
    the_rest_of_a_file_is_told_of(&folder);

    assert!(folder.complains("train --data a.kgr --out net.kmt").contains("50 games are too few"));
    assert!(
        folder.complains("train --variant tori --data all.kgr --out net.kmt").contains("shogi instead of torishogi")
    );
    assert!(folder.complains("train --data all.kgr --out net.kmt --result-share 1.5").contains("from 0 to 1"));

    // Under the name of another game none of the moves can be played.
    folder.says("selfplay --variant minishogi --nodes 20 --games 70 --out small.kgr");
    let games = folder.bytes("small.kgr").split_off("KMTKGAME".len() + 2 + 1 + "minishogi".len());
    fs::write(folder.0.join("foreign.kgr"), [&whole[.."KMTKGAME".len() + 2 + 1 + "shogi".len()], &games].concat())
        .unwrap();
    assert!(folder.complains("train --data foreign.kgr --out none.kmt").contains("no position of 70 games"));
    let trained = folder.says("train --data all.kgr --out net.kmt --epochs 2 --scale 600");
    assert!(trained.contains("scale 600") && trained.contains("epoch 2: ") && trained.contains("rounding changes"));
    let half_way = trained.lines().find(|line| line.contains("output weights are rounded from here on"));
    assert!(half_way.is_some_and(|line| line.starts_with("epoch 1: ")), "{trained}");
    folder.says("train --data all.kgr --out again.kmt --epochs 2 --scale 600 --threads 1");
    assert_eq!(folder.bytes("net.kmt"), folder.bytes("again.kmt"));
    folder.says("train --data all.kgr --out again.kmt --epochs 2 --resume");
    assert_eq!(folder.bytes("net.kmt"), folder.bytes("again.kmt"));

    // A wider network begins with what the narrower one knows, and is gone on from as wide as it is.
    let trained = folder.says("train --data all.kgr --from net.kmt --width 160 --epochs 1 --out wide.kmt");
    assert!(trained.contains(" x 160 x "), "{trained}");
    assert!(folder.says("net wide.kmt").contains("own network, 160 wide"));
    assert!(folder.says("train --data all.kgr --from wide.kmt --epochs 1 --out wider.kmt").contains(" x 160 x "));
    assert!(folder.says("train --data all.kgr --epochs 2 --out wider.kmt --resume").contains(" x 160 x "));
    let narrower = folder.complains("train --data all.kgr --from wide.kmt --width 128 --epochs 1 --out narrow.kmt");
    assert!(narrower.contains("wide.kmt is 160 wide"), "{narrower}");
    for width in ["0", "100", "544"] {
        let refused = folder.complains(&format!("train --data all.kgr --width {width} --out none.kmt"));
        assert!(refused.contains("a multiple of 32 up to 512 is needed"), "{refused}");
    }

    let predicted = folder.says("records predict a.kgr b.kgr --eval <handmade> --eval net.kmt --eval <handmade>");
    assert!(predicted.contains("of 80 games") && predicted.contains("+0 +- 0"), "{predicted}");
    let sections = ["all ", "opening ", "middle game ", "endgame ", "a.kgr ", "b.kgr "];
    assert!(sections.iter().all(|name| predicted.lines().any(|line| line.starts_with(name))), "{predicted}");
    assert!(folder.complains("records predict a.kgr").contains("--eval"));
    assert!(folder.complains("records predict a.kgr --eval none.kmt").contains("none.kmt"));

    folder.says("selfplay --eval net.kmt --nodes 20 --games 4 --out c.kgr");
    assert!(folder.says("records rescore c.kgr --eval net.kmt --nodes 30 --out again.kgr").contains("4 games"));
    assert_eq!(folder.bytes("c.kgr").len(), folder.bytes("again.kgr").len());
    assert!(folder.says("records verify again.kgr").contains("4 games, 0 faults"));
    assert!(folder.complains("selfplay --eval none.kmt --games 1 --out d.kgr").contains("none.kmt"));
}

/// What a damaged game hides is missed, and what was cut off is told of.
fn the_rest_of_a_file_is_told_of(folder: &Folder) {
    let rescore = "rescore --nodes 1 --out searched.kgr";
    let predict = "predict --eval <handmade>";
    for line in ["stats", "merge --out mended.kgr", "collect --out mended.sfen", rescore, predict] {
        let complaint = folder.complains(&format!("records {line} damaged.kgr"));
        assert!(complaint.contains("damaged.kgr: ") && complaint.contains("are damaged\n"), "{line}: {complaint}");
        assert!(complaint.ends_with("kumataka: damaged games and files: 1\n"), "{line}: {complaint}");
    }
    let predicted = folder.complains(&format!("records {predict} damaged.kgr"));
    assert!(predicted.lines().any(|line| line.starts_with("all ")), "{predicted}");
    assert!(folder.says("records verify mended.kgr searched.kgr").contains(" 0 faults"));
    let mended = folder.bytes("mended.kgr");
    let complaint = folder.complains("records merge damaged.kgr --out mended.kgr --force");
    assert!(complaint.contains("mended.kgr stays as it is"), "{complaint}");
    assert_eq!(folder.bytes("mended.kgr"), mended);

    let told = folder.says("records merge cut.kgr --out uncut.kgr");
    assert!(told.contains("79 games") && told.contains("cut.kgr: the last game was cut off"), "{told}");
    assert!(folder.says("records verify uncut.kgr").contains("79 games, 0 faults"));
}

/// Whatever a command would write, an existing file is kept unless it is said that it may go.
#[test]
fn existing_files_are_kept() {
    let folder = Folder::new("existing");
    let play = "selfplay --eval <handmade> --nodes 4 --games 70 --out games.kgr";
    let told = folder.says(play);
    assert!(told.starts_with("1 %, 1/70 games, "), "{told}");
    let games = folder.bytes("games.kgr");
    let complaint = folder.complains(play);
    assert!(complaint.contains("games.kgr exists already; --append adds to it, --force overwrites it"), "{complaint}");
    assert_eq!(folder.bytes("games.kgr"), games);
    // The same seed gives other games behind these.
    folder.says(&format!("{play} --append"));
    let both = folder.bytes("games.kgr");
    assert!(both.starts_with(&games) && !both.ends_with(&games[games.len() / 2..]));
    assert!(folder.says("records verify games.kgr").contains("140 games, 0 faults"));
    folder.says(&format!("{play} --force"));
    assert_eq!(folder.bytes("games.kgr"), games);

    let train = "train --data games.kgr --epochs 1 --scale 600 --out net.kmt";
    let told = folder.says(train);
    assert!(told.contains("\nepoch 1/1, "), "{told}");
    let network = folder.bytes("net.kmt");
    for file in ["net.kmt", "net.kmt.checkpoint"] {
        let complaint = folder.complains(&format!("{train} --seed 2"));
        assert!(complaint.contains(&format!("{file} exists already; --resume goes on")), "{complaint}");
        assert!(file != "net.kmt" || folder.bytes(file) == network);
        fs::remove_file(folder.0.join(file)).unwrap();
    }
    folder.says(train);
    assert_eq!(folder.bytes("net.kmt"), network);
    folder.says(&format!("{train} --seed 2 --force"));
    assert_ne!(folder.bytes("net.kmt"), network);

    // What an earlier run may have left there is for its owner to delete, or to read.
    fs::write(folder.0.join("merge.out.new"), &games).unwrap();
    folder.says("records merge merge.out.new --out merge.out");
    fs::remove_file(folder.0.join("merge.out")).unwrap();
    for command in ["merge", "rescore --nodes 20", "collect"] {
        let line = format!("records {command} games.kgr --out {}.out", &command[..5]);
        folder.says(&line);
        assert!(folder.complains(&line).contains(".out exists already; --force overwrites it"), "{line}");
        folder.says(&format!("{line} --force"));
        let complaint = folder.complains(&format!("records {command} games.kgr --out games.kgr --force"));
        assert!(complaint.contains("games.kgr is read as well"), "{complaint}");
        assert!(folder.complains(&line.replace("games.kgr", "none.kgr --force")).contains("none.kgr"));
        assert!(!folder.bytes(&format!("{}.out", &command[..5])).is_empty() || command == "collect");
    }
    assert_eq!(folder.bytes("games.kgr"), games);
    assert_eq!(folder.bytes("merge.out.new"), games);
    assert_eq!(folder.unfinished(""), None);
}

/// Ctrl-C keeps the games that are done, whole, but not in the place of a file that has all.
#[cfg(unix)]
#[test]
fn interrupted_rescoring_keeps_whole_games() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = Folder::new("interrupted");
    folder.says("selfplay --eval <handmade> --games 40 --nodes 20 --out games.kgr");
    let line = "records rescore games.kgr --nodes 300 --threads 1 --out again.kgr";
    let mut program = Running::start(folder.0.command(line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    let header = "KMTKGAME".len() + 2 + 1 + "shogi".len();
    let written = || folder.unfinished("again.kgr").unwrap_or(0);
    program.wait_until("a game is written", || written() > header);
    let least = written();
    program.signal("-INT");
    let output = program.output();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && complaint.contains("stopped by Ctrl-C after "), "{output:?}");
    assert!(folder.says("records verify again.kgr").contains(", 0 faults"));
    assert!((least..folder.bytes("games.kgr").len()).contains(&folder.bytes("again.kgr").len()));

    fs::copy(folder.0.join("games.kgr"), folder.0.join("again.kgr")).unwrap();
    let line = format!("{line} --force");
    let mut program = Running::start(folder.0.command(&line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    program.wait_until("a game is written again", || written() > header);
    program.signal("-INT");
    let output = program.output();
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(1) && complaint.contains("; again.kgr stays as it is\n"), "{output:?}");
    assert_eq!(folder.bytes("again.kgr"), folder.bytes("games.kgr"));
    assert_eq!(folder.unfinished("again.kgr"), None);
}

/// Networks find the moves of mates in one, and no move that loses a rook.
#[test]
fn agreement_with_given_moves_is_counted() {
    let folder = Folder::new("agreement");
    let mate = r#"{"sfen": "8k/9/8P/9/9/9/9/9/K8 b G 1", "bestmove": "G*1b", "turn": 0}"#;
    let gift = r#"{"sfen": "8k/9/4p4/9/9/9/9/9/K3R4 b - 1", "bestmove": "5i5d"}"#;
    let text = format!("{mate}\n\n{gift}\n");
    fs::write(folder.0.join("moves.jsonl"), text).unwrap();
    let said = folder.says("records agree moves.jsonl --nodes 2000 --eval <handmade> --eval <internal> --threads 2");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[0], "2 positions of 2000 nodes");
    assert!(lines[2].trim().starts_with("50.0 % ") && lines[2].ends_with("  <handmade>"), "{said}");
    assert!(lines[3].contains(" +0.0 +- 0.0  <internal>"), "{said}");

    for (name, line, reason) in [
        ("illegal", mate.replace("G*1b", "G*1c"), "illegal.jsonl, line 2: G*1c: "),
        ("missing", r#"{"sfen": "startpos"}"#.to_owned(), "missing.jsonl, line 2: missing field `bestmove`"),
        ("board", gift.replace("8k", "9k"), "board.jsonl, line 2: "),
        ("other", "7g7f".to_owned(), "other.jsonl, line 2: "),
    ] {
        fs::write(folder.0.join(format!("{name}.jsonl")), format!("{gift}\n{line}\n")).unwrap();
        let told = folder.complains(&format!("records agree {name}.jsonl --nodes 1 --eval <handmade>"));
        assert!(told.contains(reason), "{told}");
    }
    fs::write(folder.0.join("empty.jsonl"), "\n").unwrap();
    let told = folder.complains("records agree empty.jsonl --eval <handmade>");
    assert!(told.contains("there are no positions in the files"), "{told}");
    assert!(folder.complains("records agree none.jsonl --eval <handmade>").contains("none.jsonl: "));
}

#[test]
fn collected_positions_start_games() {
    let folder = Folder::new("starts");
    fs::write(folder.0.join("starts.sfen"), "4k4/9/9/9/9/9/9/9/4K4 b 9P9p 1\n").unwrap();
    folder.says("selfplay --eval <handmade> --games 200 --nodes 1 --starts starts.sfen --out games.kgr");
    let bare = |record: &[u8]| record.windows(5).filter(|part| part == b"4k4/9" || part == b"/4K4 ").count();
    assert!(bare(&folder.bytes("games.kgr")) > 0, "no game started there");
    fs::write(folder.0.join("broken.sfen"), "# a comment\n\n9/9 b - 1\n").unwrap();
    let complaint = folder.complains("selfplay --games 1 --starts broken.sfen --out none.kgr");
    assert!(complaint.contains("broken.sfen, line 3"), "{complaint}");
    folder.says("records collect games.kgr --out collected.sfen");
    assert!(folder.complains("records collect games.kgr --out collected.sfen").contains("collected.sfen"));
}

#[test]
fn starts_and_ends_of_games_are_chosen() {
    let folder = Folder::new("wide");
    let play = "selfplay --eval <handmade> --nodes 2 --play-out 0 --seed 5 --games";
    folder.says(&format!("{play} 20 --random-plies 0 --out even.kgr"));
    // A game in twenty starts from a handicap; without random moves the others start from the even position.
    let even = b"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";
    assert!(folder.bytes("even.kgr").windows(even.len()).filter(|part| part == even).count() > 10);
    folder.says(&format!("{play} 40 --random-plies 3-4 --agreed 100 --out short.kgr"));
    folder.says(&format!("{play} 40 --random-plies 3-4 --agreed 30000 --out long.kgr"));
    assert!(folder.bytes("short.kgr").len() * 3 < folder.bytes("long.kgr").len());
    assert!(folder.complains("selfplay --games 1 --random-plies 9-4 --out none.kgr").contains("9-4"));
}

#[test]
fn evolution_goes_on_where_it_was() {
    let folder = Folder::new("evolution");
    let line = "evolve --variant tori --folder birds --games 64 --nodes 2 --match-games 2 --threads 2 --generations";
    let first = folder.says(&format!("{line} 1"));
    let handmade = if cfg!(windows) { "\"<handmade>\"" } else { "'<handmade>'" };
    assert!(first.contains(&format!(" selfplay --eval {handmade} --games 64")), "{first}");
    assert!(first.contains(" train --data birds") && first.contains(" match --engine "), "{first}");
    let network = folder.bytes("birds/generation-0.kmt");
    let second = folder.says(&format!("{line} 2"));
    assert!(!second.contains(&format!("{handmade} --games")) && second.contains("generation-1.kgr"), "{second}");
    assert_eq!(folder.bytes("birds/generation-0.kmt"), network);
    assert!(Path::new(&folder.0.join("birds/generation-1.kmt")).exists());
    assert!(!folder.says(&format!("{line} 2")).contains("kumataka"));
}

/// Kings that are captured, first checks and tries were one kind of end in earlier versions.
#[test]
fn ends_of_games_are_told_apart() {
    let folder = Folder::new("ends");
    for (game, end) in [("dobutsu", "royal piece lost"), ("checkshogi", "first check")] {
        let line = format!("selfplay --variant {game} --eval <handmade> --games 30 --nodes 20 --play-out 100");
        folder.says(&format!("{line} --out {game}.kgr"));
        let statistics = folder.says(&format!("records stats --variant {game} {game}.kgr"));
        assert!(statistics.contains(end) && !statistics.contains("claim"), "{statistics}");
        let verified = folder.says(&format!("records verify --variant {game} {game}.kgr"));
        assert!(verified.contains("30 games, 0 faults"), "{verified}");
    }
}

/// Openings of every kind, and games that are played out.
#[test]
fn natural_openings_start_games() {
    let folder = Folder::new("openings");
    folder.says("selfplay --eval <handmade> --games 20 --nodes 5 --play-out 100 --out games.kgr");
    let statistics = folder.says("records stats games.kgr");
    assert!(statistics.contains("\nends\n") && !statistics.contains("win by score"), "{statistics}");
    fs::write(folder.0.join("lines.usi"), "startpos moves 7g7f 3c3d 2g2f\n").unwrap();
    let line = "selfplay --eval <handmade> --games 40 --nodes 5 --vary 50 --margin 100 --out more.kgr";
    folder.says(&format!("{line} --book <internal> --openings lines.usi --lines games.kgr"));
    assert!(folder.says("records verify more.kgr").contains("40 games, 0 faults"));
    let from_line = b"lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P4P1/PP1PPPP1P/1B5R1/LNSGKGSNL w - 4";
    assert!(folder.bytes("more.kgr").windows(from_line.len()).any(|part| part == from_line));
    assert!(folder.complains("selfplay --games 1 --book none.db --out none.kgr").contains("none.db"));
    assert!(folder.complains("selfplay --games 1 --lines none.kgr --out other.kgr").contains("none.kgr"));
}

/// The number that follows these words.
fn number_behind(words: &str, text: &str) -> usize {
    let (_, rest) = text.split_once(words).unwrap_or_else(|| panic!("no \"{words}\" in {text}"));
    rest.split(|c: char| !c.is_ascii_digit()).next().unwrap().parse().unwrap()
}

/// Positions of the search trees are stored with the games, checked, scored again and learned from.
#[test]
fn search_trees_branch_off_from_games() {
    let folder = Folder::new("branches");
    let line = "selfplay --eval <handmade> --nodes 60 --games 70";
    folder.says(&format!("{line} --out plain.kgr"));
    folder.says(&format!("{line} --branches 3 --branch-nodes 40 --out games.kgr"));
    let statistics = folder.says("records stats games.kgr");
    let (positions, branches) =
        (number_behind("positions ", &statistics), number_behind("positions in branches ", &statistics));
    assert!(branches > positions / 2 && branches <= 3 * positions, "{statistics}");
    assert!(!folder.says("records stats plain.kgr").contains("branches"));
    assert!(folder.says("records verify games.kgr").contains("70 games, 0 faults"));

    folder.says("records rescore games.kgr --eval <handmade> --nodes 30 --out again.kgr");
    assert_eq!(folder.bytes("games.kgr").len(), folder.bytes("again.kgr").len());
    assert_ne!(folder.bytes("games.kgr"), folder.bytes("again.kgr"));
    assert!(folder.says("records verify again.kgr").contains("70 games, 0 faults"));

    let learned = |data: &str| {
        let trained = folder.says(&format!("train --data {data} --epochs 1 --scale 600 --out {data}.kmt"));
        number_behind("epoch 1: ", &trained)
    };
    // Nearly all branches pass the filter, and about half of the games' positions.
    assert!(learned("games.kgr") > branches * 3 / 4 + positions / 4);
    // Static evaluations are stored of positions that are not calm too.
    folder.says(&format!("{line} --branches 3 --branch-nodes 0 --out static.kgr"));
    let statistics = folder.says("records stats static.kgr");
    assert!(number_behind("positions in branches ", &statistics) > branches, "{statistics}");
    assert!(folder.says("records verify static.kgr").contains("70 games, 0 faults"));
    let refused = folder.complains("selfplay --games 1 --branches 33 --out none.kgr");
    assert!(refused.contains("33") && refused.contains("32"), "{refused}");
}

/// Wherever a round has been broken off, the same command finishes it.
#[test]
fn a_stream_goes_on_wherever_it_was_cut() {
    let folder = Folder::new("stream");
    let line =
        "evolve --variant tori --stream river --nodes 2 --plies 4000 --batch 512 --match-games 2 --threads 2 --rounds";
    assert!(folder.says(&format!("{line} 2")).contains("round 2: "));
    let log = || String::from_utf8(folder.bytes("river/log.tsv")).unwrap();
    let rounds = || log().lines().skip(1).map(|line| line.split('\t').next().unwrap().to_owned()).collect::<Vec<_>>();
    let exists = |name: &str| folder.0.join("river").join(name).exists();
    assert_eq!(rounds(), ["1", "2"]);
    assert!(exists("games-2.kgr") && exists("fresh-2.kgr") && exists("first.kmt"));
    assert!(!exists("candidate-2.kmt") && !exists("candidate-2.state"));
    assert!(!folder.says(&format!("{line} 2")).contains("round"));

    // In the middle of a game, of a candidate and of a line of the log, with the state lost.
    let games = folder.bytes("river/games-2.kgr");
    let write = |name: &str, bytes: &[u8]| fs::write(folder.0.join("river").join(name), bytes).unwrap();
    write("games-3.kgr", &games[..games.len() / 2]);
    write("candidate-3.state", b"half");
    write("candidate-3.kmt.new", b"half");
    write("log.tsv", (log() + "3\tye").as_bytes());
    let _ = fs::remove_file(folder.0.join("river/network.state"));
    assert!(folder.says(&format!("{line} 3")).contains("round 3: "));
    assert_eq!(rounds(), ["1", "2", "3"]);
    assert!(folder.says("records verify --variant tori river/games-3.kgr").contains(" 0 faults"));

    // Decided, with the candidate not yet in its place.
    write("candidate-4.kmt", &folder.bytes("river/first.kmt"));
    write("log.tsv", (log() + "4\tyes\t1e-4\n").as_bytes());
    folder.says(&format!("{line} 4"));
    assert_eq!(folder.bytes("river/network.kmt"), folder.bytes("river/first.kmt"));
    assert!(!exists("candidate-4.kmt"));

    // Fresh games join the others in time, and what does not fit the reservoir goes. Which games a round has, and how many plies
    // above 4000, depends on which thread is ahead: the reservoir has room for any one round, and for no three.
    folder.says(&format!("{line} 5 --reservoir 9000"));
    assert!(folder.says(&format!("{line} 6 --reservoir 9000")).contains("round 6: "));
    assert!(exists("games-6.kgr") && !exists("games-1.kgr") && !exists("games-2.kgr"));

    // The network alone carries on.
    let elsewhere = line.replace("river", "delta --eval river/network.kmt");
    folder.says(&format!("{elsewhere} 1"));
    assert_eq!(folder.bytes("delta/first.kmt"), folder.bytes("river/network.kmt"));
    assert!(folder.complains("evolve --stream sea --eval none.kmt").contains("none.kmt"));
    let complaint = folder.complains("evolve");
    assert!(complaint.contains("<--folder <FOLDER>|--stream <FOLDER>>"), "{complaint}");
    assert!(folder.complains("evolve --folder a --stream b").contains("cannot be used with"));
}

/// Games of chu shogi and its elders are kept, checked, collected from, searched again and predicted as those of shogi are,
/// and networks are improved by them.
#[test]
fn large_games_are_dealt_with_as_others() {
    let folder = Folder::new("large");
    for (game, is_networked) in [("chushogi", true), ("shoshogi", false), ("daishogi", false)] {
        let line = format!("selfplay --variant {game} --eval <handmade> --games 10 --nodes 2 --threads 2");
        folder.says(&format!("{line} --out {game}.kgr"));
        assert!(folder.says(&format!("records stats --variant {game} {game}.kgr")).contains("games 10, "));
        assert!(folder.says(&format!("records verify --variant {game} {game}.kgr")).contains("10 games, 0 faults"));
        let merged = folder.says(&format!("records merge --variant {game} {game}.kgr {game}.kgr --out {game}-2.kgr"));
        assert!(merged.contains("20 games"), "{merged}");
        let rescored =
            folder.says(&format!("records rescore --variant {game} {game}.kgr --nodes 3 --out {game}-3.kgr"));
        assert!(rescored.contains("10 games"), "{rescored}");
        assert_eq!(folder.bytes(&format!("{game}.kgr")).len(), folder.bytes(&format!("{game}-3.kgr")).len());
        assert!(folder.says(&format!("records verify --variant {game} {game}-3.kgr")).contains("10 games, 0 faults"));
        let collected = folder.says(&format!("records collect --variant {game} {game}.kgr --out {game}.sfen"));
        assert!(collected.contains("0 with an entered king, "), "{collected}");
        let predict = format!("records predict --variant {game} {game}.kgr --eval <handmade> --eval <internal>");
        let predicted = folder.says(&predict);
        assert!(predicted.contains("of 10 games"), "{predicted}");
        // What comes with the program is the evaluation by hand where there is no network.
        assert_eq!(predicted.contains("+0 +- 0"), !is_networked, "{predicted}");
    }
    let complaint = folder.complains("evolve --variant shoshogi --stream none");
    assert!(complaint.contains("no network for shoshogi comes with the program"), "{complaint}");
    assert!(folder.complains("records stats chushogi.kgr").contains("chushogi instead of shogi"));

    let options = "--nodes 2 --plies 4000 --batch 512 --match-games 2 --threads 2";
    let told = folder.says(&format!("evolve --variant chushogi --stream river {options} --rounds 2"));
    assert!(told.contains("round 1: ") && told.contains("round 2: "), "{told}");
    let log = String::from_utf8(folder.bytes("river/log.tsv")).unwrap();
    assert_eq!(log.lines().count(), 3, "{log}");
    assert!(folder.says("records verify --variant chushogi river/games-2.kgr").contains(" 0 faults"));

    // A network of an elder's own is one to begin with.
    folder.says("selfplay --variant shoshogi --eval <handmade> --games 80 --nodes 2 --threads 2 --out sho.kgr");
    folder.says("train --variant shoshogi --data sho.kgr --epochs 1 --out sho.kmt");
    let told = folder.says(&format!("evolve --variant shoshogi --stream rill --eval sho.kmt {options} --rounds 1"));
    assert!(told.contains("round 1: "), "{told}");
}

/// A training that Ctrl-C ends writes the network of the finished epochs, and its exit status tells that more were asked for.
#[cfg(unix)]
#[test]
fn an_interrupted_training_passes_for_no_finished_one() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = Folder::new("interrupted-training");
    folder.says("selfplay --eval <handmade> --games 64 --nodes 4 --threads 2 --out games.kgr");
    let line = "train --data games.kgr --scale 600 --epochs 1000000 --out net.kmt";
    let mut program = Running::start(folder.0.command(line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    program.wait_until("an epoch is finished", || folder.0.join("net.kmt.checkpoint").exists());
    program.signal("-INT");
    let output = program.output();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.contains("\nvalidation loss ") && told.contains(", in net.kmt\n"), "{told}");
    let last = told.lines().last().unwrap();
    assert!(
        last.starts_with("kumataka: stopped by Ctrl-C in epoch ") && last.contains(" of 1000000; --resume"),
        "{last}"
    );
    assert!(folder.says("net net.kmt").contains("own network"));
    // No more than the epochs that are done.
    folder.says("train --data games.kgr --scale 600 --epochs 1 --out net.kmt --resume");
}

/// Self-play tells how many of the games were played, by its exit status too.
#[cfg(unix)]
#[test]
fn interrupted_self_play_keeps_its_games() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = Folder::new("interrupted-selfplay");
    let line = "selfplay --eval <handmade> --games 1000000 --nodes 4 --out games.kgr";
    let mut program = Running::start(folder.0.command(line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    program.wait_until("games are written", || {
        fs::metadata(folder.0.join("games.kgr")).is_ok_and(|file| file.len() >= 2_000)
    });
    program.signal("-INT");
    let output = program.output();
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert!(told.ends_with(" of 1000000 games; --append adds more games to the file\n"), "{told}");
    assert!(folder.says("records verify games.kgr").contains(" 0 faults"));
}

/// Ctrl-C ends a stream in good order, and what has been played is kept. It leaves work undone only where rounds were asked for.
#[cfg(unix)]
#[test]
fn an_interrupted_stream_keeps_its_games() {
    use crate::support::Running;
    use std::process::Stdio;
    let folder = Folder::new("interrupted-stream");
    let line = "evolve --variant tori --stream river --nodes 2 --threads 1";
    let mut program = Running::start(folder.0.command(line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    let written = || fs::metadata(folder.0.join("river/games-1.kgr")).map_or(0, |file| file.len() as usize);
    program.wait_until("games are written", || written() >= 2_000);
    let least = written();
    assert!(folder.complains(line).contains("in use"));
    program.signal("-INT");
    let output = program.output();
    assert!(output.status.success() && String::from_utf8_lossy(&output.stderr).contains("stopped"), "{output:?}");
    assert!(folder.says("records verify --variant tori river/games-1.kgr").contains(" 0 faults"));
    let kept = written();
    assert!(kept >= least);
    assert!(!folder.0.join("river/candidate-1.kmt").exists());

    let line = format!("{line} --rounds 1");
    let mut program = Running::start(folder.0.command(&line).stderr(Stdio::piped()).stdout(Stdio::piped()));
    program.wait_until("more games are written", || written() > kept);
    program.signal("-INT");
    let output = program.output();
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.ends_with("kumataka: stopped by Ctrl-C; the same command goes on\n"), "{told}");
}
