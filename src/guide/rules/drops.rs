//! The rules of the games with drops.

use super::{Topic, dead_drops, dead_end, drop_faces, pawn_drop_mate, repetition, single_on_file, zone};
use crate::rules::{EnteringKing, Kind, KindSpec, Spec};
use crate::words::Language;

pub(super) fn paragraphs(spec: &Spec, language: Language) -> Vec<(Topic, String)> {
    let check = ["gave check", "王手を"];
    vec![
        (Topic::Aim, aim(spec, language)),
        (Topic::Drops, drops(spec, language)),
        (Topic::Promotion, promotion(spec, language)),
        (Topic::Entering, entering(spec, language)),
        (Topic::Repetition, repetition(spec.repetition, language, check)),
    ]
}

fn name(spec: &Spec, language: Language, kind: Kind) -> &'static str {
    spec.names_of(kind).map_or("", |names| language.choose(names.english, names.japanese))
}

/// Name of the first kind for which `holds` is true, with the kind.
fn first(
    spec: &Spec,
    language: Language,
    holds: impl Fn(&KindSpec) -> bool,
) -> Option<(&'static str, &'static KindSpec)> {
    let kind = spec.all_kinds().find(|&kind| holds(spec.kind(kind)))?;
    Some((name(spec, language, kind), spec.kind(kind)))
}

fn aim(spec: &Spec, language: Language) -> String {
    let king = name(spec, language, spec.king);
    match language {
        Language::En if spec.king_capture => {
            format!("Capture the other {king}. A side without a legal move has lost too.")
        }
        Language::En if spec.check_wins => {
            format!("Give the first check, which wins. No move may leave the own {king} attacked.")
        }
        Language::En => format!(
            "Mate the other {king}: attack it so that no move saves it. No move may leave the own {king} attacked, and a \
             side without a legal move has lost too."
        ),
        Language::Ja if spec.king_capture => format!("相手の{king}を取れば勝ち。指せる手がなくなった側も負け。"),
        Language::Ja if spec.check_wins => format!("先に王手をかければ勝ち。自分の{king}を取られる手は指せない。"),
        Language::Ja => {
            format!("相手の{king}を詰ませば勝ち。自分の{king}を取られる手は指せず、指せる手がなくなった側も負け。")
        }
    }
}

fn drops(spec: &Spec, language: Language) -> String {
    let mut text = drop_faces(spec.other_faces > 0, language);
    if let Some((limited, kind)) = first(spec, language, |kind| kind.file_limit > 0) {
        text += &match (language, kind.file_limit) {
            (_, 1) => single_on_file(limited, language),
            (Language::En, limit) => {
                format!(" No {limited} may be put on a file with {limit} unpromoted ones of yours.")
            }
            (Language::Ja, limit) => format!("同じ筋の{limited}は{limit}枚まで。"),
        };
    }
    if let Some((dropped, _)) = first(spec, language, |kind| kind.no_drop_mate) {
        text += &pawn_drop_mate(dropped, language);
    }
    if !spec.dead_drops {
        text += dead_drops(language);
    }
    text
}

fn promotion(spec: &Spec, language: Language) -> String {
    let king = name(spec, language, spec.king);
    if spec.turns {
        return match language {
            Language::En => format!("Every piece but the {king} turns over with each move on the board."),
            Language::Ja => format!("{king}以外の駒は、盤上で動くたびに裏返る。"),
        };
    }
    let mut text = zone(spec.zone_ranks, language, spec.forced_promotion);
    if !spec.forced_promotion && !spec.dead_drops {
        text += dead_end(language);
    }
    text
}

fn entering(spec: &Spec, language: Language) -> String {
    let king = name(spec, language, spec.king);
    match (spec.usual_options().entering_king, language) {
        (EnteringKing::None, _) => String::new(),
        (EnteringKing::Try, Language::En) => format!("A {king} that reaches the start square of the other one wins."),
        (EnteringKing::Try, Language::Ja) => format!("相手の{king}のはじめのマスに{king}が入れば勝ち。"),
        (EnteringKing::TryRank, Language::En) => {
            format!("A {king} that stands on the far rank without being attacked wins.")
        }
        (EnteringKing::TryRank, Language::Ja) => {
            format!("{king}が一番奥の段に入り、すぐに取られなければ勝ち（トライ）。")
        }
        (_, Language::En) => format!(
            "A {king} in the far camp with ten other pieces, not in check, wins by declaration, if these pieces and \
             those in hand count 28 points for Black or 27 for White: 5 for rook and bishop, 1 for others."
        ),
        (_, Language::Ja) => format!(
            "{king}と10枚以上の駒が敵陣にあり、王手がかかっていなければ、敵陣の駒と持ち駒の点数（飛・角5点、ほか1点）が\
             先手28点、後手27点以上のとき宣言して勝てる。"
        ),
    }
}
