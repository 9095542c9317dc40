//! `kumataka xboard` as a front-end of CECP speaks to it.

use crate::support::{Engine, count, ms};
use kumataka::board::Color;
use kumataka::engines::cecp::games;
use kumataka::engines::cecp::notation::Board;
use kumataka::game::{Playable, PlayablePosition as _, Position as _, RuleChoices, SfenMode};
use kumataka::variants::{LargeVariant, Shogi};
use kumataka::with_game;
use std::path::Path;

/// An engine that has announced its features.
fn greeted() -> Engine {
    let mut engine = Engine::start_as(&["xboard"], Path::new("."));
    engine.send("xboard\nprotover 2");
    engine.expect("feature done=1");
    engine.send("accepted done\noption BookFile=no_book\nmemory 16");
    engine
}

/// An engine at the start of a game of this name, which searches shallowly.
fn ready(variant: &str) -> Engine {
    let mut engine = greeted();
    engine.send(&format!("new\nvariant {variant}\nlevel 0 5 0\npost\neasy\nsd 2\ntime 30000\notim 30000\nping 1"));
    engine.expect("pong 1");
    engine
}

fn sync(engine: &mut Engine) -> Vec<String> {
    engine.send("ping 77");
    let mut said = engine.until("pong 77");
    said.pop();
    said
}

/// The move of the engine. A move in two steps comes on two lines.
fn answer(engine: &Engine) -> String {
    let mut text = engine.expect("move ").split_off("move ".len());
    if text.ends_with(',') {
        text += &engine.expect("move ")["move ".len()..];
    }
    text
}

#[test]
fn features_and_options_are_announced() {
    let mut engine = Engine::start_as(&["xboard"], Path::new("."));
    engine.send("xboard\nprotover 2");
    let said = engine.until("feature done=1").join("\n");
    for part in [
        "feature done=0\n",
        "ping=1 setboard=1 playother=1 usermove=1",
        " draw=0 ",
        "variants=\"shogi,torishogi,7x7+6_shogi,minishogi,5x5+5_shogi,kyotoshogi,gorogoro_shogi,gorogoronl_shogi,chu,dai,sho,9x9+0_shogi,wa-shogi,wa-shogi-drop,crazywa\"",
        "option=\"Skill_Level -spin 20 -10 20\"",
        "option=\"EnteringKingRule -combo *CSARule27 /// CSARule27H",
        "option=\"Clear_Hash -button\"",
        "option=\"USI_OwnBook -check 1\"",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    for left_out in ["USI_Variant", "Threads", "BareKing"] {
        assert!(!said.contains(left_out), "{said}");
    }
    engine.send("quit");
    assert!(engine.finish().0.success());
}

#[test]
fn a_move_is_answered_with_thoughts() {
    let mut engine = ready("shogi");
    engine.send("usermove c3c4");
    let said = engine.until("move ");
    let thoughts = said.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect::<Vec<_>>();
    let words: Vec<&str> = thoughts.last().unwrap().split(' ').collect();
    assert!(words[..4].iter().all(|word| word.parse::<i64>().is_ok()), "{thoughts:?}");
    let (best, board) = (said.last().unwrap().split_at(5).1, Board::of(Shogi.start_sfen()));
    assert_eq!(words[4], best);
    let mut position = Shogi.start();
    for text in ["c3c4", best] {
        let usi = board.usi(text).unwrap();
        position.make(position.parse_move(&usi).unwrap(), &mut ());
    }
    // Older front-ends send the move alone.
    let legal = position.legal();
    let reply = board.cecp(&Shogi.usi(legal[0]).to_string()).unwrap();
    engine.send(&reply);
    answer(&engine);
}

/// Lets the engine play both sides, and checks every move.
fn play_both_sides<G: Playable>(game: G, name: &str, board: Board) {
    const PLIES: usize = 40;
    let mut engine = ready(name);
    let mut position = game.start();
    for _ in 0..PLIES {
        engine.send("go");
        let text = answer(&engine);
        let usi = board.usi(&text).unwrap_or_else(|| panic!("{name}: {text}"));
        let m = position.parse_move(&usi).unwrap_or_else(|error| panic!("{name}: {error}"));
        position.make(m, &mut ());
        if position.verdict().is_some() {
            engine.expect(if position.side_to_move() == Color::White { "1-0 {" } else { "0-1 {" });
            return;
        }
    }
}

#[test]
fn every_game_is_played() {
    for (known, variant) in games::offered() {
        let name = known.names.last().unwrap();
        with_game!(variant, game => play_both_sides(game, name, Board::of_game(variant)));
    }
}

#[test]
fn lions_move_twice_and_pass() {
    let mut engine = ready("chu");
    let check = |engine: &mut Engine, lines: &str, legal: bool| {
        engine.send(&format!("force\n{lines}"));
        assert_eq!(count(&sync(engine), "Illegal move"), usize::from(!legal), "{lines}");
    };
    // A lion takes on two squares, takes without leaving, and passes. The other side moves its king.
    let lion = "setboard 11k/12/12/12/12/5p6/5N1p4/6p5/12/12/12/K11 w 0 1";
    check(&mut engine, &format!("{lion}\nusermove f6f7,f7g6\nusermove l12l11\nusermove g6h6"), true);
    check(&mut engine, &format!("{lion}\nusermove f6f7,f7f6\nusermove l12l11\nusermove f6f7"), true);
    check(&mut engine, &format!("{lion}\nusermove @@@@\nusermove l12l11\nusermove f6f7,f7f6"), true);
    check(&mut engine, &format!("{lion}\nusermove f6f7\nusermove @@@@"), false);
    check(&mut engine, &format!("{lion}\nusermove f6f7,f8f9"), false);
    // Older front-ends send such moves alone, too.
    engine.send(&format!("force\n{lion}\n@@@@\nl12l11\nf6f7,f7f6"));
    assert!(sync(&mut engine).is_empty());
    // The engine takes both pieces by one move, and tells it so.
    engine.send("new\nvariant chu\npost\nsd 3\nforce\nsetboard 11k/12/12/12/12/5q6/4N7/12/5g6/12/12/K4R6 w 0 1\ngo");
    let said = engine.until("move e6");
    let (thoughts, first) = (&said[said.len() - 2], said.last().unwrap());
    assert_eq!(first, "move e6f7,");
    assert!(thoughts.contains(&format!(" {}{} ", &first[5..], engine.expect("move ")[5..].to_owned())), "{thoughts}");
}

#[test]
fn letters_stand_for_pieces_with_longer_names() {
    let mut engine = ready("crazywa");
    engine.send(
        "force\nsetboard 10k/11/11/11/11/11/11/11/11/11/5K5[PPXd] w 0 1\nusermove X@e7\nusermove D@e9\nusermove p@a2",
    );
    assert!(sync(&mut engine).is_empty());
    engine.send("usermove D@e8\nusermove k11k10\nusermove P@a3");
    let said = sync(&mut engine);
    assert_eq!(count(&said, "Illegal move ("), 2, "{said:?}");
    // A mate by a drop beside the crane king.
    engine.send("force\nsetboard 5k5/11/5W5/11/11/11/11/11/11/11/5K5[W] w 0 1\ngo");
    let said = engine.until("1-0 {");
    assert!(said.iter().any(|line| line.starts_with("move W@")), "{said:?}");
}

#[test]
fn games_that_xboard_does_not_know_are_described() {
    for (known, variant) in games::offered() {
        for name in known.names {
            let mut engine = greeted();
            engine.send(&format!("new\nvariant {name}"));
            let said = sync(&mut engine);
            let Some(setup) = known.setup else {
                assert_eq!(count(&said, "setup"), 0);
                continue;
            };
            let line = said.iter().find(|line| line.starts_with("setup (")).unwrap();
            let fen = line.split_once(&format!(") {} ", setup.board)).unwrap().1;
            let start = variant.start_sfen();
            assert_eq!(Board::of_game(variant).sfen(fen).as_deref(), Some(start), "{line}");
            assert_eq!(count(&said, "piece "), setup.pieces.len());
        }
    }
    let mut engine = greeted();
    engine.send("variant xiangqi");
    assert_eq!(sync(&mut engine), ["Error (unknown variant): variant xiangqi"]);
}

#[test]
fn another_game_has_nothing_of_the_one_before() {
    let mut engine = ready("shogi");
    engine.send("sd 0\nst 60\ngo\nvariant minishogi");
    let said = sync(&mut engine);
    assert_eq!(count(&said, "move "), 0, "{said:?}");
    engine.send("force\nsetboard nonsense\nvariant minishogi\nusermove a2a3");
    let said = sync(&mut engine);
    assert_eq!((count(&said, "tellusererror"), count(&said, "Illegal move")), (1, 0), "{said:?}");
}

#[test]
fn illegal_moves_change_nothing() {
    let mut engine = ready("5x5+5_shogi");
    engine.send("force\nusermove a2a4\nusermove z9z9\nusermove P@c3\nusermove a2a3\nusermove a2a3");
    let said = sync(&mut engine);
    assert_eq!(count(&said, "Illegal move ("), 4, "{said:?}");
    assert!(said[0].ends_with("): a2a4") && said[3].ends_with("): a2a3"), "{said:?}");
    engine.send("go");
    answer(&engine);
}

#[test]
fn moves_are_taken_back() {
    let mut engine = ready("shogi");
    engine.send("usermove c3c4");
    answer(&engine);
    engine.send("remove\nusermove c3c4");
    answer(&engine);
    engine.send("force\nundo\nundo\nusermove g3g4\nundo\nundo");
    assert_eq!(sync(&mut engine), ["Error (command not legal now): undo"]);
    // In the middle of a search.
    engine.send("sd 0\nst 60\ngo\nundo\nforce\nusermove c3c4\nundo\nping 3");
    let said = engine.until("pong 3");
    assert_eq!(count(&said, "move "), 0, "{said:?}");
}

#[test]
fn positions_are_set_up_and_mates_claimed() {
    let mut engine = ready("shogi");
    let check = |engine: &mut Engine, fen: &str, result: &str| {
        engine.send(&format!("force\nsetboard {fen}\ngo"));
        let said = engine.until(result);
        assert_eq!(count(&said, "move "), 1, "{said:?}");
    };
    check(&mut engine, "4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1", "1-0 {");
    check(&mut engine, "4k4/9/9/9/9/9/4p4/9/4K4[-g] b 0 1", "0-1 {");
    engine.send("force\nsetboard 4k4/9 w 0 1\nusermove e1e2");
    let said = sync(&mut engine);
    assert!(said[0].starts_with("tellusererror Illegal position: "), "{said:?}");
    assert!(said[1].starts_with("Illegal move (the position is refused: "), "{said:?}");
    engine.send("go");
    assert_eq!(count(&sync(&mut engine), "move"), 0);
    // A mate by the user ends the game, too.
    engine.send("setboard 4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1\nplayother\nusermove G@e8");
    engine.expect("1-0 {");
}

/// The position in which a front-end knows no end but mate.
fn to_mate<G: Playable>(game: G, fen: &str) -> G::Position {
    let mut position = game.read_sfen(&Board::of(game.start_sfen()).sfen(fen).unwrap(), SfenMode::Strict).unwrap();
    position.set_rules(&RuleChoices::played_to_mate());
    position
}

/// `XBoard` takes the claim of a bare king for a false one: the engine mates it.
#[test]
fn bare_kings_are_mated() {
    const MOVES: usize = 40;
    let (game, fen) = (LargeVariant::Sho.game(), "4k4/9/4r4/4R4/9/9/9/9/4K1G2 w 0 1");
    let (mut position, board) = (to_mate(game, fen), Board::of(game.start_sfen()));
    let mut engine = ready("sho");
    engine.send(&format!("sd 5\nnopost\nforce\nsetboard {fen}\ngo"));
    for _ in 0..MOVES {
        let said = engine.until("move ");
        assert_eq!(said.len(), 1, "{said:?}");
        let usi = board.usi(&said[0]["move ".len()..]).unwrap();
        position.make(position.parse_move(&usi).unwrap(), &mut ());
        let Some(&reply) = position.legal().as_ref().first() else {
            engine.expect("1-0 {no legal move is left}");
            return;
        };
        engine.send(&format!("usermove {}", board.cecp(&game.usi(reply).to_string()).unwrap()));
        position.make(reply, &mut ());
    }
    panic!("no mate after {MOVES} moves: {}", position.sfen());
}

/// Nor does it know the ends of chu shogi but mate, or who loses by a repetition.
#[test]
fn wins_that_xboard_does_not_see_are_not_claimed() {
    let goes_on = |variant: &str, fen: &str, moves: &str| {
        let mut engine = ready(variant);
        let moves = moves.split(' ').filter(|text| !text.is_empty()).map(|text| format!("usermove {text}\n"));
        engine.send(&format!("nopost\nforce\nsetboard {fen}\n{}go\nping 2", moves.collect::<String>()));
        let said = engine.until("pong 2");
        assert!(said.len() == 2 && said[0].starts_with("move "), "{fen}: {said:?}");
    };
    goes_on("chu", "k5p5/12/12/12/12/6R5/12/12/12/12/12/K9GG w 0 1", "");
    goes_on("chu", "k11/12/12/12/12/6R5/12/12/12/12/12/K9GG w 0 1", "");
    goes_on("chu", "k5p5/12/12/12/12/6R5/12/12/12/12/12/K9GG w 0 1001", "");
    goes_on("sho", "4k4/9/9/9/9/9/9/9/4K1G2 w 0 1", "");
    // The rook has given check all along.
    let checks = ["e1f1 e5f5 f1e1 f5e5"; 3].join(" ");
    goes_on("sho", "k3p4/9/9/9/4r4/9/9/P8/4K4 w 0 1", &checks);
    // Of a game with drops every end is believed.
    let mut engine = ready("shogi");
    let moves = checks.replace(' ', "\nusermove ");
    engine.send(&format!("force\nsetboard k3p4/9/9/9/4r4/9/9/P8/4K4[-] w 0 1\nusermove {moves}\ngo"));
    engine.expect("1-0 {perpetual check}");
}

#[test]
fn a_ping_waits_for_the_move() {
    let mut engine = ready("shogi");
    engine.send("sd 0\nst 60\ngo\nping 5");
    assert_eq!(count(&engine.listen(ms(300)), "pong"), 0);
    engine.send("?");
    let said = engine.until("pong 5");
    assert_eq!(count(&said, "move "), 1, "{said:?}");
    // What is forced away is not awaited.
    engine.send("go\nping 6\nforce");
    let said = engine.until("pong 6");
    assert_eq!(count(&said, "move "), 0);
}

#[test]
fn analysis_goes_on_through_moves() {
    let mut engine = ready("shogi");
    engine.send("force\nsd 0\nanalyze");
    let thought = |engine: &Engine| engine.expect("3 ");
    thought(&engine);
    engine.send("usermove c3c4");
    thought(&engine);
    engine.send(".");
    assert!(engine.expect("stat01: ").ends_with(" 0 0"));
    engine.send("undo");
    thought(&engine);
    engine.send("setboard 4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1");
    assert!(engine.expect("1 100001 ").ends_with(" G@e8"));
    engine.send("exit");
    let said = sync(&mut engine);
    assert_eq!(count(&said, "move "), 0);
    assert!(engine.listen(ms(100)).is_empty());
}

/// The move that the engine expects, and on which it ponders.
fn pondered(engine: &mut Engine) -> String {
    engine.send("hint");
    let mut said = engine.until("Hint: ");
    let hint = said.pop().unwrap().split_off("Hint: ".len());
    // Its thoughts on it come unasked, before the hint or behind it.
    while !said.iter().any(|line| line.split(' ').nth(4) == Some(hint.as_str())) {
        said.push(engine.expect(""));
    }
    hint
}

#[test]
fn pondering_hits_and_misses() {
    let mut engine = ready("shogi");
    engine.send("hard\nsd 3\nusermove c3c4");
    answer(&engine);
    let expected = pondered(&mut engine);
    engine.send(&format!("time 29000\notim 29000\nusermove {expected}"));
    answer(&engine);
    let expected = pondered(&mut engine);
    let other = if expected == "i1i2" { "a1a2" } else { "i1i2" };
    engine.send(&format!("usermove {other}"));
    let said = sync(&mut engine);
    assert_eq!(count(&said, "move ") + count(&said, "Illegal move"), 1, "{said:?}");
    engine.send("easy\nforce");
    sync(&mut engine);
    assert!(engine.listen(ms(100)).is_empty());
}

#[test]
fn nonsense_is_quoted() {
    let mut engine = ready("shogi");
    engine.send("force\nhello world\nlevel x y z\nst soon\noption Nothing=1\ntime\nedit\nusermove");
    let said = sync(&mut engine);
    assert_eq!(
        said[..6],
        [
            "Error (unknown command): hello world",
            "Error (a number cannot be read): level x y z",
            "Error (a number cannot be read): st soon",
            "Error (unknown option): Nothing=1",
            "Error (a number cannot be read): time",
            "Error (unknown command): edit",
        ]
    );
    assert!(said[6].starts_with("Illegal move ("), "{said:?}");
    engine.send_bytes(b"\xff\xfe\n");
    engine.send(&"x".repeat(1 << 20));
    let said = sync(&mut engine);
    assert!(said.len() == 2 && said.iter().all(|line| line.starts_with("Error (unknown command): ")));
    assert!(said[1].len() < 120);
    let (status, _) = engine.finish();
    assert!(status.success());
}

#[test]
fn rules_are_options() {
    for (choice, illegal) in [("forced", 0), ("optional", 1)] {
        let mut engine = greeted();
        engine.send(&format!("option ToriPromotion={choice}\nnew\nvariant torishogi\nforce"));
        engine.send("setboard rpckcpl/7/1F5/7/7/7/LPCKCPR[-] w 0 1");
        sync(&mut engine);
        // Only an eagle goes back so far.
        engine.send("usermove b5b6=\nusermove d7d6\nusermove b6b4");
        assert_eq!(count(&sync(&mut engine), "Illegal move"), illegal, "{choice}");
    }
}

#[test]
fn a_game_is_drawn_after_the_moves_that_an_option_says() {
    let mut engine = ready("shogi");
    engine.send("option MaxMovesToDraw=2\nusermove c3c4");
    let said = engine.until("1/2-1/2 {");
    assert_eq!(count(&said, "move "), 1, "{said:?}");
}

#[test]
fn commands_in_any_order_end_nothing() {
    const COMMANDS: [&str; 30] = [
        "new",
        "variant kyotoshogi",
        "variant gorogoro_shogi",
        "variant none",
        "go",
        "go",
        "force",
        "playother",
        "analyze",
        "exit",
        ".",
        "?",
        "hard",
        "easy",
        "hint",
        "undo",
        "remove",
        "usermove c3c4",
        "usermove P@e5",
        "usermove a1a2+",
        "g7g6",
        "setboard 4k4/9/4P4/9/9/9/9/9/4K4[G] w 0 1",
        "setboard nonsense",
        "result * {none}",
        "ping 1",
        "memory -1",
        "cores 0",
        "option Skill_Level=x",
        "time -5",
        "level 0 0 0",
    ];
    let mut engine = greeted();
    let mut seed: u64 = 7;
    for _ in 0..400 {
        // A linear congruential generator, by Knuth's constants.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        engine.send(&format!("sd 1\n{}", COMMANDS[(seed >> 33) as usize % COMMANDS.len()]));
    }
    engine.send("exit\nforce\nping 99");
    engine.until("pong 99");
    assert!(engine.finish().0.success());
}
