//! The rules know no left and right and no colours: mirrored and turned positions have mirrored and turned moves.

use crate::games::legal;
use crate::oracle::{names, sorted};
use crate::{Checked, properties};
use kumataka::board::Square;
use kumataka::game::Position as _;
use kumataka::rules::{Kind, KindSpec, Move, Origin, Position, Rules, SfenMode};
use proptest::prop_assert_eq;

properties! {
    mirror_images_agree: 192, 80;
    turned_positions_agree: 192, 80;
}

/// The kind that moves as `kind` does in a mirror.
fn mirrored_kind<R: Rules>(kind: Kind) -> Kind {
    let moves = |spec: &KindSpec, mirrored: bool| {
        let sign = if mirrored { -1 } else { 1 };
        let mut steps: Vec<(i8, i8)> = spec.steps.iter().map(|&(right, forward)| (sign * right, forward)).collect();
        let direction = |slide: &kumataka::rules::Slide| {
            if mirrored { slide.direction.mirror() } else { slide.direction }
        };
        let mut slides: Vec<(usize, u8)> =
            spec.slides.iter().map(|slide| (direction(slide).index(), slide.range)).collect();
        steps.sort_unstable();
        slides.sort_unstable();
        (steps, slides, spec.promoted, spec.promotes_to.is_some())
    };
    let image = moves(&R::KINDS[kind.index()], true);
    if moves(&R::KINDS[kind.index()], false) == image {
        return kind;
    }
    (0..R::KINDS.len()).map(Kind::new).find(|other| moves(&R::KINDS[other.index()], false) == image).expect("an image")
}

/// Rewrites each piece letter of a text.
fn letters(text: &str, image: impl Fn(char) -> char) -> String {
    text.chars().map(|c| if c.is_ascii_alphabetic() { image(c) } else { c }).collect()
}

/// The tokens of a rank in reverse.
fn reversed(rank: &str) -> String {
    let mut tokens: Vec<String> = Vec::new();
    for c in rank.chars() {
        match tokens.last_mut() {
            Some(last) if last == "+" => last.push(c),
            _ => tokens.push(c.to_string()),
        }
    }
    tokens.into_iter().rev().collect()
}

fn read<R: Rules>(sfen: &str, like: &Position<R>) -> Position<R> {
    let mut position = Position::from_sfen(sfen, SfenMode::Strict).expect(sfen);
    position.set_options(like.options());
    position
}

fn fields<R: Rules>(position: &Position<R>) -> [String; 4] {
    let sfen = position.sfen();
    let mut fields = sfen.split(' ').map(str::to_owned);
    std::array::from_fn(|_| fields.next().expect("four fields"))
}

fn mirror<R: Rules>(position: &Position<R>) -> Position<R> {
    let image = |c: char| {
        let upper = c.to_ascii_uppercase() as u8;
        let kind = R::KINDS.iter().position(|spec| spec.letter == upper && !spec.promoted).expect("a kind");
        let letter = char::from(R::KINDS[mirrored_kind::<R>(Kind::new(kind)).index()].letter);
        if c.is_ascii_uppercase() { letter } else { letter.to_ascii_lowercase() }
    };
    let [board, side, hands, number] = fields(position);
    let board = board.split('/').map(reversed).collect::<Vec<_>>().join("/");
    let hands = if hands == "-" { hands } else { letters(&hands, image) };
    read(&format!("{} {side} {hands} {number}", letters(&board, image)), position)
}

fn turn<R: Rules>(position: &Position<R>) -> Position<R> {
    let swap = |c: char| if c.is_ascii_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
    let [board, side, hands, number] = fields(position);
    let board = board.split('/').rev().map(reversed).collect::<Vec<_>>().join("/");
    let side = if side == "b" { "w" } else { "b" };
    read(&format!("{} {side} {} {number}", letters(&board, swap), letters(&hands, swap)), position)
}

fn moved(m: Move, square: impl Fn(Square) -> Square, kind: impl Fn(Kind) -> Kind) -> Move {
    match m.origin() {
        Origin::Board(from) => Move::board(square(from), square(m.to()), m.promotes()),
        Origin::Hand(held) => Move::drop(kind(held), square(m.to())),
    }
}

/// The images of the moves of `position` are the moves of `image`, and tell the same of themselves.
fn agree<R: Rules>(position: &Position<R>, image: &Position<R>, of: impl Fn(Move) -> Move) -> Checked {
    let moves = legal(position);
    let images = sorted(moves.iter().map(|&m| of(m)).collect());
    prop_assert_eq!(names::<R>(&sorted(legal(image))), names::<R>(&images));
    prop_assert_eq!(image.in_check(), position.in_check());
    prop_assert_eq!(image.claim().is_some(), position.claim().is_some());
    for m in moves {
        let name = m.usi::<R>().to_string();
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

fn mirror_images_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let square = |square: Square| Square::new(R::FILES - 1 - square.file(), square.rank());
    agree(position, &mirror(position), |m| moved(m, square, mirrored_kind::<R>))
}

fn turned_positions_agree<R: Rules>(position: &mut Position<R>) -> Checked {
    let mut even = position.clone();
    // The thresholds of declarations are not alike for both sides.
    let mut options = even.options();
    options.entering_king = kumataka::rules::EnteringKing::None;
    even.set_options(options);
    let square = |square: Square| Square::new(R::FILES - 1 - square.file(), R::RANKS - 1 - square.rank());
    agree(&even, &turn(&even), |m| moved(m, square, |kind| kind))
}
