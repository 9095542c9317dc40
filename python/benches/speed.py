"""Legal moves, and reading a thousand CSA files, beside cshogi and python-shogi, in turn.

    python benches/speed.py [ROUNDS]
"""

import random
import sys
import tempfile
import time
from pathlib import Path

import cshogi
import cshogi.CSA
import shogi
import shogi.CSA

import kumataka

FILES = 1_000
POSITIONS = 2_000


def game(chance):
    position = kumataka.Position()
    while not position.is_game_over() and position.move_number <= 120:
        position.push(chance.choice(position.legal_moves))
    return position


def timed(work, things):
    begin = time.perf_counter()
    for thing in things:
        work(thing)
    return len(things) / (time.perf_counter() - begin)


def main():
    chance = random.Random(1)
    games = [game(chance) for _ in range(60)]
    sfens = []
    for played in games:
        walked = kumataka.Position()
        for move in played.move_stack:
            walked.push(move)
            sfens.append(walked.sfen())
    sfens = sfens[:POSITIONS]
    folder = tempfile.TemporaryDirectory()
    paths = [Path(folder.name) / f"{number}.csa" for number in range(FILES)]
    for number, path in enumerate(paths):
        record = kumataka.Record(games[number % len(games)])
        record.set_header("先手", "black")
        record.set_header("後手", "white")
        record.write(path)

    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    moves = {
        "kumataka": (lambda position: position.legal_moves, [kumataka.Position(sfen=sfen) for sfen in sfens]),
        "cshogi": (lambda board: list(board.legal_moves), [cshogi.Board(sfen) for sfen in sfens]),
        "python-shogi": (lambda board: list(board.legal_moves), [shogi.Board(sfen) for sfen in sfens[:100]]),
    }
    files = {
        "kumataka": (kumataka.Record.read, paths),
        "cshogi": (lambda path: cshogi.CSA.Parser.parse_file(str(path)), paths),
        "python-shogi": (lambda path: shogi.CSA.Parser.parse_file(str(path)), paths),
    }
    for what, tasks in (("positions a second, all legal moves", moves), ("CSA files a second", files)):
        best = {name: 0.0 for name in tasks}
        for _ in range(rounds):
            for name, (work, things) in tasks.items():
                best[name] = max(best[name], timed(work, things))
        print(what)
        for name, rate in best.items():
            print(f"  {name:13} {rate:10.0f}")


if __name__ == "__main__":
    main()
