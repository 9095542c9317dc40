//! Words that ask for advice or for an end, over pipes.

use super::{Player, text};
use crate::support;

/// Black drops a gold before the king.
const MATE_IN_ONE: &str = "4k4/9/4P4/9/9/9/9/9/4K4 b G 1";

/// What is said to somebody who types some lines.
fn told(name: &str, arguments: &[&str], lines: &str) -> String {
    let output = Player::new(name).pipe(arguments, lines.as_bytes());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

#[test]
fn a_hint_names_the_piece_and_then_the_move() {
    let arguments = ["--both", "--sfen", MATE_IN_ONE];
    let piece = "Drop the gold from your hand.";
    let said = told("hints", &arguments, "hint\nhint\neval\nquit\n");
    support::assert_in_order(&said, &[piece, "G*5b", "Score for Black: mate in 1"]);
    let again = told("forgotten-hint", &arguments, "hint\nnew\nhint\n5i5h\nundo\nhint\nquit\n");
    support::assert_in_order(&again, &[piece, piece, piece]);
    assert!(!again.contains("G*5b"), "{again}");
}

/// White threatens to mate by the gold in hand; Black has no check.
const THREATENED: &str = "lnsgkgsnl/1r5b1/pppp1pppp/9/9/9/PPPPpPPPP/9/4K2R1 b g 1";

#[test]
fn a_second_hint_names_the_answer_to_a_threatmate() {
    let hint = |name: &str, language: &str, sfen: &str| {
        told(name, &["--both", "--usi", "--lang", language, "--sfen", sfen], "hint\nhint\nquit\n")
    };
    let said = hint("defence", "en", THREATENED);
    assert!(said.contains(", answering the threatmate\n"), "{said}");
    let said = hint("defence-ja", "ja", THREATENED);
    assert!(said.contains("（詰めろを受ける）\n"), "{said}");
    let without = hint("no-threat", "en", &THREATENED.replace(" g 1", " - 1"));
    assert!(!without.contains("threatmate"), "{without}");
    // Black's own mate comes first.
    let said = hint("own-mate", "en", "4k4/9/4P4/9/9/9/4p4/9/4K4 b Gg 1");
    assert!(said.contains("G*5b, mating in 1\n"), "{said}");
}

/// The search is asked once, so that the second hint and the score speak of the same move.
#[test]
fn later_advice_keeps_to_the_first_hint() {
    let said = told("same-hint", &["--both", "--usi"], "hint\nhint\nhint\neval\nquit\n");
    let square = said.split_once("Move the ").and_then(|(_, rest)| rest.split_once(" on ")).unwrap().1;
    let square = &square[..2];
    let moves: Vec<&str> = said.lines().filter_map(|line| line.strip_prefix("1> ")).collect();
    assert!(moves[1].starts_with(square) && moves[1] == moves[2], "{said}");
    let (_, line) = moves[3].rsplit_once("  ").unwrap();
    assert!(line.starts_with(moves[1]), "{said}");
}

#[test]
fn levels_are_set_at_the_table_and_draws_refused() {
    let arguments = ["--black", "--sfen", MATE_IN_ONE];
    let said = told("level", &arguments, "level 99\nlevel 5k\ndraw\nquit\n");
    support::assert_in_order(&said, &["Levels are numbers from", "5 kyu)", "No draw."]);
}

#[test]
fn people_agree_on_a_draw() {
    let said = told("draw", &["--both"], "draw\nn\ndraw\nｙ\nquit\n");
    let asked = "Does the other side agree?";
    support::assert_in_order(&said, &[asked, "No draw.", asked, "The game is drawn by agreement."]);
}

#[test]
fn nobody_passes_in_check() {
    let said = told("threat", &["--both", "--sfen", "4k4/9/9/9/9/9/9/4r4/4K4 b - 1"], "threat\nquit\n");
    assert!(said.contains("You are in check."), "{said}");
}

#[test]
fn a_king_that_has_entered_declares() {
    let entered = "K8/+R+R+B+B+P+P+P+P+P/1+P+P+P5/9/9/9/9/9/4k4 b 2G2S 1";
    let said = told("declared", &["--both", "--sfen", entered], "declare\nquit\n");
    support::assert_in_order(&said, &["Black wins by declaration.", "32 points, 12 pieces in the camp"]);
    let said = told("declared-ja", &["--both", "--lang", "ja", "--sfen", entered], "宣言\nquit\n");
    support::assert_in_order(&said, &["先手の勝ちです", "32点、敵陣に12枚"]);
    let said = told("vain", &["--both", "--lang", "ja"], "宣言\nquit\n");
    assert!(said.contains("宣言の条件を満たしていません（0点、敵陣に0枚）。"), "{said}");
}

#[test]
fn points_are_counted_at_any_time() {
    let said = told("count", &["--both"], "count\nquit\n");
    let lacks = "0 points, 0 pieces in the camp; 27 points of all pieces. A declaration lacks 28 points, 10 pieces";
    support::assert_in_order(&said, &[&format!("Black: {lacks}"), "White: 0 points", "27 points, 10 pieces"]);
    let entered = "K8/+R+R+B+B+P+P+P+P+P/1+P+P+P5/9/9/9/9/9/4k4 b 2G2S 1";
    let said = told("count-ja", &["--both", "--lang", "ja", "--sfen", entered], "点数\nquit\n");
    support::assert_in_order(&said, &["先手：32点、敵陣に12枚", "宣言勝ちできます。", "後手：0点"]);
    // White, who gives the handicap, is credited with the missing pieces.
    let said = told("count-handicap", &["--both", "--handicap", "2-piece"], "count\nquit\n");
    support::assert_in_order(&said, &["Black: ", "27 points of all pieces", "White: ", "27 points of all pieces"]);
    let said = told("count-tori", &["--both", "--variant", "tori"], "count\nimpasse\nquit\n");
    support::assert_in_order(&said, &["There are no declarations in this game."; 2]);
}

/// 24 points are enough for a draw by agreement, and 23 lose.
#[test]
fn an_impasse_is_agreed_on_and_counted() {
    let said = told("impasse-none", &["--both"], "impasse\nquit\n");
    assert!(said.contains("No king has entered."), "{said}");
    let even = "K8/+R+B7/PPPPPPPPP/9/9/9/ppppppppp/+r+b7/k8 b 2G2S2N2L2g2s2n2l 1";
    let said = told("impasse-drawn", &["--both", "--sfen", even], "impasse\nn\nimpasse\ny\nquit\n");
    support::assert_in_order(&said, &["No impasse", "The game is drawn by impasse.", "Black: 27 points", "\"again\""]);
    let few = "K8/+R+B7/PPPPPPPPP/9/9/9/ppppp4/+r+b7/k8 b 2G2S2N2L4P2g2s2n2l 1";
    let said = told("impasse-won", &["--both", "--sfen", few], "impasse\ny\nquit\n");
    support::assert_in_order(&said, &["Black wins", "31 points of all pieces", "23 points of all pieces"]);
    // The program takes the win, but gives none.
    let said = told("impasse-program", &["--white", "--sfen", &few.replace(" b ", " w ")], "impasse\nquit\n");
    support::assert_in_order(&said, &["You lose by declaration.", "23 points of all pieces"]);
    let said = told("impasse-refused", &["--black", "--sfen", few], "impasse\nquit\n");
    assert!(said.contains("No impasse; the game goes on."), "{said}");
}

#[test]
fn a_drawn_game_is_played_again_with_colours_exchanged() {
    let dance = "5i5h\n5a5b\n5h5i\n5b5a\n".repeat(3);
    let said = told("again", &["--both", "--tc", "600"], &format!("again\n{dance}again\n7g7f\nagain\nquit\n"));
    let refused = "Only a drawn game is played again.";
    support::assert_in_order(&said, &[refused, "The game is drawn", "\"again\" plays another", "  1 ", refused]);
}
