//! The texts of a picture as outlines in the program's font, for renderers that only draw shapes.

use resvg::usvg::roxmltree::{Document, Error, Node};
use std::fmt::Write as _;
use ttf_parser::{Face, OutlineBuilder};

/// A subset of Noto Serif CJK JP with the characters of every picture.
pub const FONT: &[u8] = include_bytes!("font/pieces.otf");

/// The default size of a text in SVG.
const USUAL_SIZE: f32 = 16.0;

/// An SVG picture with a path in place of each text. Only the attributes of texts that this program's pictures use are
/// understood: place, size, anchor and ink.
///
/// # Errors
/// If the text is not XML.
pub fn outlined(svg: &str) -> Result<String, Error> {
    let document = Document::parse(svg)?;
    let font = font();
    let mut out = String::with_capacity(4 * svg.len());
    let mut done = 0;
    for text in document.descendants().filter(|node| node.has_tag_name("text")) {
        out.push_str(&svg[done..text.range().start]);
        done = text.range().end;
        write_outline(&mut out, &font, text);
    }
    out.push_str(&svg[done..]);
    Ok(out)
}

fn font() -> Face<'static> {
    Face::parse(FONT, 0).expect("the font in the program is one")
}

fn write_outline(out: &mut String, font: &Face, text: Node) {
    let number = |name| text.attribute(name).and_then(|value| value.parse::<f32>().ok());
    let inherited = |name| text.ancestors().find_map(|node| node.attribute(name));
    let size = inherited("font-size").and_then(|size| size.parse().ok()).unwrap_or(USUAL_SIZE);
    let scale = size / f32::from(font.units_per_em());
    // A character that the font lacks gets the glyph for missing ones.
    let glyphs: Vec<_> =
        text.text().unwrap_or_default().chars().map(|c| font.glyph_index(c).unwrap_or_default()).collect();
    let advance = |glyph| scale * f32::from(font.glyph_hor_advance(glyph).unwrap_or(0));
    let width: f32 = glyphs.iter().copied().map(advance).sum();
    let before = if inherited("text-anchor") == Some("middle") { width / 2.0 } else { 0.0 };
    let mut pen =
        Pen { path: String::new(), x: number("x").unwrap_or(0.0) - before, y: number("y").unwrap_or(0.0), scale };
    for glyph in glyphs {
        font.outline_glyph(glyph, &mut pen);
        pen.x += advance(glyph);
    }
    let ink = text.attribute("fill").map_or_else(String::new, |ink| format!(" fill=\"{ink}\""));
    let _ = write!(out, "<path{ink} d=\"{}\"/>", pen.path);
}

/// Writes outlines of glyphs, whose y axis points up, as path data of a picture, whose y axis points down.
struct Pen {
    path: String,
    x: f32,
    y: f32,
    scale: f32,
}

impl Pen {
    fn draw(&mut self, command: char, points: &[(f32, f32)]) {
        self.path.push(command);
        for (x, y) in points {
            let _ = write!(self.path, "{:.2} {:.2} ", self.x + self.scale * x, self.y - self.scale * y);
        }
    }
}

impl OutlineBuilder for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.draw('M', &[(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.draw('L', &[(x, y)]);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        self.draw('Q', &[(x1, y1), (x, y)]);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        self.draw('C', &[(x1, y1), (x2, y2), (x, y)]);
    }

    fn close(&mut self) {
        self.path.push('Z');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::guide::cards::{Cards, deck};
    use crate::report::cards;
    use crate::report::pieces::{Looks, PieceSet};
    use crate::report::svg::{self, Picture};
    use crate::variants::Variant;
    use crate::words::Language;

    use clap::ValueEnum as _;

    /// The characters of a picture that the font lacks.
    fn unknown(svg: &str) -> String {
        let (font, document) = (font(), Document::parse(svg).unwrap());
        let texts = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|text| text.text());
        texts.flat_map(str::chars).filter(|&c| font.glyph_index(c).is_none()).collect()
    }

    #[test]
    fn the_font_has_every_character() {
        fn check(game: Variant) {
            let position = game.start();
            for &set in PieceSet::value_variants() {
                for language in [Language::En, Language::Ja] {
                    let looks = Looks::new(game, language, false, Some(set));
                    let board = svg::board(Picture::of(&position, looks));
                    let pieces = svg::empty_board(game, "", looks);
                    let cards =
                        cards::picture(Cards { game, language, letters: false }, set, &deck(game), cards::BESIDE);
                    assert_eq!([board, pieces, cards].map(|svg| unknown(&svg)), [""; 3], "{game} {set:?}");
                }
            }
        }
        Variant::ALL.iter().for_each(|&game| check(game));
        assert_eq!(unknown("<svg><text>0123456789手番</text><text>鮪</text></svg>"), "鮪");
    }

    #[test]
    fn texts_become_paths_in_their_place() {
        let svg = "<svg text-anchor=\"middle\"><g font-size=\"20\"><text x=\"30\" y=\"40\" fill=\"#c00\">1</text></g><b/></svg>";
        let drawn = outlined(svg).unwrap();
        let document = Document::parse(&drawn).unwrap();
        let path = document.descendants().find(|node| node.has_tag_name("path")).unwrap();
        assert_eq!(path.attribute("fill"), Some("#c00"));
        let numbers: Vec<f32> = path
            .attribute("d")
            .unwrap()
            .split(|c: char| c == ' ' || c.is_ascii_alphabetic())
            .filter_map(|n| n.parse().ok())
            .collect();
        let span = |values: Vec<f32>| {
            (values.iter().copied().fold(f32::MAX, f32::min), values.iter().copied().fold(f32::MIN, f32::max))
        };
        let (left, right) = span(numbers.iter().copied().step_by(2).collect());
        let (top, bottom) = span(numbers.iter().copied().skip(1).step_by(2).collect());
        // A digit is about half as wide and three quarters as high as its size, around its place and above it.
        assert!(left > 24.0 && right < 36.0 && (left + right - 60.0).abs() < 2.0, "{left} {right}");
        assert!((23.0..28.0).contains(&top) && (39.0..41.0).contains(&bottom), "{top} {bottom}");
        assert!(
            drawn.starts_with("<svg text-anchor=\"middle\"><g font-size=\"20\"><path")
                && drawn.ends_with("/></g><b/></svg>")
        );
        assert!(outlined("<svg><text>").is_err());
    }
}
