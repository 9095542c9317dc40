"""The program: `python -m kumataka` and the command `kumataka`."""

import os
import sys


def main():
    from ._kumataka import main as run

    # The program starts itself again for matches. Python runs `-m kumataka` by the path of this file.
    script = sys.argv[0]
    if script.endswith(("__main__.py", "-c")):
        beside = os.path.join(os.path.dirname(sys.executable), "kumataka")
        script = beside if os.path.exists(beside) else script
    return run([script, *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
