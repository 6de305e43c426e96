// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import POSIX

/// A pool of connections that read consistent snapshots on the caller's thread. Looking up a few records by key takes
/// less time than switching threads.
final class ReaderPool: Sendable {
    private struct State {
        var idle: [Connection] = []
        var used = 0
        /// The action after the last connection was returned. Set when the pool is closed.
        var onIdle: (@Sendable () -> Void)?
    }

    private let settings: SQLiteSettings
    private let state = Locked(State())

    init(_ settings: SQLiteSettings) {
        self.settings = settings
    }

    /// The number of connections in use.
    var usedCount: Int { state.withLock(\.used) }

    /// Runs the body with a snapshot of the database.
    func read<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        let lent = try lend()
        var connection = lent
        defer { takeBack(connection) }
        let open = try lent ?? Connection.open(settings, as: .reader)
        connection = open
        defer { if open.isBroken { connection = nil } }
        return try open.view(body)
    }

    /// Closes the pool, and calls `onIdle` when no connection is in use.
    func close(onIdle: @escaping @Sendable () -> Void) {
        let isIdle = state.withLock { state in
            state.idle = []
            state.onIdle = onIdle
            return state.used == 0
        }
        if isIdle { onIdle() }
    }

    /// Returns an idle connection, or `nil` if one must be opened.
    private func lend() throws(StorageError) -> Connection? {
        let lent = state.withLock { state -> Connection?? in
            guard state.onIdle == nil else { return .none }
            state.used += 1
            return .some(state.idle.popLast())
        }
        guard let lent else { throw .unavailable(reason: "The storage is closed.") }
        return lent
    }

    private func takeBack(_ connection: Connection?) {
        let onIdle = state.withLock { state in
            state.used -= 1
            if state.onIdle == nil, state.idle.count < settings.readers, let connection {
                state.idle.append(connection)
            }
            return state.used == 0 ? state.onIdle : nil
        }
        onIdle?()
    }
}

extension Connection {
    /// Runs the body with a snapshot of the database.
    func view<Value>(_ body: (Connection) throws -> Value) throws -> Value {
        fault = nil
        try run(Self.beginView)
        defer { _ = try? run(Self.endView) }
        let value = try body(self)
        if let fault { throw fault }
        return value
    }

    private static let beginView = SQL("BEGIN DEFERRED")
    private static let endView = SQL("ROLLBACK")
}
