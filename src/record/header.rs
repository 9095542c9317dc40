//! Facts about a game beside its moves.
//!
//! Keys are those of KIF files, the richest vocabulary; CSA's keywords are translated. Unknown keys and all values are
//! kept as they stand.

use super::vocabulary::side_at_start;

/// Name of Black, who moves first or takes the handicap.
pub const BLACK: &str = "先手";
/// Name of White.
pub const WHITE: &str = "後手";
/// Tournament.
pub const EVENT: &str = "棋戦";
/// Place.
pub const SITE: &str = "場所";
/// Date and time of the start.
pub const START_TIME: &str = "開始日時";
/// Date and time of the end.
pub const END_TIME: &str = "終了日時";
/// Time control of both sides.
pub const TIME_CONTROL: &str = "持ち時間";
/// Time control of Black, where it is his own.
pub const BLACK_TIME_CONTROL: &str = "先手持ち時間";
/// Time control of White, where it is his own.
pub const WHITE_TIME_CONTROL: &str = "後手持ち時間";
/// Name of the opening.
pub const OPENING: &str = "戦型";
/// Number of moves at which the game is drawn.
pub const MAX_MOVES: &str = "最大手数";
/// Rule for impasses.
pub const IMPASSE_RULE: &str = "持将棋";
/// Remark on the whole game.
pub const NOTE: &str = "備考";
/// Source of a mate problem.
pub const SOURCE: &str = "出典";
/// Keys that records of mate problems have, in the names of KIF's writers.
pub const OF_PROBLEMS: &[&str] = &[SOURCE, "作者", "作品名", "作品番号", "発表誌", "発表年月", "完全性", "詰手数"];
/// Name of the start position, which [`Record`](super::Record) holds as a position and never as a header.
pub(super) const HANDICAP: &str = "手合割";
/// Side to move at the start, if the value names a side.
pub(super) const TURN: &str = "手番";

/// Keys with their CSA keywords. The keyword of a common time control depends on its form.
const CSA_KEYWORDS: &[(&str, &str)] = &[
    (EVENT, "EVENT"),
    (SITE, "SITE"),
    (START_TIME, "START_TIME"),
    (END_TIME, "END_TIME"),
    (TIME_CONTROL, "TIME_LIMIT"),
    (TIME_CONTROL, "TIME"),
    (BLACK_TIME_CONTROL, "TIME+"),
    (WHITE_TIME_CONTROL, "TIME-"),
    (OPENING, "OPENING"),
    (MAX_MOVES, "MAX_MOVES"),
    (IMPASSE_RULE, "JISHOGI"),
    (NOTE, "NOTE"),
];

/// The key for a side's name in any kind of game; other keys stand for themselves.
pub(super) fn key_of_name(name: &str) -> &str {
    match side_at_start(name) {
        Some((side, "")) => [BLACK, WHITE][side.color.index()],
        _ => name,
    }
}

/// Keys with their values, each key once, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// The value of a key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.0.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str())
    }

    /// Sets a value; its line breaks become spaces. An empty key and the handicap are ignored.
    pub fn set(&mut self, key: &str, value: &str) {
        let (key, value) = (one_line(key), one_line(value));
        match self.0.iter_mut().find(|(k, _)| *k == key) {
            _ if key.is_empty() || key == HANDICAP => {}
            Some((_, old)) => *old = value,
            None => self.0.push((key, value)),
        }
    }

    /// Like [`Headers::set`], but the values of a repeated key are joined by a space.
    pub(super) fn append(&mut self, key: &str, value: &str) {
        match self.get(key) {
            Some(old) if !old.is_empty() && old != value => self.set(key, &format!("{old} {value}")),
            _ => self.set(key, value),
        }
    }

    /// Keys and values in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }

    /// True without any key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

fn one_line(text: &str) -> String {
    text.trim().replace(['\r', '\n'], " ")
}

/// The key for a CSA keyword, or the keyword itself if there is none.
pub(super) fn key_of_csa(keyword: &str) -> &str {
    CSA_KEYWORDS.iter().find(|(_, csa)| *csa == keyword).map_or(keyword, |&(key, _)| key)
}

/// The CSA keyword for a key, or the key itself if there is none.
pub(super) fn csa_of_key<'a>(key: &'a str, value: &str) -> &'a str {
    if key == TIME_CONTROL {
        return match value.split(['+', ':']).all(|number| number.trim().parse::<f64>().is_ok()) {
            true if value.contains(':') => "TIME_LIMIT",
            true if value.split('+').count() == 3 => "TIME",
            _ => key,
        };
    }
    CSA_KEYWORDS.iter().find(|(k, _)| *k == key).map_or(key, |&(_, csa)| csa)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csa_keywords_read_back() {
        for &(key, keyword) in CSA_KEYWORDS {
            assert_eq!(key_of_csa(keyword), key);
        }
        for (value, keyword) in [("00:25+00", "TIME_LIMIT"), ("600+0+10", "TIME"), ("各６時間", TIME_CONTROL)] {
            assert_eq!(csa_of_key(TIME_CONTROL, value), keyword);
            assert_eq!(key_of_csa(keyword), TIME_CONTROL);
        }
        assert_eq!(csa_of_key("作者", "伊藤看寿"), "作者");
    }

    #[test]
    fn values_stay_on_one_line() {
        let mut headers = Headers::default();
        headers.set(NOTE, "one\r\ntwo");
        headers.set(BLACK, "a");
        headers.set(BLACK, "b");
        headers.set(" ", "c");
        headers.set(HANDICAP, "平手");
        assert_eq!(headers.iter().collect::<Vec<_>>(), [(NOTE, "one  two"), (BLACK, "b")]);
    }
}
