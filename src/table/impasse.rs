//! Kings that have entered, and drawn games that are played again.

use super::person::{Next, answer};
use super::talk;
use super::turns::Table;
use crate::any::AnyPosition;
use crate::board::Color;
use crate::game::{Declaration, ImpasseCount, Score};
use crate::jobs::command::Trouble;
use crate::words::{Language, counted};

/// The program agrees on a drawn impasse unless it sees itself ahead by more than this.
const AHEAD: Score = 600;

/// Both standings by the rule of the entered king.
#[derive(Clone, Copy, Debug)]
pub struct Standings {
    /// `[color]`
    counts: [ImpasseCount; 2],
}

impl Standings {
    /// The standings in a position; none in a game without declarations.
    pub fn of(position: &AnyPosition) -> Option<Self> {
        let [black, white] = Color::ALL.map(|side| position.impasse_count(side));
        Some(Self { counts: [black?, white?] })
    }

    /// True if a king has entered, without which nobody agrees on an impasse.
    pub fn has_entered(&self) -> bool {
        self.counts.iter().any(|count| count.has_entered)
    }

    /// Both sides in a line each, Black's first.
    pub fn tallies(&self, language: Language) -> [String; 2] {
        Color::ALL.map(|side| tally(language, side, &self.counts[side.index()]))
    }

    /// The winner of an agreed impasse: the other side has too few points. If both had, nobody would win.
    pub fn winner(&self) -> Option<Color> {
        let has_too_few = |side: Color| self.counts[side.index()].total < ImpasseCount::AGREED_POINTS;
        Color::ALL.into_iter().find(|&side| !has_too_few(side) && has_too_few(!side))
    }

    /// True if the program agrees, for which the points speak, or, where they speak for nobody, its own score.
    pub fn are_agreed(&self, program: Color, score: Score) -> bool {
        self.winner().map_or(score <= AHEAD, |winner| winner == program)
    }
}

impl Table {
    fn standings(&self) -> Option<Standings> {
        Standings::of(self.game.position())
    }

    pub(super) fn count(&mut self) -> Result<Next, Trouble> {
        let Some(standings) = self.standings() else { return answer(no_declarations(self.language())) };
        answer(standings.tallies(self.language()).join("\n"))
    }

    pub(super) fn declare(&mut self) -> Result<Next, Trouble> {
        let (language, count) = (self.language(), self.game.position().impasse_count(self.game.side()));
        match self.game.declare() {
            Declaration::Loss => answer(vain_declaration(language, count.as_ref())),
            _ => {
                self.news.extend(count.map(|count| camp_text(language, &count)));
                Ok(Next::GoOn)
            }
        }
    }

    /// Ends the game by the points of both sides, if the other side agrees.
    pub(super) fn offer_impasse(&mut self) -> Result<Next, Trouble> {
        let language = self.language();
        let Some(standings) = self.standings() else { return answer(no_declarations(language)) };
        if !standings.has_entered() {
            return answer(no_king_entered(language));
        }
        let is_agreed = if self.setting.people == [true; 2] {
            let question = language.choose("Does the other side agree? [y/N] ", "相手は同意しますか（はい／いいえ） ");
            self.person.confirms(question)
        } else {
            let program = !self.game.side();
            let Some(thought) = self.verdict() else { return self.interrupted() };
            standings.are_agreed(program, -thought.score)
        };
        if !is_agreed {
            return answer(no_impasse(language));
        }
        self.news.extend(standings.tallies(language));
        self.game.agree_on_impasse(standings.winner());
        Ok(Next::GoOn)
    }

    /// Begins another game after a drawn one, with the time that is left. Colours are exchanged, but the giver of a
    /// handicap stays the giver.
    pub(super) fn play_again(&mut self) -> Result<Next, Trouble> {
        if !self.game.is_drawn() {
            let [english, japanese] = ["Only a drawn game is played again.", "指し直しは引き分けのあとだけです。"];
            return answer(self.language().choose(english, japanese));
        }
        let clocks = self.setting.clocks.take();
        self.new_game();
        self.setting.clocks = clocks;
        if !self.game.has_handicap() {
            self.rivals.reverse();
        }
        self.game = self.setting.replay(&self.game);
        Ok(Next::GoOn)
    }

    /// Says below the board of a drawn game that it can be played again.
    pub(super) fn offer_again(&mut self) {
        if self.game.is_drawn() {
            self.news.push(
                self.language()
                    .choose(
                        "\"again\" plays another game, with the time that is left.",
                        "「指し直し」で、残り時間のまま指し直せます。",
                    )
                    .to_owned(),
            );
        }
    }
}

pub const fn no_king_entered(language: Language) -> &'static str {
    language.choose("No king has entered.", "どちらの玉も入玉していません。")
}

/// The answer to an impasse that is declined.
pub const fn no_impasse(language: Language) -> &'static str {
    language.choose("No impasse; the game goes on.", "持将棋は断られました。")
}

pub const fn no_declarations(language: Language) -> &'static str {
    language.choose("There are no declarations in this game.", "この将棋に入玉宣言はありません。")
}

/// The points for a declaration, and the pieces in the camp.
fn camp_text(language: Language, &ImpasseCount { points, pieces, .. }: &ImpasseCount) -> String {
    match language {
        Language::En => format!("{}, {} in the camp", counted(points, "point"), counted(pieces, "piece")),
        Language::Ja => format!("{points}点、敵陣に{pieces}枚"),
    }
}

/// Reply to a declaration that gains nothing; `count` is none in a game without declarations.
pub fn vain_declaration(language: Language, count: Option<&ImpasseCount>) -> String {
    let counts = count.map(|count| camp_text(language, count));
    match (counts, language) {
        (None, _) => no_declarations(language).to_owned(),
        (Some(counts), Language::En) => format!("A declaration would lose now: {counts}."),
        (Some(counts), Language::Ja) => format!("宣言の条件を満たしていません（{counts}）。"),
    }
}

/// The standing of a side in one line.
fn tally(language: Language, side: Color, count: &ImpasseCount) -> String {
    let (side, camp, total) = (talk::side(language, side), camp_text(language, count), count.total);
    let outlook = match (count.declaration(), language) {
        (Declaration::Win, Language::En) => "A declaration wins.".to_owned(),
        (Declaration::Win, Language::Ja) => "宣言勝ちできます。".to_owned(),
        (Declaration::Draw, Language::En) => "A declaration draws.".to_owned(),
        (Declaration::Draw, Language::Ja) => "宣言すれば持将棋です。".to_owned(),
        (Declaration::Loss, Language::En) => format!("A declaration lacks {}.", lacks(language, count)),
        (Declaration::Loss, Language::Ja) => format!("宣言するには、あと{}が必要です。", lacks(language, count)),
    };
    match language {
        Language::En => format!("{side}: {camp}; {} of all pieces. {outlook}", counted(total, "point")),
        Language::Ja => format!("{side}：{camp}、全部の駒で{total}点。{outlook}"),
    }
}

/// The conditions of a winning declaration that are not met.
fn lacks(language: Language, count: &ImpasseCount) -> String {
    let [points, pieces] = count.missing();
    let of = |number: u32, english: &str, unit: &str| match language {
        Language::En => counted(number, english).to_string(),
        Language::Ja => format!("{number}{unit}"),
    };
    let missing = [
        (points > 0).then(|| of(points, "point", "点")),
        (pieces > 0).then(|| of(pieces, "piece", "枚の駒")),
        (!count.has_entered).then(|| language.choose("the king in the camp", "玉の入玉").to_owned()),
        count.in_check.then(|| language.choose("an answer to the check", "王手の解消").to_owned()),
    ];
    missing.into_iter().flatten().collect::<Vec<_>>().join(language.choose(", ", "、"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const COUNT: ImpasseCount = ImpasseCount {
        points: 24,
        pieces: 9,
        total: 27,
        has_entered: false,
        in_check: false,
        winning_points: 28,
        drawing_points: None,
    };

    #[test]
    fn a_tally_names_points_and_lacks() {
        let told = |language, count: &ImpasseCount| tally(language, Color::Black, count);
        assert_eq!(
            told(Language::En, &COUNT),
            "Black: 24 points, 9 pieces in the camp; 27 points of all pieces. \
             A declaration lacks 4 points, 1 piece, the king in the camp."
        );
        assert_eq!(
            told(Language::Ja, &COUNT),
            "先手：24点、敵陣に9枚、全部の駒で27点。宣言するには、あと4点、1枚の駒、玉の入玉が必要です。"
        );
        let complete = ImpasseCount { points: 28, pieces: 10, has_entered: true, ..COUNT };
        assert!(told(Language::En, &complete).ends_with("A declaration wins."));
        let in_check = ImpasseCount { in_check: true, ..complete };
        assert!(told(Language::En, &in_check).ends_with("lacks an answer to the check."));
        let drawn = ImpasseCount { winning_points: 31, drawing_points: Some(24), ..complete };
        assert!(told(Language::Ja, &drawn).ends_with("宣言すれば持将棋です。"));
    }

    #[test]
    fn too_few_points_lose_an_agreed_impasse() {
        let standings = |totals: [u32; 2]| Standings { counts: totals.map(|total| ImpasseCount { total, ..COUNT }) };
        assert_eq!(
            [[30, 24], [31, 23], [23, 31], [27, 27]].map(|totals| standings(totals).winner()),
            [None, Some(Color::Black), Some(Color::White), None]
        );
        let agrees = |totals, score| standings(totals).are_agreed(Color::White, score);
        assert!(agrees([27, 27], AHEAD) && !agrees([27, 27], AHEAD + 1));
        assert!(agrees([23, 31], 3000) && !agrees([31, 23], -3000), "points that decide do so alone");
    }

    #[test]
    fn vain_declarations_are_told_in_either_language() {
        let count = ImpasseCount { points: 0, pieces: 2, ..COUNT };
        assert_eq!(vain_declaration(Language::Ja, Some(&count)), "宣言の条件を満たしていません（0点、敵陣に2枚）。");
        let one = ImpasseCount { points: 28, pieces: 1, ..COUNT };
        assert_eq!(camp_text(Language::En, &one), "28 points, 1 piece in the camp");
        assert_eq!(vain_declaration(Language::En, None), "There are no declarations in this game.");
    }
}
