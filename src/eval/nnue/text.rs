//! Claims of a file's text about its shape.
//!
//! Trainers wrote fixed texts into files of other shapes, so all claims are hints only.

use super::FeatureKind;
use super::shape::{HandBuckets, KingBuckets, Layout, PROGRESS_STEPS, Shape, Shards, Stacks};
use std::str::FromStr;

/// The start of the texts of stacked files.
pub const STACKED: &str = "ModelType=SFNNWithoutPsqt";
/// The edition with a short name, and its full name.
const SHORT_NAME: (&str, &str) = ("1536", "halfkahm2_1536_15_32_k3k3");

/// The parts of a shape that a text names.
#[derive(Default)]
pub struct Claims {
    pub features: Option<FeatureKind>,
    pub width: Option<usize>,
    /// The outputs of the two layers after the first.
    pub hidden: [Option<usize>; 2],
    pub stacks: Stacks,
    pub shards: Option<Shards>,
    /// The divisor of the output.
    pub fv_scale: Option<i32>,
}

impl Claims {
    pub fn new(text: &str) -> Self {
        let mut claims = Self::default();
        claims.read_features(text);
        claims.read_layers(text);
        if let Some(name) = between(text, "Network=", &['{', ',']) {
            claims.read_name(&name.to_ascii_lowercase());
        }
        claims.fv_scale = between(text, "fv_scale=", &[',', ';', '}']).and_then(number).filter(|scale| *scale > 0);
        claims
    }

    /// Reads `Features=NAME[ROWS->WIDTHx2]`.
    fn read_features(&mut self, text: &str) {
        let Some(name) = between(text, "Features=", &['[', ',']) else { return };
        self.features = FeatureKind::from_name(name);
        let inside = between(text, "Features=", &[']']).and_then(|all| all.split_once('['));
        if let Some((rows, width)) = inside.and_then(|(_, inside)| inside.split_once("->")) {
            // The names of the sets with kings have changed, their rows have not.
            self.features = number(rows).and_then(FeatureKind::from_rows).or(self.features);
            self.width = number(width);
        }
    }

    /// Reads `AffineTransform[1<-SECOND](..[SECOND<-FIRST](..[FIRST<-..`.
    fn read_layers(&mut self, text: &str) {
        let outputs: Vec<Option<usize>> = text
            .match_indices("<-")
            .map(|(at, _)| text[..at].rsplit('[').next().and_then(|outputs| outputs.parse().ok()))
            .collect();
        if let [Some(1), second, first] = outputs[..] {
            self.hidden = [first, second];
        }
    }

    /// Reads the name of an edition of stacked layers in lower case, such as `sfnn_halfka2_1024_7_64_k3k3_progress8`.
    fn read_name(&mut self, name: &str) {
        let Some(name) = name.strip_prefix("sfnn") else { return };
        let name = name.trim_start_matches("wop").trim_start_matches(['_', '-']);
        let name = if name == SHORT_NAME.0 { SHORT_NAME.1 } else { name };
        let mut parts = name.split(['_', '-']).peekable();
        let mut features = String::new();
        while let Some(part) = parts.next_if(|part| !part.starts_with(|c: char| c.is_ascii_digit())) {
            features.push_str(part);
        }
        self.features = FeatureKind::from_name(&features).or(self.features);
        let numbers: Vec<usize> = parts.by_ref().take(3).map_while(|part| part.parse().ok()).collect();
        let &[width, first, second] = &numbers[..] else { return };
        (self.width, self.hidden) = (Some(width), [Some(first), Some(second)]);
        let mut common = None;
        for part in parts {
            self.read_stacks(part);
            if let Some(columns) = part.strip_prefix('c') {
                common = columns.parse().ok();
            } else if let Some((size, groups)) = part.strip_prefix('s').and_then(|shard| shard.split_once('x'))
                && let (Some(common), Ok(size), Ok(groups)) = (common, size.parse(), groups.parse())
            {
                self.shards = Some(Shards { common, size, groups });
            }
        }
    }

    /// Reads the choice between stacks from a part of a name.
    fn read_stacks(&mut self, part: &str) {
        // The name of nine stacks until June 2026.
        let part = if part == "ls9" { KingBuckets::K3K3.name() } else { part };
        if let Some(king) = KingBuckets::ALL.into_iter().find(|king| king.name() == part) {
            self.stacks.king = Some(king);
        } else if let Some(hand) = HandBuckets::ALL.into_iter().find(|hand| hand.name() == part) {
            self.stacks.hand = Some(hand);
        } else if let Some(Ok(buckets @ 2..=PROGRESS_STEPS)) = part.strip_prefix("progress").map(str::parse) {
            self.stacks.progress = Some(buckets);
        }
    }

    /// The shape, if the text names each part of it and no number is absurd.
    pub fn shape(&self, stacked: bool) -> Option<Shape> {
        let (features, width) = (self.features?, self.width?);
        let hidden = [self.hidden[0]?, self.hidden[1]?];
        if width > super::WIDEST || hidden.into_iter().max() > Some(super::MOST_HIDDEN) {
            return None;
        }
        let shortcut = hidden[0] % 8 == 7;
        let layout = Layout::Stacked { shortcut, stacks: self.stacks, shards: self.shards };
        Some(Shape { features, width, hidden, layout: if stacked { layout } else { Layout::Classic } })
    }

    /// Number of a shape's parts that the text names: features, width and both layers.
    pub fn agreement(&self, shape: &Shape) -> usize {
        usize::from(self.features == Some(shape.features))
            + usize::from(self.width == Some(shape.width))
            + usize::from(self.hidden[0] == Some(shape.hidden[0]))
            + usize::from(self.hidden[1] == Some(shape.hidden[1]))
    }

    /// True if the text names all of these parts.
    pub fn names(&self, shape: &Shape) -> bool {
        self.agreement(shape) == 4
    }
}

/// The text after `start` and before any of `ends`, or up to its end.
fn between<'a>(text: &'a str, start: &str, ends: &[char]) -> Option<&'a str> {
    text.split_once(start)?.1.split(ends).next()
}

/// The number that a text starts with.
fn number<T: FromStr>(text: &str) -> Option<T> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}
