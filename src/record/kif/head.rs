//! What stands before the first move: headers, handicap, diagram.

use crate::board::Color;
use crate::game::SfenMode;
use crate::record::cursor::Cursor;
use crate::record::{Headers, ReadError, Reason, Record, Warning, diagram, header, score, text};
use crate::rules::{MAX_MOVE_NUMBER, Position, Rules, Setup, Spec};

pub(super) struct Head {
    spec: &'static Spec,
    headers: Headers,
    remarks: Vec<String>,
    comments: Vec<String>,
    bookmark: Option<String>,
    warnings: Vec<Warning>,
    /// Name and line.
    handicap: Option<(String, usize)>,
    setup: Option<Setup>,
    /// Ranks of the diagram read so far.
    ranks: u8,
    side: Option<Color>,
    /// Whether the sides are called 上手 and 下手.
    upper_hand: bool,
    last_line: usize,
}

/// Whether a character may stand in the line of file numbers above a diagram.
fn is_of_file_numbers(c: char) -> bool {
    c.is_whitespace() || ('１'..='９').contains(&c)
}

const FOR_BLACK: [&str; 2] = ["先手", "下手"];
const FOR_WHITE: [&str; 2] = ["後手", "上手"];

/// The side that a key is about, with the rest of the key.
fn side_of(key: &str) -> Option<(Color, &str)> {
    let strip = |names: [&str; 2]| names.into_iter().find_map(|name| key.strip_prefix(name));
    strip(FOR_BLACK).map(|rest| (Color::Black, rest)).or_else(|| strip(FOR_WHITE).map(|rest| (Color::White, rest)))
}

impl Head {
    pub fn new(spec: &'static Spec) -> Self {
        Self {
            spec,
            headers: Headers::default(),
            remarks: Vec::new(),
            comments: Vec::new(),
            bookmark: None,
            warnings: Vec::new(),
            handicap: None,
            setup: None,
            ranks: 0,
            side: None,
            upper_hand: false,
            last_line: 0,
        }
    }

    /// Whether nothing was found that a record starts with.
    pub fn is_empty(&self) -> bool {
        self.headers.is_empty() && self.handicap.is_none() && self.setup.is_none()
    }

    pub fn read(&mut self, line: &str, number: usize) -> Result<(), ReadError> {
        self.last_line = number;
        let text = line.trim();
        self.upper_hand |= text.starts_with("上手");
        if let Some(comment) = line.strip_prefix('*') {
            self.comments.push(score::from_kif(comment).unwrap_or_else(|| comment.to_owned()));
        } else if let Some(bookmark) = line.strip_prefix('&') {
            self.bookmark = Some(bookmark.to_owned());
        } else if text.starts_with('|') {
            return self.read_rank(text).map_err(|reason| reason.at(number));
        } else if text.starts_with("+-") || text.contains('１') && text.chars().all(is_of_file_numbers) {
            // The frame of a diagram.
        } else if let Some(moves) = text.strip_prefix("手数＝").or_else(|| text.strip_prefix("手数=")) {
            let digits = moves.find(|c| text::numeral(c).is_none()).unwrap_or(moves.len());
            let made =
                text::number(&moves[..digits]).ok_or_else(|| Reason::syntax(text, "a number of moves").at(number))?;
            self.setup().move_number = (made + 1).min(MAX_MOVE_NUMBER);
        } else if let Some((side, "番")) = side_of(text) {
            self.side = Some(side);
        } else if let Some((key, value)) = text.split_once('：').or_else(|| text.split_once(':'))
            && !key.trim().is_empty()
        {
            return self.read_header(key.trim(), value.trim()).map_err(|reason| reason.at(number));
        } else {
            self.remarks.push(text.to_owned());
            self.warnings.push(Warning { line: number, text: format!("not a header, kept as a remark: {text}") });
        }
        Ok(())
    }

    pub fn remark(&mut self, remark: &str) {
        if !text::declares_encoding(remark) {
            self.remarks.push(remark.to_owned());
        }
    }

    /// What a diagram sets up; nothing stands on it before its first line.
    fn setup(&mut self) -> &mut Setup {
        self.setup.get_or_insert_with(|| Setup::empty(self.spec))
    }

    fn read_rank(&mut self, text: &str) -> Result<(), Reason> {
        let row = text.strip_prefix('|').and_then(|rest| rest.split_once('|')).map_or(text, |(row, _)| row);
        let rank = self.ranks;
        if rank >= self.spec.ranks {
            return Err(Reason::Diagram("too many ranks"));
        }
        self.ranks += 1;
        diagram::read_rank(self.setup(), rank, row)
    }

    fn read_header(&mut self, key: &str, value: &str) -> Result<(), Reason> {
        match side_of(key) {
            Some((color, "の持駒" | "の持ち駒")) => {
                return diagram::read_hand(self.setup(), color, value);
            }
            Some((color, "")) => {
                self.headers.append(if color == Color::Black { header::BLACK } else { header::WHITE }, value);
            }
            _ if key == header::HANDICAP => self.handicap = Some((value.to_owned(), self.last_line)),
            _ => self.headers.append(key, value),
        }
        Ok(())
    }

    /// Whether the names of the sides or of the handicap tell that White gives one.
    fn giver_begins(&self) -> bool {
        let start = self.handicap.as_ref().and_then(|(name, _)| handicap_start(self.spec, name).ok());
        self.upper_hand || start.is_some_and(|start| start.side == Color::White)
    }

    /// Sets the pieces up, with another start if nothing told which side begins: then the giver of a handicap does, in
    /// other games Black, and the first move may show that it was the other side. A diagram counts for more than a
    /// handicap's name.
    pub fn begin<R: Rules>(self, rules: R) -> Result<(Cursor<R>, Option<Position<R>>), ReadError> {
        let line = self.last_line.max(1);
        let mut other_start = None;
        let start = if self.ranks > 0 {
            if self.ranks != self.spec.ranks {
                return Err(Reason::Diagram("ranks are missing").at(line));
            }
            let giver_begins = self.giver_begins();
            let mut setup = self.setup.unwrap_or_else(|| Setup::empty(self.spec));
            if self.side.is_none() {
                setup.side = if giver_begins { Color::Black } else { Color::White };
                other_start = Position::from_setup(rules, &setup, SfenMode::Composed).ok();
            }
            setup.side = self.side.unwrap_or(!setup.side);
            Position::from_setup(rules, &setup, SfenMode::Composed).map_err(|error| Reason::from(error).at(line))?
        } else {
            let (name, line) = self.handicap.unwrap_or_else(|| ("平手".to_owned(), line));
            let setup = handicap_start(self.spec, &name).map_err(|reason| reason.at(line))?;
            if self.side.is_some_and(|side| side != setup.side) {
                return Err(Reason::WrongTurn.at(line));
            }
            Position::from_setup(rules, &setup, SfenMode::Composed).map_err(|error| Reason::from(error).at(line))?
        };
        let mut cursor = Cursor::new(start, line);
        cursor.record.headers = self.headers;
        cursor.record.remarks = self.remarks;
        cursor.warnings.extend(self.warnings);
        let root = cursor.record.node_mut(Record::<R>::ROOT);
        root.comments = self.comments;
        root.bookmark = self.bookmark;
        Ok((cursor, other_start))
    }
}

fn handicap_start(spec: &'static Spec, name: &str) -> Result<Setup, Reason> {
    if name == "その他" {
        return Err(Reason::Diagram("the handicap is その他, and there is no diagram"));
    }
    if spec.titles.contains(&name) {
        return Ok(Setup::from_sfen(spec, spec.start, SfenMode::Strict)?);
    }
    let found = spec.handicaps.iter().find(|handicap| handicap.japanese == name);
    let handicap = found.ok_or_else(|| Reason::Handicap(name.to_owned()))?;
    Ok(Setup::from_sfen(spec, handicap.sfen, SfenMode::Composed)?)
}
