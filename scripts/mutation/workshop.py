# SPDX-License-Identifier: Apache-2.0
"""A copy of the checkout with every mutant built into it, and the tests that run there."""

import concurrent.futures
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

private let activeMutant = getenv("THUMBTURN_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1

/// One byte for each number, in the file that the environment names: a process that crashes has left there what it reached.
nonisolated(unsafe) private let trace: UnsafeMutablePointer<UInt8>? = {
    guard let path = getenv("THUMBTURN_MUTANT_TRACE") else { return nil }
    let file = open(path, O_RDWR)
    defer { close(file) }
    guard let memory = mmap(nil, NUMBERS, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), memory != MAP_FAILED else {
        abort()
    }
    return memory.bindMemory(to: UInt8.self, capacity: NUMBERS)
}()

package func mutantIsActive(_ number: Int) -> Bool {
    trace?[number] = 1
    return number == activeMutant
}
"""
TEST_TARGETS = [
    "WireFormatsTests", "CryptographyTests", "JOSETests", "WebAuthnMessagesTests", "WebAuthnVerificationTests",
    "ThumbturnServerTests",
]
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

for name in TEST_TARGETS { keep(name) }
package.targets.removeAll { !kept.contains($0.name) }
package.products = []
"""
FAILURE = re.compile(r"Test (.+?) recorded an issue|Test (.+?) failed after")
# A mutant may loop and collect: it must not take the machine with it.
ADDRESS_SPACE = 8 << 30


class Workshop:
    """The copy under `folder`, its build, and what each of its tests reaches."""

    def __init__(self, checkout, folder):
        self.checkout, self.folder = pathlib.Path(checkout), pathlib.Path(folder)
        self.copy, self.products = self.folder / "checkout", self.folder / "build"
        self.tests = {}  # name -> (seconds, numbers of the mutants it reaches)

    def source_paths(self):
        """Everything that belongs to the tree: what git tracks or would add."""
        command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        paths = subprocess.run(command, cwd=self.checkout, check=True, capture_output=True, text=True).stdout
        return sorted(path for path in paths.split("\0") if path and (self.checkout / path).is_file())

    def fill(self, rewritten):
        """Brings the copy up to date; a file that stays the same is left alone, so that the build is incremental."""
        wanted = {path: (self.checkout / path).read_bytes() for path in self.source_paths()}
        digest = hashlib.sha256()
        for path in sorted(wanted):
            if path.startswith(("Sources/", "Tests/", "Package.swift")):
                digest.update(path.encode() + b"\0" + wanted[path] + b"\0")
        self.tree = digest.hexdigest()
        wanted["Package.swift"] = self._manifest(wanted["Package.swift"].decode()).encode()
        wanted["Sources/WireFormats/ActiveMutant.swift"] = ACTIVE_MUTANT.replace("NUMBERS", str(NUMBERS)).encode()
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

    @staticmethod
    def _manifest(text):
        """The manifest without what makes warnings errors, and with no targets but those that judge mutants."""
        text = re.sub(r"(?m)^.*(treatAllWarnings|MemberImportVisibility).*\n", "", text)
        return text + KEPT_TARGETS.replace("TEST_TARGETS", json.dumps(TEST_TARGETS))

    def build(self):
        print("mutate: building", flush=True)
        built = subprocess.run(
            ["bash", "-c", '. scripts/environment && exec swift build "$@"', "swift", "--build-tests",
             "--package-path", str(self.copy), "--scratch-path", str(self.products)], cwd=self.checkout,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if built.returncode:
            raise SystemExit(f"{built.stdout}\nmutate: the copy with the mutants does not build")
        self.binary = next((self.products / "debug").glob("*PackageTests.xctest"))

    def explore(self, jobs):
        """Runs every test alone and without a mutant: it has to pass, and it tells what it reaches."""
        notes = self.folder / "tests.json"
        stamp = hashlib.sha256(self.binary.read_bytes()).hexdigest()
        known = json.loads(notes.read_text()) if notes.exists() else {}
        if known.get("binary") != stamp:
            listing = self._start(["--list-tests"]).communicate()[0].decode()
            names = list(dict.fromkeys(line for line in listing.splitlines() if line))
            with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
                known = {"binary": stamp, "tests": dict(zip(names, pool.map(self._explore_one, names)))}
            notes.write_text(json.dumps(known))
        self.tests = {name: (seconds, set(numbers)) for name, (seconds, numbers) in known["tests"].items()}

    def _explore_one(self, name):
        with tempfile.NamedTemporaryFile(prefix="mutation-") as trace:
            trace.truncate(NUMBERS)
            start = time.monotonic()
            killer = self._run([name], 600, {"THUMBTURN_MUTANT_TRACE": trace.name})
            seconds = time.monotonic() - start
            if killer:
                raise SystemExit(f"mutate: without any mutant: {killer} ({name})")
            return seconds, [match.start() for match in re.finditer(b"\\x01", trace.read())]

    def kill(self, number):
        """What kills a mutant: the name of a test, `crash` or `timeout`; None if it survives."""
        reaching = sorted((seconds, name) for name, (seconds, numbers) in self.tests.items() if number in numbers)
        while reaching:
            # The quick ones first, and at least one.
            budget, batch = 0.5 if reaching[0][0] < 0.5 else 1e9, []
            while reaching and (not batch or budget >= reaching[0][0]) and len(batch) < 200:
                budget -= reaching[0][0]
                batch.append(reaching.pop(0))
            limit = 20 + 5 * sum(seconds for seconds, _ in batch)
            killer = self._run([name for _, name in batch], limit, {"THUMBTURN_MUTANT": str(number)})
            if killer:
                return killer
        return None

    def _start(self, arguments, environment=None):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("THUMBTURN_")}
        return subprocess.Popen(
            [str(self.binary), "--testing-library", "swift-testing", *arguments], cwd=self.copy,
            env={**clean, "SWIFT_BACKTRACE": "enable=no", **(environment or {})}, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE)))

    def _run(self, names, limit, environment):
        """Runs tests until the first fails. None if all pass."""
        filters = [word for name in names for word in ("--filter", "^" + re.escape(name))]
        process = self._start(filters, environment)
        deadline, output = time.monotonic() + limit, b""
        try:
            while True:
                left = deadline - time.monotonic()
                if left <= 0 or not select.select([process.stdout], [], [], left)[0]:
                    return "timeout"
                piece = os.read(process.stdout.fileno(), 1 << 16)
                output = output[-(1 << 12):] + piece
                if failure := FAILURE.search(output.decode(errors="replace")):
                    return failure.group(1) or failure.group(2)
                if not piece:
                    break
            if process.wait() != 0:
                return "crash"
            return None if b"passed after" in output else "no test ran"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()
