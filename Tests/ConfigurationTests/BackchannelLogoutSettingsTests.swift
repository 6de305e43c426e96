// SPDX-License-Identifier: Apache-2.0

import Configuration
import Testing
import WireFormats

/// `oidc_logout` of a client.
struct BackchannelLogoutSettingsTests {
    private static let url: JSONValue = "https://a.example/out?tenant=1"

    private func logout(_ settings: JSONObject) throws -> BackchannelLogout {
        var settings = settings
        settings["backchannel_logout_urls"] = [Self.url]
        let json = ConfigurationExample.full.setting("clients[1].oidc_logout", to: .object(settings))
        let file = ConfigurationExample.file(.object(json))
        let configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        return try #require(configuration.client("web-app")).backchannelLogout
    }

    private func problems(_ url: JSONValue, at server: String) throws -> [String] {
        let json = ConfigurationExample.full.setting(
            "clients[1].oidc_logout", to: ["backchannel_logout_urls": [url]])
        let file = ConfigurationExample.file(.object(json))
        guard file.findings.problems.isEmpty else { return file.findings.problems.map(\.message) }
        do {
            _ = try ConfigurationSnapshot(documents: file.documents, url: WebOrigin(server))
            return []
        } catch let failure as ConfigurationFailure {
            return failure.problems.map(\.message)
        }
    }

    @Test(
        arguments: [
            [:], ["backchannel_logout_initiators": [:]], ["backchannel_logout_initiators": ["mode": "all"]],
            ["backchannel_logout_initiators": ["mode": "all", "selected_initiators": ["account-deleted"]]],
        ] as [JSONObject])
    func `without a selection, a client is informed of all ends`(settings: JSONObject) throws {
        let logout = try logout(settings)
        for initiator in BackchannelLogout.Initiator.allCases {
            #expect(logout.urls(for: initiator).map(\.text) == ["https://a.example/out?tenant=1"])
        }
    }

    @Test func `a selection always has logouts`() throws {
        let selections: [([BackchannelLogout.Initiator], JSONValue)] = [
            ([.logout], []), ([.logout], ["rp-logout"]), ([.logout, .accountDeleted], ["account-deleted"]),
            ([.logout, .sessionRevoked, .passwordChanged], ["session-revoked", "password-changed"]),
        ]
        for (expected, selected) in selections {
            for mode: JSONValue in ["custom", .null] {
                let logout = try logout([
                    "backchannel_logout_initiators": ["mode": mode, "selected_initiators": selected]
                ])
                for initiator in BackchannelLogout.Initiator.allCases {
                    #expect(logout.urls(for: initiator).isEmpty == !expected.contains(initiator))
                }
            }
        }
    }

    @Test func `a stored URL is compared exactly`() throws {
        let logout = try logout([:])
        #expect(logout.includes("https://a.example/out?tenant=1"))
        for other in ["https://a.example/out", "https://A.example/out?tenant=1", ""] {
            #expect(!logout.includes(other))
        }
    }

    @Test(arguments: [
        ("https://a.example/", true), ("http://a.example/", false), ("http://localhost:3000/", false),
        ("http://127.0.0.1/", false),
    ])
    func `a server on the Internet sends over HTTPS only`(url: String, isAccepted: Bool) throws {
        let problems = try problems(.string(url), at: "https://login.example.com")
        #expect(problems.isEmpty == isAccepted)
        #expect(isAccepted || problems[0].contains("plain HTTP"))
    }

    @Test(arguments: [
        ("https://a.example/", true), ("http://localhost:3000/", true), ("http://127.0.0.1/x", true),
        ("http://[::1]:1/", true), ("http://a.example/", false), ("http://localhost.a.example/", false),
        ("http://127.0.0.1.a.example/", false), ("HTTP://localhost/", false),
    ])
    func `a server that is developed also sends to this machine`(url: String, isAccepted: Bool) throws {
        #expect(try problems(.string(url), at: "http://localhost:8080").isEmpty == isAccepted)
        #expect(try problems(.string(url), at: "https://localhost:8080").isEmpty == url.hasPrefix("https"))
    }

    @Test(arguments: [
        "https://user:password@a.example/", "https://user@a.example/", "http://localhost:80@a.example/",
        "https://a.example/#out", "ftp://a.example/", "app:/out", "https://", "/out", "https://a.example\\@b.example/",
        "https://*.example/",
    ])
    func `URLs with credentials, fragments or other schemes are rejected`(url: String) throws {
        #expect(try !problems(.string(url), at: "http://localhost:8080").isEmpty)
    }

    @Test func `a misspelled initiator or mode is rejected`() throws {
        for settings: JSONValue in [
            ["mode": "some"], ["mode": "custom", "selected_initiators": ["logout"]], ["modes": 1],
        ] {
            let json = ConfigurationExample.full.setting(
                "clients[1].oidc_logout", to: ["backchannel_logout_initiators": settings])
            #expect(ConfigurationExample.file(.object(json)).findings.problems.count == 1)
        }
    }

    @Test func `initiators that never happen are named in a warning`() throws {
        let json = ConfigurationExample.full.setting(
            "clients[1].oidc_logout",
            to: ["backchannel_logout_initiators": ["selected_initiators": ["session-expired", "account-deleted"]]])
        let warnings = ConfigurationExample.plan(.object(json)).findings.warnings.map(\.message).joined()
        #expect(warnings.contains("session-expired") && !warnings.contains("account-deleted"))
    }
}
