// SPDX-License-Identifier: Apache-2.0

import Foundation
import TestSupport
import Testing
import ThumbturnServer
import WireFormats

/// The settings of the service for text messages.
struct MessageSettingsTests {
    private static let key = "0123456789abcdef0123456789abcdef"
    private static let url = "https://messages.example/v1"

    private static func read(_ words: String..., key: String? = key) throws -> ServerSettings {
        try SettingsTests.read(words, environment: key.map { ["THUMBTURN_MESSAGES_KEY": $0] } ?? [:])
    }

    private static func problem(_ words: String..., key: String? = key) throws -> SettingProblem {
        let problems = SettingsTests.problems(words, environment: key.map { ["THUMBTURN_MESSAGES_KEY": $0] } ?? [:])
        try #require(problems.count == 1, "\(problems)")
        return problems[0]
    }

    @Test func `no text messages are sent by default`() throws {
        #expect(try Self.read(key: nil).messages == nil)
    }

    @Test func `a service has a URL, a key, and public addresses only unless others are allowed`() throws {
        let service = try #require(try Self.read("--messages", Self.url).messages)
        #expect(service.url.text == Self.url && !service.allowsPrivateAddresses)
        let open = try Self.read("--messages", Self.url, "--messages-allow-private", "on")
        #expect(open.messages?.allowsPrivateAddresses == true)
    }

    @Test func `the key is the first line of a file that only its owner reads`() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/key"
        #expect(
            FileManager.default.createFile(
                atPath: path, contents: Data("\(Self.key)\n".utf8), attributes: [.posixPermissions: 0o600]))
        let settings = try Self.read("--messages", Self.url, "--messages-key-file", path, key: nil)
        #expect(settings.messagesKey == (try MessageKey(Self.key)))
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let problem = try Self.problem("--messages", Self.url, "--messages-key-file", path, key: nil)
        #expect(problem.source == "--messages-key-file" && !problem.description.contains(Self.key))
    }

    @Test func `a URL needs a key, and a key needs a URL`() throws {
        let unsigned = try Self.problem("--messages", Self.url, key: nil)
        #expect(unsigned.source == "--messages" && unsigned.remedy.contains("THUMBTURN_MESSAGES_KEY"))
        #expect(try Self.problem().message.contains("no service"))
    }

    @Test(arguments: [
        ("http://messages.example/", "not encrypted"), ("ftp://messages.example/", "not encrypted"),
        ("https://user:secret@messages.example/", "user name"), ("messages.example", "not an absolute URI"),
        ("https://messages.example/#part", "fragment"), ("https://", "no host"), ("http://localhost.example/", "not"),
    ])
    func `a URL that is not safe to post to is rejected`(url: String, message: String) throws {
        let problem = try Self.problem("--messages", url)
        #expect(problem.source == "--messages" && problem.message.contains(message), "\(problem)")
    }

    @Test(arguments: ["http://localhost:9000/x", "http://127.0.0.1:9000", "http://[::1]/", "https://localhost/"])
    func `a service on this machine may do without TLS`(url: String) throws {
        #expect(try Self.read("--messages", url).messages?.url.isLoopback == true)
    }

    @Test(arguments: ["http://localhost:9000/x", "https://a.example/localhost", "https://127.0.0.1.example/"])
    func `only a host of this machine counts as one`(url: String) throws {
        #expect(try MessageURL(url).isLoopback == url.hasPrefix("http:"))
    }

    @Test(arguments: ["short", String(repeating: "x", count: 31), String(repeating: "x y", count: 20)])
    func `a weak key is rejected, and not shown`(key: String) throws {
        let problem = try Self.problem("--messages", Self.url, key: key)
        #expect(problem.source == "THUMBTURN_MESSAGES_KEY" && problem.remedy.contains("openssl rand"))
        #expect(!problem.description.contains(key))
    }

    @Test func `the key is only a variable or in a file, and never printed`() throws {
        let settings = try Self.read("--messages", Self.url)
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!"\(settings)\(dumped)\(settings.messages.map { "\($0)" } ?? "")".contains("0123456789"))
        #expect(!dumped.contains("\(Self.key.utf8.first ?? 0)\n"))
        #expect(try Self.problem("--messages-key", Self.key).message.contains("Unknown option"))
    }

    @Test func `a switch is on or off`() throws {
        let problem = try Self.problem("--messages", Self.url, "--messages-allow-private", "yes")
        #expect(problem.source == "--messages-allow-private" && problem.message.contains("neither on nor off"))
    }
}
