//! Pictures as PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use std::sync::Arc;
use thiserror::Error;

/// A subset of Noto Serif CJK JP with the characters of every picture.
pub(super) const FONT: &[u8] = include_bytes!("font/pieces.otf");
const FAMILY: &str = "Noto Serif CJK JP";

/// The reason why there is no picture.
#[derive(Debug, Error)]
pub enum PictureError {
    #[error("a picture of {width} by {height} pixels is too large; choose a smaller width")]
    TooLarge { width: u32, height: u32 },
    #[error("the picture cannot be drawn: {0}")]
    Svg(#[from] resvg::usvg::Error),
    #[error("the picture cannot be written as PNG: {0}")]
    Png(String),
}

/// The PNG file of an SVG picture, so many pixels wide. Its text has the font of the program, whatever fonts the machine has.
///
/// # Errors
/// If the text is no SVG, or the picture is too large for the memory.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let tree = Tree::from_str(svg, &options())?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}

/// The font of the program in the place of every other.
fn options() -> Options<'static> {
    let mut options = Options { font_family: FAMILY.to_owned(), ..Options::default() };
    let fonts = Arc::make_mut(&mut options.fontdb);
    fonts.load_font_data(FONT.to_vec());
    fonts.set_serif_family(FAMILY);
    fonts.set_sans_serif_family(FAMILY);
    options
}

#[cfg(test)]
mod tests {
    use super::{options, png};
    use crate::game::SfenMode;
    use crate::report::svg::{self, Picture};
    use crate::rules::{Position, Rules};
    use crate::variants::{Shogi, Variant};
    use resvg::tiny_skia::Pixmap;
    use resvg::usvg::{Group, Node, Tree};

    fn drawn<R: Rules>(rules: R, sfen: &str, letters: bool) -> String {
        let position = Position::from_sfen(rules, sfen, SfenMode::Strict).unwrap();
        svg::board(Picture { position: &position, last: None, arrows: &[], letters })
    }

    /// The share of the pixels of a square, by file and rank from 1 in a picture 800 pixels wide, that are dark.
    fn ink(pixels: &Pixmap, file: u32, rank: u32) -> f64 {
        let (left, top) = (130 + 60 * (9 - file), 40 + 60 * (rank - 1));
        let at = |index: u32| pixels.pixel(left + 4 + index % 52, top + 4 + index / 52).unwrap();
        let dark = (0..52 * 52).filter(|&index| u32::from(at(index).red()) + u32::from(at(index).green()) < 200);
        dark.count() as f64 / f64::from(52 * 52)
    }

    #[test]
    fn pieces_stand_on_their_squares() {
        let picture = png(&drawn(Shogi, Shogi.spec().start, false), 800).unwrap();
        let pixels = Pixmap::decode_png(&picture).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (800, 620));
        let shares = [(5, 1), (8, 2), (2, 8), (5, 9), (7, 7)].map(|(file, rank)| ink(&pixels, file, rank));
        assert!(shares.iter().all(|share| (0.05..0.4).contains(share)), "{shares:?}");
        assert!(ink(&pixels, 5, 5) < 0.001);
        // The board itself, and the paper.
        let color = |x, y| pixels.pixel(x, y).map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        assert_eq!([color(400, 310), color(3, 3)], [Some([0xf0, 0xc8, 0x78]), Some([0xff; 3])]);
        // A kanji has more ink than a letter.
        let letters = Pixmap::decode_png(&png(&drawn(Shogi, Shogi.spec().start, true), 800).unwrap()).unwrap();
        assert!(ink(&letters, 3, 9) < 0.8 * ink(&pixels, 3, 9));
        let wide = Pixmap::decode_png(&png(&drawn(Shogi, Shogi.spec().start, true), 1_000).unwrap()).unwrap();
        assert_eq!((wide.width(), wide.height()), (1_000, 775));
    }

    #[test]
    fn a_huge_picture_is_refused() {
        let told =
            png(&drawn(Variant::Tori.game(), Variant::Tori.spec().start, false), u32::MAX).unwrap_err().to_string();
        assert!(told.contains("choose a smaller width"), "{told}");
    }

    /// Texts with a character that the font lacks.
    fn unknown(group: &Group) -> Vec<String> {
        let of = |node: &Node| match node {
            Node::Group(group) => unknown(group),
            Node::Text(text) => {
                let mut glyphs = text.layouted().iter().flat_map(|span| &span.positioned_glyphs);
                let told = || text.chunks().iter().map(|chunk| chunk.text().to_owned());
                if glyphs.any(|glyph| glyph.id.0 == 0) { told().collect() } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        group.children().iter().flat_map(of).collect()
    }

    #[test]
    fn the_font_has_every_character() {
        fn check<R: Rules>(rules: R) {
            for letters in [false, true] {
                let board = drawn(rules, rules.spec().start, letters);
                let pieces = svg::empty_board(rules.spec(), "", letters).replace("<defs>", "").replace("</defs>", "");
                for picture in [board, pieces] {
                    let tree = Tree::from_str(&picture, &options()).unwrap();
                    assert_eq!(unknown(tree.root()), [""; 0]);
                }
            }
        }
        crate::for_each_drop_game!(game => check(game));
        let digits = "<svg xmlns=\"http://www.w3.org/2000/svg\"><text>0123456789手番</text><text>犬</text></svg>";
        assert_eq!(unknown(Tree::from_str(digits, &options()).unwrap().root()), ["犬"]);
    }
}
