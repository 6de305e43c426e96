// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WebAuthnVerification
import WireFormats

struct PlanTests {
    @Test func `applying to an empty store creates everything, and applying again changes nothing`() {
        let first = ConfigurationExample.plan(.object(ConfigurationExample.full))
        #expect(first.findings.problems == [])
        #expect(first.changes.allSatisfy { $0.outcome == .created })
        let second = ConfigurationExample.plan(.object(ConfigurationExample.full), stored: first.documents)
        #expect(second.isEmpty)
        #expect(Set(second.documents) == Set(first.documents))
    }

    @Test(arguments: 0..<50)
    func `an exported configuration is the same when it is applied elsewhere`(_ seed: UInt64) {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.variant(seed))).documents
        let written = ConfigurationFile.json(of: stored)
        #expect(ConfigurationExample.plan(.object(written)).documents == stored)
        #expect(ConfigurationExample.plan(.object(written), stored: stored).isEmpty)
    }

    @Test(arguments: 0..<50)
    func `applying one configuration after another leaves only the second`(_ seed: UInt64) {
        let before = ConfigurationExample.plan(.object(ConfigurationExample.variant(seed))).documents
        let next = JSONValue.object(ConfigurationExample.variant(seed &+ 1000))
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.isPruning = true
        let plan = ConfigurationExample.plan(next, stored: before, settings: settings)
        #expect(plan.findings.problems == [])
        #expect(ConfigurationExample.plan(next, stored: plan.documents, settings: settings).isEmpty)
    }

    @Test func `changes are listed by the paths of their members`() throws {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        let json = ConfigurationExample.full.setting("clients[0].refresh_token.leeway", to: 0)
            .setting("clients[0].callbacks", to: []).setting(
                "clients[1].client_secret", to: "uY4-another-secret-of-enough-length-7Qz"
            )
            .setting("organizations[0].display_name", to: nil)
        let plan = ConfigurationExample.plan(.object(json), stored: stored)
        #expect(plan.lines.contains("~ clients[\"native-app\"]: callbacks, refresh_token.leeway"))
        #expect(plan.lines.contains("~ clients[\"web-app\"]: client_secret (secret: changed)"))
        #expect(plan.lines.contains("~ organizations[\"acme\"]: display_name"))
        #expect(plan.lines.contains("= tenant"))
    }

    @Test func `secrets are stored as salted hashes and shown nowhere`() throws {
        let plan = ConfigurationExample.plan(.object(ConfigurationExample.full))
        let text = "\(plan)"
        #expect(!text.contains(ConfigurationExample.secret))
        let configuration = try ConfigurationSnapshot(documents: plan.documents, url: ConfigurationExample.url)
        let hash = try #require(configuration.clients["web-app"]?.authentication.secret)
        #expect(hash.matches(Array(ConfigurationExample.secret.utf8)))
        #expect(!hash.matches(Array("another".utf8)))
        let other = ConfigurationExample.plan(.object(ConfigurationExample.full))
        let otherHash = try ConfigurationSnapshot(documents: other.documents, url: ConfigurationExample.url).clients[
            "web-app"]?
            .authentication.secret
        #expect(otherHash != hash)
    }

    @Test func `a file without the secret keeps the stored one`() {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        let json = ConfigurationExample.full.setting("clients[1].client_secret", to: nil)
        let plan = ConfigurationExample.plan(.object(json), stored: stored)
        #expect(plan.findings.problems == [])
        #expect(plan.isEmpty)
        #expect(plan.lines.contains("= clients[\"web-app\"] (secret: unchanged)"))
    }

    @Test func `nothing is removed unless requested`() {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        let json = ConfigurationExample.full.setting("organizations", to: nil)
        let kept = ConfigurationExample.plan(.object(json), stored: stored)
        #expect(kept.isEmpty)
        #expect(kept.documents.count == stored.count)
        #expect(kept.lines.contains("? organizations[\"acme\"] is not in the file and stays; --prune would remove it"))
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.isPruning = true
        let pruned = ConfigurationExample.plan(.object(json), stored: stored, settings: settings)
        #expect(pruned.documents.count == stored.count - 1)
        #expect(pruned.lines.contains("- organizations[\"acme\"]"))
    }

    @Test func `a referenced object can't be pruned`() {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.isPruning = true
        let json = ConfigurationExample.full.setting("connections", to: nil)
        let plan = ConfigurationExample.plan(.object(json), stored: stored, settings: settings)
        #expect(plan.findings.problems.map(\.path) == ["tenant.default_directory"])
    }

    @Test(arguments: [nil, 0, 6, 7, 8] as [Int?])
    func `passkeys are orphaned only if their exact number is given`(_ named: Int?) {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.allowedOrphans = named
        let json = ConfigurationExample.full.setting("custom_domains[0].relying_party_identifier", to: "example.com")
        let plan = ConfigurationExample.plan(
            .object(json), stored: stored, settings: settings, passkeys: ["login.example.com": 7])
        #expect(plan.orphanedPasskeys.total == 7)
        #expect(plan.findings.problems.isEmpty == (named == 7))
        #expect(plan.findings.problems.allSatisfy { $0.remedy.contains("--allow-orphaned 7") })
    }

    @Test func `a relying party without passkeys can change freely`() {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        let json = ConfigurationExample.full.setting("custom_domains[0].relying_party_identifier", to: "example.com")
        #expect(ConfigurationExample.plan(.object(json), stored: stored).findings.problems == [])
    }

    @Test func `a pruned domain orphans its passkeys`() {
        let stored = ConfigurationExample.plan(.object(ConfigurationExample.full)).documents
        var settings = ConfigurationApplication.Settings(url: ConfigurationExample.url)
        settings.isPruning = true
        let json = ConfigurationExample.full.setting("custom_domains", to: [["domain": "login.example.com"]])
        let plan = ConfigurationExample.plan(
            .object(json), stored: stored, settings: settings, passkeys: ["localhost": 2])
        #expect(plan.findings.problems.map(\.path) == ["custom_domains"])
    }

    @Test func `the default configuration is valid, applied once, and never replaces an operator's`() throws {
        let url = WebOrigin(scheme: .http, host: ConfigurationExample.host("localhost"), port: 8080)
        let made = try DefaultConfiguration(url: url)
        let plan = ConfigurationExample.plan(.object(made.json))
        #expect(made.file().findings == ConfigurationFindings())
        #expect(plan.findings == ConfigurationFindings())
        #expect(ConfigurationExample.plan(.object(made.json), stored: plan.documents).isEmpty)
        #expect(DefaultConfiguration.isNeeded(beside: []))
        #expect(DefaultConfiguration.isNeeded(beside: plan.documents))
        let own = ConfigurationExample.plan(.object(ConfigurationExample.full), stored: plan.documents).documents
        #expect(!DefaultConfiguration.isNeeded(beside: own))
        let configuration = try ConfigurationSnapshot(documents: plan.documents, url: url)
        let client = try #require(configuration.clients[DefaultConfiguration.webClient])
        #expect(client.refreshTokens.leeway == 10)
        #expect(configuration.relyingParty(for: client, host: "localhost")?.id == "localhost")
    }
}
