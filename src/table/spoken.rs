//! Pieces, refusals and endings in the words of each game.

use crate::any::AnyIllegality;
use crate::game::Reason;
use crate::large;
use crate::rules::{Illegality, Kind, KindSpec, Spec};
use crate::variants::{Kernel, Variant};
use crate::words::{InLanguage as _, Language};

/// The reason why a move is illegal, as a teacher would put it, with the game's names of the pieces.
pub fn illegality(game: Variant, language: Language, reason: AnyIllegality) -> String {
    match (game.kernel(), reason) {
        (Kernel::Drops(game), AnyIllegality::Drops(reason)) => drop_illegality(game.spec(), language, reason),
        (_, AnyIllegality::Large(reason)) => match language {
            Language::En => in_english(reason).to_owned(),
            Language::Ja => reason.japanese() + "。",
        },
        (Kernel::Large(_) | Kernel::Wide(_), AnyIllegality::Drops(_)) => unreachable!("a kernel gives its own reasons"),
    }
}

/// The end of a game by the rules, if the game has special words for it.
pub fn ending(game: Variant, language: Language, reason: Reason) -> Option<String> {
    match game.kernel() {
        Kernel::Drops(game) => drop_ending(game.spec(), language, reason),
        Kernel::Large(_) | Kernel::Wide(_) => large_ending(language, reason).map(str::to_owned),
    }
}

fn drop_ending(spec: &Spec, language: Language, reason: Reason) -> Option<String> {
    let king = king_name(spec, language);
    match (language, reason) {
        (Language::En, Reason::RoyalLost) => Some(format!("the {king} has been captured")),
        (Language::Ja, Reason::RoyalLost) => Some(format!("{king}が取られました")),
        // With king capture there is no mate.
        (_, Reason::NoMoves) if spec.king_capture => {
            Some(language.choose("no move is left", "指す手がありません").to_owned())
        }
        (_, Reason::Check) => Some(language.choose("the first check", "王手").to_owned()),
        (Language::En, Reason::Try) => Some(format!("the {king} has reached its goal")),
        _ => None,
    }
}

fn large_ending(language: Language, reason: Reason) -> Option<&'static str> {
    match reason {
        Reason::RoyalLost => Some(language.choose("the last royal piece has been captured", "王が取られました")),
        Reason::BareKing => Some(language.choose("a bare king", "裸王")),
        _ => None,
    }
}

const fn in_english(reason: large::Illegality) -> &'static str {
    match reason {
        large::Illegality::NoPiece => "There is no piece on that square.",
        large::Illegality::WrongSide => "That piece is your opponent's.",
        large::Illegality::Movement => "The piece does not move that way.",
        large::Illegality::OwnPiece => "A piece of your own stands there.",
        large::Illegality::NoPromotion => "It cannot promote there.",
        large::Illegality::MustPromote => "It must promote there, since it could not move again.",
        large::Illegality::RoyalLeft => "That leaves your king to be captured.",
        large::Illegality::NotInHand => "You do not hold that piece.",
        large::Illegality::DropOnPiece => "You can drop a piece on an empty square only.",
        large::Illegality::DeadDrop => "A piece dropped there could never move.",
        large::Illegality::FileLimit => "Nifu: you have an unpromoted one on that file already.",
        large::Illegality::DropMate => "Uchifuzume: a dropped pawn may not give mate.",
        large::Illegality::LionProtected => "A lion may not take a protected lion two squares away.",
        large::Illegality::CounterStrike => {
            "A lion has just been taken elsewhere: no piece but a lion may take the other one now."
        }
        large::Illegality::OffBoard => "That square is not on the board.",
        large::Illegality::GameOver => "The game is over.",
    }
}

fn name_in(spec: &Spec, language: Language, kind: usize) -> &'static str {
    let names = spec.names_of(Kind::new(kind));
    names.map_or_else(|| language.choose("piece", "駒"), |names| language.choose(names.english, names.japanese))
}

/// Name of the first kind for which `holds` is true.
fn name_of(spec: &Spec, language: Language, holds: impl Fn(&KindSpec) -> bool) -> &'static str {
    let found = spec.kinds.iter().position(holds);
    found.map_or_else(|| language.choose("piece", "駒"), |kind| name_in(spec, language, kind))
}

fn king_name(spec: &Spec, language: Language) -> &'static str {
    name_in(spec, language, spec.king.index())
}

fn drop_illegality(spec: &Spec, language: Language, reason: Illegality) -> String {
    match language {
        Language::En => illegality_in_english(spec, reason),
        Language::Ja => illegality_in_japanese(spec, reason),
    }
}

fn illegality_in_english(spec: &Spec, reason: Illegality) -> String {
    let king = king_name(spec, Language::En);
    let told = match reason {
        Illegality::NoPiece => "There is no piece on that square.",
        Illegality::WrongSide => "That piece is your opponent's.",
        Illegality::NotInHand => "You do not hold that piece.",
        Illegality::Movement => "The piece does not move that way.",
        Illegality::OwnPiece => "A piece of your own stands there.",
        Illegality::CapturesKing => return format!("A {king} cannot be captured."),
        Illegality::NoPromotion => "It cannot promote there.",
        Illegality::PromotionForced if spec.forced_promotion => "It has to promote there.",
        Illegality::PromotionForced => "It has to promote there, since it could never move again.",
        Illegality::DropOnPiece => "You can drop a piece on an empty square only.",
        Illegality::DropPromoted => "A promoted piece cannot be dropped.",
        Illegality::DeadDrop => "A piece dropped there could never move.",
        Illegality::FileLimit => {
            let limited = name_of(spec, Language::En, |kind| kind.file_limit > 0);
            return match file_limit(spec) {
                1 => format!("Nifu: you have an unpromoted {limited} on that file already."),
                limit => format!("You have {limit} of the {limited}s on that file already."),
            };
        }
        Illegality::DropMate => {
            let dropped = name_of(spec, Language::En, |kind| kind.no_drop_mate);
            return format!("Uchifuzume: a dropped {dropped} may not give mate.");
        }
        Illegality::SelfCheck => return format!("It would leave your {king} in check."),
        Illegality::OffBoard => "That square is not on the board.",
        Illegality::GameOver => "The game is over.",
    };
    told.to_owned()
}

/// The reason with the game's names of the pieces.
fn illegality_in_japanese(spec: &Spec, reason: Illegality) -> String {
    match reason {
        Illegality::CapturesKing => format!("{}は取れません。", king_name(spec, Language::Ja)),
        Illegality::PromotionForced if !spec.forced_promotion => {
            "行き所がなくなるので、成らなければなりません。".to_owned()
        }
        Illegality::FileLimit => {
            let limited = name_of(spec, Language::Ja, |kind| kind.file_limit > 0);
            match file_limit(spec) {
                1 => format!("二{limited}です。"),
                limit => format!("その筋にはもう{limited}が{limit}枚あります。"),
            }
        }
        Illegality::DropMate => format!("打ち{}詰めです。", name_of(spec, Language::Ja, |kind| kind.no_drop_mate)),
        Illegality::SelfCheck => format!("その手では自分の{}を取られてしまいます。", king_name(spec, Language::Ja)),
        reason => reason.japanese() + "。",
    }
}

/// Limit of the pieces of one kind on a file, in games that have one.
fn file_limit(spec: &Spec) -> u8 {
    spec.kinds.iter().map(|kind| kind.file_limit).max().unwrap_or(0)
}
