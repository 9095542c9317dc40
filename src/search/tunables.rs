//! Every number of the search that is tuned, once: constants in a normal build, options under the feature `tune`.
//!
//! Scores are centipawns, depths plies, reductions 1/1024 of a ply, shares 1/1024, numbers called `percent` hundredths;
//! history scores have no unit. The values are around what is common in the field, and were accepted by matches as a
//! whole; `time_horizon` alone has had a test of its own. Limits of tables, divisors and guards that nobody would tune
//! are constants where they are used.

/// A number that may be tuned. The name is that of the option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tunable {
    /// Its name, which is that of the option.
    pub name: &'static str,
    /// The usual value.
    pub default: i32,
    /// The least value.
    pub min: i32,
    /// The greatest value.
    pub max: i32,
}

impl Tunable {
    /// True for a technique that is either in the search or left out, which no tuner should vary.
    #[must_use]
    pub const fn is_switch(&self) -> bool {
        self.min == 0 && self.max == 1
    }
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
    // Techniques: 0 leaves one out, so that a match shows its gain (docs/search.md). The others have a weight that may be 0.
    use_aspiration = 1 in 0..=1;
    use_tt_cutoff = 1 in 0..=1;
    use_mate_in_one = 1 in 0..=1;
    use_mate_probe = 1 in 0..=1;
    use_improving = 1 in 0..=1;
    use_correction = 1 in 0..=1;
    use_hindsight = 1 in 0..=1;
    use_razoring = 1 in 0..=1;
    use_rfp = 1 in 0..=1;
    use_null_move = 1 in 0..=1;
    use_iir = 1 in 0..=1;
    use_probcut = 1 in 0..=1;
    use_small_probcut = 1 in 0..=1;
    use_lmp = 1 in 0..=1;
    use_history_pruning = 1 in 0..=1;
    use_futility = 1 in 0..=1;
    use_capture_futility = 1 in 0..=1;
    use_see_pruning = 1 in 0..=1;
    use_singular = 1 in 0..=1;
    use_double_extension = 1 in 0..=1;
    use_multi_cut = 1 in 0..=1;
    use_negative_extension = 1 in 0..=1;
    use_lmr = 1 in 0..=1;
    use_follow_pv = 1 in 0..=1;
    use_fail_high_mean = 1 in 0..=1;
    use_butterfly = 1 in 0..=1;
    use_continuation = 1 in 0..=1;
    use_pawn_history = 1 in 0..=1;
    use_capture_history = 1 in 0..=1;
    use_qs_pruning = 1 in 0..=1;

    // Aspiration windows
    aspiration_delta = 16 in 4..=80;
    aspiration_growth = 33 in 10..=100;
    aspiration_depth = 4 in 1..=10;
    aspiration_score_divisor = 512 in 64..=4_096;

    // Razoring
    razor_base = 500 in 100..=900;
    razor_slope = 300 in 50..=500;

    // Reverse futility
    rfp_depth = 14 in 4..=20;
    rfp_margin = 75 in 30..=250;
    rfp_no_hit = 20 in 0..=60;
    rfp_improving = 2_700 in 0..=5_000;
    rfp_worsening = 350 in 0..=2_000;
    rfp_corrected_percent = 75 in 0..=200;
    rfp_at_risk_percent = 18 in 0..=60;
    rfp_beta_weight = 2 in 0..=8;

    // Null move
    nmp_base = 7 in 2..=9;
    nmp_depth_divisor = 3 in 2..=6;
    nmp_margin_depth = 15 in 0..=50;
    nmp_margin_base = 380 in 0..=700;
    nmp_improving = 50 in 0..=200;
    nmp_verification_depth = 15 in 8..=24;
    nmp_verification_percent = 75 in 25..=100;

    // Internal iterative reductions
    iir_depth = 6 in 3..=10;
    iir_reduction = 3 in 0..=8;

    // ProbCut
    probcut_depth = 3 in 3..=8;
    probcut_margin = 220 in 80..=400;
    probcut_improving = 60 in 0..=200;
    probcut_plies = 4 in 2..=6;
    small_probcut_margin = 420 in 100..=900;
    small_probcut_plies = 4 in 1..=8;

    // Depth in hindsight
    hindsight_margin = 170 in 0..=500;
    hindsight_deeper = 3 in 1..=6;
    hindsight_shallower = 2 in 1..=6;

    // Late move pruning
    lmp_base = 3 in 1..=10;

    // Depth for pruning moves (lmrDepth): reduction added at ttPv nodes, in 1/1024 ply
    prune_tt_pv = 1_000 in -2_000..=2_000;

    // Futility, quiet moves; `futility_skip_*`: plies added to lmrDepth in the tests that skip later quiet moves
    futility_depth = 12 in 5..=16;
    futility_base = 40 in 0..=300;
    futility_slope = 120 in 40..=250;
    futility_no_best = 150 in 0..=400;
    futility_above_alpha = 85 in 0..=300;
    futility_skip_plies = 0 in -4..=12;
    futility_skip_margin = 1 in 0..=12;

    // Futility, tactical moves
    capture_futility_depth = 7 in 3..=12;
    capture_futility_base = 220 in 50..=600;
    capture_futility_slope = 220 in 50..=500;
    capture_futility_history_divisor = 8 in 4..=120;

    // Pruning by static exchange
    see_quiet_slope = 22 in 5..=80;
    see_tactical_slope = 170 in 40..=400;
    see_history_divisor = 30 in 10..=120;

    // Pruning by history
    history_prune_slope = 4_100 in 1_000..=9_000;
    history_depth_divisor = 3_200 in 1_500..=10_000;
    history_butterfly_weight = 70 in 0..=200;

    // Singular extensions
    singular_depth = 6 in 4..=10;
    singular_margin = 70 in 16..=160;
    singular_pv_margin = 75 in 0..=200;
    singular_entry_plies = 3 in 1..=6;
    singular_corrected_percent = 50 in 0..=200;
    double_margin = 0 in -200..=300;
    double_pv = 210 in 0..=600;
    triple_margin = 70 in -200..=500;
    triple_pv = 320 in 0..=900;
    triple_tt_pv = 90 in 0..=400;
    triple_quiet_percent = 120 in 0..=300;
    singular_quiet = 180 in -100..=400;
    singular_beta_less = 3 in 0..=4;
    singular_cut_less = 2 in 0..=4;
    singular_far = 45 in 0..=150;
    double_tt_move_divisor = 128 in 32..=1_000;
    double_extension_limit = 30 in 2..=60;

    // Plies less after alpha has been raised
    alpha_raise_plies = 2 in 0..=3;
    alpha_raise_min_depth = 3 in 2..=8;
    alpha_raise_max_depth = 13 in 8..=30;

    // Scores of the transposition table that end a node
    tt_cut_depth = 5 in 0..=12;
    tt_cut_bonus_limit = 1_050 in 0..=4_000;

    // Late move reductions
    lmr_base = 1_150 in 0..=2_500;
    lmr_scale = 465 in 200..=1_000;
    lmr_window = 600 in 0..=2_000;
    lmr_tt_pv = 1_800 in -1_000..=4_000;
    lmr_pv_node = 950 in 0..=3_000;
    lmr_tt_pv_above = 900 in 0..=3_000;
    lmr_tt_pv_deep = 950 in 0..=3_000;
    lmr_offset = 700 in -2_000..=2_000;
    lmr_number = 65 in 0..=200;
    lmr_corrected = 5 in 0..=30;
    lmr_cut_node = 3_600 in 0..=5_000;
    lmr_cut_no_tt_move = 1_000 in 0..=3_000;
    lmr_tactical_tt = 1_050 in 0..=3_000;
    lmr_not_improving = 410 in 0..=1_024;
    lmr_cutoffs = 1_100 in 0..=3_000;
    lmr_cutoffs_base = 250 in 0..=1_500;
    lmr_all_weight = 270 in 0..=1_000;
    lmr_all_offset = 260 in 16..=1_000;
    lmr_tt_move = 2_250 in 0..=4_000;
    lmr_history_weight = 105 in 20..=300;
    lmr_gain_weight = 3 in 0..=40;
    lmr_deeper_margin = 50 in 0..=150;
    lmr_shallower_margin = 10 in -20..=50;
    lmr_research_bonus = 1_400 in 0..=4_000;
    lmr_no_tt_move = 1_050 in 0..=3_000;
    lmr_unreduced_threshold = 4_600 in 1_000..=9_000;
    lmr_unreduced_second_threshold = 1_150 in 0..=4_000;
    lmr_most_deeper = 2 in 0..=3;

    // Quiescence
    qs_futility = 330 in 50..=600;
    qs_see = -75 in -300..=100;
    qs_moves = 2 in 1..=200;

    // Histories
    history_bonus_slope = 130 in 50..=400;
    history_bonus_offset = 80 in 0..=300;
    history_bonus_limit = 1_500 in 500..=4_000;
    history_malus_slope = 880 in 50..=1_500;
    history_malus_offset = 200 in 0..=600;
    history_malus_limit = 2_100 in 500..=4_000;
    history_tt_move_bonus = 350 in 0..=1_500;
    history_stat_divisor = 32 in 8..=256;
    quiet_bonus_share = 800 in 100..=2_000;
    quiet_malus_share = 1_110 in 100..=2_500;
    quiet_malus_decay = 975 in 700..=1_024;
    capture_bonus_share = 1_290 in 100..=2_500;
    capture_malus_share = 1_536 in 100..=3_000;
    pawn_bonus_share = 900 in 100..=2_000;
    pawn_malus_share = 500 in 100..=2_000;
    low_ply_share = 768 in 100..=2_000;
    continuation_share = 950 in 100..=2_000;
    continuation_share_1 = 1_150 in 0..=2_500;
    continuation_share_2 = 650 in 0..=2_500;
    continuation_share_3 = 290 in 0..=2_500;
    continuation_share_4 = 575 in 0..=2_500;
    continuation_share_5 = 140 in 0..=2_500;
    continuation_share_6 = 440 in 0..=2_500;
    continuation_offset_1 = 88 in 0..=500;
    refuted_malus = 2_100 in 0..=5_000;
    refuted_moves = 4 in 1..=12;
    refuted_share = 600 in 0..=2_000;

    // The opponent's last move, if no move was good enough against it
    prior_capture_bonus = 1_000 in 0..=4_000;
    prior_bonus = 110 in 0..=300;
    prior_bonus_slope = 135 in 20..=400;
    prior_bonus_offset = 80 in 0..=300;
    prior_bonus_limit = 1_400 in 300..=4_000;
    prior_depth_slope = 60 in 10..=200;
    prior_depth_limit = 450 in 100..=1_500;
    prior_base = 230 in -200..=600;
    prior_stat_divisor = 108 in 20..=500;
    prior_late_moves = 8 in 2..=20;
    prior_late = 170 in 0..=500;
    prior_surprise_margin = 110 in 0..=400;
    prior_surprised = 145 in 0..=500;
    prior_foreseen_margin = 75 in 0..=400;
    prior_foreseen = 155 in 0..=500;

    // Trust in the TT move
    tt_move_bonus = 800 in 0..=3_000;
    tt_move_multicut_malus = 425 in 0..=3_000;
    tt_move_multicut_slope = 107 in 0..=500;
    tt_move_multicut_limit = 3_400 in 500..=8_000;

    // Eval policy: the change of the static evaluation by a quiet move
    eval_policy_min = -210 in -600..=-20;
    eval_policy_max = 170 in 20..=600;
    eval_policy_weight = 160 in 0..=400;
    eval_policy_offset = 60 in -100..=200;

    // Move ordering
    good_quiet = -14_000 in -40_000..=10_000;
    sort_slope = 3_500 in 500..=8_000;
    order_weight = 2 in 1..=6;
    order_low_ply = 8 in 0..=32;
    tactical_weight = 7 in 1..=30;
    good_tactical_divisor = 18 in 8..=100;
    check_order_bonus = 16_000 in 0..=60_000;
    check_order_see = -75 in -300..=100;
    order_threat = 10 in 0..=60;

    // Correction histories
    correction_pawns = 126 in 0..=300;
    correction_guards = 126 in 0..=300;
    correction_hands = 98 in 0..=300;
    correction_continuation = 112 in 0..=300;
    correction_divisor = 8 in 2..=32;
    correction_step = 256 in 32..=1_024;

    // Mate probes at the root: nodes of the search before the first probe, their growth from one to the next, and nodes
    // of the search for one of the solver's
    mate_probe_nodes = 8_000 in 1_000..=2_000_000_000;
    mate_probe_growth = 4 in 2..=16;
    mate_probe_share = 16 in 4..=256;

    // Time
    time_horizon = 100 in 20..=150;
    time_opening_moves = 12 in 0..=20;
    time_opening_plies = 40 in 10..=120;
    time_byoyomi_percent = 60 in 20..=100;
    time_increment_percent = 90 in 50..=100;
    time_ponder_percent = 125 in 100..=200;
    time_max_ratio = 500 in 200..=900;
    time_max_share = 35 in 10..=80;
    time_falling_base_percent = 95 in 50..=150;
    time_falling_divisor = 180 in 40..=1_000;
    time_stable_base_percent = 125 in 80..=200;
    time_stable_slope_percent = 6 in 0..=20;
    time_unstable_percent = 90 in 0..=300;
    time_effort_base_percent = 145 in 80..=250;
    time_effort_slope_percent = 60 in 0..=150;
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
        // No search of another test, which may run at the same time, goes by this number of the clock.
        let before = time_max_share();
        assert!(set("time_max_share", 36));
        assert_eq!(time_max_share(), 36);
        assert!(!set("time_max_share", 1_000) && !set("nothing", 1));
        assert!(set("time_max_share", before));
        assert_eq!(time_max_share(), before);
    }
}
