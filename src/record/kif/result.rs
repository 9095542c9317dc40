//! Result lines: `まで104手で先手の勝ち`.

use crate::board::Color;
use crate::record::text::numeral;
use crate::record::vocabulary::{EndingWords, last_side, player};
use crate::record::{Ending, Loss};

/// The line for an ending after `moves` moves with `side` to move. If a sentence would leave the winner open, the line
/// names the winner instead.
#[must_use]
pub(in crate::record) fn result_text(ending: &Ending, moves: usize, side: Color, handicap: bool) -> String {
    let name = |color| player(color, handicap);
    let line = |how: &str| format!("まで{moves}手で{how}");
    let how = match ending {
        Ending::Resignation => format!("{}の勝ち", name(!side)),
        Ending::TimeLoss => format!("時間切れにより{}の勝ち", name(!side)),
        Ending::FoulLoss => format!("{}の反則負け", name(side)),
        Ending::FoulWin => format!("{}の反則勝ち", name(side)),
        Ending::Declaration => format!("{}の入玉勝ち", name(side)),
        Ending::Stated { winner, text } if untold(ending, &line(text), side).is_some() => {
            format!("{}の勝ち", name(*winner))
        }
        _ => ending.kif().to_owned(),
    };
    line(&how)
}

/// Endings whose sentence need not name a side.
const OF_GAMES: [Ending; 7] = [
    Ending::Repetition,
    Ending::Impasse,
    Ending::Draw,
    Ending::MaxMoves,
    Ending::Interruption,
    Ending::NoMate,
    Ending::Mate,
];

/// The ending as a loss, unless its result line, read with `side` to move, leads back to it.
#[must_use]
pub(in crate::record) fn untold(ending: &Ending, line: &str, side: Color) -> Option<Loss> {
    (parse(line, side).as_ref() != Some(ending)).then(|| Loss::Ending(ending.clone()))
}

/// Reads a result line that begins with まで, with `side` to move; none if it gives no result.
#[must_use]
pub(in crate::record) fn parse(line: &str, side: Color) -> Option<Ending> {
    let after = line.trim().strip_prefix("まで")?;
    let how = match after.split_once('手') {
        // 先手 and 後手 contain the same kanji, without a number before it.
        Some((number, how)) if number.trim().chars().last().is_none_or(|c| numeral(c).is_some()) => how,
        _ => after,
    };
    let how = how.strip_prefix('で').unwrap_or(how).trim();
    if let Some(ending) = Ending::named(how) {
        return Some(ending);
    }
    // If two sides are named, the line is about the last one: 先手の反則により後手の勝ち.
    let who = last_side(how);
    let lost = !how.contains('勝') && ["負", "敗", "投了", "切れ", "反則"].iter().any(|word| how.contains(word));
    let winner = who.map(|color| if lost { !color } else { color });
    let by_turn = |wins: Option<Ending>, loses: Option<Ending>| match winner {
        Some(winner) if winner == side => wins,
        Some(_) => loses,
        None => wins.xor(loses),
    };
    let ending = if how.contains("反則") {
        by_turn(Some(Ending::FoulWin), Some(Ending::FoulLoss))
    } else if how.contains("時間切れ") || how.contains("切れ負け") {
        by_turn(None, Some(Ending::TimeLoss))
    } else if how.contains("入玉") || how.contains("宣言") {
        by_turn(Some(Ending::Declaration), None)
    } else if how.contains("不戦") {
        by_turn(Some(Ending::WalkoverWin), Some(Ending::WalkoverLoss))
    } else if how.contains("勝ち") || how.contains("投了") {
        by_turn(None, Some(Ending::Resignation))
    } else if let Some(words) = EndingWords::within(how, &OF_GAMES) {
        Some(words.ending.clone())
    } else {
        return (!how.is_empty()).then(|| Ending::Other(how.to_owned()));
    };
    ending.or_else(|| Some(Ending::Stated { winner: winner?, text: how.to_owned() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Outcome;
    use crate::record::vocabulary::ENDINGS;

    #[test]
    fn lines_read_back() {
        for EndingWords { ending, .. } in ENDINGS {
            for side in Color::ALL {
                for handicap in [false, true] {
                    let line = result_text(ending, 12, side, handicap);
                    assert_eq!(parse(&line, side).as_ref(), Some(ending), "{line}");
                }
            }
        }
    }

    #[test]
    fn a_sentence_that_leaves_the_winner_open_gives_way() {
        let stated = |winner, text: &str| Ending::Stated { winner, text: text.to_owned() };
        for (ending, line, is_told) in [
            (stated(Color::Black, "先手の勝ち"), "まで4手で先手の勝ち", true),
            (stated(Color::Black, "by wager"), "まで4手で先手の勝ち", false),
            (stated(Color::White, "by wager"), "まで4手で後手の勝ち", false),
        ] {
            let written = result_text(&ending, 4, Color::Black, false);
            assert_eq!(written, line);
            assert_eq!(untold(&ending, &written, Color::Black).is_none(), is_told, "{ending:?}");
            let outcome = parse(&written, Color::Black).map(|ending| ending.outcome(Color::Black));
            assert_eq!(outcome, Some(ending.outcome(Color::Black)), "{ending:?}");
        }
    }

    #[test]
    fn other_wordings() {
        let black = Color::Black;
        assert_eq!(parse("まで49手詰", black), Some(Ending::Mate));
        assert_eq!(parse("まで1手で先手の反則負け", !black), Some(Ending::FoulWin));
        assert_eq!(parse("まで2手で先手の反則負け", black), Some(Ending::FoulLoss));
        assert_eq!(parse("まで先手の反則負け", !black), Some(Ending::FoulWin));
        assert_eq!(parse("まで77手で後手投了", !black), Some(Ending::Resignation));
        assert_eq!(parse("まで七十七手で後手の投了", !black), Some(Ending::Resignation));
        assert_eq!(parse("まで8手で先手の時間切れにより後手の勝ち", black), Some(Ending::TimeLoss));
        assert_eq!(parse("まで8手で先手の反則により後手の勝ち", black), Some(Ending::FoulLoss));
        assert_eq!(parse("まで0手で先手の不戦敗", black), Some(Ending::WalkoverLoss));
        assert_eq!(parse("まで50手で千日手", black), Some(Ending::Repetition));
        assert_eq!(parse("まで千日手", black), Some(Ending::Repetition));
        assert_eq!(parse("まで50手で両者合意により引分け", black), Some(Ending::Draw));
        assert_eq!(parse("まで50手で指し掛けにて終了", black), Some(Ending::Interruption));
        assert_eq!(parse("まで50手で規定手数に達して終了", black), Some(Ending::MaxMoves));
        assert_eq!(parse("まで50手で不詰と判明", black), Some(Ending::NoMate));
        let ending = parse("まで3手で先手の入玉勝ち", !black).unwrap();
        assert_eq!(ending.outcome(!black), Outcome::Win(black));
        assert_eq!(result_text(&ending, 3, !black, false), "まで3手で先手の入玉勝ち");
    }
}
