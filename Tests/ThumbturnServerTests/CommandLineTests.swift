// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Foundation
import TestConsole
import Testing
import ThumbturnServer

@Suite struct CommandLineTests {
    @Test func `an empty command line prints all commands`() async {
        let console = RecordingConsole()
        #expect(await console.run() == .success)
        #expect(console.written.contains("verify  "))
        for words in [["help"], ["--help"], ["help", "help"], ["help", "--help"]] {
            let other = RecordingConsole()
            #expect(await other.run(words) == .success)
            #expect(other.written == console.written)
        }
    }

    @Test(arguments: [
        (["ap"], "apis apply"), (["clients", "r"], "remove"), (["clients", "add", "--or"], "--origin"),
        (["clients", "add", "Notes", "--type", "n"], "native"), (["help", "cl"], "clients clock"),
        (["serve", "--dem"], "--demo"),
    ])
    func `bash completes what stands on a command line`(_ words: [String], completions: String) async throws {
        let console = RecordingConsole()
        #expect(await console.run("completion", "bash") == .success)
        let line = (["thumbturn"] + words).map { "'\($0)'" }.joined(separator: " ")
        let bash = Process()
        let output = Pipe()
        bash.executableURL = URL(filePath: "/usr/bin/env")
        bash.arguments = [
            "bash", "-c",
            "\(console.written)\nCOMP_WORDS=(\(line)) COMP_CWORD=\(words.count); _thumbturn; echo \"${COMPREPLY[*]}\"",
        ]
        bash.standardOutput = output
        try bash.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        bash.waitUntilExit()
        #expect(text.split(separator: "\n").map(String.init) == [completions])
    }

    @Test func `on a terminal the kind of an error is in color`() async {
        let plain = RecordingConsole()
        #expect(await plain.run("srve") == .malformed)
        let colored = RecordingConsole(hasColors: true)
        #expect(await colored.run("srve") == .malformed)
        #expect(plain.writtenErrors.hasPrefix("thumbturn: There is no command srve."))
        #expect(colored.writtenErrors == "\u{1B}[1;31mthumbturn:\u{1B}[0m" + plain.writtenErrors.dropFirst(10))
    }

    @Test func `the overview names every command`() async {
        let console = RecordingConsole()
        _ = await console.run()
        let listed = console.lines.filter { $0.hasPrefix("  ") }.compactMap { $0.split(separator: " ").first }
        for name in CommandLineInterface.thumbturn.names where !name.contains(" ") {
            #expect(listed.contains(Substring(name)), "\(name)")
        }
    }

    @Test(arguments: CommandLineInterface.thumbturn.names)
    func `every command has a page with its usage and an example`(_ name: String) async {
        let words = name.split(separator: " ").map(String.init)
        let console = RecordingConsole()
        #expect(await console.run(["help"] + words) == .success)
        let text = console.written
        #expect(text.hasPrefix("thumbturn \(name) – "))
        #expect(text.contains("Usage:\n  thumbturn \(name)"))
        let examples = text.components(separatedBy: "\nExamples:\n").dropFirst().joined()
        #expect(examples.contains("thumbturn \(words[0])"), "\(text)")
        let other = RecordingConsole()
        #expect(await other.run(words + ["--help"]) == .success)
        #expect(other.written == text)
    }

    @Test(arguments: CommandLineInterface.thumbturn.names, ["40", "80", "100"])
    func `a page is as wide as the terminal, except what is to be copied`(_ name: String, columns: String) async {
        let console = RecordingConsole()
        let words = ["help"] + name.split(separator: " ").map(String.init)
        #expect(await console.run(words, environment: ["COLUMNS": columns]) == .success)
        let body = console.written.components(separatedBy: "\nExamples:\n").first ?? ""
        let width = Int(columns) ?? 0
        for line in body.split(separator: "\n") where line.count > width {
            // A single word can't be broken, and the usage of an option is one.
            let words = line.split(separator: " ")
            #expect(words.count == 1 || line.hasPrefix("  --") && words.count == 2, "\(line)")
        }
    }

    @Test func `examples fit into 80 columns`() async {
        for name in CommandLineInterface.thumbturn.names {
            let console = RecordingConsole()
            _ = await console.run(["help"] + name.split(separator: " ").map(String.init))
            #expect(console.lines.allSatisfy { $0.count <= 80 }, "\(name)")
        }
    }

    @Test(arguments: ["", "0", "-5", "wide"])
    func `an unusable width counts as unknown, and as 80 columns or the narrowest`(_ columns: String) async {
        let console = RecordingConsole()
        #expect(await console.run(["help", "serve"], environment: ["COLUMNS": columns]) == .success)
        #expect((console.lines.map(\.count).max() ?? 0) <= 80)
    }

    // MARK: Suggestions

    @Test(arguments: [("verfy", "verify"), ("start", "serve"), ("client", "clients")])
    func `an unknown command is an error with a suggestion`(_ word: String, meant: String) async {
        let console = RecordingConsole()
        #expect(await console.run(word) == .malformed)
        #expect(console.writtenErrors.contains("There is no command \(word). Did you mean \(meant)?"))
    }

    @Test(arguments: ["bench", "authenticator"])
    func `a command of the other program is named`(_ word: String) async {
        let console = RecordingConsole()
        #expect(await console.run(word) == .malformed)
        #expect(console.writtenErrors.contains("The command \(word) is in another program: thumbturn-tools \(word)."))
    }

    @Test(arguments: [("lst", "list"), ("rm", "remove"), ("create", "add")])
    func `an unknown subcommand is an error with a suggestion`(_ word: String, meant: String) async {
        for words in [["clients", word], ["help", "clients", word]] {
            let console = RecordingConsole()
            #expect(await console.run(words) == .malformed)
            #expect(console.writtenErrors.contains("There is no command clients \(word). Did you mean \(meant)?"))
        }
    }

    @Test(arguments: [
        (
            ["verify", "--explian", "x.json"],
            "Unknown option --explian. Did you mean --explain? See thumbturn help verify."
        ),
        (
            ["serve", "--port", "80"],
            "Unknown option --port. Did you mean --listen ADDR:PORT? See thumbturn help serve."
        ),
        (["serve", "--port=80"], "Unknown option --port. Did you mean --listen ADDR:PORT?"),
        (["serve", "--host", "a"], "Unknown option --host. Did you mean --listen ADDR:PORT?"),
        (["setup", "--domain", "a"], "Unknown option --domain. Did you mean --url URL?"),
        (
            ["clients", "add", "a", "--redirect-uri", "b"],
            "Unknown option --redirect-uri. Did you mean --callback URL? See thumbturn help clients add."
        ),
        (["users", "show", "a", "--yes"], "users show takes no --yes. See thumbturn help users show."),
        (["--port", "80"], "Options come after a command"),
    ])
    func `an unknown option is an error with a suggestion`(_ words: [String], message: String) async {
        let console = RecordingConsole()
        #expect(await console.run(words) == .malformed)
        #expect(console.writtenErrors.contains(message), "\(console.writtenErrors)")
    }

    @Test func `an option unlike any other gets no suggestion`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--zzzzzzzz") == .malformed)
        #expect(!console.writtenErrors.contains("Did you mean"))
    }

    @Test(arguments: [
        ("events", "events needs list."), ("config", "config needs show."),
        ("clients", "clients needs add, list, show or remove."),
        ("keys", "keys needs list, rotate, revoke or replace-master-key."),
    ])
    func `a command without its subcommand lists those there are`(_ word: String, message: String) async {
        let console = RecordingConsole()
        #expect(await console.run(word) == .malformed)
        #expect(console.writtenErrors == "thumbturn: \(message) See thumbturn help \(word).\n")
    }

    // MARK: Values

    @Test func `an option without its value is an error that shows the form`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--batch") == .malformed)
        #expect(console.writtenErrors.contains("--batch DIR"))
    }

    @Test func `an option is no value of another`() async {
        let console = RecordingConsole()
        #expect(await console.run("serve", "--data", "--demo") == .malformed)
        #expect(console.writtenErrors.contains("--data needs a value: --data DIR"))
    }

    @Test func `an option that takes no value rejects one`() async {
        let console = RecordingConsole()
        #expect(await console.run("verify", "--check=yes", "x.json") == .malformed)
        #expect(console.writtenErrors.contains("--check takes no value"))
    }

    @Test(arguments: ["version", "--version", "-v"])
    func `version prints OpenSSL's version too`(_ word: String) async {
        let console = RecordingConsole()
        #expect(await console.run(word) == .success)
        #expect(console.written.contains(" (OpenSSL 3"))
    }
}
