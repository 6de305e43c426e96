// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WebAuthnVerification
import WireFormats

struct ConfigurationSnapshotTests {
    let configuration: ConfigurationSnapshot

    init() throws {
        let file = ConfigurationExample.file()
        #expect(file.findings.problems.map(\.description) == [])
        configuration = try ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
    }

    @Test func `a native client's origins are those of its platforms and the server's own`() throws {
        let client = try #require(configuration.clients["native-app"])
        let party = try #require(configuration.relyingParty(for: client, host: "login.example.com"))
        #expect(party.id == "login.example.com")
        let names = Set(party.origins.map(\.rawValue))
        #expect(
            names == [
                "https://login.example.com", "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU",
            ])
    }

    @Test func `an unknown host has no relying party`() throws {
        let client = try #require(configuration.clients["native-app"])
        #expect(configuration.relyingParty(for: client, host: "login.example.net") == nil)
    }

    @Test func `every domain has an issuer and an API for the user's own account`() throws {
        #expect(configuration.issuer(of: "login.example.com") == "https://login.example.com/")
        let server = try #require(
            configuration.resourceServer("https://login.example.com/me/", at: "login.example.com"))
        #expect(server.scopes.map(\.value).contains("read:me:factors"))
        #expect(server.isFirstPartyOnly)
        #expect(configuration.resourceServer("https://localhost/me/", at: "login.example.com") == nil)
    }

    @Test func `a name that is only Unicode-equivalent does not match`() {
        // U+212A is equivalent to K.
        let json = ConfigurationExample.full.setting("clients[0].client_id", to: "K")
        let file = ConfigurationExample.file(.object(json))
        let configuration = try? ConfigurationSnapshot(documents: file.documents, url: ConfigurationExample.url)
        #expect(configuration?.client("K") != nil)
        #expect(configuration?.client("\u{212A}") == nil)
    }

    @Test func `a client's pages may call from its web origins and its allowed origins`() {
        #expect(configuration.clients(at: "https://login.example.com") == ["web-app"])
        #expect(configuration.clients(at: "http://localhost:3000") == ["web-app"])
        #expect(configuration.clients(at: "https://login.example.com:443").isEmpty)
        #expect(configuration.clients(at: "null").isEmpty)
    }

    @Test func `association files list the applications of the host's clients`() {
        let host = "login.example.com"
        #expect(configuration.appleApplicationIDs(of: host) == ["9JA89QQLNQ.com.example.app"])
        let packages = configuration.androidApplications(of: host)
        #expect(packages.map(\.packageName) == ["com.example.app"])
        #expect(packages.first?.fingerprints.map(\.description) == [ConfigurationExample.fingerprint])
        #expect(configuration.appleApplicationIDs(of: "localhost").isEmpty)
        #expect(configuration.androidApplications(of: "localhost").isEmpty)
        #expect(configuration.relatedOrigins(of: "login.example.com").map(\.description) == ["https://example.net"])
    }

    @Test func `an organization is found by its name and by its ID, which is the same at every start`() throws {
        let organization = try #require(configuration.organization("acme"))
        #expect(organization.tokenID.hasPrefix("org_"))
        #expect(configuration.organization(organization.tokenID) === organization)
        #expect(organization.tokenID == StableID.make("org", from: "acme"))
    }

    @Test func `every domain has its own relying party, issuer and keys`() throws {
        let client = try #require(configuration.clients["web-app"])
        let party = try #require(configuration.relyingParty(for: client, host: "localhost"))
        #expect(party.id == "localhost")
        #expect(configuration.issuer(of: "localhost") == "https://localhost/")
    }
}
