"""Shogi and its sister games: rules, records, a strong engine and a mate solver.

>>> import kumataka
>>> position = kumataka.Position()
>>> position.push("7g7f")
>>> len(position.legal_moves)
30
>>> kumataka.Position("torishogi").piece_at("4g")
'K'
"""

from ._kumataka import (
    Engine,
    IllegalMove,
    Info,
    Mate,
    Move,
    Outcome,
    Position,
    ReadError,
    Record,
    Search,
    __version__,
    solve_mate,
    variants,
)

BLACK = 0
"""The side that moves first."""
WHITE = 1

__all__ = [
    "BLACK",
    "WHITE",
    "Engine",
    "IllegalMove",
    "Info",
    "Mate",
    "Move",
    "Outcome",
    "Position",
    "ReadError",
    "Record",
    "Search",
    "planes",
    "solve_mate",
    "variants",
]


def planes(position):
    """The position as an array of numpy, for those who train networks.

    Its shape is (planes, ranks, files), its type uint8. First stand the pieces of the side to move, a plane for each
    kind of piece, then those of the other side: 1 where such a piece stands. Behind them a plane for each kind that a
    hand can hold, of either side, filled with their number. The side to move looks up the board: for White it is turned.
    """
    import numpy

    data, shape = position._planes()
    return numpy.frombuffer(data, dtype=numpy.uint8).reshape(shape)
