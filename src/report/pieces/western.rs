//! Figures as in western chess sets, drawn for this program.

use crate::variants::Variant;

/// The wood of the piece, for lines that are cut into a figure.
const WOOD: &str = "#fce4b0";

/// The figure of a kind, or of the kind that it is the promotion of; none for kinds that no figure stands for.
pub(super) fn western(game: Variant, kind: usize, ink: &str) -> Option<String> {
    let [name, _] = game.face(kind).names?;
    let shape = match name.trim_start_matches("promoted ") {
        "king" => KING.to_owned(),
        "rook" | "dragon" => ROOK.to_owned(),
        "bishop" | "horse" => format!("{BISHOP}<path d=\"M0-13 4-6\" stroke=\"{WOOD}\" stroke-width=\"2.5\"/>"),
        "gold" | "gold general" => sun(),
        "silver" | "silver general" => MOON.to_owned(),
        "knight" => format!("{KNIGHT}<circle cx=\"-3\" cy=\"-9\" r=\"1.8\" fill=\"{WOOD}\"/>"),
        "lance" => LANCE.to_owned(),
        "pawn" | "tokin" => PAWN.to_owned(),
        _ => return None,
    };
    Some(format!("<g fill=\"{ink}\">{shape}</g>"))
}

/// A disc with twelve rays.
fn sun() -> String {
    let ray = |ray| format!("<path transform=\"translate(0 3) rotate({})\" d=\"M-2.5-11H2.5L0-18Z\"/>", 30 * ray);
    (0..12).map(ray).fold("<circle cy=\"3\" r=\"9\"/>".to_owned(), |drawn, ray| drawn + &ray)
}

/// A crown.
const KING: &str = "<path d=\"M-15-9-7 0 0-15 7 0 15-9 11 13H-11Z\"/><path d=\"M-12 16H12V21H-12Z\"/><circle cx=\"-15\" \
    cy=\"-10\" r=\"2.5\"/><circle cy=\"-17\" r=\"2.5\"/><circle cx=\"15\" cy=\"-10\" r=\"2.5\"/>";
/// A tower with battlements.
const ROOK: &str = "<path d=\"M-13-15H-7V-11H-3V-15H3V-11H7V-15H13V-5L9-2V11H13L15 21H-15L-13 11H-9V-2L-13-5Z\"/>";
/// A mitre.
const BISHOP: &str = "<circle cy=\"-19\" r=\"2.5\"/><path d=\"M0-17C10-9 12-1 7 7H-7C-12-1-10-9 0-17Z\"/>\
    <path d=\"M-8 9H8V12L14 17V21H-14V17L-8 12Z\"/>";
/// The head of a horse, which looks to the left.
const KNIGHT: &str = "<path d=\"M-3-16-1-21 3-16C12-13 15 0 13 14H-9C-9 5 1 2 1-4-2 0-6 0-8 0L-10 3-14 0C-13-8-9-14-3-16Z\"/>\
    <path d=\"M-13 16H15V21H-13Z\"/>";
/// The waning moon.
const MOON: &str = "<path d=\"M11-12A16 16 0 1 0 11 18 15 15 0 0 1 11-12Z\"/>";
/// An arrow.
const LANCE: &str = "<path d=\"M0-22 10-7H4V21H-4V-7H-10Z\"/>";
const PAWN: &str = "<circle cy=\"-6\" r=\"7.5\"/><path d=\"M-4 0H4C4 7 7 12 12 15V21H-12V15C-7 12-4 7-4 0Z\"/>";
