// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnServer

@Suite struct CommandLineTests {
    @Test func `an empty command line prints all commands`() async {
        let console = RecordingConsole()
        #expect(await console.run() == .success)
        #expect(console.written.contains("verify  "))
    }

    @Test(arguments: [
        "serve", "apply", "keys", "users", "events", "backup", "restore", "clock", "why", "verify", "authenticator",
        "bench", "version",
    ])
    func `every command explains itself with help and with --help`(_ name: String) async {
        let console = RecordingConsole()
        #expect(await console.run("help", name) == .success)
        let text = console.written
        #expect(text.hasPrefix("thumbturn \(name) – "))
        let other = RecordingConsole()
        #expect(await other.run(name, "--help") == .success)
        #expect(other.written == text)
    }

    @Test func `an unknown command is an error with a suggestion`() async {
        let console = RecordingConsole()
        #expect(await console.run("verfy") == .malformed)
        #expect(console.writtenErrors.contains("Did you mean verify?"))
    }

    @Test func `an unknown option is an error with a suggestion`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--explian", "x.json") == .malformed)
        #expect(console.writtenErrors.contains("Unknown option --explian. Did you mean --explain?"))
    }

    @Test func `an option unlike any other gets no suggestion`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--zzzzzzzz") == .malformed)
        #expect(!console.writtenErrors.contains("Did you mean"))
    }

    @Test func `an option without its value is an error that shows the form`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--batch") == .malformed)
        #expect(console.writtenErrors.contains("--batch DIR"))
    }

    @Test func `an option that takes no value rejects one`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--check=yes", "x.json") == .malformed)
        #expect(console.writtenErrors.contains("--check takes no value"))
    }

    @Test func `version prints OpenSSL's version too`() async {
        let console = RecordingConsole()
        #expect(await console.run("version") == .success)
        #expect(console.written.contains(" (OpenSSL 3"))
    }
}
