// SPDX-License-Identifier: Apache-2.0

import Administration
import IdentityModel
import StorageConformance
import Testing

struct UserSearchTests {
    private let fixture: AdministrationFixture
    private var search: UserSearch { UserSearch(server: fixture.server) }

    init() async throws {
        fixture = try await AdministrationFixture()
    }

    @Test(arguments: ["auth0|1", "ada@example.org", "ADA@example.org"])
    func `a user is found by the ID and by an identifier`(_ text: String) async throws {
        let user = try await fixture.addUser(1, address: "ada@example.org")
        try await fixture.addUser(2)
        #expect(try await search(text).id == user.id)
        #expect(try await search(text, in: "people").id == user.id)
        await #expect(throws: AdministrationFailure.notFound(.user(text, connection: "staff"))) {
            try await search(text, in: "staff")
        }
    }

    @Test func `an identifier in two connections is ambiguous`() async throws {
        try await fixture.addUser(1, in: "people", address: "ada@example.org")
        try await fixture.addUser(2, in: "staff", address: "ada@example.org")
        let candidates: [AdministeredObject] = [
            .user("auth0|1", connection: "people"), .user("auth0|2", connection: "staff"),
        ]
        await #expect(
            throws: AdministrationFailure.ambiguous(.user("ada@example.org"), candidates: candidates)
        ) {
            try await search("ada@example.org")
        }
        #expect(try await search("ada@example.org", in: "staff").id == Samples.userID(2))
    }

    @Test func `an unknown connection is rejected with the names of the others`() async throws {
        await #expect(
            throws: AdministrationFailure.notFound(.connection("nobody"), known: ["people", "staff"])
        ) {
            try await search("ada@example.org", in: "nobody")
        }
    }

    @Test func `pages of accounts follow each other, and say whether there are more`() async throws {
        for number in 1...5 { try await fixture.addUser(number, in: number == 2 ? "staff" : "people") }
        let listing = UserListing(server: fixture.server)
        var request = UserListing.Request(limit: 2)
        request.connection = "people"
        let first = try await listing(request)
        #expect(first.users.map(\.id) == [Samples.userID(1), Samples.userID(3)] && first.isContinued)
        request.start = first.users.last?.id
        let second = try await listing(request)
        #expect(second.users.map(\.id) == [Samples.userID(4), Samples.userID(5)] && !second.isContinued)
        request.start = Samples.userID(9)
        let next = request
        await #expect(throws: AdministrationFailure.pageStartUnknown(Samples.userID(9))) { try await listing(next) }
    }
}
