//! Phrases of an analysis in the terminal and in records, in both languages.

use crate::board::Color;
use crate::game::{Formation, Phase, Score, score};
use crate::record::{Headers, header};
use crate::words::Language;

/// Template of the bar below the lines, with the course of the game after the number of the ply.
pub(super) const fn bar(language: Language) -> &'static str {
    language.choose("{bar:20} {pos}/{len} plies, {eta} to go {msg}", "{bar:20} {pos}/{len}手、残り{left} {msg}")
}

/// The heading of a game.
pub(super) fn heading(language: Language, name: &str, headers: &Headers) -> String {
    let player = |key| headers.get(key).filter(|name| !name.is_empty());
    let players = [player(header::BLACK), player(header::WHITE)];
    if players == [None; 2] {
        return name.to_owned();
    }
    let [black, white] = players.map(|player| player.unwrap_or(language.choose("?", "不明")));
    match language {
        Language::En => format!("{name}: {black} - {white}"),
        Language::Ja => format!("{name}：▲{black} △{white}"),
    }
}

pub(super) const fn legend(language: Language) -> &'static str {
    language.choose(
        "scores before and after each move, centipawns and expected result for Black",
        "各手の前後の評価値と期待勝率（先手から見た値）",
    )
}

/// The heading of a variation whose first move has this number.
pub(super) fn variation(language: Language, ply: usize) -> String {
    match language {
        Language::En => format!("variation at ply {ply}"),
        Language::Ja => format!("{ply}手目からの変化"),
    }
}

/// A time spent on a move.
pub(super) fn seconds(language: Language, seconds: f64) -> String {
    match language {
        Language::En => format!("{seconds:>6.1} s"),
        Language::Ja => format!("{seconds:>6.1}秒"),
    }
}

/// A score for Black with its sign.
pub(super) fn score(language: Language, score: Score) -> String {
    // A mate in no plies has a sign too, which shows the winner.
    let sign = if score > 0 { '+' } else { '-' };
    let mate = language.choose("mate", "詰み");
    score::mate_distance(score).map_or_else(|| format!("{score:+}"), |plies| format!("{mate}{sign}{}", plies.abs()))
}

pub(super) const fn side(language: Language, side: Color) -> &'static str {
    language.choose(side.name(), side.japanese())
}

pub(super) fn stopped(language: Language, plies: usize) -> String {
    match language {
        Language::En => format!("stopped after ply {plies}"),
        Language::Ja => format!("{plies}手目で中断"),
    }
}

/// The columns of the figures of both sides.
pub(super) const fn figures(language: Language) -> [&'static str; 6] {
    language.choose(
        ["accuracy", "inaccuracies", "mistakes", "blunders", "missed mates", "allowed mates"],
        ["正確さ", "緩手", "疑問手", "悪手", "詰み逃し", "詰みを許した手"],
    )
}

/// The columns of the accuracy by phase.
pub(super) const fn phases(language: Language) -> [&'static str; Phase::ALL.len()] {
    language
        .choose(["accuracy in the opening", "in the middle game", "in the endgame"], ["正確さ：序盤", "中盤", "終盤"])
}

/// Openings and castles, each with the number of the ply that reaches it.
pub(super) fn names(language: Language, names: impl Iterator<Item = (usize, Formation)>) -> Option<String> {
    let name = |(ply, formation): (usize, Formation)| match language {
        Language::En => format!("{} (ply {ply})", formation.english),
        Language::Ja => format!("{}（{ply}手目）", formation.japanese),
    };
    let names: Vec<String> = names.map(name).collect();
    (!names.is_empty()).then(|| names.join(language.choose(", ", "、")))
}

/// The costliest moves, each with its loss in per cent.
pub(super) fn turning_points(language: Language, points: &[String]) -> String {
    match language {
        Language::En => format!("turning points: {}", points.join(", ")),
        Language::Ja => format!("勝負の分かれ目：{}", points.join("、")),
    }
}

pub(super) fn turning_point(language: Language, ply: usize, played: &str, loss: i32) -> String {
    match language {
        Language::En => format!("{ply} {played} (-{loss} %)"),
        Language::Ja => format!("{ply}手目{played}（-{loss}%）"),
    }
}

/// The marks of a mistake and of a blunder below the graph.
pub(super) const fn marks(language: Language) -> [char; 2] {
    language.choose(['m', 'B'], ['?', 'x'])
}

/// The line below the graph of this number of plies.
pub(super) fn below_graph(language: Language, plies: usize) -> String {
    let [mistake, blunder] = marks(language);
    match language {
        Language::En => format!("ply 0 to {plies}; {mistake} mistake, {blunder} blunder"),
        Language::Ja => format!("0〜{plies}手目。{mistake}は疑問手、{blunder}は悪手"),
    }
}

/// The expected result before and after a judged move.
pub(super) fn cost(language: Language, before: i32, after: i32) -> String {
    match language {
        Language::En => format!(" (expected result {before} % -> {after} %)"),
        Language::Ja => format!("（期待勝率 {before}% → {after}%）"),
    }
}

/// The accuracy of both sides in a phase.
pub(super) fn phase(language: Language, phase: Phase, [black, white]: [&str; 2]) -> String {
    match language {
        Language::En => format!("{}: Black {black}, White {white}", phase.name()),
        Language::Ja => format!("{} ▲{black} △{white}", phase.japanese()),
    }
}

/// The accuracy of both sides in a record, and the ply at which the analysis was stopped.
pub(super) fn summary(language: Language, [black, white]: [&str; 2], stopped: Option<usize>) -> String {
    match (language, stopped) {
        (Language::En, None) => format!("analysis: accuracy Black {black}, White {white}"),
        (Language::En, Some(plies)) => {
            format!("analysis stopped after ply {plies}: accuracy Black {black}, White {white}")
        }
        (Language::Ja, None) => format!("解析: 正確さ ▲{black} △{white}"),
        (Language::Ja, Some(plies)) => format!("解析は{plies}手目で中断: 正確さ ▲{black} △{white}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_have_a_sign() {
        let scores = [30, -7, score::mate_in(3), score::mated_in(2), score::mate_in(0), score::mated_in(0)];
        let told = |language| scores.map(|value| score(language, value));
        assert_eq!(told(Language::En), ["+30", "-7", "mate+3", "mate-2", "mate+0", "mate-0"]);
        assert_eq!(told(Language::Ja), ["+30", "-7", "詰み+3", "詰み-2", "詰み+0", "詰み-0"]);
    }
}
