"""The engine and the mate solver, inside the process."""

import os
import signal
import threading
import time

import pytest

from kumataka import Engine, Move, Position, solve_mate, variants

MATE_IN_3 = "lnsG5/4g4/prpp1p1pp/1p4p2/4+B3k/2P1P4/P+b1PSP1LP/4K2SL/2G2G1r1 b SP3nl3p 71"


def test_a_search_is_an_iterator_of_lines():
    engine = Engine(hash=4)
    position = Position()
    search = engine.analyse(position, nodes=3_000, multipv=2)
    infos = list(search)
    assert infos == search.infos and [info.multipv for info in infos[:2]] == [1, 2]
    assert infos[-1].nodes <= 3_000 and infos[-1].depth >= 2 and infos[0].pv[0] in position.legal_moves
    assert search.best_move in position.legal_moves and not search.declares
    assert engine.best_move(position, nodes=500) in position.legal_moves


def test_a_search_without_a_limit_runs_until_it_is_stopped():
    engine = Engine(hash=4)
    with engine.analyse(Position()) as search:
        for info in search:
            if info.depth >= 3:
                break
        assert search.is_running
        with pytest.raises(RuntimeError, match="searching"):
            engine.analyse(Position(), nodes=1)
    assert search.best_move is not None
    assert engine.best_move(Position(), depth=1)


def test_a_search_that_is_forgotten_ends():
    engine = Engine(hash=4)
    engine.analyse(Position())
    deadline = time.monotonic() + 60
    while True:
        try:
            assert engine.best_move(Position(), nodes=100)
            break
        except RuntimeError:
            assert time.monotonic() < deadline


def test_python_runs_on_while_the_engine_searches():
    engine, counted, done = Engine(hash=4), [0], threading.Event()

    def count():
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    engine.best_move(Position(), time=0.5)
    done.set()
    thread.join()
    assert counted[0] > 5


def test_ctrl_c_ends_a_search():
    # Jobs in the background of a script start with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    engine = Engine(hash=4)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        engine.analyse(Position()).wait()


def test_the_moves_to_search_can_be_chosen():
    search = Engine(hash=4).analyse(Position(), depth=2, moves=["1g1f", Move("9g9f")])
    assert {info.pv[0].usi() for info in search} <= {"1g1f", "9g9f"}


def test_engines_play_every_game():
    for name in variants():
        position = Position(name)
        assert Engine(name, hash=1).best_move(position, nodes=200) in position.legal_moves
        assert Engine(name, hash=1).best_move(position, level=0) in position.legal_moves


def test_faults_are_said():
    with pytest.raises(ValueError, match="limit"):
        Engine(hash=1).best_move(Position())
    with pytest.raises(ValueError, match="torishogi"):
        Engine(hash=1).analyse(Position("torishogi"), nodes=1)
    with pytest.raises(ValueError, match="no-such-network"):
        Engine(network="no-such-network.nnue")


def test_mates_are_solved():
    mate = solve_mate(Position(sfen=MATE_IN_3), hash=16)
    assert mate and mate.plies == len(mate.moves) == 3
    position = Position(sfen=MATE_IN_3)
    for move in mate.moves:
        position.push(move)
    assert position.result().reason == "mate"
    assert solve_mate(Position(), hash=16).outcome == "no mate"
    assert solve_mate(Position(sfen=MATE_IN_3), nodes=1, hash=16).outcome in ("unknown", "mate")
