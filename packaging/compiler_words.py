"""The words with which a compiler reads one source of a tree whose folders are compiled as one."""
import json
import os
import re
import shlex
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def command_for(source, commands):
    """The compiler's words for one source, of the unit that it belongs to."""
    folder = os.path.dirname(source)
    while folder:
        if folder in commands:
            words, place = commands[folder]
            return words + ["-fsyntax-only", str(ROOT / source)], place
        folder = os.path.dirname(folder)
    return None, None


def commands_of(build):
    commands = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        words = shlex.split(entry["command"])
        while "ccache" not in words[0] and not re.search(r"(c\+\+|g\+\+|clang)[\w+.-]*$", words[0]) or words[0].endswith("ccache"):
            words = words[1:]
        kept, skip = [], False
        for word in words:
            # Without a precompiled header that fits, its text is read.
            if skip or word in ("-c", entry["file"], "-Werror", "-Winvalid-pch"):
                skip = False
            elif word == "-o":
                skip = True
            else:
                kept.append(word)
        unit = re.search(r"Unity/unity_([\w]+?)(_\d+)?_cxx\.cxx$", entry["file"])
        if unit:
            sources = re.findall(r'#include "([^"]+\.cpp)"', Path(entry["file"]).read_text())
            folders = {os.path.relpath(os.path.dirname(source), ROOT) for source in sources}
        else:
            folders = {os.path.relpath(os.path.dirname(entry["file"]), ROOT)}
        for folder in folders:
            if not folder.startswith(".."):
                commands.setdefault(folder, (kept, entry["directory"]))
    return commands
