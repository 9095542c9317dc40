//! The rules of the large games.

use super::{Topic, dead_drops, dead_end, drop_faces, pawn_drop_mate, repetition, single_on_file, zone};
use crate::large::{BareKing, KindSpec, Power, Promotion, RuleOptions, Spec, Way};
use crate::words::Language;

pub(super) fn paragraphs(spec: &Spec, language: Language) -> Vec<(Topic, String)> {
    let rules = &spec.usual;
    let attack =
        if rules.threats_count_as_checks { ["attacked a piece", "駒を当て"] } else { ["gave check", "王手を"] };
    vec![
        (Topic::Aim, aim(spec, language)),
        (Topic::Drops, drops(spec, language)),
        (Topic::Promotion, promotion(spec, language)),
        (Topic::Powers, powers(spec, language)),
        (Topic::Repetition, repetition(rules.repetition, language, attack)),
    ]
}

/// Captured pieces, and the rules on their drops.
fn drops(spec: &Spec, language: Language) -> String {
    if spec.hand_kinds == 0 {
        return language.choose("None: captured pieces are out of the game.", "なし。取った駒は使えない。").to_owned();
    }
    let pawns = names(spec.kinds.iter().filter(|kind| kind.drops_as_pawn), language);
    let limits = pawns
        .into_iter()
        .map(|pawn| single_on_file(pawn, language) + &pawn_drop_mate(pawn, language))
        .collect::<String>();
    drop_faces(false, language) + &limits + dead_drops(language)
}

/// The names of some kinds, each once.
fn names(kinds: impl Iterator<Item = &'static KindSpec>, language: Language) -> Vec<&'static str> {
    let mut names = Vec::new();
    for kind in kinds {
        let name = language.choose(kind.names.english, kind.names.japanese);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// Names in a row, with `last` before the last one in English.
fn listed(names: &[&str], last: &str, language: Language) -> String {
    match (names, language) {
        ([some @ .., one], Language::En) if !some.is_empty() => format!("{} {last} {one}", some.join(", ")),
        _ => names.join("・"),
    }
}

fn aim(spec: &Spec, language: Language) -> String {
    let royals = names(spec.kinds.iter().filter(|kind| kind.royal), language);
    let rules = &spec.usual;
    let mut text = match (language, royals.len()) {
        (Language::En, 1) => format!("Capture the other {}.", royals[0]),
        (Language::En, _) => format!("Capture the other side's last royal piece: {}.", listed(&royals, "or", language)),
        (Language::Ja, 1) => format!("相手の{}を取れば勝ち。", royals[0]),
        (Language::Ja, _) => format!("相手の{}をすべて取れば勝ち。", royals.join("・")),
    };
    if rules.keeps_royal {
        text += language.choose(
            " No move may leave the last one attacked, so mate wins, and a side without a legal move has lost too.",
            "最後の一枚を取られる手は指せないので、詰めば勝ち。指せる手がなくなった側も負け。",
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
    match rules.promotion {
        Promotion::Chu => {}
        Promotion::Shogi => return zone(spec.zone_ranks, language, false) + dead_end(language),
        Promotion::ChuOrStuck => {
            return entering(spec.zone_ranks, language) + language.choose(".", "。") + dead_end(language);
        }
        Promotion::EveryCapture => {
            return language
                .choose(
                    "There is no zone: a piece that can promote does so when it captures, and must.",
                    "敵陣はない。成れる駒は、敵駒を取ると必ず成る。",
                )
                .to_owned();
        }
        Promotion::Captures => {
            return language
                .choose(
                    "There is no zone: a piece may promote when it captures, and must if it captures a promoted piece.",
                    "敵陣はない。駒は敵駒を取ると成れ、成駒を取ると必ず成る。",
                )
                .to_owned();
        }
    }
    let last: Vec<&str> = [
        (rules.pawn_promotes_last, language.choose("pawn", "歩兵")),
        (rules.lance_promotes_last, language.choose("lance", "香車")),
    ]
    .into_iter()
    .filter_map(|(holds, name)| holds.then_some(name))
    .collect();
    let mut text = entering(spec.zone_ranks, language) + language.choose("; it never must.", "。成らなくてもよい。");
    if !last.is_empty() {
        text += &match language {
            Language::En => format!(" On the last rank a {} may by any move.", last.join(" or ")),
            Language::Ja => format!("一番奥の段では、{}はどの手でも成れる。", last.join("・")),
        };
    }
    text
}

/// Promotion on entering the zone and by captures, without the end of the sentence.
fn entering(ranks: u8, language: Language) -> String {
    match language {
        Language::En => {
            format!(
                "A piece may promote when it enters the last {ranks} ranks, and by a capture that begins or ends there"
            )
        }
        Language::Ja => format!("敵陣（奥の{ranks}段）に入るとき、または敵陣で駒を取るときに成れる"),
    }
}

/// The powers that the wide kernel adds.
fn powers(spec: &Spec, language: Language) -> String {
    if spec.roster.is_empty() {
        return String::new();
    }
    let sentences = [burning(spec, language), flights(spec, language), nature(spec, language), emperor(spec, language)];
    let sentences = sentences.into_iter().chain([hooks(spec, language), lions(spec, language)]).flatten();
    sentences.collect::<Vec<_>>().join(language.choose(" ", ""))
}

/// The names of the kinds for which `holds` is true; none if there are none.
fn those(spec: &Spec, language: Language, holds: impl Fn(&KindSpec) -> bool) -> Option<Vec<&'static str>> {
    Some(names(spec.kinds.iter().filter(|kind| holds(kind)), language)).filter(|names| !names.is_empty())
}

fn has_way(kind: &KindSpec, is_meant: impl Fn(&Way) -> bool) -> bool {
    kind.further.iter().any(is_meant)
}

fn burning(spec: &Spec, language: Language) -> Option<String> {
    let burning = listed(&those(spec, language, |kind| kind.burns)?, "or", language);
    Some(match language {
        Language::En => format!(
            "At the end of its move a {burning} burns all enemies around it, royal ones too. An enemy that ends its \
             move beside it is burnt, and burns nothing."
        ),
        Language::Ja => format!(
            "{burning}は動き終えると周りの敵駒を玉も含めてすべて焼く。敵の{burning}の隣で動き終えた駒は焼かれ、何も焼かない。"
        ),
    })
}

/// Captures over lower ranks, and the ranks.
fn flights(spec: &Spec, language: Language) -> Option<String> {
    let jumping = those(spec, language, |kind| has_way(kind, |way| matches!(way, Way::RangeJump { .. })));
    let capturing = those(spec, language, |kind| has_way(kind, |way| matches!(way, Way::RangeCapture { .. })));
    let jumping = jumping.map(|names| listed(&names, "and", language)).map(|names| match language {
        Language::En => {
            format!("The {names} may capture over any number of pieces, if all of these are of lower rank.")
        }
        Language::Ja => format!("{names}は、格下の駒なら敵味方とも何枚でも飛び越えて敵駒を取れる。"),
    });
    let capturing = capturing.map(|names| listed(&names, "and", language)).map(|names| match language {
        Language::En => format!(
            "The {names} fly over any number of pieces of lower rank and capture all of them, own ones too; an enemy \
             where they end must be of lower rank as well."
        ),
        Language::Ja => {
            format!("{names}は格下の駒を何枚でも飛び越え、味方も含めてすべて取る。着くマスの敵駒も格下に限る。")
        }
    });
    let flights: String = jumping.into_iter().chain(capturing).collect();
    (!flights.is_empty()).then(|| flights + &ranks(spec, language))
}

fn ranks(spec: &Spec, language: Language) -> String {
    let mut ranks: Vec<u8> = spec.kinds.iter().map(|kind| kind.rank).filter(|&rank| rank > 0).collect();
    ranks.sort_unstable_by(|one, other| other.cmp(one));
    ranks.dedup();
    let of_rank =
        |rank: u8| listed(&those(spec, language, |kind| kind.rank == rank).unwrap_or_default(), "and", language);
    let ranks: Vec<String> = ranks.into_iter().map(of_rank).collect();
    match language {
        Language::En => format!(" Ranks, from the highest: {}; all others.", ranks.join("; ")),
        Language::Ja => format!("格は上から{}、その他。", ranks.join("、")),
    }
}

/// Natures that captured pieces pass on.
fn nature(spec: &Spec, language: Language) -> Option<String> {
    let tainting = spec.kinds.iter().filter(|kind| kind.taints);
    let pairs = tainting.filter_map(|kind| Some((kind, spec.kind(kind.promotes_to?))));
    let told: Vec<String> = pairs
        .map(|(kind, nature)| match language {
            Language::En => {
                let [name, nature] = [kind.names.english, nature.names.english];
                format!("that captures a {name} or {nature} becomes a {nature}")
            }
            Language::Ja => {
                let [name, nature] = [kind.names.japanese, nature.names.japanese];
                format!("{name}や{nature}を取った駒は{nature}")
            }
        })
        .collect();
    (!told.is_empty()).then(|| match language {
        Language::En => format!("A piece {}; royal pieces stay what they are.", told.join(", and one ")),
        Language::Ja => format!("{}になる（玉などを除く）。", told.join("に、")),
    })
}

fn emperor(spec: &Spec, language: Language) -> Option<String> {
    let emperor = listed(&those(spec, language, |kind| kind.further.contains(&Way::Anywhere))?, "or", language);
    Some(match language {
        Language::En => format!(
            "An {emperor} goes to any empty square, or captures anything that its side does not protect; it protects all \
             of its own side."
        ),
        Language::Ja => {
            format!("{emperor}はどこへでも行けるが、足のある敵駒は取れない。また味方の駒すべてに足をつける。")
        }
    })
}

fn hooks(spec: &Spec, language: Language) -> Option<String> {
    let hooks = those(spec, language, |kind| has_way(kind, |way| matches!(way, Way::Hook { .. })))?;
    let names = listed(&hooks, "and", language);
    Some(match language {
        Language::En => format!("The {names} slide, may turn once by a right angle on an empty square, and slide on."),
        Language::Ja => format!("{names}は、途中の空いたマスで一度だけ直角に曲がれる。"),
    })
}

fn lions(spec: &Spec, language: Language) -> Option<String> {
    let lions = listed(&those(spec, language, |kind| kind.power == Power::Lion)?, "and", language);
    Some(match language {
        Language::En => {
            format!("The {lions} may move twice in a turn, as in chu shogi, and are taken like other pieces.")
        }
        Language::Ja => format!("{lions}は一手で二回動ける。獅子の取り合いに制限はない。"),
    })
    .filter(|_| spec.usual.lions_are_free)
}
