//! The animals of dōbutsu shōgi.

use crate::game::Stride;
use crate::variants::Variant;

/// An animal with a dot for each step at the edge of its face; none for other kinds.
pub(super) fn animal(game: Variant, kind: usize) -> Option<String> {
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
