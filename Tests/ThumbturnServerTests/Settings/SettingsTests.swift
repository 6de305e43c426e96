// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import Foundation
import HTTPEndpoints
import IdentityModel
import OpenIDProvider
import TestConsole
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
        #expect(settings.database == ServerSettings.Database(.sqlite, at: Self.folder + "/thumbturn.sqlite"))
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

    @Test func `metrics are served nowhere by default, and a port alone is this machine's`() throws {
        #expect(try Self.read([]).metricsListen == nil)
        #expect(try Self.read(["--metrics-listen", "9464"]).metricsListen?.description == "127.0.0.1:9464")
        let variable = ["THUMBTURN_METRICS_LISTEN": "[::]:9464"]
        #expect(try Self.read([], environment: variable).metricsListen?.description == "[::]:9464")
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
        let rejected = Self.problems([], environment: ["THUMBTURN_MASTER_KEY": "hunter2"])
        #expect(rejected.map(\.source) == ["THUMBTURN_MASTER_KEY"])
        #expect(!rejected.map(\.description).joined().contains("hunter2"))
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

        init(_ words: [String], of source: String, message: String, remedy: String) {
            self.words = words
            self.source = source
            self.message = message
            self.remedy = remedy
        }

        var testDescription: String { words.joined(separator: " ") }
    }

    static let mistakes = [
        Mistake(["--url", "id.example.com"], of: "--url", message: "is not a valid origin", remedy: "scheme and host"),
        Mistake(
            ["--url", "https://id.example.com/auth"], of: "--url", message: "has more than an origin", remedy: "alone"),
        Mistake(
            ["--url", "https://ID.example.com"], of: "--url", message: "capital letters",
            remedy: "https://id.example.com"),
        Mistake(["--url", "http://127.0.0.1:8080"], of: "--url", message: "is an IP address", remedy: "localhost"),
        Mistake(["--url", "https://192.0.2.1"], of: "--url", message: "is an IP address", remedy: "localhost"),
        Mistake(
            ["--url", "ftp://id.example.com"], of: "--url", message: "a scheme other than https and http",
            remedy: "https://"),
        Mistake(["--url", "http://id.example.com"], of: "--url", message: "plain HTTP", remedy: "--trusted-proxy"),
        Mistake(
            ["--url", "https://id.example.com"], of: "--url", message: "neither TLS nor a proxy", remedy: "--tls-cert"),
        Mistake(["--listen", "8080"], of: "--listen", message: "not an address with a port", remedy: "127.0.0.1:8080"),
        Mistake(["--listen", "::1:8080"], of: "--listen", message: "not an address with a port", remedy: "[::1]:8080"),
        Mistake(
            ["--listen", "127.0.0.1:99999"], of: "--listen", message: "not an address with a port",
            remedy: "127.0.0.1:8080"),
        Mistake(
            ["--listen", "example.com:80"], of: "--listen", message: "not an address with a port",
            remedy: "127.0.0.1:8080"),
        Mistake(["--listen", "0.0.0.0:8080"], of: "--listen", message: "other machines", remedy: "--trusted-proxy"),
        Mistake(["--listen", "[::]:8080"], of: "--listen", message: "other machines", remedy: "--tls-cert"),
        Mistake(["--database", "postgres://x"], of: "--database", message: "not a database", remedy: "sqlite:"),
        Mistake(["--database", "sqlite:"], of: "--database", message: "not a database", remedy: "sqlite:"),
        Mistake(
            ["--listen", "[::1]:1", "--listen", "[::1]:1"], of: "--listen", message: "is given twice", remedy: "once"),
        Mistake(
            ["--listen", "127.0.0.1:1", "--listen", "0.0.0.0:2"], of: "--listen", message: "0.0.0.0:2 can be reached",
            remedy: "--tls-cert"),
        Mistake(["--tls-cert", file], of: "--tls-cert", message: "needs --tls-key", remedy: "both"),
        Mistake(
            ["--tls-cert", file, "--tls-key", file, "--tls-cert", file], of: "--tls-cert", message: "needs --tls-key",
            remedy: "same order"),
        Mistake(["--tls-key", file], of: "--tls-key", message: "needs --tls-cert", remedy: "both"),
        Mistake(
            ["--tls-cert", "/nowhere", "--tls-key", file], of: "--tls-cert", message: "can't be read",
            remedy: "Check the path"),
        Mistake(
            ["--tls-cert", file, "--tls-key", folder], of: "--tls-key", message: "can't be read",
            remedy: "Check the path"),
        Mistake(["--config", "/nowhere"], of: "--config", message: "can't be read", remedy: "Check the path"),
        Mistake(["--data", file], of: "--data", message: "is a file", remedy: "folder"),
        Mistake(["--data", "/nowhere/data"], of: "--data", message: "The parent folder /nowhere", remedy: "folder"),
        Mistake(["--data", ""], of: "--data", message: "is empty", remedy: "DIR"),
        Mistake(
            ["--trusted-proxy", "10.0.0.1/8"], of: "--trusted-proxy", message: "not an address block",
            remedy: "after the prefix"),
        Mistake(
            ["--trusted-proxy", "proxy"], of: "--trusted-proxy", message: "not an address block", remedy: "10.0.0.0/8"),
        Mistake(
            ["--proxy-headers", "either", "--trusted-proxy", "::1"], of: "--proxy-headers", message: "not a known kind",
            remedy: "x-forwarded"),
        Mistake(
            ["--proxy-headers", "forwarded"], of: "--proxy-headers", message: "No proxy", remedy: "--trusted-proxy"),
        Mistake(
            ["--metrics-listen", "metrics"], of: "--metrics-listen", message: "not an address with a port",
            remedy: "127.0.0.1:8080"),
        Mistake(
            ["--listen", "[::1]:1", "--metrics-listen", "[::1]:1"], of: "--metrics-listen",
            message: "where the server itself listens", remedy: "another port"),
        Mistake(["--log-level", "verbose"], of: "--log-level", message: "not a log level", remedy: "debug"),
        Mistake(
            ["--keep-events", "90"], of: "--keep-events", message: "not a number of days",
            remedy: "such as 90d, or forever"),
        Mistake(
            ["--keep-events", "0d"], of: "--keep-events", message: "not a number of days",
            remedy: "such as 90d, or forever"),
        Mistake(
            ["--keep-events", "36501d"], of: "--keep-events", message: "not a number of days",
            remedy: "such as 90d, or forever"),
        Mistake(
            ["--keep-sign-ins", "+90d"], of: "--keep-sign-ins", message: "not a number of days",
            remedy: "such as 90d, or forever"),
        Mistake(
            ["--keep-sign-ins", "12w"], of: "--keep-sign-ins", message: "not a number of days",
            remedy: "such as 90d, or forever"),
        Mistake(
            ["--keep-sign-ins", "never"], of: "--keep-sign-ins", message: "not a number of days",
            remedy: "such as 90d, or forever"),
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
        let defaults = try Self.read([]).retention
        #expect(defaults.events == 400)
        #expect(defaults.signIns == 400)
        let changed = try Self.read(["--keep-events", "1d"], environment: ["THUMBTURN_KEEP_SIGN_INS": "36500d"])
            .retention
        #expect(changed.events == 1)
        #expect(changed.signIns == 36_500)
        let unlimited = try Self.read(["--keep-events", "forever", "--keep-sign-ins", "forever"]).retention
        #expect(unlimited.events == nil)
        #expect(unlimited.signIns == nil)
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
