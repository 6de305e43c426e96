// SPDX-License-Identifier: Apache-2.0

import Administration
import Configuration
import IdentityModel
import Testing

struct ClientChangeTests {
    private let fixture: AdministrationFixture
    private var server: AdministeredServer { fixture.server }

    init() async throws {
        fixture = try await AdministrationFixture()
    }

    private func draft(_ id: String, _ change: (inout ClientDraft) -> Void = { _ in }) -> ClientDraft {
        var draft = ClientDraft(name: "Notes", kind: .spa, id: id)
        draft.origins = ["https://notes.example.org"]
        change(&draft)
        return draft
    }

    private func add(_ draft: ClientDraft) async throws {
        _ = try await ClientAddition(server: server)(draft, at: server.url, by: AdministrationFixture.administrator)
    }

    @Test func `a client is added with its API, found by its name, and removed`() async throws {
        try await add(draft("notes") { $0.api = "urn:notes" })
        let found = try await ClientSearch(server: server)("Notes")
        #expect(found.client.id == "notes")
        #expect(found.client.webOrigins.map(\.description) == ["https://notes.example.org"])
        #expect(try await APISearch(server: server)("urn:notes").clients.map(\.id) == ["notes"])
        try await ClientRemoval(server: server)("notes", by: AdministrationFixture.administrator)
        #expect(try await APISearch(server: server)("urn:notes").clients.isEmpty)
        await #expect(throws: AdministrationFailure.removedMeanwhile(.client("notes"))) {
            try await ClientRemoval(server: server)("notes", by: AdministrationFixture.administrator)
        }
    }

    @Test func `an ID is given to one client only`() async throws {
        await #expect(throws: AdministrationFailure.alreadyExists(.client("web"))) { try await add(draft("web")) }
    }

    @Test func `a name of two clients is ambiguous, and an unknown one has suggestions`() async throws {
        await #expect(
            throws: AdministrationFailure.ambiguous(
                .client("Example"), candidates: [.client("other"), .client("web")])
        ) {
            try await ClientSearch(server: server)("Example")
        }
        await #expect(
            throws: AdministrationFailure.notFound(.client("x"), known: ["other", "Example", "web", "Example"])
        ) {
            try await ClientSearch(server: server)("x")
        }
    }

    @Test func `a client that is not valid changes nothing`() async throws {
        let failure = await #expect(throws: AdministrationFailure.self) {
            try await add(draft("notes") { $0.origins = ["nonsense"] })
        }
        guard case .invalid(let problems) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(problems.contains { $0.path.hasPrefix("\(ClientAddition.clientPath).web_origins") })
        #expect(try await ClientListing(server: server)().count == 2)
        #expect(try await fixture.events().isEmpty)
    }

    @Test func `only an application with a server has a secret`() {
        #expect(ClientDraft(name: "Notes", kind: .web).secret != nil)
        #expect(ClientDraft(name: "Notes", kind: .spa).secret == nil)
        #expect(ClientDraft(name: "Notes", kind: .native).secret == nil)
    }

    @Test func `an ID that is made from a name is another one each time`() {
        let ids = [1, 2].map { _ in ClientDraft(name: "My Notes!", kind: .spa).id }
        #expect(ids.allSatisfy { $0.hasPrefix("my-notes-") })
        #expect(Set(ids).count == 2)
    }

    @Test func `an audience is given to one API only, and an unknown one can't be removed`() async throws {
        let draft = APIDraft(audience: "urn:notes", name: "Notes", scopes: ["read"])
        try await APIAddition(server: server)(draft, by: AdministrationFixture.administrator)
        #expect(try await APIListing(server: server)().map(\.api.identifier) == ["urn:notes"])
        await #expect(throws: AdministrationFailure.alreadyExists(.api("urn:notes"))) {
            try await APIAddition(server: server)(draft, by: AdministrationFixture.administrator)
        }
        await #expect(throws: AdministrationFailure.notFound(.api("urn:note"), known: ["urn:notes"])) {
            try await APISearch(server: server)("urn:note")
        }
        try await APIRemoval(server: server)("urn:notes", by: AdministrationFixture.administrator)
        #expect(try await APIListing(server: server)().isEmpty)
    }

    @Test func `passkeys can be bound to a domain above only as long as there are none`() async throws {
        try await add(draft("notes"))
        let client = try await ClientSearch(server: server)("notes")
        let search = RelyingPartyOfferSearch(server: server, suffixes: PublicSuffixRule { _ in false })
        #expect(try await search(for: client)?.domain == "example.org")
        let listed = RelyingPartyOfferSearch(server: server, suffixes: PublicSuffixRule { $0 == "example.org" })
        #expect(try await listed(for: client) == nil)
    }
}
