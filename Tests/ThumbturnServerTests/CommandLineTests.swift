// SPDX-License-Identifier: Apache-2.0

import Testing
import ThumbturnServer

@Suite("The command line")
struct CommandLineTests {
    @Test("without a command it tells which there are")
    func overview() async {
        let console = RecordingConsole()
        #expect(await console.run() == .success)
        #expect(console.written.contains("verify  "))
    }

    @Test(
        "every command explains itself, by help and by --help",
        arguments: [
            "apply", "keys", "users", "events", "backup", "restore", "why", "verify", "authenticator", "bench",
            "version",
        ])
    func help(_ name: String) async {
        let console = RecordingConsole()
        #expect(await console.run("help", name) == .success)
        let text = console.written
        #expect(text.hasPrefix("thumbturn \(name) – "))
        let other = RecordingConsole()
        #expect(await other.run(name, "--help") == .success)
        #expect(other.written == text)
    }

    @Test("an unknown command is an error, with a suggestion")
    func unknownCommand() async {
        let console = RecordingConsole()
        #expect(await console.run("verfy") == .malformed)
        #expect(console.writtenErrors.contains("Did you mean verify?"))
    }

    @Test("an unknown option is an error, with a suggestion")
    func unknownOption() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--explian", "x.json") == .malformed)
        #expect(console.writtenErrors.contains("Unknown option --explian. Did you mean --explain?"))
    }

    @Test("nothing is suggested for what is like nothing")
    func noSuggestion() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--zzzzzzzz") == .malformed)
        #expect(!console.writtenErrors.contains("Did you mean"))
    }

    @Test("an option without its value is an error that shows the form")
    func missingValue() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--batch") == .malformed)
        #expect(console.writtenErrors.contains("--batch DIR"))
    }

    @Test("an option that takes no value refuses one")
    func superfluousValue() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--check=yes", "x.json") == .malformed)
        #expect(console.writtenErrors.contains("--check takes no value"))
    }

    @Test("version says which one, and which OpenSSL")
    func version() async {
        let console = RecordingConsole()
        #expect(await console.run("version") == .success)
        #expect(console.written.contains(" (OpenSSL 3"))
    }
}
