//! The pieces of pictures: their outline, and what each set draws on their faces.

use crate::board::Color;
use crate::game::{Figure, Manner, Stride};
use crate::variants::Variant;
use clap::ValueEnum;
use std::fmt::Write as _;

/// Faces of the pieces in a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum PieceSet {
    /// Kanji, as in diagrams
    #[default]
    Kanji,
    /// Letters, as in western notation
    Letters,
    /// Kanji, and letters below them
    Bilingual,
    /// The moves: dots for steps, arrows for slides, rings for jumps
    Ideograms,
    /// Animals with their moves as dots, in dōbutsu shōgi; elsewhere the moves
    Animals,
}

impl PieceSet {
    /// Kanji or letters.
    #[must_use]
    pub const fn plain(letters: bool) -> Self {
        if letters { Self::Letters } else { Self::Kanji }
    }
}

/// Draws a piece round a point, upside down for White, whose king is 王 where Black's is 玉.
pub(super) fn draw_piece(svg: &mut String, game: Variant, (x, y): (u32, u32), figure: Figure, set: PieceSet) {
    let ink = if game.face(figure.kind).is_promoted { "#c00" } else { "#000" };
    let turn = if figure.color == Color::White { " rotate(180)" } else { "" };
    let face = match set {
        PieceSet::Kanji => text(&kanji(game, figure), ink),
        PieceSet::Letters => text(&game.face(figure.kind).letters, ink),
        PieceSet::Bilingual => bilingual(&kanji(game, figure), &game.face(figure.kind).letters, ink),
        PieceSet::Ideograms => ideogram(game, figure.kind, ink),
        PieceSet::Animals => animal(game, figure.kind).unwrap_or_else(|| ideogram(game, figure.kind, ink)),
    };
    let _ = writeln!(
        svg,
        "<g transform=\"translate({x} {y}){turn}\"><path d=\"M0-27 18-20 25 26H-25L-18-20Z\" fill=\"#fce4b0\" \
         stroke=\"#000\"/>{face}</g>"
    );
}

fn kanji(game: Variant, Figure { color, kind }: Figure) -> String {
    match game.face(kind).shown(false) {
        king if king == "玉" && color == Color::White => "王".to_owned(),
        face => face,
    }
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

/// An animal with a dot for each step at the edge of its face.
fn animal(game: Variant, kind: usize) -> Option<String> {
    let [name, _] = game.face(kind).names?;
    let shape = match name {
        "chick" => CHICK,
        "hen" => HEN,
        "elephant" => ELEPHANT,
        "giraffe" => GIRAFFE,
        "lion" if game == Variant::Dobutsu => LION,
        _ => return None,
    };
    let dot = |Stride { right, forward, .. }: Stride| {
        let width = if forward > 0 { 14 } else { 19 };
        let (x, y) = (i32::from(right) * width, 3 - 20 * i32::from(forward));
        format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"3\" fill=\"#c00\"/>")
    };
    Some(game.strides(kind).iter().map(dot).fold(shape.to_owned(), |face, dot| face + &dot))
}

const CHICK: &str = "<circle cy=\"4\" r=\"12\" fill=\"#ffd633\" stroke=\"#000\"/><circle cx=\"-5\" cy=\"1\" r=\"2\"/>\
    <circle cx=\"5\" cy=\"1\" r=\"2\"/><path d=\"M-4 5H4L0 10Z\" fill=\"#e67300\"/>";
const HEN: &str = "<path d=\"M-6-6-5-13-1-8 0-14 3-8 6-12 6-5Z\" fill=\"#d00\"/><circle cy=\"5\" r=\"12\" fill=\"#fff\" \
    stroke=\"#000\"/><circle cx=\"-5\" cy=\"2\" r=\"2\"/><circle cx=\"5\" cy=\"2\" r=\"2\"/><path d=\"M-4 6H4L0 11Z\" \
    fill=\"#e67300\"/><path d=\"M-2 11H2L0 16Z\" fill=\"#d00\"/>";
const ELEPHANT: &str = "<circle cx=\"-10\" cy=\"1\" r=\"7\" fill=\"#9aa7b5\" stroke=\"#000\"/><circle cx=\"10\" cy=\"1\" \
    r=\"7\" fill=\"#9aa7b5\" stroke=\"#000\"/><circle cy=\"1\" r=\"10\" fill=\"#b8c4d0\" stroke=\"#000\"/><circle cx=\"-4\" \
    cy=\"-2\" r=\"2\"/><circle cx=\"4\" cy=\"-2\" r=\"2\"/><path d=\"M-3 3H3V16H8V19H-3Z\" fill=\"#b8c4d0\" stroke=\"#000\"/>";
const GIRAFFE: &str = "<path d=\"M-5-12V-7M5-12V-7\" stroke=\"#000\" stroke-width=\"2\"/><path d=\"M-5 8V20H5V8Z\" \
    fill=\"#f5c542\" stroke=\"#000\"/><path d=\"M-9-6Q0-11 9-6L6 9Q0 14-6 9Z\" fill=\"#f5c542\" stroke=\"#000\"/><circle \
    cx=\"-4\" cy=\"-2\" r=\"2\"/><circle cx=\"4\" cy=\"-2\" r=\"2\"/><circle cy=\"3\" r=\"2\" fill=\"#a65e1a\"/><circle \
    cy=\"16\" r=\"2\" fill=\"#a65e1a\"/>";
const LION: &str = "<circle cy=\"4\" r=\"14\" fill=\"#b3541e\"/><circle cy=\"5\" r=\"10\" fill=\"#f2b34b\" stroke=\"#000\"/>\
    <circle cx=\"-4\" cy=\"2\" r=\"2\"/><circle cx=\"4\" cy=\"2\" r=\"2\"/><path d=\"M-3 6H3L0 9Z\"/>\
    <path d=\"M0 9V11M-4 12H4\" stroke=\"#000\"/>";
