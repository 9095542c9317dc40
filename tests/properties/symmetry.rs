//! The rules know no left and right and no colours: mirrored and turned positions have mirrored and turned moves.

use super::{Checked, properties, takes_kings};
use kumataka::game::{Playable as _, PlayablePosition as _, Position as _, SfenMode};
use kumataka::rules::testing::games::legal;
use kumataka::rules::testing::oracle::{names, sorted};
use kumataka::rules::{Move, Position, Rules};
use proptest::prop_assert_eq;

properties! {
    mirror_images_agree: 192, 80;
    turned_positions_agree: 192, 80;
    images_are_positions: 64, 80;
}

/// The images of the moves of `position` are the moves of `image`, and tell the same of themselves.
fn agree<R: Rules>(position: &Position<R>, image: &Position<R>, of: impl Fn(Move) -> Move) -> Checked {
    if takes_kings(position.spec()) {
        return Ok(());
    }
    let moves = legal(position);
    let images = sorted(moves.iter().map(|&m| of(m)).collect());
    prop_assert_eq!(names(position.rules(), &sorted(legal(image))), names(position.rules(), &images));
    prop_assert_eq!(image.in_check(), position.in_check());
    prop_assert_eq!(image.claim().is_some(), position.claim().is_some());
    for m in moves {
        let name = position.rules().usi(m).to_string();
        prop_assert_eq!(image.gives_check(of(m)), position.gives_check(m), "check by {}", &name);
        prop_assert_eq!(image.is_tactical(of(m)), position.is_tactical(m), "{}", &name);
        prop_assert_eq!(image.is_pointless(of(m)), position.is_pointless(m), "{}", &name);
        prop_assert_eq!(image.material_gain(of(m)), position.material_gain(m), "{}", &name);
    }
    if !position.in_check() {
        prop_assert_eq!(image.mate_in_one().is_some(), position.mate_in_one().is_some());
    }
    Ok(())
}

pub fn mirror_images_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    agree(position, &position.mirrored(), |m| m.mirrored(position.spec()))
}

pub fn turned_positions_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let mut even = position.clone();
    // The thresholds of declarations are not alike for both sides.
    let mut options = even.options();
    options.entering_king = kumataka::rules::EnteringKing::None;
    even.set_options(options);
    agree(&even, &even.turned().expect("a symmetric game"), |m| even.rules().turned_move(m))
}

/// Each symmetry is its own reverse, and the image of a sound position is sound.
pub fn images_are_positions<R: Rules>(position: &mut Position<R>) -> Checked {
    let (setup, rules) = (position.setup(), position.rules());
    for (image, back) in [(setup.turned(), setup.turned().turned()), (setup.mirrored(), setup.mirrored().mirrored())] {
        prop_assert_eq!(back, setup);
        prop_assert_eq!(Position::from_setup(rules, &image, SfenMode::Mate).map(|sound| sound.setup()), Ok(image));
    }
    Ok(())
}
