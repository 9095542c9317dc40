use super::*;
use crate::for_each_game;
use crate::game::{Playable, PlayablePosition as _, Position as _};
use crate::usi::Games;

fn usual() -> Options {
    Options::new(Games::all().declared())
}

#[test]
fn lines_have_the_order_that_clients_read() {
    let lines = usual().announcement().collect::<Vec<_>>();
    let has = |line: &str| assert!(lines.iter().any(|l| l == line), "{line}\n{lines:#?}");
    has("option name Clear_Hash type button");
    has("option name USI_Ponder type check default false");
    has("option name DebugLogFile type filename default <empty>");
    has("option name EvalFile type filename default <internal>");
    has("option name BookFile type filename default <internal>");
    has("option name EvalDir type string default <empty>");
    has("option name MateLength type combo default short var short var first var shortest");
    has("option name NodesLimit type spin default 0 min 0 max 9007199254740991");
    has("option name USI_Elo type spin default 1500 min -1841 max 3028");
    has("option name USI_LimitStrength type check default false");
    has("option name USI_AnalyseMode type check default false");
    has("option name ConsiderationMode type check default false");
    has("option name OutputFailLHPV type check default true");
    has("option name MultiPV type spin default 1 min 1 max 600");
    has("option name USI_MultiPV type spin default 1 min 1 max 600");
    has("option name Move_Overhead type spin default 0 min 0 max 10000");
    has("option name FV_SCALE type spin default 0 min 0 max 128");
    has("option name ToriPromotion type combo default forced var forced var optional");
    assert!(lines.iter().any(|l| l.starts_with("option name USI_Variant type combo default shogi var shogi")));
    for entry in usual().table.0.iter() {
        assert!(!entry.name.contains(' '));
        if let Kind::Spin { default, min, max, .. } = &entry.kind {
            assert!(min <= default && default <= max, "{}", entry.name);
            assert!(*max < 1 << 53 && *min > -(1 << 53), "{}", entry.name);
        }
    }
}

#[test]
fn no_more_memory_is_announced_than_there_is() {
    let line = usual().announcement().find(|line| line.contains(" USI_Hash ")).unwrap();
    let announced: u64 = line.rsplit(' ').next().unwrap().parse().unwrap();
    assert_eq!(announced, memory::total().unwrap() >> 20, "{line}");
    let mut options = usual();
    let asked = (announced + 1).to_string();
    assert_eq!(options.lowered("usi hash", &asked).map(|(name, _)| name), Some("USI_Hash"));
    assert_eq!(options.set("USI_Hash", &asked), Ok(()));
    assert_eq!(options.hash_megabytes as u64, announced);
    assert_eq!(options.lowered("USI_Hash", &announced.to_string()), None);
}

#[test]
fn strength_in_elo_takes_the_place_of_the_level() {
    let mut options = usual();
    options.set("Skill_Level", "15").unwrap();
    options.set("USI_Elo", "1100").unwrap();
    assert_eq!(options.search.level(), 15);
    options.set("USI_LimitStrength", "true").unwrap();
    assert_eq!(options.search.level(), 9);
    options.set("USI_Elo", "0").unwrap();
    assert_eq!(options.search.level(), 0);
    options.set("USI_LimitStrength", "false").unwrap();
    assert_eq!(options.search.level(), 15);
}

#[test]
fn every_default_can_be_set() {
    let mut options = usual();
    for entry in usual().table.0.iter() {
        let default = match &entry.kind {
            Kind::Check { default, .. } => default.to_string(),
            Kind::Spin { default, .. } => default.to_string(),
            Kind::Combo { choices, .. } | Kind::Rule { choices } => {
                for choice in choices {
                    assert_eq!(options.set(entry.name, choice), Ok(()));
                }
                choices[0].to_owned()
            }
            Kind::Text { default, .. } => (*default).to_owned(),
            Kind::Button { .. } => continue,
        };
        assert_eq!(options.set(entry.name, &default), Ok(()), "{}", entry.name);
    }
    assert_eq!(format!("{options:?}"), format!("{:?}", usual()));
}

#[test]
fn names_in_any_case_and_by_alias() {
    let mut options = usual();
    options.set("usi_multipv", "5").unwrap();
    options.set("UCI_Variant", "TORISHOGI").unwrap();
    options.set("USI_SkillLevel", "3").unwrap();
    options.set("Move Overhead", "250").unwrap();
    assert_eq!(options.search.worst_lag(), Duration::from_millis(250));
    for name in ["Clear Hash", "ClearHash", "clear_hash"] {
        options.clears_hash = false;
        options.set(name, "").unwrap();
        assert!(options.clears_hash, "{name}");
    }
    assert!(options.is_variant("uci_variant") && !options.is_variant("Threads"));
    options.set("MultiPV", "1").unwrap();
    options.set("enteringkingrule", "tryrule").unwrap();
    assert_eq!((options.search.multi_pv, options.search.skill_level), (5, 3));
    assert_eq!(options.variant, "torishogi");
    let chosen = options.rules.iter().find(|(name, _)| *name == "EnteringKingRule");
    assert_eq!(chosen, Some(("EnteringKingRule", "TryRule")));
}

/// Clients send every option at its default, which must not change the rules of any game.
#[test]
fn games_that_share_a_rule_share_its_default() {
    fn check<G: Playable>(game: G) {
        let mut position = game.start();
        let by_default = position.rules_key();
        position.set_rules(&usual().rules);
        assert_eq!(position.rules_key(), by_default, "{}", game.name());
    }
    for_each_game!(game => check(game));
}

#[cfg(feature = "tune")]
#[test]
fn constants_of_the_search_are_options() {
    use crate::search::tunables::Tunable;
    let tunable = crate::search::tunables::list()[0];
    let (name, Tunable { default, min, max, .. }) = (tunable.name, tunable);
    let line = format!("option name {name} type spin default {default} min {min} max {max}");
    assert!(usual().announcement().any(|announced| announced == line));
    let mut options = usual();
    options.set(&name.to_uppercase(), &min.to_string()).unwrap();
    options.set(name, &default.to_string()).unwrap();
    assert!(matches!(options.set(name, &(max + 1).to_string()), Err(OptionError::NotInRange { .. })));
}

#[test]
fn wrong_values_change_nothing() {
    let mut options = usual();
    let before = format!("{options:?}");
    for (name, value) in [
        ("USI_Hash", "0"),
        ("USI_Hash", "-1"),
        ("USI_Hash", "big"),
        ("USI_Hash", ""),
        ("Threads", "-1"),
        ("Threads", "99999999999999999999"),
        ("USI_Ponder", "yes"),
        ("USI_Variant", "chess"),
        ("EnteringKingRule", "CSARule99"),
        ("ToriPromotion", "never"),
        ("ToriRepetition", ""),
        ("NoSuchOption", "1"),
        ("", ""),
    ] {
        assert!(options.set(name, value).is_err(), "{name} {value}");
        assert_eq!(format!("{options:?}"), before);
    }
}

#[test]
fn draw_values_have_a_sign() {
    let mut options = usual();
    options.set("DrawValueBlack", "-30000").unwrap();
    options.set("DrawValueWhite", "7").unwrap();
    assert_eq!(options.search.draw_values, [-30_000, 7]);
}

/// A wrong field in the table would compile, so each option is set and read back.
#[test]
fn options_reach_their_fields() {
    type IsSet = fn(&Options) -> bool;
    let table: [(&str, &str, IsSet); 16] = [
        ("NetworkDelay", "250", |o| o.search.network_delay == Duration::from_millis(250)),
        ("NetworkDelay2", "750", |o| o.search.network_delay2 == Duration::from_millis(750)),
        ("MinimumThinkingTime", "2000", |o| o.search.minimum_thinking_time == Duration::from_secs(2)),
        ("SlowMover", "150", |o| o.search.slow_mover == 150),
        ("PvInterval", "1234", |o| o.search.pv_interval == Duration::from_millis(1234)),
        ("NodesLimit", "9000", |o| o.search.nodes_limit == Some(9000)),
        ("OutputFailLHPV", "false", |o| !o.search.shows_bounds),
        ("GenerateAllLegalMoves", "true", |o| o.search.generate_all),
        ("MateHash", "64", |o| o.mate.hash_megabytes == 64),
        ("MateLength", "shortest", |o| o.mate.length == Length::Shortest),
        ("MateDefenderFirst", "true", |o| o.mate.defender_first),
        ("MateRemainingPieces", "true", |o| o.mate.remaining_pieces),
        ("BookEvalDiff", "77", |o| o.book.eval_diff == 77),
        ("NarrowBook", "true", |o| o.book.narrow),
        ("FlippedBook", "false", |o| !o.book.flipped),
        ("MaxMovesToDraw", "256", |o| o.rules.max_moves == 256 && o.search.max_moves_to_draw == Some(256)),
    ];
    for (name, value, is_set) in table {
        let mut options = usual();
        assert!(!is_set(&options), "{name} is {value} by default");
        options.set(name, value).unwrap();
        assert!(is_set(&options), "{name}");
    }
}
