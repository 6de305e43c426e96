// SPDX-License-Identifier: Apache-2.0

import Configuration
import Foundation
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import Testing
import ThumbturnServer
import WireFormats

@Suite struct SettingsTests {
    static let file = Checkout.root.appending(path: "README.md").path
    static let folder = FileManager.default.temporaryDirectory.path

    static func read(_ words: [String], environment: [String: String] = [:]) throws -> ServerSettings {
        try ServerSettings.read(["--data", folder] + words, environment: environment)
    }

    static func problems(_ words: [String], environment: [String: String] = [:]) -> [SettingProblem] {
        do throws(ServerSettings.Failure) {
            _ = try ServerSettings.read(["--data", folder] + words, environment: environment)
            return []
        } catch {
            return error.problems
        }
    }

    @Test func `the default settings are for this machine only`() throws {
        let settings = try Self.read([])
        #expect(settings.url.description == "http://localhost:8080")
        #expect(settings.listen.map(\.description) == ["127.0.0.1:8080"])
        #expect(settings.database == .sqlite(path: Self.folder + "/thumbturn.sqlite"))
        #expect(settings.transportSecurity == [])
        #expect(settings.trustedProxies.isEmpty)
        #expect(settings.masterKey == nil)
    }

    @Test func `options win over the environment`() throws {
        let environment = [
            "THUMBTURN_URL": "http://localhost:1000", "THUMBTURN_LISTEN": "[::1]:2000", "THUMBTURN_TLS_KEY": "",
        ]
        let settings = try Self.read(["--url", "http://localhost:3000/"], environment: environment)
        #expect(settings.url.description == "http://localhost:3000")
        #expect(settings.listen.map(\.description) == ["[::1]:2000"])
    }

    @Test func `a server listens at the port of a local URL by default`() throws {
        let local = try Self.read(["--url", "http://localhost:9000"])
        #expect(local.listen.map(\.description) == ["127.0.0.1:9000"])
        let behindProxy = ["--url", "https://id.example.com", "--trusted-proxy", "127.0.0.1"]
        #expect(try Self.read(behindProxy).listen.map(\.description) == ["127.0.0.1:8080"])
        #expect(try Self.read(["--listen", "localhost:0"]).listen.map(\.port) == [0])
    }

    @Test func `several addresses are several options or one variable with commas`() throws {
        let settings = try Self.read(["--listen", "127.0.0.1:1", "--listen", "[::1]:1"])
        #expect(settings.listen.map(\.description) == ["127.0.0.1:1", "[::1]:1"])
        #expect(try Self.read([], environment: ["THUMBTURN_LISTEN": "127.0.0.1:1, [::1]:1"]).listen == settings.listen)
        #expect(try Self.read(["--listen", "127.0.0.1:0", "--listen", "127.0.0.1:0"]).listen.count == 2)
    }

    @Test func `each certificate has the key in the same position`() throws {
        let other = Checkout.root.appending(path: "LICENSE").path
        let settings = try Self.read(
            ["--tls-cert", Self.file, "--tls-cert", other, "--tls-key", other, "--tls-key", Self.file])
        #expect(
            settings.transportSecurity == [
                .init(certificate: Self.file, key: other), .init(certificate: other, key: Self.file),
            ])
    }

    @Test func `several proxies are several options or one variable with commas`() throws {
        let blocks = try Self.read(["--trusted-proxy", "10.0.0.0/8", "--trusted-proxy=::1"]).trustedProxies
        #expect(blocks.map(\.description) == ["10.0.0.0/8", "::1/128"])
        let variable = ["THUMBTURN_TRUSTED_PROXY": "10.0.0.0/8, ::1"]
        #expect(try Self.read([], environment: variable).trustedProxies == blocks)
    }

    @Test func `the master key is only a variable and is never printed`() throws {
        let text = Base64URL.encode(Array(1...32))
        let settings = try Self.read([], environment: ["THUMBTURN_MASTER_KEY": text])
        #expect(settings.masterKey == MasterKey(bytes: Array(1...32)))
        var dumped = ""
        dump(settings, to: &dumped)
        #expect(!"\(settings)\(dumped)".contains("31"))
        #expect(Self.problems(["--master-key", text]).first?.message.contains("Unknown option") == true)
        let refused = Self.problems([], environment: ["THUMBTURN_MASTER_KEY": "hunter2"])
        #expect(refused.map(\.source) == ["THUMBTURN_MASTER_KEY"])
        #expect(!refused.map(\.description).joined().contains("hunter2"))
    }

    @Test(arguments: [
        ["--url", "https://id.example.com", "--tls-cert", file, "--tls-key", file],
        ["--url", "https://id.example.com", "--trusted-proxy", "10.0.0.1", "--listen", "0.0.0.0:80"],
        ["--url", "http://thumbturn.internal", "--trusted-proxy", "10.0.0.1"],
        ["--url", "http://localhost", "--listen", "[::1]:8080"], ["--database", "sqlite:/x/y.db"],
        ["--config", file], ["--log-level", "debug"],
        ["--trusted-proxy", "10.0.0.1", "--proxy-headers", "forwarded"],
        ["--listen", "0.0.0.0:443", "--tls-cert", file, "--tls-key", file],
    ])
    func `valid combinations of settings are accepted`(_ words: [String]) {
        #expect(Self.problems(words) == [])
    }

    struct Mistake: CustomTestStringConvertible, Sendable {
        let words: [String]
        let source: String
        let message: String
        let remedy: String

        init(_ words: [String], _ source: String, _ message: String, _ remedy: String) {
            self.words = words
            self.source = source
            self.message = message
            self.remedy = remedy
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let mistakes = [
        Mistake(["--url", "id.example.com"], "--url", "is not a valid origin", "scheme and host"),
        Mistake(["--url", "https://id.example.com/auth"], "--url", "has more than an origin", "alone"),
        Mistake(["--url", "https://ID.example.com"], "--url", "capital letters", "https://id.example.com"),
        Mistake(["--url", "http://127.0.0.1:8080"], "--url", "is an IP address", "localhost"),
        Mistake(["--url", "https://192.0.2.1"], "--url", "is an IP address", "localhost"),
        Mistake(["--url", "ftp://id.example.com"], "--url", "a scheme other than https and http", "https://"),
        Mistake(["--url", "http://id.example.com"], "--url", "plain HTTP", "--trusted-proxy"),
        Mistake(["--url", "https://id.example.com"], "--url", "neither TLS nor a proxy", "--tls-cert"),
        Mistake(["--listen", "8080"], "--listen", "not an address with a port", "127.0.0.1:8080"),
        Mistake(["--listen", "::1:8080"], "--listen", "not an address with a port", "[::1]:8080"),
        Mistake(["--listen", "127.0.0.1:99999"], "--listen", "not an address with a port", "127.0.0.1:8080"),
        Mistake(["--listen", "example.com:80"], "--listen", "not an address with a port", "127.0.0.1:8080"),
        Mistake(["--listen", "0.0.0.0:8080"], "--listen", "other machines", "--trusted-proxy"),
        Mistake(["--listen", "[::]:8080"], "--listen", "other machines", "--tls-cert"),
        Mistake(["--database", "postgres://x"], "--database", "not a database", "sqlite:"),
        Mistake(["--database", "sqlite:"], "--database", "not a database", "sqlite:"),
        Mistake(["--listen", "[::1]:1", "--listen", "[::1]:1"], "--listen", "is given twice", "once"),
        Mistake(
            ["--listen", "127.0.0.1:1", "--listen", "0.0.0.0:2"], "--listen", "0.0.0.0:2 can be reached", "--tls-cert"),
        Mistake(["--tls-cert", file], "--tls-cert", "needs --tls-key", "both"),
        Mistake(
            ["--tls-cert", file, "--tls-key", file, "--tls-cert", file], "--tls-cert", "needs --tls-key", "same order"),
        Mistake(["--tls-key", file], "--tls-key", "needs --tls-cert", "both"),
        Mistake(["--tls-cert", "/nowhere", "--tls-key", file], "--tls-cert", "can't be read", "Check the path"),
        Mistake(["--tls-cert", file, "--tls-key", folder], "--tls-key", "can't be read", "Check the path"),
        Mistake(["--config", "/nowhere"], "--config", "can't be read", "Check the path"),
        Mistake(["--data", file], "--data", "is a file", "folder"),
        Mistake(["--data", "/nowhere/data"], "--data", "The parent folder /nowhere", "folder"),
        Mistake(["--data", ""], "--data", "is empty", "DIR"),
        Mistake(["--trusted-proxy", "10.0.0.1/8"], "--trusted-proxy", "not an address block", "after the prefix"),
        Mistake(["--trusted-proxy", "proxy"], "--trusted-proxy", "not an address block", "10.0.0.0/8"),
        Mistake(
            ["--proxy-headers", "either", "--trusted-proxy", "::1"], "--proxy-headers", "not a known kind",
            "x-forwarded"),
        Mistake(["--proxy-headers", "forwarded"], "--proxy-headers", "No proxy", "--trusted-proxy"),
        Mistake(["--log-level", "verbose"], "--log-level", "not a log level", "debug"),
        Mistake(["--keep-events", "90"], "--keep-events", "not a number of days", "such as 90d, or forever"),
        Mistake(["--keep-events", "0d"], "--keep-events", "not a number of days", "such as 90d, or forever"),
        Mistake(["--keep-events", "36501d"], "--keep-events", "not a number of days", "such as 90d, or forever"),
        Mistake(["--keep-sign-ins", "+90d"], "--keep-sign-ins", "not a number of days", "such as 90d, or forever"),
        Mistake(["--keep-sign-ins", "12w"], "--keep-sign-ins", "not a number of days", "such as 90d, or forever"),
        Mistake(["--keep-sign-ins", "never"], "--keep-sign-ins", "not a number of days", "such as 90d, or forever"),
    ]

    @Test(arguments: mistakes)
    func `each mistake is reported with its source and remedy`(_ mistake: Mistake) throws {
        let problems = Self.problems(mistake.words)
        try #require(problems.count == 1, "\(problems)")
        #expect(problems[0].source == mistake.source)
        #expect(problems[0].message.contains(mistake.message), "\(problems[0])")
        #expect(problems[0].remedy.contains(mistake.remedy), "\(problems[0])")
    }

    @Test func `all mistakes are reported together, each variable by its name`() {
        let problems = Self.problems(
            ["--listen", "x", "--config", "/nowhere"],
            environment: ["THUMBTURN_URL": "x", "THUMBTURN_TRUSTED_PROXY": "y,z"])
        #expect(
            problems.map(\.source) == [
                "THUMBTURN_URL", "--listen", "THUMBTURN_TRUSTED_PROXY", "THUMBTURN_TRUSTED_PROXY", "--config",
            ])
    }

    @Test func `events and sign-ins are kept for 400 days, for a number of days, or forever`() throws {
        let usual = try Self.read([]).retention
        #expect(usual.events == 400)
        #expect(usual.signIns == 400)
        let changed = try Self.read(["--keep-events", "1d"], environment: ["THUMBTURN_KEEP_SIGN_INS": "36500d"])
            .retention
        #expect(changed.events == 1)
        #expect(changed.signIns == 36_500)
        let endless = try Self.read(["--keep-events", "forever", "--keep-sign-ins", "forever"]).retention
        #expect(endless.events == nil)
        #expect(endless.signIns == nil)
    }

    @Test func `proxy headers and log levels are read by name`() throws {
        #expect(try Self.read([]).proxyHeaders == .either)
        #expect(try Self.read([]).logLevel == .info)
        let settings = try Self.read(
            ["--trusted-proxy", "::1"],
            environment: ["THUMBTURN_PROXY_HEADERS": "x-forwarded", "THUMBTURN_LOG_LEVEL": "error"])
        #expect(settings.proxyHeaders == .xForwarded)
        #expect(settings.logLevel == .error)
    }
}
