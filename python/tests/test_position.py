"""Positions, and cshogi as a referee of their legal moves."""

import copy
import pickle
import random

import numpy
import pytest

import kumataka
from kumataka import BLACK, WHITE, IllegalMove, Move, Position, ReadError

REPETITION = "2h1h 8b9b 1h2h 9b8b " * 3


def test_moves_are_played_and_taken_back():
    position = Position()
    start = position.sfen()
    assert len(position.legal_moves) == 30 and position.turn == BLACK and position.move_number == 1
    move = position.push_usi("7g7f")
    assert (move.usi(), move.from_square, move.to_square, move.drop_piece) == ("7g7f", "7g", "7f", None)
    position.push(Move("3c3d"))
    position.push("8h2b+")
    assert position.move_stack[-1].promotion and position.hand(BLACK) == {"B": 1}
    assert position.piece_at("2b") == "+B" and position.piece_at("3c") is None
    assert position.turn == WHITE and position.is_legal("3a2b") and not position.is_legal("3a2a")
    assert [position.pop().usi() for _ in range(3)] == ["8h2b+", "3c3d", "7g7f"]
    assert position.sfen() == start
    with pytest.raises(IndexError, match="no move"):
        position.pop()


def test_what_cannot_be_played_is_refused_with_the_reason():
    position = Position()
    with pytest.raises(IllegalMove, match="2h2b"):
        position.push("2h2b")
    with pytest.raises(IllegalMove):
        position.push("nonsense")
    with pytest.raises(ValueError, match="torishogi"):
        position.push(Move("4e4d", "torishogi"))
    with pytest.raises(ValueError, match="chess"):
        Position("chess")
    with pytest.raises(ReadError):
        Position(sfen="lnsgkgsnl/9/9 b - 1")
    with pytest.raises(ValueError, match="10j"):
        position.piece_at("10j")
    assert position == Position()


def test_games_end_by_the_rules():
    position = Position(sfen="startpos moves " + REPETITION.strip())
    assert position.is_game_over() and position.result() == position.copy().result()
    assert (position.result().winner, position.result().reason) == (None, "repetition")
    mated = Position(sfen="4k4/4G4/4P4/9/9/9/9/9/4K4 w - 1")
    assert mated.is_check() and (mated.result().winner, mated.result().reason) == (BLACK, "mate")
    assert Position().result() is None and Position().declaration() == "loss"


def test_copies_go_their_own_way():
    position = Position(sfen="startpos moves 7g7f 3c3d")
    for other in (position.copy(), copy.deepcopy(position), pickle.loads(pickle.dumps(position))):
        assert other == position and other.move_stack == position.move_stack
        other.push("8h2b+")
        assert other != position and len(position.move_stack) == 2
    assert position.zobrist_hash() == Position(sfen=position.sfen()).zobrist_hash()
    moves = set(position.legal_moves)
    assert pickle.loads(pickle.dumps(position.legal_moves[0])) in moves and Move("8h2b+") in moves


def test_every_game_has_positions_pictures_and_planes():
    assert len(kumataka.variants()) >= 14
    for name in kumataka.variants():
        position = Position(name)
        assert position.variant == name and position.legal_moves
        assert position.svg().startswith("<svg") and str(position) and name in repr(position)
        planes = kumataka.planes(position)
        held = sum(count for color in (BLACK, WHITE) for count in position.hand(color).values())
        squares = planes.shape[1] * planes.shape[2]
        assert planes.dtype == numpy.uint8 and planes.sum() == len(position.pieces()) + held * squares


def test_planes_are_seen_by_the_side_to_move():
    position = Position()
    planes = kumataka.planes(position)
    files, ranks = 9, 9
    assert planes.shape[1:] == (ranks, files)
    position.push("7g7f")
    turned = kumataka.planes(position)
    half = (planes.shape[0] - 14) // 2
    # White sees its own army where Black saw his, and Black's pawn of the seventh file has gone a step.
    assert (turned[:half] == planes[:half]).all()
    assert (turned[half : 2 * half] != planes[half : 2 * half]).sum() == 2
    drop = Position(sfen="4k4/9/9/9/9/9/9/9/4K4 b 3Pg 1")
    hands = kumataka.planes(drop)[-14:]
    assert sorted(hands[:7].max(axis=(1, 2)).tolist()) == [0, 0, 0, 0, 0, 0, 3] and hands[7:].max() == 1


def test_moves_are_written_as_people_write_them():
    position = Position(sfen="startpos moves 7g7f 3c3d")
    assert position.notation("8h2b+") == "２二角成" and position.notation("8h2b+", "hodges") == "Bx2b+"
    with pytest.raises(ValueError, match="klingon"):
        position.notation("8h2b+", "klingon")


def test_legal_moves_are_those_of_cshogi():
    cshogi = pytest.importorskip("cshogi")
    chance = random.Random(1)
    positions = 0
    for _ in range(200):
        ours, theirs = Position(), cshogi.Board()
        while not ours.is_game_over() and ours.move_number < 250:
            legal = sorted(move.usi() for move in ours.legal_moves)
            assert legal == sorted(cshogi.move_to_usi(move) for move in cshogi.LegalMoveList(theirs))
            assert ours.sfen() == theirs.sfen() and ours.is_check() == theirs.is_check()
            move = chance.choice(legal)
            ours.push(move)
            theirs.push_usi(move)
            positions += 1
        if (outcome := ours.result()) and outcome.reason == "mate":
            assert theirs.is_game_over()
    assert positions > 10_000
