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
        /// Whether only accounts with a device key and without a passkey are listed.
        package var isOfDeviceKeys = false

        package init(limit: Int) {
            self.limit = limit
        }
    }

    package struct Page: Sendable {
        package let users: [User]
        /// Whether there are more accounts.
        package let isContinued: Bool
        /// The device keys of each account, if these were asked for.
        package var deviceKeys: [UserID: [DeviceKey]] = [:]
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
            let more = try await users(after: last, limit: limit + 1, among: request)
            found += more.filter { request.connection == nil || request.connection == $0.connection }
            guard more.count > limit else { break }
            last = more.last?.id
        }
        var page = Page(users: Array(found.prefix(limit)), isContinued: found.count > limit)
        if request.isOfDeviceKeys { page.deviceKeys = try await deviceKeys(of: page.users.map(\.id)) }
        return page
    }

    private func users(
        after id: UserID?, limit: Int, among request: Request
    ) async throws(AdministrationFailure) -> [User] {
        do {
            return try await server.read { snapshot in
                guard request.isOfDeviceKeys else { return try snapshot.users.list(after: id, limit: limit) }
                return try snapshot.deviceKeys.accountsLeft(after: id, limit: limit).compactMap(snapshot.users.find)
            }
        } catch .changedMeanwhile(.notFound) {
            throw .pageStartUnknown(id ?? UserID(rawValue: ""))
        }
    }

    private func deviceKeys(
        of users: [UserID]
    ) async throws(AdministrationFailure) -> [UserID: [DeviceKey]] {
        try await server.read { snapshot in
            try users.reduce(into: [:]) { $0[$1] = try snapshot.deviceKeys.list(of: $1) }
        }
    }
}
