//! Requests at the table: the words with their help.

use crate::board::Color;
use crate::variants::Variant;

/// The meaning of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verb {
    Undo,
    Redo,
    Hint,
    Eval,
    Threat,
    Resign,
    Draw,
    Declare,
    Count,
    Impasse,
    Coach,
    Review,
    Analyse,
    Solution,
    Skip,
    Flip,
    Board,
    Look,
    Pieces,
    Rules,
    Moves,
    Level,
    Save,
    Load,
    New,
    Again,
    Help,
    Quit,
}

/// Situation in which a word has a meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    Game,
    Problem,
    Both,
}

/// Files of a board that any terminal has room for.
const LARGE: u8 = 12;

/// A word with its spellings and help.
#[derive(Debug, PartialEq, Eq)]
pub struct Word {
    pub verb: Verb,
    /// The usual spelling first, then synonyms.
    pub english: &'static [&'static str],
    pub japanese: &'static [&'static str],
    /// The argument that must follow, in English and in Japanese, in brackets if it may; empty if there is none.
    pub argument: [&'static str; 2],
    /// Its effect, in English and in Japanese.
    pub help: [&'static str; 2],
    pub place: Place,
}

const fn word(
    verb: Verb,
    english: &'static [&'static str],
    japanese: &'static [&'static str],
    help: [&'static str; 2],
) -> Word {
    Word { verb, english, japanese, argument: [""; 2], help, place: Place::Game }
}

impl Word {
    const fn with(self, argument: [&'static str; 2]) -> Self {
        Self { argument, ..self }
    }

    const fn at(self, place: Place) -> Self {
        Self { place, ..self }
    }

    /// True if the word can be said with this text after it.
    pub fn takes(&self, argument: &str) -> bool {
        let [name, _] = self.argument;
        name.starts_with('[') || name.is_empty() == argument.is_empty()
    }

    /// True if the word has a meaning in this situation of a game.
    pub fn is_for(&self, place: Place, game: Variant) -> bool {
        let is_about_impasse = matches!(self.verb, Verb::Declare | Verb::Count | Verb::Impasse);
        let is_known = !is_about_impasse || game.start().impasse_count(Color::Black).is_some();
        let is_about_size = self.verb == Verb::Look && game.files() <= LARGE;
        is_known && !is_about_size && (self.place == Place::Both || self.place == place)
    }
}

/// Every spelling of the words that have a meaning in this situation of a game.
pub fn names(place: Place, game: Variant) -> impl Iterator<Item = &'static str> {
    let words = WORDS.iter().filter(move |word| word.is_for(place, game));
    words.flat_map(|word| word.english.iter().chain(word.japanese)).copied()
}

/// All words, in the order of the help.
pub const WORDS: &[Word] = &[
    word(
        Verb::Undo,
        &["undo", "takeback"],
        &["待った"],
        ["take your last move and the answer back", "自分の手と応手を戻す"],
    )
    .at(Place::Both),
    word(Verb::Redo, &["redo"], &["進める"], ["play again what was taken back", "戻した手をもう一度進める"]),
    word(
        Verb::Hint,
        &["hint"],
        &["ヒント"],
        ["which piece to move; asked again, where to", "1回目は動かす駒、2回目は指し手"],
    )
    .at(Place::Both),
    word(Verb::Eval, &["eval"], &["形勢"], ["who stands better", "形勢を判断する"]),
    word(Verb::Threat, &["threat"], &["狙い"], ["what would be played if you passed", "相手が次に指したい手"]),
    word(Verb::Resign, &["resign"], &["投了", "負けました"], ["give the game up", "投了する"]),
    word(Verb::Draw, &["draw"], &["引き分け"], ["offer a draw", "引き分けを提案する"]),
    word(Verb::Declare, &["declare"], &["宣言"], ["declare that your king has entered", "入玉宣言をする"]),
    word(
        Verb::Count,
        &["count"],
        &["点数"],
        ["points of both sides, and what is lacking", "両者の点数と、宣言に足りない条件"],
    ),
    word(Verb::Impasse, &["impasse"], &["持将棋"], ["offer an impasse, counted by points", "持将棋を提案する"]),
    word(
        Verb::Coach,
        &["coach"],
        &["コーチ"],
        ["judge each of your moves, or stop it", "一手ごとの講評を始める、やめる"],
    ),
    word(Verb::Review, &["review"], &["感想戦"], ["where the game turned", "勝負所をふりかえる"]),
    word(Verb::Analyse, &["analyse", "analyze"], &["解析"], ["write the analysis as a page", "解析のページを書き出す"])
        .with(["FILE.html", "ファイル名.html"]),
    word(Verb::Solution, &["solution"], &["解答"], ["show the whole solution", "正解手順を見る"]).at(Place::Problem),
    word(Verb::Skip, &["next"], &["次"], ["leave this problem", "この問題を飛ばす"]).at(Place::Problem),
    word(Verb::Flip, &["flip"], &["反転"], ["turn the board", "盤を反転する"]).at(Place::Both),
    word(Verb::Board, &["board"], &["盤面"], ["draw the board again", "盤面をもう一度表示する"]).at(Place::Both),
    word(Verb::Look, &["look"], &["移動"], ["show another part", "盤の別の部分を表示する"])
        .with(["[SQUARE|up|down|left|right]", "[マス|上|下|左|右]"])
        .at(Place::Both),
    word(Verb::Pieces, &["pieces", "piece"], &["駒"], ["how all pieces move, or one", "駒の動き"])
        .with(["[SQUARE|NAME]", "[マス・駒名]"])
        .at(Place::Both),
    word(Verb::Rules, &["rules"], &["規則", "ルール"], ["the rules of this game", "この将棋の規則"]).at(Place::Both),
    word(Verb::Moves, &["moves"], &["動き"], ["mark where the piece there can go", "その駒が動けるマスに印を付ける"])
        .with(["SQUARE", "マス"]),
    word(Verb::Level, &["level"], &["レベル"], ["play against this level from now on", "以後の強さを変える"])
        .with(["NUMBER", "数字"]),
    word(
        Verb::Save,
        &["save"],
        &["保存"],
        ["write the game; the extension names the format", "棋譜を保存する（形式は拡張子で決まる）"],
    )
    .with(["FILE", "ファイル名"]),
    word(Verb::Load, &["load"], &["読込"], ["go on with the game of a file", "棋譜を読み込んで続ける"])
        .with(["FILE", "ファイル名"]),
    word(Verb::New, &["new"], &["新規"], ["begin again", "最初から始める"]).at(Place::Both),
    word(
        Verb::Again,
        &["again"],
        &["指し直し"],
        ["play a drawn game again, in the time left", "引き分けのあと残り時間で指し直す"],
    ),
    word(Verb::Help, &["help", "?"], &["ヘルプ"], ["these words", "この説明"]).at(Place::Both),
    word(
        Verb::Quit,
        &["quit", "exit", "q"],
        &["終了"],
        ["leave; --resume goes on from here", "終わる（--resume で続きから）"],
    )
    .at(Place::Both),
];

/// A typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request<'a> {
    Nothing,
    /// A word with the text after it.
    Word(&'static Word, &'a str),
    /// Anything else, taken for a move.
    Move(&'a str),
}

impl<'a> Request<'a> {
    pub fn read(line: &'a str) -> Self {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let first = first.to_lowercase();
        let is_named = |word: &&Word| word.english.iter().chain(word.japanese).any(|&name| name == first);
        match WORDS.iter().find(is_named) {
            _ if line.is_empty() => Self::Nothing,
            Some(word) => Self::Word(word, rest.trim()),
            None => Self::Move(line),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verb(line: &str) -> Option<(Verb, &str)> {
        match Request::read(line) {
            Request::Word(word, rest) => Some((word.verb, rest)),
            _ => None,
        }
    }

    #[test]
    fn words_are_told_from_moves() {
        assert_eq!(verb("undo"), Some((Verb::Undo, "")));
        assert_eq!(verb(" SAVE  my game.kif "), Some((Verb::Save, "my game.kif")));
        assert_eq!(verb("待った"), Some((Verb::Undo, "")));
        assert_eq!(verb("保存　対局.kif"), Some((Verb::Save, "対局.kif")));
        assert_eq!(Request::read("  "), Request::Nothing);
        for text in ["7g7f", "７六歩", "P-7f", "hello"] {
            assert_eq!(Request::read(text), Request::Move(text));
        }
    }

    #[test]
    fn a_game_knows_its_own_words() {
        let declares = |game| names(Place::Game, game).any(|name| name == "declare");
        assert!(declares(Variant::Shogi) && !declares(Variant::Dobutsu) && !declares(Variant::Chu));
        let known = |place, word| names(place, Variant::Shogi).any(|name| name == word);
        assert!(known(Place::Problem, "solution") && !known(Place::Game, "solution"));
        assert!(known(Place::Game, "投了") && !known(Place::Problem, "投了"));
    }

    #[test]
    fn no_word_is_there_twice() {
        let mut names: Vec<&str> =
            WORDS.iter().flat_map(|word| word.english.iter().chain(word.japanese)).copied().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
