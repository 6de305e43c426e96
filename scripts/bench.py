#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The part of scripts/bench that runs the rounds of the server's measurements, judges them, and writes results to pages.

scripts/bench.py server --programs FOLDER …  measures; scripts/bench lists the options
scripts/bench.py first-minute …              does the same with Tests/Browser/first_minute.py
scripts/bench.py ceremonies FILE             writes the JSON of the ceremonies' benchmark to its page

Every measurement of the server runs once per round, and each round starts with a different one, so that a slow minute of the
machine affects all of them. The reported values are medians of the rounds.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import re
import statistics
import subprocess
import sys
import tempfile

PAGES = pathlib.Path(__file__).resolve().parent.parent / "docs/benchmarks"
USERS, MANY, FEW, CONNECTIONS = 10_000, 1_000_000, 1_000, 32

# By the name of a measurement, its text in the table, and the options of thumbturn bench.
MEASUREMENTS = {
    "sign-in-es256": ("sign-in, both tokens ES256", ["--scenario", "sign-in", "--tokens", "es256"]),
    "sign-in-rs256-id": ("sign-in, ID token RS256", ["--scenario", "sign-in", "--tokens", "rs256-id"]),
    "sign-in-offline": (
        "sign-in with a refresh token, both tokens ES256",
        ["--scenario", "sign-in", "--tokens", "es256", "--scope", "openid profile email offline_access"]),
    "sign-in-rs256": ("sign-in, both tokens RS256", ["--scenario", "sign-in", "--tokens", "rs256"]),
    "sign-in-alone": (
        "sign-in, ID token RS256, one connection",
        ["--scenario", "sign-in", "--tokens", "rs256-id", "--connections", "1"]),
    "sign-in-few": (
        "sign-in, ID token RS256, {few} users",
        ["--scenario", "sign-in", "--tokens", "rs256-id", "--users", "FEW"]),
    "sign-in-many": (
        "sign-in, ID token RS256, {many} users",
        ["--scenario", "sign-in", "--tokens", "rs256-id", "--users", "MANY", "--data", "SEEDED"]),
    "sign-up": ("sign-up", ["--scenario", "sign-up"]),
    "refresh": ("refresh", ["--scenario", "refresh"]),
    "userinfo": ("userinfo", ["--scenario", "userinfo"]),
    "challenge": ("challenge", ["--scenario", "challenge"]),
    "page": ("sign-in page", ["--scenario", "page"]),
    "page-sign-in": ("sign-in on the page", ["--scenario", "page-sign-in"]),
    "authorize": ("authorize with a session", ["--scenario", "authorize"]),
    "authorize-alone": (
        "authorize with a session, one connection",
        ["--scenario", "authorize", "--connections", "1"]),
    "live": ("/health/live", ["--scenario", "live"]),
}

START = re.compile(
    r"start to ready, (?P<kind>fresh|existing) folder: median (?P<median>\d+) ms, from (?P<least>\d+) to (?P<most>\d+), "
    r"of (?P<starts>\d+); processor time (?P<processor>\d+) ms")
SYSTEM = re.compile(r"server CPU per operation .*, (?P<system>\d+) of them in the system")
IDLE = re.compile(r"idle: [\d.]+ MB resident when ready, (?P<idle>[\d.]+) MB after")


def fail(message):
    sys.exit(f"bench: {message}")


def run(command, *, shown=False, accepting=(0,)):
    """Returns the standard output of a command, which must end with one of these statuses."""
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if shown or done.returncode:
        print(done.stdout, end="", flush=True)
    if done.returncode not in accepting:
        fail(f"{' '.join(map(str, command))} ended with {done.returncode}")
    return done.stdout


# --- Measuring -------------------------------------------------------------------------------------------------------
def starts(programs, count):
    text = run([programs / "ServerTrials", "start", str(count)], shown=True)
    found = {match["kind"]: match for match in START.finditer(text)}
    idle = IDLE.search(text)
    if set(found) != {"fresh", "existing"} or not idle:
        fail("the output of ServerTrials has no start-up times.")
    values = {"starts": int(found["fresh"]["starts"]), "idle_mb": float(idle["idle"])}
    for kind, name in (("fresh", "fresh"), ("existing", "again")):
        values |= {
            f"{name}_ms": int(found[kind]["median"]), f"{name}_least_ms": int(found[kind]["least"]),
            f"{name}_most_ms": int(found[kind]["most"]), f"{name}_processor_ms": int(found[kind]["processor"])}
    return values


def once(programs, words):
    """Returns the JSON object that thumbturn bench prints last, with the system time, which only the text has."""
    # Status 1 also means that some operations failed; a gate counts those.
    text = run([programs / "thumbturn", "bench", "--json", *words], accepting=(0, 1))
    if not text.rstrip().endswith("}"):
        fail(f"thumbturn bench {' '.join(words)} measured nothing")
    system = SYSTEM.search(text)
    return json.loads(text.splitlines()[-1]) | {"system_us": float(system["system"]) if system else None}


def rounds(programs, options, sizes, seeded):
    names, results = list(MEASUREMENTS), {name: [] for name in MEASUREMENTS}
    shared = {"--users": str(sizes["users"]), "--connections": str(CONNECTIONS), "--duration": str(options.duration)}
    places = {"FEW": str(sizes["few"]), "MANY": str(sizes["many"]), "SEEDED": seeded}
    for number in range(options.rounds):
        for name in names[number % len(names):] + names[:number % len(names)]:
            own = [places.get(word, word) for word in MEASUREMENTS[name][1]]
            words = [word for pair in shared.items() if pair[0] not in own for word in pair] + own
            result = once(programs, words)
            results[name].append(result)
            print(f"round {number + 1}, {name}: {result['cpu_us_per_op']} µs of CPU per operation, "
                  f"{result['ops_per_s']:.0f} per second, {result['errors']} errors", flush=True)
    return results


def median(results, member):
    values = [result[member] for result in results if result[member] is not None]
    return statistics.median(values) if values else None


def summary(results):
    """Returns the medians of each measurement, and the range of its CPU time."""
    members = ["ops_per_s", "p50_ms", "p95_ms", "p99_ms", "cpu_us_per_op", "floor_us", "cpu_over_floor", "units_per_op",
               "rss_mb", "system_us"]
    found = {}
    for name, of in results.items():
        values = {member: median(of, member) for member in members}
        times = [result["cpu_us_per_op"] for result in of]
        found[name] = values | {
            "tokens": of[0]["tokens"], "errors": sum(result["errors"] for result in of),
            "cpu_least_us": min(times), "cpu_most_us": max(times)}
    return found


def measure(options):
    programs = pathlib.Path(options.programs)
    sizes = {"users": 100, "few": 100, "many": 1000} if options.quick else {"users": USERS, "few": FEW, "many": MANY}
    report = {"date": str(datetime.date.today()), "machine": machine()} | starts(programs, 3 if options.quick else 21)
    with tempfile.TemporaryDirectory(prefix="thumbturn-seeded-") as seeded:
        print(f"registering {sizes['many']} users", flush=True)
        run([programs / "thumbturn", "bench", "seed", "--users", str(sizes["many"]), "--data", seeded])
        results = rounds(programs, options, sizes, seeded)
    return report | {"rounds": options.rounds, "seconds": options.duration} | sizes | {"operations": summary(results)}


# --- Judging ---------------------------------------------------------------------------------------------------------
def gates(report):
    """Yields the name, the measured value and the limit of each gate."""
    of = report["operations"]
    few, many = of["sign-in-few"]["cpu_us_per_op"], of["sign-in-many"]["cpu_us_per_op"]
    yield "start to ready in a fresh folder, ms", report["fresh_ms"], 150
    yield "start to ready in an existing folder, ms", report["again_ms"], 150
    yield "resident memory, idle, MB", report["idle_mb"], 25
    yield "sign-in with an RS256 ID token, times its floor", of["sign-in-rs256-id"]["cpu_over_floor"], 1.55
    yield "sign-in with ES256 tokens, times its floor", of["sign-in-es256"]["cpu_over_floor"], 2.8
    yield "/health/live, µs", of["live"]["cpu_us_per_op"], 25
    yield "challenge, times a plain JSON document", of["challenge"]["cpu_over_floor"], 2
    yield "sign-in page, times a plain JSON document", of["page"]["cpu_over_floor"], 2
    yield "userinfo, times its floor", of["userinfo"]["cpu_over_floor"], 3
    yield f"sign-in, {report['many']} users to {report['few']}", many / few, 1.3
    # With more connections, commits are shared. 1 % is for background writes.
    yield "commits per sign-in, one connection", of["sign-in-alone"]["units_per_op"], 1.01
    yield "commits per code for a live session, one connection", of["authorize-alone"]["units_per_op"], 1.01
    yield "errors", sum(values["errors"] for values in of.values()), 0


def judge(limits):
    """Prints each gate and returns the names of those that are missed."""
    missed = []
    for name, value, limit in limits:
        holds = value is not None and value <= limit
        if not holds:
            missed.append(name)
        shown = "not measured" if value is None else f"{value:.2f}".rstrip("0").rstrip(".")
        print(f"{'holds ' if holds else 'MISSED'} {name}: {shown}, at most {limit}")
    return missed


# --- Pages -----------------------------------------------------------------------------------------------------------
def spaced(number):
    """23787 as 23 787; nothing where nothing was counted, as on macOS."""
    return "" if number is None else f"{number:,.0f}".replace(",", " ")


def machine():
    """What the numbers are measured on."""
    information = pathlib.Path("/proc/cpuinfo")
    model = re.search(r"model name\s*: (.*)", information.read_text()) if information.exists() else None
    return f"{os.cpu_count()} processors, {model[1] if model else platform.processor()}, {platform.system()}"


def swift_version():
    found = re.search(r"Swift version [\d.]+", run(["swift", "--version"]))
    return found[0].replace(" version", "") if found else "unknown Swift"


def table(head, rows):
    """A table in Markdown. Only the first column, and a last one with text, are aligned to the left."""
    rules = ["---"] + ["---" if cell == "largest part" else "---:" for cell in head[1:]]
    lines = [f"| {' | '.join(cells)} |" for cells in [head, *rows]]
    lines.insert(1, f"|{'|'.join(rules)}|")
    return "\n".join(lines)


def write_page(name, title, *paragraphs):
    PAGES.mkdir(exist_ok=True)
    note = f"<!-- Written by scripts/bench {name} --record. Changes by hand are lost. -->"
    link = "[Benchmarks](../benchmarks.md) explains what is measured, and how."
    (PAGES / f"{name}.md").write_text("\n\n".join([f"# {title}", note, *paragraphs, link]) + "\n")


def write_ceremonies(report):
    rows = []
    for case in report["cases"]:
        share, name = case.get("rateOfCounterpart"), case["name"]
        rate = f"{share * 100:.1f} %" if share else ""
        if name.startswith("ES256: authentication"):
            name, rate = f"**{name}**", f"**{rate}**"
        rows.append([name, f"{case['microseconds']:.2f}", spaced(case["perSecond"]), rate,
                     spaced(case["allocations"]), spaced(case["allocatedBytes"])])
    write_page(
        "ceremonies", "Results: ceremonies",
        f"{report['date'][:10]}, {report.get('machine') or machine()}, {report['library']}, "
        f"{report.get('swift') or swift_version()}:",
        table(["case", "µs", "per second", "of bare", "allocations", "bytes"], rows))


def largest_part(name, of):
    """The largest of the floor, the system and everything else, with its share of the CPU time."""
    # The document that some are compared with needs the system as well.
    compared = name in ("challenge", "userinfo", "page", "authorize", "authorize-alone")
    parts = {"the floor": of["floor_us"] or 0, "the system": 0 if compared else of["system_us"] or 0}
    parts["the server's own code"] = max(0, of["cpu_us_per_op"] - sum(parts.values()))
    most, time = max(parts.items(), key=lambda part: part[1])
    return f"{most}, {time / of['cpu_us_per_op'] * 100:.0f} %"


def write_server(report):
    def start(kind):
        return (f"{report[f'{kind}_ms']} ms ({report[f'{kind}_least_ms']} to {report[f'{kind}_most_ms']}), "
                f"{report[f'{kind}_processor_ms']} ms of processor time")
    rows = []
    for name, of in report["operations"].items():
        text = MEASUREMENTS[name][0].format(few=spaced(report["few"]), many=spaced(report["many"]))
        rows.append([
            text, spaced(of["ops_per_s"]), f"{of['p50_ms']:.2f}", f"{of['p99_ms']:.2f}",
            f"{of['cpu_us_per_op']:.0f}, {of['cpu_least_us']:.0f} to {of['cpu_most_us']:.0f}",
            f"{of['floor_us']:.0f}" if of["floor_us"] else "–",
            f"{of['cpu_over_floor']:.2f}" if of["cpu_over_floor"] else "–",
            f"{of['system_us']:.0f}" if of["system_us"] is not None else "–",
            f"{of['units_per_op']:.2f}", f"{of['rss_mb']:.1f}", largest_part(name, of)])
    head = ["operation", "per second", "p50 ms", "p99 ms", "CPU µs, from to", "floor µs", "over floor", "system µs", "commits",
            "MB", "largest part"]
    write_page(
        "server", "Results: the whole server",
        f"{report['date']}, {report.get('machine') or machine()}.",
        f"Start-up and memory, {report['starts']} starts each:",
        table(["", "result", "target"], [
            ["start to ready, existing folder", start("again"), "150 ms"],
            ["start to ready, fresh folder", start("fresh"), "150 ms"],
            ["resident, idle", f"{report['idle_mb']} MB", "25 MB"]]),
        f"Operations, medians of {report['rounds']} × {report['seconds']} s:", table(head, rows))


def server(words):
    parser = argparse.ArgumentParser(prog="scripts/bench server", allow_abbrev=False)
    parser.add_argument("--programs")
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--duration", type=int, default=10)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--report", type=pathlib.Path)
    options = parser.parse_args(words)
    if options.quick:
        options.rounds, options.duration = 1, 1
    if options.rounds < 1 or options.duration < 1:
        fail("--rounds and --duration take a number from 1 on.")
    report = json.loads(options.report.read_text()) if options.report else measure(options)
    if options.record:
        write_server(report)
    if not options.report:
        print(json.dumps(report, indent=2))
    missed = judge(gates(report))
    sys.exit(1 if missed and (options.gate or any(name.startswith("start") for name in missed)) else 0)


FIRST_MINUTE = {
    "ready": ("start of the program in a fresh folder to ready", 5),
    "signed_in": ("start of the program in a fresh folder to the sample application, signed in", 60),
    "run": ("scripts/run in a fresh folder to ready, nothing left to build", 10),
}


def first_minute(words):
    parser = argparse.ArgumentParser(prog="scripts/bench first-minute", allow_abbrev=False)
    parser.add_argument("--gate", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args(words)
    if options.rounds < 1:
        fail("--rounds takes a number from 1 on.")
    tests = PAGES.parent.parent / "Tests/Browser"
    python = PAGES.parent.parent / ".build/browser-tests/bin/python"
    rounds = json.loads(run([python, tests / "first_minute.py", str(options.rounds)]))
    times = {name: [of[name] for of in rounds] for name in FIRST_MINUTE}
    rows = [[text, f"{statistics.median(times[name]):.1f} s ({min(times[name]):.1f} to {max(times[name]):.1f})", f"{limit} s"]
            for name, (text, limit) in FIRST_MINUTE.items()]
    if options.record:
        write_page(
            "first-minute", "Results: the first minute",
            f"{datetime.date.today()}, {machine()}. Medians of {options.rounds}; Chromium is running, and nobody has to type:",
            table(["", "result", "target"], rows))
    missed = judge((f"{text}, s", statistics.median(times[name]), limit) for name, (text, limit) in FIRST_MINUTE.items())
    sys.exit(1 if missed and options.gate else 0)


def main(words):
    match words:
        case ["first-minute", *options]: first_minute(options)
        case ["server", *options]: server(options)
        case ["ceremonies", path]: write_ceremonies(json.loads(pathlib.Path(path).read_text()))
        case _: fail("server OPTION…, first-minute OPTION…, or ceremonies FILE")


main(sys.argv[1:])
