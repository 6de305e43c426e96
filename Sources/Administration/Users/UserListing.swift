// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Lists accounts, oldest first, in pages.
package struct UserListing: Sendable {
    package struct Request: Sendable {
        package var limit: Int
        /// The last account of the page before.
        package var start: UserID?
        /// The connection, which need not be configured any longer.
        package var connection: String?

        package init(limit: Int) {
            self.limit = limit
        }
    }

    package struct Page: Sendable {
        package let users: [User]
        /// Whether there are more accounts.
        package let isContinued: Bool
    }

    private let server: AdministeredServer

    package init(server: AdministeredServer) {
        self.server = server
    }

    package func callAsFunction(_ request: Request) async throws(AdministrationFailure) -> Page {
        let limit = request.limit
        var found: [User] = []
        var last = request.start
        while found.count <= limit {
            let more = try await users(after: last, limit: limit + 1)
            found += more.filter { request.connection == nil || request.connection == $0.connection }
            guard more.count > limit else { break }
            last = more.last?.id
        }
        return Page(users: Array(found.prefix(limit)), isContinued: found.count > limit)
    }

    private func users(after id: UserID?, limit: Int) async throws(AdministrationFailure) -> [User] {
        do {
            return try await server.read { try $0.users.list(after: id, limit: limit) }
        } catch .changedMeanwhile(.notFound) {
            throw .pageStartUnknown(id ?? UserID(rawValue: ""))
        }
    }
}
