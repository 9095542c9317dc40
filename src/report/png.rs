//! Pictures as PNG.

use super::outline::outlined;
use crate::words::InLanguage;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};
use thiserror::Error;

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

impl InLanguage for PictureError {
    fn japanese(&self) -> String {
        match self {
            Self::TooLarge { width, height } => {
                format!("{width}×{height}画素の画像は大きすぎます。--width を小さくしてください")
            }
            Self::Svg(error) => format!("画像を描けません：{error}"),
            Self::Png(error) => format!("PNG画像を書けません：{error}"),
        }
    }
}

/// The PNG file of an SVG picture, `width` pixels wide. Its text has the font of the program, whatever the machine has.
///
/// # Errors
/// If the text is not SVG, or if the picture is too large for the memory.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let shapes = outlined(svg).map_err(resvg::usvg::Error::ParsingFailed)?;
    let tree = Tree::from_str(&shapes, &Options::default())?;
    let size = tree.size();
    let scale = width as f32 / size.width();
    let height = (size.height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height).ok_or(PictureError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::Png(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::png;
    use crate::report::pieces::Looks;
    use crate::report::svg::{self, Picture};
    use crate::variants::Variant;
    use crate::words::Language;

    use resvg::tiny_skia::Pixmap;

    fn drawn(game: Variant, letters: bool) -> String {
        svg::board(Picture::of(&game.start(), Looks::new(game, Language::Ja, letters, None)))
    }

    /// Share of dark pixels in a square, by file and rank from 1, of a picture 800 pixels wide.
    fn ink(pixels: &Pixmap, file: u32, rank: u32) -> f64 {
        let (left, top) = (130 + 60 * (9 - file), 40 + 60 * (rank - 1));
        let at = |index: u32| pixels.pixel(left + 4 + index % 52, top + 4 + index / 52).unwrap();
        let dark = (0..52 * 52).filter(|&index| u32::from(at(index).red()) + u32::from(at(index).green()) < 200);
        dark.count() as f64 / f64::from(52 * 52)
    }

    #[test]
    fn pieces_stand_on_their_squares() {
        let picture = png(&drawn(Variant::Shogi, false), 800).unwrap();
        let pixels = Pixmap::decode_png(&picture).unwrap();
        assert_eq!((pixels.width(), pixels.height()), (800, 620));
        let shares = [(5, 1), (8, 2), (2, 8), (5, 9), (7, 7)].map(|(file, rank)| ink(&pixels, file, rank));
        assert!(shares.iter().all(|share| (0.05..0.4).contains(share)), "{shares:?}");
        assert!(ink(&pixels, 5, 5) < 0.001);
        // The colours of the board and the paper.
        let color = |x, y| pixels.pixel(x, y).map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]);
        assert_eq!([color(400, 310), color(3, 3)], [Some([0xf0, 0xc8, 0x78]), Some([0xff; 3])]);
        // A kanji has more ink than a letter.
        let letters = Pixmap::decode_png(&png(&drawn(Variant::Shogi, true), 800).unwrap()).unwrap();
        assert!(ink(&letters, 3, 9) < 0.8 * ink(&pixels, 3, 9));
        let wide = Pixmap::decode_png(&png(&drawn(Variant::Shogi, true), 1_000).unwrap()).unwrap();
        assert_eq!((wide.width(), wide.height()), (1_000, 775));
    }

    #[test]
    fn a_huge_picture_is_refused() {
        let told = png(&drawn(Variant::Tori, false), u32::MAX).unwrap_err().to_string();
        assert!(told.contains("choose a smaller width"), "{told}");
    }
}
