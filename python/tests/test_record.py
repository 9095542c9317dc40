"""Records in several formats."""

import pytest

from kumataka import BLACK, Position, ReadError, Record

KIF = """手合割：平手
先手：羽生
後手：谷川
手数----指手---------消費時間--
   1 ７六歩(77)   ( 0:03/00:00:03)
*定跡
   2 ３四歩(33)   ( 0:05/00:00:05)
   3 ２二角成(88)   ( 0:01/00:00:04)
   4 投了
"""


def test_a_record_is_read():
    (record,) = Record.parse(KIF)
    assert [move.usi() for move in record.moves] == ["7g7f", "3c3d", "8h2b+"] and len(record) == 3
    assert record.headers["先手"] == "羽生" and record.times == [3.0, 5.0, 1.0]
    assert record.comments == ["定跡", "", ""] and record.warnings == []
    assert (record.result.winner, record.result.reason) == (BLACK, "resignation")
    assert record.position.hand(BLACK) == {"B": 1} and record.start == Position()


@pytest.mark.parametrize("format", ["csa", "kif", "kifu", "ki2", "jkf", "usi", "hodges"])
def test_a_record_is_the_same_in_every_format(format, tmp_path):
    (record,) = Record.parse(KIF)
    path = tmp_path / "game"
    losses = record.write(path, format)
    (again,) = Record.read(path, format)
    assert again.moves == record.moves and (format == "usi") == any("header" in loss for loss in losses)
    assert again.moves == Record.parse(record.to_bytes(format), format)[0].moves


def test_a_record_is_made_of_a_game():
    record = Record(Position("torishogi", "startpos moves 4e4d"))
    record.set_header("先手", "鷹")
    record.add_comment(1, "first")
    record.set_time(1, 1.5)
    assert record.comments == ["first"] and record.times == [1.5]
    (again,) = Record.parse(record.to_string("kifu"), "kifu", "torishogi")
    assert again.moves == record.moves and again.comments == ["first"]
    with pytest.raises(ValueError, match="no move 2"):
        record.add_comment(2, "late")


def test_what_cannot_be_read_is_said():
    with pytest.raises(ReadError, match="guessed"):
        Record.parse("nothing of the kind")
    with pytest.raises(ReadError, match="2"):
        Record.parse(KIF.replace("３四歩(33)", "３四歩(32)"))
    with pytest.raises(FileNotFoundError, match="missing.kif"):
        Record.read("missing.kif")
    with pytest.raises(ValueError, match="docx"):
        Record.parse(KIF, "docx")
