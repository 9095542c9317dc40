//! Ratings, grades and handicaps by the rules of FESA, the federation of the European shogi associations.
//!
//! A rating has a place among the grades: 1 kyu begins at 0, 1 dan at 1, and the part behind the point is the way to
//! the next grade. Grades are wider the higher they are, so that handicaps are differences of places and not of ratings.

use crate::arena::stats::share_of;
use crate::game::Handicap;
use crate::search::Grade;
use crate::variants::Variant;

/// The lower bounds of the grades from 5 kyu to 6 dan, then the upper bound of 6 dan.
const BOUNDS: [i32; 12] = [1_200, 1_280, 1_360, 1_460, 1_560, 1_680, 1_800, 1_920, 2_080, 2_240, 2_440, 2_640];
/// Steps of 5 kyu above 1 kyu.
const FIRST: i32 = -4;
/// Width of the grades below 5 kyu.
const LOW_WIDTH: i32 = 80;
/// Width of those that would follow 6 dan.
const HIGH_WIDTH: i32 = 200;
/// The grades that are named, from 20 kyu to 6 dan.
const NAMED: [i32; 2] = [-19, 6];

/// An opponent below this rating counts as one of this rating.
const LEAST_OPPONENT: i32 = 400;
/// The coefficients by the least rating to which they belong.
const COEFFICIENTS: [(i32, i32); 7] =
    [(2_240, 16), (1_920, 20), (1_560, 24), (1_280, 28), (1_040, 32), (720, 36), (i32::MIN, 40)];
/// A win gains at least this part of the difference in ratings, times the coefficient.
const LEAST_GAIN: f64 = 1.0 / 160.0;

/// Grades by which a handicap makes its giver weaker. FESA publishes the conversion, not the numbers: these are those
/// that Larry Kaufman gave from memory (shogi-l, 2009). Others are not rated.
const WORTHS: [(&str, f64); 5] =
    [("lance", 0.8), ("bishop", 2.0), ("rook", 2.8), ("rook-lance", 3.6), ("2-piece", 4.8)];

/// The handicaps of shogi, each with the greatest difference for which it is given, in tenths of a grade.
pub const HANDICAPS: [(i32, &str); 9] = [
    (5, "even"),
    (14, "lance"),
    (20, "bishop"),
    (26, "rook"),
    (35, "rook-lance"),
    (49, "2-piece"),
    (64, "4-piece"),
    (79, "5-piece"),
    (i32::MAX, "6-piece"),
];
/// Tenths of a grade between the handicaps of other games, for which nobody has published a table.
const OTHER_STEP: i32 = 20;

/// The lower bound of the grade that stands `steps` above 1 kyu.
fn lower_bound(steps: i32) -> i32 {
    let index = steps - FIRST;
    let [least, most] = [BOUNDS[0], BOUNDS[BOUNDS.len() - 1]];
    match usize::try_from(index) {
        Err(_) => least + LOW_WIDTH * index,
        Ok(known) => {
            BOUNDS.get(known).copied().unwrap_or_else(|| most + HIGH_WIDTH * (index + 1 - BOUNDS.len() as i32))
        }
    }
}

/// Steps above 1 kyu of the grade with this rating, named or not.
fn steps_of(rating: i32) -> i32 {
    let [least, most] = [BOUNDS[0], BOUNDS[BOUNDS.len() - 1]];
    FIRST
        + match rating {
            _ if rating < least => (rating - least).div_euclid(LOW_WIDTH),
            _ if rating >= most => BOUNDS.len() as i32 - 1 + (rating - most) / HIGH_WIDTH,
            _ => BOUNDS.partition_point(|&bound| bound <= rating) as i32 - 1,
        }
}

fn place_of(rating: i32) -> f64 {
    let steps = steps_of(rating);
    let [from, to] = [steps, steps + 1].map(lower_bound);
    f64::from(steps) + f64::from(rating - from) / f64::from(to - from)
}

fn rating_at(place: f64) -> f64 {
    let steps = place.floor() as i32;
    let [from, to] = [steps, steps + 1].map(|steps| f64::from(lower_bound(steps)));
    from + (place - place.floor()) * (to - from)
}

/// The grade of a rating, from 20 kyu to 6 dan.
#[must_use]
pub fn grade_of(rating: i32) -> Grade {
    let [lowest, highest] = NAMED;
    Grade::at(steps_of(rating).clamp(lowest, highest))
}

/// The rating in the middle of a grade.
#[must_use]
pub fn midpoint(grade: Grade) -> i32 {
    let steps = grade.steps();
    i32::midpoint(lower_bound(steps), lower_bound(steps + 1))
}

/// The rating in the middle of a grade that FESA names; none for the others.
#[must_use]
pub fn rating_of(grade: Grade) -> Option<i32> {
    let [lowest, highest] = NAMED;
    (lowest..=highest).contains(&grade.steps()).then(|| midpoint(grade))
}

fn coefficient(rating: i32) -> f64 {
    let found = COEFFICIENTS.iter().find(|(least, _)| rating >= *least);
    f64::from(found.map_or(0, |&(_, coefficient)| coefficient))
}

/// The change of the rating of a player by a game: `own` and `opponent` as they count in the game, `points` from 0 to 1.
/// `rating` chooses the coefficient; it differs from `own` for the giver of a handicap.
#[must_use]
pub fn change(rating: i32, own: f64, opponent: f64, points: f64) -> i32 {
    let above = opponent.max(f64::from(LEAST_OPPONENT)) - own;
    let usual = points - share_of(-above);
    let gain = if points >= 1.0 { usual.max(above * LEAST_GAIN) } else { usual };
    (coefficient(rating) * gain).round() as i32
}

/// The rating that counts for the giver of a handicap of shogi; none if the handicap is not rated.
#[must_use]
pub fn weakened(rating: i32, handicap: &str) -> Option<f64> {
    let (_, worth) = WORTHS.iter().find(|(name, _)| *name == handicap)?;
    Some(rating_at(place_of(rating) - worth))
}

/// The difference of two ratings in tenths of a grade; each place is rounded to a tenth first.
#[must_use]
pub fn difference(one: i32, other: i32) -> i32 {
    let [one, other] = [one, other].map(|rating| (10.0 * place_of(rating)).round() as i32);
    (one - other).abs()
}

/// The handicap for a difference in tenths of a grade; none on even terms, or in a game without handicaps.
///
/// That of shogi is FESA's. Other games list theirs from the lightest to the heaviest, and each stands for two grades
/// more than the one before.
#[must_use]
pub fn handicap(game: Variant, tenths: i32) -> Option<&'static Handicap> {
    if game == Variant::Shogi {
        let (_, name) = HANDICAPS.iter().find(|(most, _)| tenths <= *most)?;
        return game.handicap(name).filter(|handicap| !handicap.is_even());
    }
    let others: Vec<_> = game.handicaps().iter().filter(|handicap| !handicap.is_even()).collect();
    let (even, _) = HANDICAPS[0];
    let index = usize::try_from((tenths - even - 1).div_euclid(OTHER_STEP)).ok()?;
    others.get(index).or(others.last()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(own: i32, opponent: i32, points: f64) -> i32 {
        change(own, f64::from(own), f64::from(opponent), points)
    }

    /// Worked out by hand: 28 * 1/2; 28 * 200/160, which is above 28 * 0.760; 28 * 0.640, which is above 28 * 100/160;
    /// -28 * 0.760; 28 * (0.5 - 0.240).
    #[test]
    fn ratings_change_by_the_published_formula() {
        for (own, opponent, points, expected) in [
            (1_500, 1_500, 1.0, 14),
            (1_500, 1_700, 1.0, 35),
            (1_500, 1_600, 1.0, 18),
            (1_500, 1_300, 0.0, -21),
            (1_300, 1_500, 0.5, 7),
        ] {
            assert_eq!(plain(own, opponent, points), expected, "{own} {opponent} {points}");
        }
    }

    /// Between equal players half the coefficient is won and lost.
    #[test]
    fn coefficients_fall_with_the_rating() {
        for (rating, half) in [(719, 20), (720, 18), (1_039, 18), (1_040, 16), (1_280, 14), (1_560, 12)] {
            assert_eq!([1.0, 0.0].map(|points| plain(rating, rating, points)), [half, -half], "{rating}");
        }
        assert_eq!([1_919, 1_920, 2_239, 2_240].map(|rating| plain(rating, rating, 1.0)), [12, 10, 10, 8]);
    }

    /// 40 / (1 + 10^(-300/400)) = 33.96; against a rating of 100 it would be 38.8.
    #[test]
    fn an_opponent_has_at_least_400() {
        assert_eq!(plain(700, 100, 0.0), -34);
        assert_eq!(plain(700, 100, 0.0), plain(700, 400, 0.0));
    }

    #[test]
    fn grades_have_bounds_and_midpoints() {
        for (bound, grade) in [
            (400, Grade::Kyu(15)),
            (1_200, Grade::Kyu(5)),
            (1_280, Grade::Kyu(4)),
            (1_560, Grade::Kyu(1)),
            (1_680, Grade::Dan(1)),
            (2_440, Grade::Dan(6)),
        ] {
            assert_eq!(grade_of(bound), grade);
            assert_eq!(grade_of(bound - 1).above(grade), -1, "{grade}");
        }
        assert_eq!((grade_of(-500), grade_of(9_000)), (Grade::Kyu(20), Grade::Dan(6)));
        let middles = [Grade::Dan(6), Grade::Dan(4), Grade::Kyu(1), Grade::Kyu(4), Grade::Kyu(15)].map(midpoint);
        assert_eq!(middles, [2_540, 2_160, 1_620, 1_320, 440]);
        let rated = [Grade::Kyu(21), Grade::Kyu(20), Grade::Dan(6), Grade::Dan(7)].map(rating_of);
        assert_eq!(rated, [None, Some(40), Some(2_540), None]);
    }

    #[test]
    fn places_are_ratings_again() {
        for rating in (-300..3_500).step_by(17) {
            assert!((rating_at(place_of(rating)) - f64::from(rating)).abs() < 1e-6, "{rating}");
        }
        assert_eq!([place_of(1_620), place_of(1_720), place_of(1_240)], [0.5, 1.0 + 1.0 / 3.0, -3.5]);
    }

    /// 1 dan begins at 1680; 0.8 grades below it lies the fifth part of 1 kyu, 1560 + 24.
    #[test]
    fn the_giver_of_a_handicap_counts_as_weaker() {
        assert_eq!(weakened(1_680, "lance").map(f64::round), Some(1_584.0));
        assert_eq!(weakened(1_680, "bishop").map(f64::round), Some(1_460.0));
        assert_eq!(weakened(1_680, "6-piece"), None);
    }

    /// 3 kyu and nine tenths against 5 kyu and one tenth: 2.8 grades.
    #[test]
    fn differences_are_places_in_tenths() {
        assert_eq!((difference(1_450, 1_210), difference(1_210, 1_450)), (28, 28));
        assert_eq!(difference(2_540, 2_340), 10);
    }

    #[test]
    fn handicaps_follow_the_published_table() {
        let given = |tenths| handicap(Variant::Shogi, tenths).map(|handicap| handicap.name);
        for (tenths, expected) in [(0, None), (5, None), (6, Some("lance")), (14, Some("lance")), (15, Some("bishop"))]
        {
            assert_eq!(given(tenths), expected, "{tenths}");
        }
        let names = [20, 21, 26, 27, 35, 36, 49, 50, 64, 65, 79, 80, 300].map(|tenths| given(tenths).unwrap());
        let expected = ["bishop", "rook", "rook", "rook-lance", "rook-lance", "2-piece", "2-piece"];
        assert_eq!(names[..7], expected);
        assert_eq!(names[7..], ["4-piece", "4-piece", "5-piece", "5-piece", "6-piece", "6-piece"]);
    }

    #[test]
    fn every_game_with_handicaps_has_one_for_a_difference() {
        let given = |game, tenths| handicap(game, tenths).map(|handicap: &Handicap| handicap.name);
        let birds = [5, 6, 25, 26, 46, 66, 999].map(|tenths| given(Variant::Tori, tenths));
        let expected = ["left-quail", "left-quail", "falcon", "falcon-left-quail", "falcon-quails", "falcon-quails"];
        assert_eq!((birds[0], &birds[1..]), (None, &expected.map(Some)[..]));
        assert_eq!(
            [6, 30, 50].map(|tenths| given(Variant::Chu, tenths)),
            ["two-kings", "two-lions", "three-lions"].map(Some)
        );
        for &game in Variant::ALL {
            assert_eq!(given(game, 60).is_some(), game.handicaps().len() > 1, "{game}");
        }
    }
}
