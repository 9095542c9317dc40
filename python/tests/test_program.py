"""The program as a command."""

import subprocess
import sys


def run(*arguments, given=""):
    command = [sys.executable, "-m", "kumataka", *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=300)


def test_the_command_speaks_usi():
    answer = run(given="usi\nisready\nposition startpos\ngo nodes 100\nquit\n")
    assert answer.returncode == 0 and "usiok" in answer.stdout and "bestmove " in answer.stdout


def test_commands_run_and_their_faults_have_a_status():
    assert "900" in run("perft", "2").stdout
    fault = run("perft", "--nonsense")
    assert fault.returncode == 2 and "--nonsense" in fault.stderr


def test_the_program_starts_itself_again():
    match = run(
        "match", "--engine", "a=self,USI_Hash=1", "--engine", "b=self,USI_Hash=1", "--games", "2", "--nodes", "50"
    )
    assert match.returncode == 0 and "2 games" in match.stdout
