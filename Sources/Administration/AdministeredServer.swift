// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import IdentityModel
package import SignIn
package import WireFormats

/// The server that an administrator acts on. Each use case of this module is made with one.
///
/// It need not run: what a use case stores is picked up by the processes that use the same storage.
package struct AdministeredServer: Sendable {
    package let storage: any Storage
    package let url: WebOrigin
    package let now: @Sendable () -> Timestamp
    /// Tells users of changes to their accounts.
    let notices: Notices

    package init(
        storage: any Storage, url: WebOrigin, now: @escaping @Sendable () -> Timestamp = { .now() },
        notices: Notices = .off
    ) {
        self.storage = storage
        self.url = url
        self.now = now
        self.notices = notices
    }
}

extension AdministeredServer {
    /// Tells the user of what an administrator did to the account.
    func tell(
        _ event: ChangeNotice.Event, of user: User, in transaction: any StorageTransaction, at time: Timestamp
    ) throws {
        try notices.insert(
            ChangeNotice(event, at: time, host: url.host, way: .administrator), about: user, in: transaction)
    }
}

extension AdministeredServer {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageSnapshot) throws -> Value
    ) async throws(AdministrationFailure) -> Value {
        do {
            return try await storage.read(body)
        } catch {
            throw AdministrationFailure(error)
        }
    }

    /// Stores changes as one durable unit.
    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageTransaction) throws -> Value
    ) async throws(AdministrationFailure) -> Value {
        do {
            return try await storage.withTransaction(body)
        } catch {
            throw AdministrationFailure(error)
        }
    }

    /// The stored configuration.
    func configuration() async throws(AdministrationFailure) -> ConfigurationSnapshot {
        try snapshot(of: try await read { try $0.configuration.list() })
    }

    func snapshot(of documents: [ConfigurationDocument]) throws(AdministrationFailure) -> ConfigurationSnapshot {
        do {
            return try ConfigurationSnapshot(documents: documents, url: url)
        } catch {
            throw AdministrationFailure(error)
        }
    }
}
