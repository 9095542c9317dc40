//! The pieces of pictures: their outline, and what each set draws on their faces.

mod animals;
mod western;

use animals::animal;
use western::western;

use crate::board::Color;
use crate::game::{Figure, Manner, Stride};
use crate::variants::Variant;
use crate::words::Language;
use clap::ValueEnum;
use std::fmt::Write as _;

/// Faces of the pieces in a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PieceSet {
    /// The whole name in kanji, as on wooden pieces
    Kanji,
    /// One kanji, as in diagrams
    Short,
    /// Letters, as in western notation
    Letters,
    /// One kanji, and letters below it
    Bilingual,
    /// Figures as in chess: sun and moon for gold and silver, an arrow for the lance; elsewhere the moves
    Western,
    /// The moves: dots for steps, arrows for slides, rings for jumps
    Ideograms,
    /// Animals with their moves as dots, in dōbutsu shōgi; elsewhere the moves
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
        PieceSet::Short => text(&kanji(game, figure), ink),
        PieceSet::Letters => text(&game.face(figure.kind).letters, ink),
        PieceSet::Bilingual => bilingual(&kanji(game, figure), &game.face(figure.kind).letters, ink),
        PieceSet::Western => western(game, figure.kind, ink).unwrap_or_else(|| ideogram(game, figure.kind, ink)),
        PieceSet::Ideograms => ideogram(game, figure.kind, ink),
        PieceSet::Animals => animal(game, figure.kind).unwrap_or_else(|| ideogram(game, figure.kind, ink)),
    }
}

fn kanji(game: Variant, Figure { color, kind }: Figure) -> String {
    match game.face(kind).shown(false) {
        king if king == "玉" && color == Color::White => "王".to_owned(),
        face => face,
    }
}

/// The names on wooden pieces, by the names in moves.
const INSCRIPTIONS: [(&str, &str); 11] = [
    ("歩", "歩兵"),
    ("香", "香車"),
    ("桂", "桂馬"),
    ("銀", "銀将"),
    ("金", "金将"),
    ("角", "角行"),
    ("飛", "飛車"),
    ("玉", "玉将"),
    ("と", "と金"),
    ("馬", "龍馬"),
    ("龍", "龍王"),
];

/// The two kanji of a wooden piece; none for kinds with a name of another length.
fn name(game: Variant, Figure { color, kind }: Figure) -> Option<String> {
    let [_, japanese] = game.face(kind).names?;
    let inscribed = INSCRIPTIONS.iter().find(|(known, _)| *known == japanese).map_or(japanese, |(_, whole)| whole);
    let name = if color == Color::White { inscribed.replace("玉将", "王将") } else { inscribed.to_owned() };
    (name.chars().count() == 2).then_some(name)
}

/// Two signs, the second below the first.
fn pillar(name: &str, ink: &str) -> String {
    let sign = |(sign, y): (char, i32)| format!("<text y=\"{y}\" font-size=\"21\" fill=\"{ink}\">{sign}</text>");
    name.chars().zip([0, 21]).map(sign).collect()
}

fn text(face: &str, ink: &str) -> String {
    let size = if face.chars().count() > 1 { 20 } else { 32 };
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
    let unit = if strides.radius() > 1 { 8 } else { 11 };
    let mut face = format!("<g transform=\"translate(0 3)\" fill=\"{ink}\"><path d=\"M-3-3H3V3H-3Z\"/>");
    for Stride { right, forward, manner } in strides.iter() {
        let (x, y) = (i32::from(right) * unit, -i32::from(forward) * unit);
        face += &match manner {
            Manner::Step => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>"),
            Manner::Slide => arrow(i32::from(right), i32::from(forward)),
            Manner::Jump => ring((x, y), 3, ink),
            Manner::Double => ring((x, y), 3, ink) + &format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"1\"/>"),
        };
    }
    face + "</g>"
}

fn ring((x, y): (i32, i32), radius: u32, ink: &str) -> String {
    format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"none\" stroke=\"{ink}\" stroke-width=\"1.5\"/>")
}

/// An arrow from the middle to the edge of the face.
fn arrow(right: i32, forward: i32) -> String {
    let (angle, length) = match (right, forward) {
        (0, forward) => (if forward > 0 { 0 } else { 180 }, 19),
        (right, 0) => (90 * right, 17),
        (right, forward) => (if forward > 0 { 45 * right } else { 135 * right }, 21),
    };
    format!("<path transform=\"rotate({angle})\" d=\"M-1-5V{}H-4L0-{length} 4-{}H1V-5Z\"/>", 6 - length, length - 6)
}
