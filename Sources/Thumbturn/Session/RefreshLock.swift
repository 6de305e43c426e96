// SPDX-License-Identifier: Apache-2.0

import Foundation
import WireFormats

/// A lock between the processes that share a session, so that one of them refreshes it.
///
/// It is an item in the keychain, which one process can add. Its holder renews it for as long as the holder runs,
/// however slow the network is. A holder that was killed or suspended renews nothing, and the lock is taken over: the
/// next holder repeats the refresh that the stored session says was begun.
struct RefreshLock: Sendable {
    /// The intervals at which a holder renews the lock, and others look at it.
    struct Pace: Sendable {
        var renewal = Duration.seconds(2)
        /// The seconds without a renewal after which a holder is gone.
        var patience: TimeInterval = 8
        /// Nothing better than to look again: the keychain announces no changes.
        var look = Duration.milliseconds(50)
        /// The longest wait for one holder after the other. A request has its own limit, and this is for many of them.
        var limit = Duration.seconds(180)
    }

    @TaskLocal static var pace = Pace()

    private static let name = "refresh"

    let items: KeychainItems
    let now: @Sendable () -> Date

    /// Runs a body while no other process does.
    func withLock<Result: Sendable>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(PasskeyError) -> Result
    ) async throws(PasskeyError) -> Result {
        let holding = Holding(items: items, label: try await acquire(), now: now)
        let pace = Self.pace.renewal
        let renewal = Task {
            while (try? await Task.sleep(for: pace)) != nil { await holding.renew() }
        }
        let outcome: Swift.Result<Result, PasskeyError>
        do throws(PasskeyError) {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        renewal.cancel()
        await holding.release()
        return try outcome.get()
    }

    /// Returns the label of the lock that is now held.
    private func acquire(isolation: isolated (any Actor)? = #isolation) async throws(PasskeyError) -> String {
        let pace = Self.pace
        let start = ContinuousClock.now
        while ContinuousClock.now - start < pace.limit {
            let own = Stamp(at: now())
            if try items.add(own.bytes, as: Self.name, label: own.label) { return own.label }
            if let bytes = try items.read(Self.name) {
                guard let holder = Stamp(bytes) else {
                    // Of an earlier version of this SDK, which had another form.
                    try items.remove(Self.name)
                    continue
                }
                let isGone = abs(now().timeIntervalSince(holder.time)) > pace.patience
                if isGone, try items.update(own.bytes, of: Self.name, label: own.label, replacing: holder.label) {
                    return own.label
                }
            }
            try? await Task.sleep(for: pace.look)
        }
        throw .network
    }

    /// The lock in the hands of its holder.
    private actor Holding {
        private let items: KeychainItems
        private let now: @Sendable () -> Date
        private var label: String
        private var isReleased = false

        init(items: KeychainItems, label: String, now: @escaping @Sendable () -> Date) {
            (self.items, self.label, self.now) = (items, label, now)
        }

        func renew() {
            guard !isReleased else { return }
            let next = Stamp(at: now())
            // A process that has taken it over keeps it.
            let isRenewed = try? items.update(
                next.bytes, of: RefreshLock.name, label: next.label, replacing: label)
            if isRenewed == true { label = next.label }
        }

        func release() {
            isReleased = true
            try? items.remove(RefreshLock.name, label: label)
        }
    }

    /// The content of the item: when it was last renewed, under a label that is never used again.
    private struct Stamp {
        let label: String
        let time: Date

        init(at time: Date) {
            label = UUID().uuidString
            self.time = time
        }

        init?(_ bytes: [UInt8]) {
            guard let object = (try? JSONReader.read(bytes))?.objectValue, let label = object["label"]?.stringValue,
                let time = object["renewed_at"]?.intValue
            else { return nil }
            self.label = label
            self.time = Date(timeIntervalSince1970: TimeInterval(time) / 1000)
        }

        var bytes: [UInt8] {
            let time = JSONNumber(Int64(time.timeIntervalSince1970 * 1000))
            let object: JSONValue = ["label": .string(label), "renewed_at": .number(time)]
            return object.serialized()
        }
    }
}
