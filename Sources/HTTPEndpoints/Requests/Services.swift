// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import OpenIDProvider
import POSIX
package import SignIn
package import WireFormats

/// Everything that requests are answered with: made once, when the server starts.
package struct Services: Sendable {
    package let storage: any Storage
    package let keyRing: KeyRing
    package var version = "0"
    package var forwarding = Forwarding(trustedProxies: [])
    package var limits = RateLimits()
    package var judging = JudgingQueue()
    /// The machine's clock: for what others judge, and what is judged by theirs.
    package var now: @Sendable () -> Timestamp = { .now() }
    /// What stored things expire by; without one the machine's clock.
    package var expiryClock: ExpiryClock?
    /// On a clock that never goes back, in nanoseconds.
    package var uptime: @Sendable () -> UInt64 = Self.uptimeOfSystem
    /// Is told of each request when it has been answered.
    package var record: @Sendable (RequestRecord) -> Void = { _ in }
    /// Is told what operators should know beside requests.
    package var notify: @Sendable (OperatorNotice) -> Void = { _ in }
    let storageHealth = StorageHealth()
    let description = DescriptionCache()
    private let served: Locked<ServedHosts>

    package init(storage: any Storage, keyRing: KeyRing, served: ServedHosts) {
        self.storage = storage
        self.keyRing = keyRing
        self.served = Locked(served)
    }

    private static let start = ContinuousClock.now
    package static let uptimeOfSystem: @Sendable () -> UInt64 = {
        // The first caller makes the start, after it has looked at the clock.
        let start = Self.start
        let (seconds, attoseconds) = (ContinuousClock.now - start).components
        return UInt64(clamping: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }

    /// The time that stored things expire by.
    var expiryTime: Timestamp { expiryClock?.now() ?? now() }

    /// What is served now.
    package var hosts: ServedHosts { served.withLock { $0 } }

    /// From the next request on, this is served.
    package func serve(_ hosts: ServedHosts) {
        served.withLock { $0 = hosts }
    }
}
