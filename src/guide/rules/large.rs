//! The rules of the large games.

use super::{Topic, dead_end, repetition, zone};
use crate::large::{BareKing, KindSpec, RuleOptions, Spec};
use crate::words::Language;

pub(super) fn paragraphs(spec: &Spec, language: Language) -> Vec<(Topic, String)> {
    let rules = &spec.usual;
    let attack =
        if rules.threats_count_as_checks { ["attacked a piece", "駒を当て"] } else { ["gave check", "王手を"] };
    let none = language.choose("None: captured pieces are out of the game.", "なし。取った駒は使えない。");
    vec![
        (Topic::Aim, aim(spec, language)),
        (Topic::Drops, none.to_owned()),
        (Topic::Promotion, promotion(spec, language)),
        (Topic::Repetition, repetition(rules.repetition, language, attack)),
    ]
}

fn names(kinds: impl Iterator<Item = &'static KindSpec>, language: Language) -> Vec<&'static str> {
    kinds.map(|kind| language.choose(kind.names.english, kind.names.japanese)).collect()
}

fn aim(spec: &Spec, language: Language) -> String {
    let royals = names(spec.kinds.iter().filter(|kind| kind.royal), language);
    let rules = &spec.usual;
    let mut text = match (language, royals.len()) {
        (Language::En, 1) => format!("Capture the other {}.", royals[0]),
        (Language::En, _) => format!("Capture the other side's last royal piece: {}.", royals.join(" or ")),
        (Language::Ja, 1) => format!("相手の{}を取れば勝ち。", royals[0]),
        (Language::Ja, _) => format!("相手の{}をすべて取れば勝ち。", royals.join("・")),
    };
    if rules.keeps_royal {
        text += language.choose(
            " No move may leave the last one attacked, so mate wins, and a side without a legal move has lost too.",
            "最後の一枚を取られる手は指せないので、詰めば勝ち。指す手のない側も負け。",
        );
    }
    text += bare_king(rules.bare_king, language);
    text + &longest_game(rules, language)
}

const fn bare_king(rule: BareKing, language: Language) -> &'static str {
    match rule {
        BareKing::PlaysOn => "",
        BareKing::Loses => language.choose(
            " A king left alone loses to a king with a piece that can mate; two kings alone draw.",
            "玉一枚になると、詰ませる駒のある側に負ける。玉だけ同士は引き分け。",
        ),
        BareKing::LosesToOne => language.choose(
            " A king left alone loses to a king with one more piece, unless it can take that at once.",
            "玉一枚になると、すぐに取り返せないかぎり、玉ともう一枚の側に負ける。",
        ),
        BareKing::LosesUnlessBaring => language.choose(
            " A king left alone has lost, unless it takes the other side's last piece at once, which draws.",
            "玉一枚になると負け。すぐに相手の最後の駒を取れば引き分け。",
        ),
    }
}

fn longest_game(rules: &RuleOptions, language: Language) -> String {
    match (rules.longest_game, language) {
        (0, _) => String::new(),
        (moves, Language::En) => format!(" After {moves} moves the game is drawn."),
        (moves, Language::Ja) => format!("{moves}手で引き分け。"),
    }
}

fn promotion(spec: &Spec, language: Language) -> String {
    let rules = &spec.usual;
    if rules.promotes_as_in_shogi {
        return zone(spec.zone_ranks, language, false) + dead_end(language);
    }
    let ranks = spec.zone_ranks;
    let last: Vec<&str> = [
        (rules.pawn_promotes_last, language.choose("pawn", "歩兵")),
        (rules.lance_promotes_last, language.choose("lance", "香車")),
    ]
    .into_iter()
    .filter_map(|(holds, name)| holds.then_some(name))
    .collect();
    let mut text = match language {
        Language::En => format!(
            "A piece may promote when it enters the last {ranks} ranks, and by a capture that begins or ends there; it \
             never must."
        ),
        Language::Ja => {
            format!("敵陣（奥の{ranks}段）に入るとき、または敵陣で駒を取るときに成れる。成らなくてもよい。")
        }
    };
    if !last.is_empty() {
        text += &match language {
            Language::En => format!(" On the last rank a {} may by any move.", last.join(" or ")),
            Language::Ja => format!("一番奥の段では、{}はどの手でも成れる。", last.join("・")),
        };
    }
    text
}
