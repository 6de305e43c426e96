// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import Testing
import WebAuthnVerification

@Suite("The directory")
struct DirectoryTests {
    let directory: Directory

    init() throws {
        let file = ConfigurationExample.file()
        #expect(file.findings.problems.map(\.description) == [])
        directory = try Directory(documents: file.documents, url: ConfigurationExample.url)
    }

    @Test("a native client's origins are its systems' and the server's own")
    func nativeOrigins() throws {
        let client = try #require(directory.clients["native-app"])
        let party = try #require(directory.relyingParty(for: client, host: "login.example.com"))
        #expect(party.id == "login.example.com")
        let names = Set(party.origins.map(\.rawValue))
        #expect(
            names == [
                "https://login.example.com", "android:apk-key-hash:FG3pg8VzBlDY7rmVLzT8ZBagg0LmHb6oigSWsj_PROU",
            ])
    }

    @Test("an unknown host has no relying party")
    func unknownHost() throws {
        let client = try #require(directory.clients["native-app"])
        #expect(directory.relyingParty(for: client, host: "login.example.net") == nil)
    }

    @Test("every domain has an issuer and an interface to one's own account")
    func myAccount() throws {
        #expect(directory.issuer(of: "login.example.com") == "https://login.example.com/")
        let server = try #require(
            directory.resourceServer("https://login.example.com/me/", at: "login.example.com"))
        #expect(server.scopes.map(\.value).contains("read:me:factors"))
        #expect(server.isForFirstParties)
        #expect(directory.resourceServer("https://localhost/me/", at: "login.example.com") == nil)
    }
}
