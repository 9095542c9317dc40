//! The rules of a game on one screen, composed from the data that it is played by and from what its folder says of it.

mod drops;
mod fill;
mod large;

use crate::board::Color;
use crate::kernel::{RepetitionOutcome, RepetitionRule};
use crate::variants::{Kernel, Variant};
use crate::words::Language;
use fill::fill;
use std::fmt::Write as _;

/// Columns of the text, and of the headings before it.
const WIDTH: usize = 79;
const HEADINGS: usize = 12;

/// A paragraph of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Topic {
    Board,
    Aim,
    Drops,
    Promotion,
    Powers,
    Entering,
    Repetition,
    Also,
    Options,
}

impl Topic {
    const fn heading(self, language: Language) -> &'static str {
        match self {
            Self::Board => language.choose("Board", "盤と駒"),
            Self::Aim => language.choose("Aim", "目的"),
            Self::Drops => language.choose("Drops", "持ち駒"),
            Self::Promotion => language.choose("Promotion", "成り"),
            Self::Powers => language.choose("Powers", "駒の力"),
            Self::Entering => language.choose("Far camp", "入玉"),
            Self::Repetition => language.choose("Repetition", "千日手"),
            Self::Also => language.choose("Also", "特徴"),
            Self::Options => language.choose("Options", "選べる規則"),
        }
    }
}

/// The rules of a game as it is usually played, in lines of 79 columns.
#[must_use]
pub fn rules(game: Variant, language: Language) -> String {
    let mut text = format!("{}\n\n", title(game, language));
    for (heading, paragraph) in paragraphs(game, language) {
        let _ = write!(text, "{}", fill(heading, &paragraph, HEADINGS, WIDTH));
    }
    text
}

/// The same as headings with their paragraphs.
#[must_use]
pub fn paragraphs(game: Variant, language: Language) -> Vec<(&'static str, String)> {
    let [_, peculiarities] = about(game, language);
    let mut paragraphs = vec![(Topic::Board, board(game, language))];
    paragraphs.extend(match game.kernel() {
        Kernel::Drops(variant) => drops::paragraphs(variant.spec(), language),
        Kernel::Large(variant) => large::paragraphs(variant.spec(), language),
        Kernel::Wide(variant) => large::paragraphs(variant.game().spec(), language),
    });
    paragraphs.push((Topic::Also, peculiarities.to_owned()));
    paragraphs.push((Topic::Options, options(game)));
    paragraphs.retain(|(_, paragraph)| !paragraph.is_empty());
    paragraphs.into_iter().map(|(topic, paragraph)| (topic.heading(language), paragraph)).collect()
}

/// The title of a game.
#[must_use]
pub fn title(game: Variant, language: Language) -> &'static str {
    about(game, language)[0]
}

/// Title and peculiarities of a game.
fn about(game: Variant, language: Language) -> [&'static str; 2] {
    let paragraphs: Vec<&str> = game.about().trim().split("\n\n").collect();
    let [english, japanese, more_english, more_japanese] = paragraphs[..] else {
        panic!("{game}: the folder says four paragraphs of a game");
    };
    language.choose([english, more_english], [japanese, more_japanese])
}

/// Size of the board and number of the pieces.
fn board(game: Variant, language: Language) -> String {
    let start = game.start();
    let on_board = game.cells().filter_map(|cell| start.figure(cell)).filter(|figure| figure.color == Color::Black);
    let held: u32 = (0..game.held_kinds()).map(|kind| start.held(Color::Black, kind)).sum();
    let (files, ranks, count) = (game.files(), game.ranks(), on_board.count() as u32 + held);
    match language {
        Language::En => format!("{files}x{ranks} squares, {count} pieces a side. Black moves first."),
        Language::Ja => format!("{files}×{ranks}マス、駒は各{count}枚。先手から交互に指す。"),
    }
}

/// The rules that can be chosen, the usual choice first.
fn options(game: Variant) -> String {
    let options = game.options();
    let told = options.iter().map(|option| format!("{}: {}", option.name, option.choices.join(", ")));
    told.collect::<Vec<_>>().join("; ")
}

/// The rule on repetition, with the name for what is forbidden to go on for ever.
fn repetition(rule: RepetitionRule, language: Language, [attack, attack_in_japanese]: [&str; 2]) -> String {
    let RepetitionRule { count, outcome, perpetual_check } = rule;
    match language {
        Language::En => {
            let ordinal = ["", "first", "second", "third", "fourth"][usize::from(count)];
            let outcome = match outcome {
                RepetitionOutcome::Draw => "draws",
                RepetitionOutcome::MoverLoses => "loses for the side to move",
                RepetitionOutcome::RepeaterLoses => "loses for the side that brings it about",
                RepetitionOutcome::FirstMoverLoses => "loses for the side that moved first in the game",
            };
            let perpetual = if perpetual_check {
                format!(", but a side that alone {attack} with every move since the first one loses")
            } else {
                String::new()
            };
            format!("The {ordinal} occurrence of a position {outcome}{perpetual}.")
        }
        Language::Ja => {
            let outcome = match outcome {
                RepetitionOutcome::Draw => "引き分け",
                RepetitionOutcome::MoverLoses => "手番の側の負け",
                RepetitionOutcome::RepeaterLoses => "その局面にした側の負け",
                RepetitionOutcome::FirstMoverLoses => "初手を指した側の負け",
            };
            let perpetual = if perpetual_check {
                format!("ただし一方だけが{attack_in_japanese}続けていれば、その側の負け。")
            } else {
                String::new()
            };
            format!("同じ局面が{count}回現れたら{outcome}。{perpetual}")
        }
    }
}

/// Promotion by moves that touch the zone.
fn zone(ranks: u8, language: Language, is_forced: bool) -> String {
    match language {
        Language::En => {
            let zone = if ranks == 1 { "rank".to_owned() } else { format!("{ranks} ranks") };
            let promotes = if is_forced { "promotes the piece" } else { "may promote the piece" };
            format!("A move that begins or ends in the last {zone} {promotes}.")
        }
        Language::Ja => {
            let zone = if ranks == 1 {
                "敵陣（一番奥の段）".to_owned()
            } else {
                format!("敵陣（奥の{ranks}段）")
            };
            let promotes = if is_forced { "必ず成る" } else { "成れる" };
            format!("{zone}に入るとき、その中で動くとき、そこから出るときに{promotes}。")
        }
    }
}

/// Promotion where a piece could not move again.
const fn dead_end(language: Language) -> &'static str {
    language.choose(" It must where it could never move again.", "行き所がなくなるときは必ず成る。")
}

/// Drops of captured pieces, with either face or unpromoted.
fn drop_faces(either: bool, language: Language) -> String {
    let faces = match (either, language) {
        (true, Language::En) => "with either face",
        (false, Language::En) => "unpromoted",
        (true, Language::Ja) => "表裏どちらの面でも",
        (false, Language::Ja) => "表の面で",
    };
    match language {
        Language::En => {
            format!("A captured piece is yours: in place of a move you put it on any empty square, {faces}.")
        }
        Language::Ja => format!("取った駒は自分の駒になり、自分の番に、空いたマスへ{faces}打てる。"),
    }
}

/// The ban on a second pawn of a side on a file.
fn single_on_file(pawn: &str, language: Language) -> String {
    match language {
        Language::En => format!(" No {pawn} may be put on a file with another unpromoted one of yours."),
        Language::Ja => format!("二{pawn}は禁止。"),
    }
}

/// The ban on mates by dropped pawns.
fn pawn_drop_mate(pawn: &str, language: Language) -> String {
    match language {
        Language::En => format!(" A dropped {pawn} must not mate."),
        Language::Ja => format!("打ち{pawn}詰めは禁止。"),
    }
}

/// The ban on drops of pieces that could never move.
const fn dead_drops(language: Language) -> &'static str {
    language.choose(" No piece may be put where it could never move.", "行き所のない駒は打てない。")
}
