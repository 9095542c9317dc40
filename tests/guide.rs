//! Cards of the pieces, rules in words, and the squares of a piece.

use crate::support;
use kumataka::any::AnyPosition;
use kumataka::board::Color;
use kumataka::game::{Cell, Departure, Feat, Manner, SfenMode, Stride, Strides};
use kumataka::guide::cards::{Cards, called, deck};
use kumataka::guide::rules::rules;
use kumataka::variants::{Kernel, Variant};
use kumataka::words::Language;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The SFEN of a board with these pieces, Black to move.
fn sfen(game: Variant, pieces: &[(Cell, String)]) -> String {
    // Names of several letters have commas between them.
    let comma = if game.start().sfen().contains(',') { "," } else { "" };
    let rank = |rank| {
        let (mut cells, mut empty) = (Vec::new(), 0);
        for file in (0..game.files()).rev() {
            match pieces.iter().find(|(place, _)| *place == Cell { file, rank }) {
                Some((_, letters)) => {
                    cells.extend((empty > 0).then(|| empty.to_string()));
                    cells.push(letters.clone());
                    empty = 0;
                }
                None => empty += 1,
            }
        }
        cells.extend((empty > 0).then(|| empty.to_string()));
        cells.join(comma)
    };
    format!("{} b - 1", (0..game.ranks()).map(rank).collect::<Vec<_>>().join("/"))
}

/// A piece of Black in the middle of a board, with other own pieces, and White far from its lines.
struct Alone {
    game: Variant,
    kind: usize,
    middle: Cell,
}

impl Alone {
    fn at(&self, right: i8, forward: i8) -> Option<Cell> {
        let file = i16::from(self.middle.file) - i16::from(right);
        let rank = i16::from(self.middle.rank) - i16::from(forward);
        let is_there =
            (0..i16::from(self.game.files())).contains(&file) && (0..i16::from(self.game.ranks())).contains(&rank);
        is_there.then_some(Cell { file: file as u8, rank: rank as u8 })
    }

    fn offset(&self, cell: Cell) -> (i8, i8) {
        (self.middle.file as i8 - cell.file as i8, self.middle.rank as i8 - cell.rank as i8)
    }

    fn distance(&self, cell: Cell) -> i8 {
        let (right, forward) = self.offset(cell);
        right.abs().max(forward.abs())
    }

    /// The position with an own piece on `blocker`. A king of White stands on the furthest square that the piece does
    /// not reach, and a gold of each side near it in the games that end with a bare king. On a small board White's king would keep Black's off, and
    /// is left out where it need not be there.
    fn position(&self, strides: &Strides, blocker: Option<Cell>) -> AnyPosition {
        let mut free: Vec<Cell> = self
            .game
            .cells()
            .filter(|&cell| {
                let (right, forward) = self.offset(cell);
                strides.manner(right, forward).is_none() && Some(cell) != blocker && cell != self.middle
            })
            .collect();
        free.sort_by_key(|&cell| -self.distance(cell));
        let letters = self.game.face(self.kind).sfen;
        if is_wide(self.game) {
            let royal = royal(self.game);
            let apart = |cell: &&Cell| cell.file.abs_diff(free[0].file).max(cell.rank.abs_diff(free[0].rank)) > 3;
            let mut pieces = vec![(self.middle, letters), (free[0], royal.to_lowercase())];
            pieces.extend(free.iter().find(apart).filter(|_| pieces[0].1 != royal).map(|&home| (home, royal.clone())));
            pieces.extend(blocker.map(|cell| (cell, pawn(self.game))));
            return self.game.read_sfen(&sfen(self.game, &pieces), SfenMode::Composed).unwrap();
        }
        let keeps_off = letters == "K" && self.distance(free[0]) < 3 && self.game != Variant::Dobutsu;
        let mut pieces = vec![(self.middle, letters.clone())];
        if !keeps_off {
            pieces.push((free[0], "k".to_owned()));
        }
        // Without a lion of its own Black would have lost.
        let home = free.iter().rfind(|cell| cell.rank > 0).filter(|_| self.game == Variant::Dobutsu && letters != "K");
        pieces.extend(home.map(|&cell| (cell, "K".to_owned())));
        if self.game.held_kinds() == 0 {
            pieces.extend([(free[1], "g".to_owned()), (free[2], "G".to_owned())]);
        }
        pieces.extend(blocker.map(|cell| (cell, pawn(self.game))));
        let text = sfen(self.game, &pieces);
        let read = self.game.read_sfen(&text, SfenMode::Composed);
        read.unwrap_or_else(|error| panic!("{}: {text}: {error}", self.game))
    }

    /// The cells that the generator moves the piece to, its own if it passes.
    fn generated(&self, position: &AnyPosition) -> BTreeSet<(i8, i8)> {
        let ways = position.legal_moves().into_iter().map(|m| self.game.way(m));
        ways.filter(|way| way.from == Departure::Board(self.middle)).map(|way| self.offset(way.to)).collect()
    }
}

/// True for the games whose pieces have further ways than those of chu shogi.
fn is_wide(game: Variant) -> bool {
    matches!(game.kernel(), Kernel::Wide(_))
}

/// The letters of a royal piece of a game of the wide kernel.
fn royal(game: Variant) -> String {
    let Kernel::Wide(variant) = game.kernel() else { unreachable!("the wide kernel") };
    let kinds = variant.game().spec().kinds;
    // One that goes a step: it gives no check from afar.
    kinds.iter().find(|kind| kind.royal && kind.further.is_empty()).unwrap().sfen()
}

/// The letters of a piece that gives no check from where it stands.
fn pawn(game: Variant) -> String {
    let is_pawn = |&kind: &usize| game.strides(kind).iter().count() == 1;
    game.face((0..game.kinds()).find(is_pawn).unwrap()).sfen
}

/// The squares that the cards promise, with an own piece on the neighbouring square this far away, and others on
/// `fixed`.
fn promised(
    alone: &Alone,
    strides: &Strides,
    blocker: Option<(i8, i8)>,
    fixed: &BTreeSet<(i8, i8)>,
) -> BTreeSet<(i8, i8)> {
    if strides.feats().any(|feat| feat == Feat::Anywhere) {
        let cells = alone.game.cells().map(|cell| alone.offset(cell));
        return cells.filter(|&cell| cell != (0, 0) && Some(cell) != blocker && !fixed.contains(&cell)).collect();
    }
    let is_open =
        |cell: (i8, i8)| alone.at(cell.0, cell.1).is_some() && Some(cell) != blocker && !fixed.contains(&cell);
    // The squares of a line, as far as it is open.
    let line = |from: (i8, i8), (right, forward): (i8, i8)| {
        let at = move |n: i8| (from.0 + n * right, from.1 + n * forward);
        (1..99).map(at).take_while(move |&cell| is_open(cell)).collect::<Vec<_>>()
    };
    let mut squares = BTreeSet::new();
    for stride in strides.iter() {
        let (to, ahead) = ((stride.right, stride.forward), stride.direction());
        let before = (to.0 - ahead.0, to.1 - ahead.1);
        match stride.manner {
            Manner::Jump => squares.extend([to]),
            Manner::Step | Manner::Double => {
                // Steps behind a jump begin where it ends.
                let first = (1..stride.distance()).rev().find(|n| {
                    let cell = (n * ahead.0, n * ahead.1);
                    !strides.iter().any(|other| other.manner == Manner::Step && (other.right, other.forward) == cell)
                });
                let blocked = first.is_none() && stride.distance() > 1 && !is_open(ahead);
                squares.extend((!blocked).then_some(to));
            }
            Manner::Slide | Manner::RangeJump => squares.extend(line(before, ahead)),
            Manner::Hook => {
                let corners = line((0, 0), ahead);
                let (left, right) = ((-ahead.1, ahead.0), (ahead.1, -ahead.0));
                let turned = corners.iter().flat_map(|&corner| [line(corner, left), line(corner, right)].concat());
                squares.extend(turned.collect::<Vec<_>>());
                squares.extend(corners);
            }
            // A pawn is passed, and of lower rank.
            Manner::Over(_) | Manner::RangeCapture => {
                let cells = (1..i8::MAX).map(|n| (n * ahead.0, n * ahead.1));
                squares.extend(cells.take_while(|&cell| alone.at(cell.0, cell.1).is_some()));
            }
            Manner::Turns => squares.extend(turns(&is_open, stride).then_some(to)),
        }
    }
    squares.retain(|&(right, forward)| is_open((right, forward)) && (right, forward) != (0, 0));
    squares
}

/// True if single steps over open squares lead from the middle to the square of a stride, as many as the furthest of its
/// card needs: three.
fn turns(is_open: &impl Fn((i8, i8)) -> bool, stride: Stride) -> bool {
    let mut reached = BTreeSet::from([(0, 0)]);
    for _ in 0..3 {
        let ends: Vec<(i8, i8)> = reached.iter().copied().collect();
        let near = ends
            .into_iter()
            .flat_map(|(right, forward)| (-1..=1).flat_map(move |x| (-1..=1).map(move |y| (right + x, forward + y))));
        reached.extend(near.filter(|&cell| is_open(cell)));
    }
    reached.contains(&(stride.right, stride.forward))
}

/// The cards show what the generator of moves plays: on an empty board, and with an own piece on each neighbouring square,
/// which tells jumps from slides. A lion's power shows by its pass.
#[test]
fn cards_agree_with_the_generator() {
    let mut checked = 0;
    for &game in Variant::ALL {
        // Many kinds of the largest games move alike.
        let mut known = Vec::new();
        for kind in 0..game.kinds() {
            let alone = Alone { game, kind, middle: Cell { file: game.files() / 2, rank: game.ranks() / 2 } };
            let strides = game.strides(kind);
            if is_wide(game) && known.contains(&strides) {
                continue;
            }
            known.push(strides.clone());
            // In annan shogi a piece behind would lend its moves.
            let blockers = (-1..=1).flat_map(|right| (-1..=1).map(move |forward| (right, forward)));
            let blockers = blockers.filter(|&offset| offset != (0, 0) && game != Variant::Annan).map(Some);
            for blocker in blockers.chain([None]) {
                let cell = blocker.and_then(|(right, forward)| alone.at(right, forward));
                if blocker.is_some() && cell.is_none() {
                    continue;
                }
                let position = alone.position(&strides, cell);
                let mut generated = alone.generated(&position);
                let passes = generated.remove(&(0, 0));
                let case = format!("{game} {} {}", game.face(kind).sfen, position.sfen());
                let own = game.cells().filter(|&at| position.figure(at).is_some_and(|it| it.color == Color::Black));
                let fixed = own.map(|at| alone.offset(at)).collect();
                assert_eq!(generated, promised(&alone, &strides, blocker, &fixed), "{case}");
                let doubles = strides.iter().filter(|stride| stride.manner == Manner::Double).count();
                let may_pass = strides.feats().any(|feat| feat == Feat::DoubleCapture);
                assert_eq!(
                    passes,
                    may_pass
                        || doubles
                            > usize::from(blocker.is_some_and(|(x, y)| strides.manner(x, y) == Some(Manner::Double))),
                    "{case}"
                );
                checked += 1;
            }
        }
    }
    assert!(checked > 4_000, "{checked}");
}

fn data(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/guide").join(name)).unwrap()
}

/// The cards of games from each family, as somebody has looked at them.
#[test]
fn cards_are_exact() {
    let english = |game, letters| Cards { game, language: Language::En, letters }.text(&deck(game));
    for (game, letters, name) in [
        (Variant::Shogi, false, "shogi.txt"),
        (Variant::Tori, false, "torishogi.txt"),
        (Variant::Dobutsu, false, "dobutsu.txt"),
        (Variant::Kyoto, true, "kyotoshogi-letters.txt"),
    ] {
        assert_eq!(english(game, letters), data(name), "{name}");
    }
    let game = Variant::Chu;
    let named = ["lion", "horned falcon", "soaring eagle", "free king", "kirin", "phoenix", "竪行", "飛鹿"];
    let kinds: Vec<usize> = named.into_iter().flat_map(|name| called(game, name)).collect();
    assert_eq!(called(Variant::Shogi, "竜"), called(Variant::Shogi, "龍"));
    assert_eq!(called(Variant::Shogi, "竜").len(), 1);
    let cards = Cards { game, language: Language::Ja, letters: false };
    assert_eq!(cards.text(&kinds), data("chushogi-ja.txt"));
}

/// Every piece has a card, and rows of cards fit 80 columns.
#[test]
fn every_piece_has_a_card() {
    for &game in Variant::ALL {
        let kinds: BTreeSet<usize> = deck(game).into_iter().collect();
        assert!(kinds.into_iter().eq(0..game.kinds()), "{game}");
        for language in [Language::En, Language::Ja] {
            let text = Cards { game, language, letters: false }.text(&deck(game));
            let remark = language.choose("directly behind it", "真後ろ");
            assert_eq!(text.contains(remark), game == Variant::Annan, "{text}");
            let widest = text.lines().map(UnicodeWidthStr::width).max();
            assert!(widest <= Some(80), "{game}: {widest:?}");
        }
    }
}

/// The README of a game has its rules in both languages, as the program tells them.
#[test]
fn rules_stand_in_the_readme_of_each_game() {
    let mut missing = Vec::new();
    for &game in Variant::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/variants").join(game.folder()).join("README.md");
        let readme = fs::read_to_string(&path).unwrap();
        for language in [Language::En, Language::Ja] {
            let text = format!("```text\n{}\n```\n", rules(game, language).trim_end());
            if !readme.contains(&text) {
                missing.push(format!("{}:\n{text}", path.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

/// The rules fit a screen of 24 lines and 80 columns, and speak one language.
#[test]
fn rules_fit_a_screen() {
    for &game in Variant::ALL {
        for language in [Language::En, Language::Ja] {
            let text = rules(game, language);
            assert!(text.lines().count() <= 23, "{text}");
            assert!(text.lines().all(|line| line.width() <= 80), "{text}");
            // Names of options are the same in both languages.
            let words = text.lines().take_while(|line| !line.starts_with("選べる規則")).collect::<String>();
            match language {
                Language::En => assert!(words.chars().all(|c| c.width() != Some(2)), "{text}"),
                Language::Ja => assert!(!words.chars().any(|c| c.is_ascii_alphabetic()), "{text}"),
            }
        }
    }
    let tori = rules(Variant::Tori, Language::En).split_whitespace().collect::<Vec<_>>().join(" ");
    for fact in [
        "7x7 squares, 16 pieces",
        "Mate the other phoenix",
        "last 2 ranks promotes",
        "with 2 unpromoted ones",
        "third occurrence",
    ] {
        assert!(tori.contains(fact), "{fact}: {tori}");
    }
}

fn run(arguments: &[&str]) -> Result<String, String> {
    let folder = support::folder("guide");
    let mut command = Command::new(env!("CARGO_BIN_EXE_kumataka"));
    command.args(arguments).current_dir(&*folder).env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
}

#[test]
fn the_commands_tell_and_draw() {
    assert!(run(&["pieces", "--variant", "tori", "swallow"]).unwrap().starts_with("燕 swallow\ntsubame\n> 鴈 goose\n"));
    assert!(run(&["pieces", "--lang", "ja", "龍"]).unwrap().starts_with("龍\nりゅう\n< 飛\n"));
    for (name, card) in [("香車", "香"), ("竜王", "龍"), ("王将", "玉"), ("と金", "と"), ("Gold General", "金")]
    {
        let cards = run(&["pieces", "--lang", "ja", name]).unwrap();
        assert!(cards.starts_with(&format!("{card}\n")), "{name}: {cards}");
    }
    let error = run(&["pieces", "unicorn"]).unwrap_err();
    assert!(error.contains("shogi has no piece \"unicorn\"") && error.contains("kumataka pieces"), "{error}");
    let svg = run(&["pieces", "--variant", "chu", "lion", "--svg"]).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("lion power"), "{svg}");
    assert!(run(&["rules", "dobutsu"]).unwrap().contains("Capture the other lion"));
    assert!(run(&["rules", "--variant", "chu", "--lang", "ja"]).unwrap().contains("太子"));
}

/// Every game is listed below its heading.
#[test]
fn variants_are_listed_by_family() {
    for (language, large) in [("en", "Large games"), ("ja", "大型の将棋")] {
        let text = run(&["variants", "--lang", language]).unwrap();
        let (drops, large) = text.split_once(large).unwrap();
        for &game in Variant::ALL {
            let family = if matches!(game.kernel(), Kernel::Drops(_)) { drops } else { large };
            let is_named = |line: &str| {
                let name = line.strip_prefix("  ").and_then(|line| line.strip_prefix(game.name()));
                name.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric()))
            };
            assert!(family.lines().any(is_named), "{game}: {text}");
        }
    }
}

/// Words below the squares add powers that squares cannot show, and the rules of the giants come from their data.
#[test]
fn giants_are_explained() {
    let card = |game: &str, piece: &str, language: &str| {
        run(&["pieces", "--variant", game, piece, "--lang", language]).unwrap()
    };
    for (game, piece, facts) in [
        ("tenjiku", "FiD", ["burns enemies around it", "△ goes there by single steps"]),
        ("tenjiku", "GGn", ["rank 3", "★ goes any distance that way, and captures beyond"]),
        ("tenjiku", "FEg", ["captures aslant, then", "● · · ● · · ●"]),
        ("tenjiku", "+ChS", ["captures a neighbour", "○ ☆ · ◆ · ☆ ○"]),
        ("maka", "+K", ["to any empty square", "takes the unprotected"]),
        ("maka", "DV", ["its captor becomes", "a teaching king"]),
        ("taikyoku", "HM", ["■ ■ ◆ ■ ■", "turn once by a right angle"]),
        ("taikyoku", "+DV", ["▽ ▽ ◆ ▽ ▽", "over up to 3 pieces"]),
        ("taikyoku", "CAS", ["· · · · · · · ○ · · · · · · ·", "goes there if nothing stands between"]),
    ] {
        let text = card(game, piece, "en");
        assert!(facts.iter().all(|fact| text.contains(fact)), "{game} {piece}: {text}");
    }
    assert!(card("tenjiku", "火鬼", "ja").contains("周りの敵駒を焼く"));
    let told = |game| rules(game, Language::En).split_whitespace().collect::<Vec<_>>().join(" ");
    for (game, facts) in [
        (
            Variant::Tenjiku,
            ["last 5 ranks", "fire demon burns all", "king and crown prince; great general; vice general;"],
        ),
        (
            Variant::MakaDaiDai,
            ["king, emperor or prince", "must if it captures a promoted", "deva or teaching king becomes"],
        ),
        (Variant::DaiDai, ["the other king.", "and must.", "hook mover and long-nosed goblin slide"]),
        (Variant::Taikyoku, ["last 11 ranks", "capture all of them, own ones too", "taken like other pieces"]),
    ] {
        let text = told(game);
        assert!(facts.iter().all(|fact| text.contains(fact)), "{game}: {text}");
    }
}

/// `show --moves` marks squares in the text and in the picture, for either side.
#[test]
fn show_marks_the_squares_of_a_piece() {
    let position = "9/4k4/9/4p4/9/4R4/9/9/4K4 b - 1";
    let text = run(&["show", position, "--moves", "5f"]).unwrap();
    assert!(text.contains("\nmoves to: 1f 2f 3f 4f 5d 5e 5g 5h 6f 7f 8f 9f\n"), "{text}");
    assert!(text.contains("|〇〇〇〇 飛〇〇〇〇|") || text.contains("| 〇 〇 〇 〇 飛 〇 〇 〇 〇|六"), "{text}");
    assert!(text.contains("*歩"), "{text}");
    let other = run(&["show", position, "--moves", "5d"]).unwrap();
    assert!(other.contains("\nmoves to: 5e\n"), "{other}");
    let dots =
        run(&["show", position, "--moves", "5f", "--svg"]).unwrap().matches(" opacity=\"0.75\" r=\"11\"").count();
    // On the thirteenth square it would capture, which a ring shows.
    assert_eq!(dots, 11);
    let error = run(&["show", position, "--moves", "5e"]).unwrap_err();
    assert!(error.contains("no piece stands on \"5e\"") && error.contains("3e"), "{error}");
}

/// Each set draws the piece of a square in its way; White's king is 王.
#[test]
fn pictures_have_sets_of_pieces() {
    let drawn =
        |game: &str, set: &str| run(&["show", "startpos", "--variant", game, "--pieces", set, "--svg"]).unwrap();
    let short = drawn("shogi", "short");
    assert_eq!((short.matches(">王<").count(), short.matches(">玉<").count()), (1, 1));
    assert_eq!(short, run(&["show", "startpos", "--svg"]).unwrap());
    // The whole names: two generals a side beside the king, four more kinds of two kanji.
    let kanji = drawn("shogi", "kanji");
    assert_eq!((kanji.matches(">王<").count(), kanji.matches(">玉<").count()), (1, 1));
    assert_eq!(
        ["将", "車", "行", "馬", "兵"].map(|sign| kanji.matches(&format!(">{sign}<")).count()),
        [10, 6, 2, 4, 18]
    );
    assert_eq!(drawn("chu", "kanji").matches(">象<").count(), 2);
    assert_eq!(drawn("shogi", "letters").matches(">K<").count(), 2);
    let both = drawn("shogi", "bilingual");
    assert!(both.contains(">飛</text>") && both.contains(">R</text>"), "{both}");
    // A rook has four arrows and a king eight dots, and nothing is written on them.
    let signs = drawn("minishogi", "ideograms");
    assert_eq!(signs.matches("V-13H-4L0-19").count(), 2 * 2, "{signs}");
    assert!(!signs.contains("玉"), "{signs}");
    // Suns and moons of twelve rays and of two arcs, and the other figures; what has none shows its moves.
    let figures = drawn("shogi", "western");
    assert_eq!(figures.matches("d=\"M-2.5-11H2.5L0-18Z\"").count(), 4 * 12);
    assert_eq!(figures.matches("A16 16").count(), 4);
    assert!(!figures.contains("歩") && !figures.contains(">P<"), "{figures}");
    let promoted = run(&["show", "sfen 4k4/9/9/9/+R8/4+P4/9/9/4K4 b - 1", "--pieces", "western", "--svg"]).unwrap();
    assert_eq!(promoted.matches("<g fill=\"#c00\">").count(), 2, "{promoted}");
    assert!(drawn("chu", "western").contains("A16 16") && drawn("tori", "western") == drawn("tori", "ideograms"));
    // A chick, an elephant, a giraffe and a lion a side, with 1, 4, 4 and 8 dots.
    assert_eq!(drawn("dobutsu", "animals").matches("r=\"3\" fill=\"#c00\"").count(), 2 * (1 + 4 + 4 + 8));
    assert_eq!(drawn("tori", "animals"), drawn("tori", "ideograms"));
    // Dots where the promotion zones end; in Kyoto shogi the zone is the board.
    let dots = |game| drawn(game, "short").matches("r=\"4\"/>").count();
    assert_eq!(["shogi", "tori", "chu", "kyoto"].map(dots), [4, 4, 4, 0]);
}

/// The words and the ranks beside a board are the reader's.
#[test]
fn pictures_speak_the_language_of_the_reader() {
    let drawn = |arguments: &[&str]| run(&[&["show", "startpos", "--svg"], arguments].concat()).unwrap();
    let (english, japanese) = (drawn(&["--lang", "en"]), drawn(&["--lang", "ja"]));
    for (text, word, rank) in [(&english, ">to move<", ">i<"), (&japanese, ">手番<", ">九<")] {
        let other = if text == &english { &japanese } else { &english };
        assert!(text.contains(word) && text.contains(rank), "{text}");
        assert!(!other.contains(word) && !other.contains(rank), "{other}");
    }
    let letters = drawn(&["--lang", "ja", "--letters"]);
    assert!(letters.contains(">i<") && letters.contains(">手番<") && letters.contains(">K<"), "{letters}");
    let cards = |set: &str| run(&["pieces", "--pieces", set, "--svg"]).unwrap();
    assert!(cards("western").contains("A16 16") && cards("kanji").contains(">兵<") && !cards("short").contains(">兵<"));
    assert!(run(&["pieces", "--pieces", "western"]).unwrap_err().contains("--svg"));
}

/// A pass lets the other side's pieces show their squares; a side in check has none.
#[test]
fn pieces_of_either_side_have_squares() {
    let start = Variant::Shogi.start();
    let cell = |text| Variant::Shogi.read_cell(text).unwrap();
    let names = |cells: Vec<Cell>| cells.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(names(start.targets(cell("7g"))), ["7f"]);
    assert_eq!(names(start.targets(cell("3c"))), ["3d"]);
    assert!(start.targets(cell("5e")).is_empty());
    assert_eq!(start.figure(cell("3c")).map(|figure| figure.color), Some(Color::White));
    assert_eq!(Variant::Chu.read_cell("12l"), Some(Cell { file: 11, rank: 11 }));
    for text in ["", "3", "e", "0a", "03a", "+3a", "10a", "3j", "3é", "33"] {
        assert_eq!(Variant::Shogi.read_cell(text), None, "{text}");
    }
}
