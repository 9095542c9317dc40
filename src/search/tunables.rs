//! Every number of the search, once: constants in a normal build, options under the feature `tune`.
//!
//! Scores are centipawns, depths plies, reductions 1/1024 of a ply, history scores have no unit. The values are
//! first guesses around what is common in the field; none has been tuned yet.

/// A number that may be varied, for a tuner's list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    pub name: &'static str,
    pub default: i32,
    pub min: i32,
    pub max: i32,
}

macro_rules! tunables {
    ($($name:ident = $default:literal in $min:literal..=$max:literal;)*) => {
        static LIST: &[Tunable] =
            &[$(Tunable { name: stringify!($name), default: $default, min: $min, max: $max }),*];

        #[cfg(feature = "tune")]
        mod values {
            use std::sync::atomic::AtomicI32;
            $(#[allow(non_upper_case_globals)] pub static $name: AtomicI32 = AtomicI32::new($default);)*
        }

        $(
            #[cfg(feature = "tune")]
            #[inline(always)]
            pub(super) fn $name() -> i32 {
                values::$name.load(std::sync::atomic::Ordering::Relaxed)
            }

            #[cfg(not(feature = "tune"))]
            #[inline(always)]
            pub(super) const fn $name() -> i32 {
                $default
            }
        )*

        /// Sets a number for all searches from now on; false if there is none of this name or it is out of range.
        #[cfg(feature = "tune")]
        pub fn set(name: &str, value: i32) -> bool {
            match name {
                $(stringify!($name) if ($min..=$max).contains(&value) => {
                    values::$name.store(value, std::sync::atomic::Ordering::Relaxed);
                    true
                })*
                _ => false,
            }
        }
    };
}

/// All numbers, in the order of the source.
#[must_use]
pub fn list() -> &'static [Tunable] {
    LIST
}

tunables! {
    // Aspiration windows
    aspiration_delta = 16 in 4..=80;
    aspiration_growth = 33 in 10..=100;

    // Razoring
    razor_base = 350 in 100..=900;
    razor_slope = 220 in 50..=500;

    // Reverse futility
    rfp_depth = 8 in 4..=16;
    rfp_margin = 95 in 30..=250;
    rfp_improving = 70 in 0..=200;
    rfp_worsening = 20 in 0..=120;

    // Null move
    nmp_base = 4 in 2..=7;
    nmp_depth_divisor = 3 in 2..=6;
    nmp_eval_divisor = 200 in 80..=500;
    nmp_eval_limit = 5 in 1..=9;
    nmp_margin_depth = 18 in 0..=50;
    nmp_margin_base = 300 in 0..=700;
    nmp_verification_depth = 15 in 8..=24;

    // Internal iterative reductions
    iir_depth = 5 in 3..=10;

    // ProbCut
    probcut_depth = 5 in 3..=8;
    probcut_margin = 210 in 80..=400;
    probcut_improving = 55 in 0..=200;

    // Late move pruning
    lmp_base = 4 in 1..=10;

    // Futility, quiet moves
    futility_depth = 11 in 5..=16;
    futility_base = 90 in 0..=300;
    futility_slope = 105 in 40..=250;

    // Futility, tactical moves
    capture_futility_depth = 7 in 3..=12;
    capture_futility_base = 240 in 50..=600;
    capture_futility_slope = 220 in 50..=500;
    capture_futility_history_divisor = 36 in 10..=120;

    // Pruning by static exchange
    see_quiet_slope = 22 in 5..=80;
    see_tactical_slope = 130 in 40..=300;
    see_history_divisor = 34 in 10..=120;

    // Pruning by history
    history_prune_slope = 3_800 in 1_000..=9_000;
    history_depth_divisor = 3_600 in 1_500..=10_000;

    // Singular extensions
    singular_depth = 6 in 4..=10;
    singular_margin = 56 in 16..=160;
    singular_pv_margin = 70 in 0..=200;
    double_extension_margin = 20 in 0..=100;
    double_extension_limit = 12 in 2..=30;

    // Late move reductions
    lmr_base = 900 in 0..=2_500;
    lmr_scale = 460 in 200..=1_000;
    lmr_window = 700 in 0..=2_000;
    lmr_pv_line = 1_050 in 0..=3_000;
    lmr_pv_node = 900 in 0..=3_000;
    lmr_cut_node = 1_900 in 0..=4_000;
    lmr_tactical_tt = 1_000 in 0..=3_000;
    lmr_not_improving = 700 in 0..=3_000;
    lmr_cutoffs = 900 in 0..=3_000;
    lmr_tt_move = 1_900 in 0..=4_000;
    lmr_killer = 1_000 in 0..=3_000;
    lmr_check = 600 in 0..=3_000;
    lmr_history_divisor = 10 in 4..=60;
    lmr_gain_weight = 8 in 0..=40;
    lmr_deeper_margin = 40 in 0..=150;

    // Quiescence
    qs_futility = 200 in 50..=500;
    qs_see = -60 in -300..=100;

    // Histories
    history_bonus_slope = 150 in 50..=400;
    history_bonus_offset = 90 in 0..=300;
    history_bonus_limit = 1_700 in 500..=4_000;
    history_malus_slope = 300 in 50..=900;
    history_malus_offset = 220 in 0..=600;
    history_malus_limit = 1_800 in 500..=4_000;
    prior_bonus = 110 in 0..=300;
    swing_weight = 60 in 0..=300;

    // Move ordering
    good_quiet = -3_000 in -20_000..=10_000;
    sort_slope = 3_300 in 500..=8_000;
    good_tactical_divisor = 24 in 8..=100;
    check_order_bonus = 16_000 in 0..=60_000;
    check_order_see = -75 in -300..=100;

    // Correction histories
    correction_pawns = 126 in 0..=300;
    correction_guards = 126 in 0..=300;
    correction_reserves = 98 in 0..=300;
    correction_continuation = 112 in 0..=300;

    // Looking for a mate from the root: nodes of the search before the first look, how many times as many before the
    // next, and nodes of the search for one of the solver's
    mate_first_look = 8_000 in 1_000..=2_000_000_000;
    mate_look_growth = 4 in 2..=16;
    mate_look_share = 16 in 4..=256;

    // Time
    time_horizon = 58 in 20..=120;
    time_max_ratio = 500 in 200..=900;
    time_max_share = 35 in 10..=80;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_are_in_range_and_names_differ() {
        for (i, tunable) in list().iter().enumerate() {
            assert!(tunable.min < tunable.max, "{}", tunable.name);
            assert!((tunable.min..=tunable.max).contains(&tunable.default), "{}", tunable.name);
            assert!(list()[..i].iter().all(|other| other.name != tunable.name));
        }
    }

    #[cfg(feature = "tune")]
    #[test]
    fn numbers_can_be_set() {
        assert!(set("lmp_base", 5));
        assert_eq!(lmp_base(), 5);
        assert!(set("lmp_base", 4));
        assert!(!set("lmp_base", 1_000) && !set("nothing", 1));
    }
}
