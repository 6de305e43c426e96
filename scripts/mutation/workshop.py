# SPDX-License-Identifier: Apache-2.0
"""A copy of the checkout with every mutant built into it, and the tests that run there."""

import concurrent.futures
import contextlib
import functools
import hashlib
import json
import os
import pathlib
import re
import resource
import select
import signal
import subprocess
import tempfile
import time

from mutants import NUMBERS

ACTIVE_MUTANT = """\
// SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

private let activeMutant = getenv("ACTIVE_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

/// One byte for each number, in the file that the environment names: a process that crashes has left there what it reached.
nonisolated(unsafe) private let trace: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("MUTANT_TRACE") else { return nil }
    let file = open(path, O_RDWR | O_CLOEXEC)
    defer { close(file) }
    guard let memory = mmap(nil, NUMBERS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
        abort()
    }
    return memory.bindMemory(to: UInt8.self, capacity: NUMBERS)
}()

public func mutantIsActive(_ number: Int) -> Bool {
    trace?[number] = 1
    return number == activeMutant
}
"""
KEPT_TARGETS = """
var kept: Set<String> = []

@MainActor func keep(_ name: String) {
    guard kept.insert(name).inserted else { return }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
        switch dependency {
        case .targetItem(let name, _), .byNameItem(let name, _): keep(name)
        default: break
        }
    }
}

for target in package.targets where target.type == .test { keep(target.name) }
package.targets.removeAll { !kept.contains($0.name) }
package.products.removeAll { $0.name != "thumbturn" }
package.targets.append(.target(name: "ActiveMutant"))
for target in package.targets where MUTATED.contains(target.name) { target.dependencies.append("ActiveMutant") }
"""
FAILURE = re.compile(r"Test (.+?) recorded an issue|Test (.+?) failed after")
PASSED = re.compile(r"Test (.+?)(?: with \d+ test cases?)? passed after")
# A mutant may loop and collect: it must not take the machine with it.
ADDRESS_SPACE = 8 << 30


class OutOfTime(Exception):
    """The time for judging is over."""


class Workshop:
    """The copy under `folder`, its build, and what each of its tests reaches."""

    deadline = float("inf")  # when judging ends, whatever runs

    def __init__(self, checkout, folder):
        self.checkout, self.folder = pathlib.Path(checkout), pathlib.Path(folder)
        self.copy, self.products = self.folder / "checkout", self.folder / "build"
        self.tests = {}  # name -> (seconds, numbers of the mutants it reaches)
        self.digests = {}  # test target -> digest of all that its tests are made of
        self.called = {}  # what a test is called in the output -> its names

    def source_paths(self):
        """Everything that belongs to the tree: what git tracks or would add."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        paths = subprocess.run(command, cwd=self.checkout, check=True, capture_output=True).stdout
        return sorted(path for path in os.fsdecode(paths).split("\0") if path and (self.checkout / path).is_file())

    def fill(self, rewritten):
        """Brings the copy up to date; a file that stays the same is left alone, so that the build is incremental."""
        wanted = {path: (self.checkout / path).read_bytes() for path in self.source_paths()}
        modules = sorted({path.split("/")[1] for path in rewritten})
        wanted["Package.swift"] = self._manifest(wanted["Package.swift"].decode(), modules).encode()
        wanted["Sources/ActiveMutant/ActiveMutant.swift"] = ACTIVE_MUTANT.replace("NUMBERS", str(NUMBERS)).encode()
        wanted.update((path, text.encode()) for path, text in rewritten.items())
        for path, contents in wanted.items():
            place = self.copy / path
            if not place.is_file() or place.read_bytes() != contents:
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(contents)
                place.chmod((self.checkout / path).stat().st_mode if (self.checkout / path).exists() else 0o644)
        for place in self.copy.rglob("*"):
            if place.is_file() and str(place.relative_to(self.copy)) not in wanted:
                place.unlink()
        self.digests = self._digests(wanted)

    def _digests(self, files):
        """Test target -> digest of its files and of those of all targets it depends on, with the mutants in them."""
        manifest = json.loads(self._swift("package", "dump-package", errors=subprocess.PIPE).stdout)
        targets, owned = {}, {}
        for target in manifest["targets"]:
            names = {(each.get("byName") or each.get("target") or [""])[0] for each in target["dependencies"]}
            folder = "Tests" if target["type"] == "test" else "Sources"
            targets[target["name"]] = (target.get("path") or f"{folder}/{target['name']}", names)
        for path in sorted(files):
            owner = next((name for name, (place, _) in targets.items() if path.startswith(place + "/")), None)
            # Vectors and the like, which every test may read.
            if owner or path.startswith("Tests/") or path == "Package.swift":
                digest = owned.setdefault(owner, hashlib.sha256())
                digest.update(os.fsencode(path) + b"\0" + files[path] + b"\0")
        digests = {}
        for test_target in (each["name"] for each in manifest["targets"] if each["type"] == "test"):
            reached, waiting = {None}, [test_target]
            while waiting:
                name = waiting.pop()
                if name in targets and name not in reached:
                    reached.add(name)
                    waiting += targets[name][1]
            parts = [f"{name} {owned[name].hexdigest()}" for name in sorted(reached, key=str) if name in owned]
            digests[test_target] = hashlib.sha256("\n".join(parts).encode()).hexdigest()
        return digests

    def digest(self, targets):
        """Of all that the tests of these targets are made of."""
        return hashlib.sha256("\n".join(self.digests.get(each, "?") for each in sorted(targets)).encode()).hexdigest()

    @staticmethod
    def _manifest(text, mutated):
        """The manifest without what makes warnings errors, and with no targets but the tests and what they depend on."""
        text = re.sub(r"(?m)^.*(treatAllWarnings|MemberImportVisibility).*\n", "", text)
        return text + KEPT_TARGETS.replace("MUTATED", json.dumps(mutated))

    def build(self):
        print("mutate: building", flush=True)
        self._swift("build", "--build-tests")
        self.binary = next((self.products / "debug").glob("*PackageTests.xctest"))

    def _swift(self, verb, *arguments, errors=subprocess.STDOUT):
        """Runs SwiftPM on the copy; its errors are in the output unless they are told to go elsewhere."""
        command = ["--package-path", str(self.copy), "--scratch-path", str(self.products), *arguments]
        done = subprocess.run(
            ["bash", "-c", f'. scripts/environment && exec swift {verb} "$@"', "swift", *command], cwd=self.checkout,
            stdout=subprocess.PIPE, stderr=errors, text=True)
        if done.returncode:
            raise SystemExit(f"{done.stdout}{done.stderr or ''}\nmutate: the copy with the mutants does not build")
        return done

    def explore(self, jobs, by_suite=False):
        """Runs every test, or every suite, alone and without a mutant: it has to pass, and it tells what it reaches.

        It is not run again if all that it is made of is the same as in an earlier run.
        """
        notes = self.folder / ("suites.json" if by_suite else "tests.json")
        known = json.loads(notes.read_text()) if notes.exists() else {}
        listing = self._start(["--list-tests"]).communicate()[0].decode()
        names = [name for name in listing.splitlines() if name]
        # A slash follows the name of a suite, so that no other suite begins with it.
        listed = list(dict.fromkeys(suite_of(name) if by_suite else name for name in names))
        known = {
            name: known[name] for name in listed if name in known and known[name][3] == self.digest([target_of(name)])}
        names = [name for name in listed if name not in known]
        unit = "suites" if by_suite else "tests"
        print(f"mutate: {len(listed)} {unit}, {len(known)} explored before", flush=True)
        with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
            running = {pool.submit(self._explore_one, name): name for name in names}
            try:
                for future in concurrent.futures.as_completed(running):
                    known[running[future]] = (*future.result(), self.digest([target_of(running[future])]))
            finally:
                pool.shutdown(cancel_futures=True)
                notes.write_text(json.dumps(known))
        for name, (seconds, numbers, called, _) in known.items():
            self.tests[name] = (seconds, set(numbers))
            self.called.setdefault(called, []).append(name)

    def _explore_one(self, name):
        with tempfile.NamedTemporaryFile(prefix="mutation-") as trace:
            trace.truncate(NUMBERS)
            os.chmod(trace.name, 0o666)
            start = time.monotonic()
            killer, output = self._run([name], 600, {"MUTANT_TRACE": trace.name})
            if killer:
                # On a busy machine a test may run into a limit once.
                killer, output = self._run([name], 600, {"MUTANT_TRACE": trace.name})
            seconds = time.monotonic() - start
            if killer:
                raise SystemExit(f"mutate: without any mutant: {killer} ({name})\n{output}")
            called = None if name.endswith("/") else PASSED.search(output)
            reached = [match.start() for match in re.finditer(b"\\x01", trace.read())]
            return seconds, reached, called.group(1) if called else ""

    def kill(self, number, suspects=()):
        """What kills a mutant, and the targets of the tests that say so.

        The former is what a test is called, `crash` or `timeout`; None if it survives.
        The suspects are tried first: what killed it in an earlier run, or has just killed its neighbours.
        """
        names = {name for suspect in suspects for name in self.called.get(suspect, [])}
        reaching = sorted(
            (name not in names, seconds, name) for name, (seconds, numbers) in self.tests.items() if number in numbers)
        budget = 0.5
        while reaching:
            # The quick ones first, at least one, and more each time: there are many tests that reach what all do.
            is_suspect, left, batch = reaching[0][0], budget, []
            while reaching and reaching[0][0] == is_suspect and len(batch) < 200:
                if batch and left < reaching[0][1]:
                    break
                left -= reaching[0][1]
                batch.append(reaching.pop(0))
            budget *= 3
            # Those of a batch run side by side.
            limit = 20 + 5 * max(seconds for _, seconds, _ in batch) + min(60, sum(seconds for _, seconds, _ in batch))
            if killer := self._judge(number, [name for _, _, name in batch], limit):
                guilty = [name for _, _, name in batch if name in self.called.get(killer, [])]
                return killer, {target_of(name) for name in guilty or [name for _, _, name in batch]}
        return None, set(self.digests)

    def _judge(self, number, names, limit):
        mutant = {"ACTIVE_MUTANT": str(number)}
        while names:
            killer, _ = self._run(names, limit, mutant)
            # On a busy machine the tests may need longer without a mutant, too.
            if killer == "timeout" and self._run(names, limit, {})[0]:
                killer, _ = self._run(names, 4 * limit, mutant)
            if killer in (None, "timeout"):
                return killer
            # There, a test may also fail for another reason. Then the run has ended before the tests after it.
            failed = [name for name in names if name in self.called.get(killer, [])] or names
            if self._run(failed, limit, mutant)[0]:
                return killer
            names = [name for name in names if name not in failed]
        return None

    @functools.cached_property
    def _environment(self):
        """The environment of all tests, which limits how many run side by side."""
        printed = subprocess.run(
            ["bash", "-c", ". scripts/environment && exec env -0"], cwd=self.checkout, check=True,
            stdout=subprocess.PIPE).stdout
        variables = dict(line.split("=", 1) for line in os.fsdecode(printed).split("\0") if line)
        clean = {name: value for name, value in variables.items() if not name.startswith("THUMBTURN_")}
        return {**clean, "SWIFT_BACKTRACE": "enable=no"}

    def _start(self, arguments, environment=None):
        return subprocess.Popen(
            [str(self.binary), "--testing-library", "swift-testing", *arguments], cwd=self.copy,
            env={**self._environment, **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE)))

    def _run(self, names, limit, environment):
        """Runs tests until the first fails: which one, or None if all pass, and the end of their output."""
        # Whoever is killed leaves its files behind.
        with tempfile.TemporaryDirectory(prefix="mutation-", ignore_cleanup_errors=True) as folder:
            os.chmod(folder, 0o755)  # one test goes on as another user
            try:
                return self._run_in(names, limit, {**environment, "TMPDIR": folder})
            finally:
                unmount(folder)

    def _run_in(self, names, limit, environment):
        filters = [word for name in names for word in ("--filter", "^" + re.escape(name))]
        process = self._start(filters, environment)
        deadline, output = time.monotonic() + limit, b""
        try:
            while True:
                now = time.monotonic()
                if now >= self.deadline:
                    raise OutOfTime
                if now >= deadline:
                    return "timeout", output.decode(errors="replace")
                if not select.select([process.stdout], [], [], min(deadline, self.deadline) - now)[0]:
                    continue
                piece = os.read(process.stdout.fileno(), 1 << 16)
                output = output[-(1 << 12):] + piece
                if failure := FAILURE.search(output.decode(errors="replace")):
                    return failure.group(1) or failure.group(2), output.decode(errors="replace")
                if not piece:
                    break
            text = output.decode(errors="replace")
            if process.wait() != 0:
                return "crash", text
            return None if "passed after" in text else "no test ran", text
        finally:
            kill_session(process.pid)
            process.wait()
            process.stdout.close()


def target_of(name):
    """The target of a test, with which its name begins."""
    return name.split(".")[0]


def suite_of(name):
    """What the names of all tests of the same suite begin with; the name itself for a test without a suite."""
    suite, slash, _ = name.partition("/")
    return suite + slash


def kill_session(leader):
    """Kills a process and whatever it has started, also in process groups of their own."""
    for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, IndexError):
            # After the name, which may hold anything: state, parent, group, session.
            if int(entry.read_text().rpartition(")")[2].split()[3]) == leader:
                os.kill(int(entry.parent.name), signal.SIGKILL)


def unmount(folder):
    """Takes away the file systems that a killed test has left in its folder."""
    places = [line.split()[1] for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()]
    for place in places:
        if place.startswith(folder + "/"):
            subprocess.run(["umount", "-l", place], check=False)
