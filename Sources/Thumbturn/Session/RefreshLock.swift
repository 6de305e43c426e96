// SPDX-License-Identifier: Apache-2.0

import Foundation
import WireFormats

/// A lock between the processes that share a session, so that one of them refreshes it.
///
/// It is an item in the keychain, which one process can add. A process that was killed leaves it behind; the lock is then taken
/// over within the time in which the server accepts the used refresh token again.
struct RefreshLock: Sendable {
    private static let name = "refresh"
    /// Shorter than the ten seconds of grace that the server gives by default.
    private static let limit: TimeInterval = 5
    /// For as long as two holders may take.
    private static let attempts = 200
    /// The applications and extensions that share a session have different identifiers; a later run of the same one does not.
    private static let ownBundle = Bundle.main.bundleIdentifier ?? ""
    private static let ownProcess = UUID().uuidString

    let items: KeychainItems
    let now: @Sendable () -> Date

    /// Runs a body while no other process does.
    func withLock<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(PasskeyError) -> Result
    ) async throws(PasskeyError) -> Result {
        let isHeld = try await acquire()
        defer { if isHeld { try? items.remove(Self.name) } }
        return try await body()
    }

    /// Returns whether the lock is held. If it can't be had for long, the work is done without it: the server gives two processes
    /// that refresh at once the same token.
    private func acquire(isolation: isolated (any Actor)? = #isolation) async throws(PasskeyError) -> Bool {
        for _ in 0..<Self.attempts {
            let holder = Holder(bundle: Self.ownBundle, process: Self.ownProcess, since: now())
            if try items.add(holder.bytes, as: Self.name) { return true }
            if let current = try items.read(Self.name).map(Holder.init), !isLive(current) {
                try items.remove(Self.name)
                continue
            }
            // Nothing better than to look again: the keychain tells nobody about changes.
            try? await Task.sleep(nanoseconds: 50_000_000)
        }
        return false
    }

    private func isLive(_ holder: Holder?) -> Bool {
        guard let holder else { return false }
        if holder.bundle == Self.ownBundle, !holder.bundle.isEmpty, holder.process != Self.ownProcess { return false }
        return abs(now().timeIntervalSince(holder.since)) < Self.limit
    }

    private struct Holder {
        let bundle: String
        let process: String
        let since: Date

        init(bundle: String, process: String, since: Date) {
            (self.bundle, self.process, self.since) = (bundle, process, since)
        }

        init?(_ bytes: [UInt8]) {
            guard let object = (try? JSONReader.read(bytes))?.objectValue, let bundle = object["bundle"]?.stringValue,
                let process = object["process"]?.stringValue, let since = object["since"]?.intValue
            else { return nil }
            self.init(
                bundle: bundle, process: process, since: Date(timeIntervalSince1970: TimeInterval(since) / 1000))
        }

        var bytes: [UInt8] {
            let since = JSONNumber(Int64(since.timeIntervalSince1970 * 1000))
            let object: JSONValue = [
                "bundle": .string(bundle), "process": .string(process), "since": .number(since),
            ]
            return object.serialized()
        }
    }
}
