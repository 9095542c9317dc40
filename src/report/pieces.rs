//! The pieces of pictures: their outline, and what each set draws on their faces.

mod animals;
mod western;

use animals::animal;
use western::western;

use crate::board::Color;
use crate::game::{Figure, Manner, Stride};
use crate::guide::titles::inscription;
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum;
use std::fmt::Write as _;

/// Faces of the pieces in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PieceSet {
    /// Full names in kanji, as on wooden pieces
    Kanji,
    /// One kanji, as in diagrams
    Short,
    /// Letters, as in Western notation
    Letters,
    /// One kanji with letters below it
    Bilingual,
    /// Chess figures, with sun and moon for gold and silver and an arrow for the lance; other pieces show their moves
    Western,
    /// Moves: dots for steps, arrows for slides, rings for jumps
    Ideograms,
    /// Animals with their moves as dots in dōbutsu shōgi; other pieces show their moves
    Animals,
}

/// The looks of boards in pictures and pages.
#[derive(Clone, Copy, Debug)]
pub struct Looks {
    pub set: PieceSet,
    /// Letters for ranks instead of kanji.
    pub has_letters: bool,
    /// The language of the words beside a board.
    pub language: Language,
}

impl Looks {
    /// The set that is asked for, else letters or kanji.
    #[must_use]
    pub fn new(game: Variant, language: Language, letters: bool, set: Option<PieceSet>) -> Self {
        let letters = letters || !game.is_named();
        let usual = if letters { PieceSet::Letters } else { PieceSet::Short };
        Self { set: set.unwrap_or(usual), has_letters: letters || language == Language::En, language }
    }
}

/// Draws a piece round a point, upside down for White, whose king is 王 where Black's is 玉.
pub(super) fn draw_piece(svg: &mut String, game: Variant, (x, y): (u32, u32), figure: Figure, set: PieceSet) {
    let turn = if figure.color == Color::White { " rotate(180)" } else { "" };
    let face = face(game, figure, set);
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y}){turn}\"><path d=\"{OUTLINE}\" fill=\"#fce4b0\" stroke=\"#000\"/>{face}</g>"
    );
}

/// The outline of a piece round the middle of its square, which is 60 units wide.
pub const OUTLINE: &str = "M0-27 18-20 25 26H-25L-18-20Z";

/// The face of a piece as markup round the middle of its square, upright for either side.
#[must_use]
pub fn face(game: Variant, figure: Figure, set: PieceSet) -> String {
    let ink = if game.face(figure.kind).is_promoted { "#c00" } else { "#000" };
    match set {
        PieceSet::Kanji => {
            name(game, figure).map_or_else(|| text(&kanji(game, figure), ink), |name| pillar(&name, ink))
        }
        PieceSet::Short => match kanji(game, figure) {
            // As on wooden pieces.
            name if name.chars().count() > 1 && !name.is_ascii() => pillar(&name, ink),
            name => text(&name, ink),
        },
        PieceSet::Letters => text(&game.face(figure.kind).letters, ink),
        PieceSet::Bilingual => bilingual(&kanji(game, figure), &game.face(figure.kind).letters, ink),
        PieceSet::Western => western(game, figure.kind, ink).unwrap_or_else(|| ideogram(game, figure.kind, ink)),
        PieceSet::Ideograms => ideogram(game, figure.kind, ink),
        PieceSet::Animals => animal(game, figure.kind).unwrap_or_else(|| ideogram(game, figure.kind, ink)),
    }
}

/// The name in diagrams, without the plus sign of a promoted piece, which is red instead.
fn kanji(game: Variant, Figure { color, kind }: Figure) -> String {
    let face = game.face(kind);
    let named = face.kanji.is_some();
    match face.shown(false) {
        king if matches!(king.as_str(), "玉" | "玉将") && color == Color::White => king.replace('玉', "王"),
        face if named => face.trim_start_matches('+').to_owned(),
        face => face,
    }
}

/// The two or three kanji of a wooden piece; none for kinds with a name of another length.
fn name(game: Variant, Figure { color, kind }: Figure) -> Option<String> {
    let [_, japanese] = game.face(kind).names?;
    let inscribed = inscription(japanese);
    let name = if color == Color::White { inscribed.replace("玉将", "王将") } else { inscribed.to_owned() };
    matches!(name.chars().count(), 2 | 3).then_some(name)
}

/// Two or three signs, each below the one before.
fn pillar(name: &str, ink: &str) -> String {
    let (size, first) = if name.chars().count() > 2 { (15, -7) } else { (21, 0) };
    let sign = |(sign, y): (char, i32)| format!("<text y=\"{y}\" font-size=\"{size}\" fill=\"{ink}\">{sign}</text>");
    name.chars().zip((first..).step_by(size)).map(sign).collect()
}

fn text(face: &str, ink: &str) -> String {
    let size = match face.chars().count() {
        1 => 32,
        2 => 20,
        3 => 15,
        _ => 12,
    };
    format!("<text y=\"{}\" font-size=\"{size}\" fill=\"{ink}\">{face}</text>", size / 3 + 2)
}

fn bilingual(kanji: &str, letters: &str, ink: &str) -> String {
    let size = if kanji.chars().count() > 1 { 17 } else { 26 };
    format!(
        "<text y=\"4\" font-size=\"{size}\" fill=\"{ink}\">{kanji}</text><text y=\"22\" font-size=\"15\" \
         fill=\"{ink}\">{letters}</text>"
    )
}

/// The moves round the middle of the face.
fn ideogram(game: Variant, kind: usize, ink: &str) -> String {
    let strides = game.strides(kind);
    let unit = if strides.iter().any(|stride| stride.distance() > 1) { 8 } else { 11 };
    let mut face = format!("<g transform=\"translate(0 3)\" fill=\"{ink}\"><path d=\"M-3-3H3V3H-3Z\"/>");
    for stride in strides.iter().filter(|stride| stride.distance() <= 2 || stride.manner.runs_on()) {
        let Stride { right, forward, manner } = stride;
        let (x, y) = (i32::from(right) * unit, -i32::from(forward) * unit);
        face += &match manner {
            Manner::Step | Manner::Turns => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"),
            manner if manner.runs_on() => arrow(stride.direction()),
            Manner::Double => ring((x, y), 3, ink) + &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1\"/>"),
            _ => ring((x, y), 3, ink),
        };
    }
    face + "</g>"
}

fn ring((x, y): (i32, i32), radius: u32, ink: &str) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>")
}

/// An arrow from the middle to the edge of the face.
fn arrow((right, forward): (i8, i8)) -> String {
    let (right, forward) = (i32::from(right), i32::from(forward));
    let (angle, length) = match (right, forward) {
        (0, forward) => (if forward > 0 { 0 } else { 180 }, 19),
        (right, 0) => (90 * right, 17),
        (right, forward) => (if forward > 0 { 45 * right } else { 135 * right }, 21),
    };
    format!("<path transform=\"rotate({angle})\" d=\"M-1-5V{}H-4L0-{length} 4-{}H1V-5Z\"/>", 6 - length, length - 6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::{self, Picture};

    /// The face of a kind by its letters in SFEN.
    fn drawn(game: Variant, color: Color, sfen: &str, set: PieceSet) -> String {
        let kind = (0..game.kinds()).find(|&kind| game.face(kind).sfen == sfen).unwrap();
        face(game, Figure { color, kind }, set)
    }

    fn signs(markup: &str) -> Vec<&str> {
        markup.split("</text>").filter_map(|text| text.rsplit('>').next()).filter(|sign| !sign.is_empty()).collect()
    }

    #[test]
    fn long_names_stand_upright_and_promoted_ones_are_red_without_a_plus() {
        let game = Variant::Taikyoku;
        let drawn = |color, sfen, set| drawn(game, color, sfen, set);
        let promoted = drawn(Color::Black, "+GLG", PieceSet::Short);
        assert_eq!(signs(&promoted), ["金", "将"]);
        assert!(promoted.contains("#c00") && !drawn(Color::Black, "GLG", PieceSet::Short).contains("#c00"));
        assert_eq!(signs(&drawn(Color::Black, "RME", PieceSet::Kanji)), ["右", "山", "鷲"]);
        assert_eq!(signs(&drawn(Color::White, "K", PieceSet::Short)), ["王", "将"]);
        assert_eq!(signs(&drawn(Color::Black, "+RME", PieceSet::Letters)), ["+RME"]);
    }

    #[test]
    fn ranks_beyond_z_have_their_names() {
        let start = Variant::Taikyoku.start();
        let named = |letters: bool, name: &str| {
            let looks = Looks::new(Variant::Taikyoku, Language::Ja, letters, None);
            svg::board(Picture::of(&start, looks)).contains(&format!(">{name}</text>"))
        };
        assert!(named(true, "z") && named(true, "aa") && named(true, "aj") && named(false, "三十六"));
    }
}
