"""Judges edits of settings by other readers: PyYAML, Python's json, and ten lines for requests.

Reads one edit a line, parts between tabs: syntax, seed, the text before (base64), what became of it ("=" and the text in base64, or
"!" and the reason), the key, its new value in JSON (base64). Writes each wrong edit and, as the last line, counts by syntax.
Exit 0 when none is wrong, 1 otherwise, 3 where PyYAML is missing.
"""

import base64
import copy
import json
import sys

try:
    import yaml
except ImportError:
    sys.exit(3)


def comments_of(text):
    """What stands behind a # between the tokens, by PyYAML's own marks."""
    text = text.lstrip("\ufeff")
    found = []
    end = 0
    for token in yaml.scan(text, Loader=yaml.SafeLoader):
        gap = text[end:max(end, token.start_mark.index)]
        if isinstance(token, yaml.ScalarToken) and token.style in ("|", ">"):
            head = text[token.start_mark.index:token.end_mark.index].splitlines()[0]
            gap += head[1:] + "\n" if " #" in head else ""
        found += [line[line.index("#"):] for line in gap.replace("\r", "\n").split("\n") if "#" in line]
        end = max(end, token.end_mark.index)
    return found


def shape(value, seen=()):
    """Types and order count: 1 is not true, and a mapping has a first key."""
    if id(value) in seen:
        return "itself"
    seen += (id(value),)
    if isinstance(value, dict):
        return ["map"] + [[shape(key), shape(item, seen)] for key, item in value.items()]
    if isinstance(value, (list, tuple)):
        return ["list"] + [shape(item, seen) for item in value]
    return [type(value).__name__, repr(value)]


def with_value(root, path, value):
    """A copy with one value; what an anchor shares is copied only on the way."""
    root = copy.copy(root) if isinstance(root, dict) else {}
    key, _, rest = path.partition(".")
    root[key] = with_value(root.get(key), rest, value) if rest else value
    return root


def line_ends(text):
    pairs = text.count("\r\n")
    return {name for name, count in (("crlf", pairs), ("lf", text.count("\n") - pairs), ("cr", text.count("\r") - pairs)) if count}


def read_request(text):
    lines = [line for line in text.lstrip("\ufeff").split("\n")]
    pairs = {}
    others = []
    for line in lines:
        parts = line.strip().split("=")
        if len(parts) == 2 and not parts[0].startswith("#") and not (parts[1] == "" and parts[0].strip().endswith(" config")):
            pairs[parts[0].strip()] = parts[1].strip()
        elif line.strip():
            others.append(line.strip())
    return pairs, others


def request_value(value):
    if value is None or value == []:
        return "None"
    if isinstance(value, list):
        return ",".join(str(item) for item in value)
    return {True: "true", False: "false"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def short(key):
    return key.split("_", 1)[1].lower() if ("PROFILE" in key or "ACTIVITIES" in key) and "_" in key else key


def judge_request(before, after, key, value):
    pairs, others = read_request(before)
    now, now_others = read_request(after)
    name = short(key) if short(key) in pairs and (key not in pairs or list(pairs).index(short(key)) > list(pairs).index(key)) else key
    if short(key) in pairs and key in pairs:
        return None  # which of the two counts is for the program to say
    pairs[name] = request_value(value)
    if isinstance(value, float) and name in now:
        pairs[name], now[name] = float(pairs[name]), float(now[name])
    return None if (pairs, others) == (now, now_others) else "other lines"


def load(syntax, data):
    if syntax == "json":
        return json.loads(data)
    if data.decode("utf-8").lstrip("\ufeff\r\n\t ") == "":
        return {}
    return yaml.safe_load(data.decode("utf-8"))


def judge(syntax, before, old, after, key, value):
    if syntax == "request":
        return judge_request(before.decode("utf-8"), after.decode("utf-8"), key, value)
    try:
        new = load(syntax, after)
    except Exception as error:
        return "cannot be read: " + str(error).replace("\n", " ")
    if shape(with_value(old, key, value)) != shape(new):
        return "other values"
    if syntax == "yaml" and b"#" in before and comments_of(before.decode()) != comments_of(after.decode()):
        return "other comments"
    return None


def main():
    counts = {}
    wrong = 0
    for line in sys.stdin:
        syntax, seed, before, became, key, value = line.rstrip("\n").split("\t")
        before = base64.b64decode(before)
        value = json.loads(base64.b64decode(value))
        count = counts.setdefault(syntax, {"files": 0, "readable": 0, "edited": 0})
        count["files"] += 1
        try:
            old = {} if syntax == "request" else load(syntax, before)
        except Exception:
            continue  # no program reads it, before or after
        is_readable = isinstance(old, (dict, type(None)))
        count["readable"] += is_readable
        if became.startswith("!"):
            continue
        count["edited"] += is_readable
        after = base64.b64decode(became[1:])
        reason = judge(syntax, before, old, after, key, value)
        ends = line_ends(before.decode("utf-8", "replace"))
        if reason is None and ends and not line_ends(after.decode("utf-8", "replace")) <= ends:
            reason = "other ends of lines"
        if reason:
            wrong += 1
            print(f"{syntax} {seed} {key}={value!r}: {reason}\n  {before!r}\n  {after!r}")
    print(json.dumps(counts))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
