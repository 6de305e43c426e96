// SPDX-License-Identifier: Apache-2.0

import POSIX

/// Rate limits in bounded memory. It has no clock: callers pass the time in nanoseconds of a monotonic clock.
package final class RateLimits: Sendable {
    private let rules: RateLimitRules
    private let seed = KeyFingerprint.Seed()
    private let stripes: [Locked<BucketTable>]
    /// Receives each withdrawal, and whether it was allowed.
    private let observe: (@Sendable (Kind, _ isAllowed: Bool) -> Void)?

    /// Creates limits over up to `capacity` buckets. ``BucketTable`` describes what happens beyond.
    package init(
        rules: RateLimitRules = .standard, capacity: Int = 100_000,
        observe: (@Sendable (Kind, _ isAllowed: Bool) -> Void)? = nil
    ) {
        self.rules = rules
        self.observe = observe
        // A few large stripes: of many small ones, chance alone would fill some long before others.
        let count = min(16, max(1, capacity / 1024))
        stripes = (0..<count).map { _ in Locked(BucketTable(capacity: capacity / count)) }
    }

    /// The number of keys whose bucket is not full, or was not when it was last used.
    package var bucketCount: Int { stripes.reduce(0) { $0 + $1.withLock(\.count) } }

    /// Takes from the bucket of a key, if enough is left.
    package func take(_ kind: Kind, key: String, at now: UInt64, count: Int = 1) -> RateLimitStatus {
        var key = key
        return key.withUTF8 { take(.ifAvailable(count), of: kind, key: UnsafeRawBufferPointer($0), at: now) }
    }

    /// Takes from the bucket of a network, if enough is left.
    package func take(
        _ kind: Kind, network: ArraySlice<UInt8>, at now: UInt64, count: Int = 1
    ) -> RateLimitStatus {
        network.withUnsafeBytes { take(.ifAvailable(count), of: kind, key: $0, at: now) }
    }

    /// Takes for work that is already done. Where less is left, the rest is waived.
    package func charge(_ kind: Kind, network: ArraySlice<UInt8>, at now: UInt64, count: Int) {
        guard count > 0 else { return }
        _ = network.withUnsafeBytes { take(.always(count), of: kind, key: $0, at: now) }
    }

    /// Gives back what was taken from the bucket of a key.
    package func giveBack(_ kind: Kind, key: String, at now: UInt64, count: Int = 1) {
        guard let rule = rules[kind] else { return }
        var key = key
        key.withUTF8 { bytes in
            let (fingerprint, stripe) = place(of: UnsafeRawBufferPointer(bytes), kind: kind)
            stripe.withLock { $0.giveBack(count, to: fingerprint, under: rule, at: now) }
        }
    }

    private func place(of key: UnsafeRawBufferPointer, kind: Kind) -> (KeyFingerprint, Locked<BucketTable>) {
        let fingerprint = KeyFingerprint(of: key, kind: kind, seed: seed)
        return (fingerprint, stripes[Int(fingerprint.low.magnitude % UInt(stripes.count))])
    }

    private func take(
        _ withdrawal: TokenBucket.Withdrawal, of kind: Kind, key: UnsafeRawBufferPointer, at now: UInt64
    ) -> RateLimitStatus {
        guard let rule = rules[kind] else { return .unlimited }
        let (fingerprint, stripe) = place(of: key, kind: kind)
        let status = stripe.withLock { $0.take(withdrawal, by: fingerprint, under: rule, at: now) }
        observe?(kind, status.isAllowed)
        return status
    }
}

/// The limits of each kind; `nil` means no limit.
///
/// Many users may share an address: an office, a carrier, the application's own server. A passkey can't be guessed, so
/// the limits protect the server's capacity rather than the accounts.
package struct RateLimitRules: Hashable, Sendable {
    package var ceremonyStart: RateLimits.Rule? = RateLimits.Rule(capacity: 600, refillPerSecond: 60)
    package var token: RateLimits.Rule? = RateLimits.Rule(capacity: 600, refillPerSecond: 60)
    package var account: RateLimits.Rule? = RateLimits.Rule(capacity: 100, refillPerSecond: 2)
    package var myAccount: RateLimits.Rule? = RateLimits.Rule(capacity: 200, refillPerSecond: 20)
    package var accountVisit: RateLimits.Rule? = RateLimits.Rule(capacity: 60, refillPerSecond: 2)
    package var signUp: RateLimits.Rule? = RateLimits.Rule(capacity: 200, refillPerSecond: 0.2)
    package var allSignUps: RateLimits.Rule? = RateLimits.Rule(capacity: 2000, refillPerSecond: 2)
    /// Codes are valid for 15 minutes, and how many of a client may wait is bounded: no address may have more than a
    /// fiftieth of them, and no larger network of IPv6 more than a thirteenth.
    package var deviceStart: RateLimits.Rule? = RateLimits.Rule(capacity: 100, refillPerSecond: 0.1)
    package var networkDeviceStart: RateLimits.Rule? = RateLimits.Rule(capacity: 400, refillPerSecond: 0.4)
    /// One poll every four seconds, because clocks and networks are not exact.
    package var devicePoll: RateLimits.Rule? = RateLimits.Rule(capacity: 3, refillPerSecond: 0.25)
    /// Few users enter more than one code. There are 20^8 codes, and only users can try any: with the limit on new
    /// accounts, that by account makes guessing hopeless. A limit of all addresses would let strangers keep others from
    /// entering theirs.
    package var userCode: RateLimits.Rule? = RateLimits.Rule(capacity: 50, refillPerSecond: 0.2)
    package var accountUserCode: RateLimits.Rule? = RateLimits.Rule(capacity: 20, refillPerSecond: 0.05)
    package var setupCode: RateLimits.Rule? = RateLimits.Rule(capacity: 50, refillPerSecond: 0.2)
    /// Wrong passwords. One network may try a few for a name, all together a few more: enough for users who search
    /// their memory, and hopeless for strangers.
    package var passwordOfNameAndNetwork: RateLimits.Rule? = RateLimits.Rule(capacity: 10, refillPerSecond: 1 / 90.0)
    package var passwordOfName: RateLimits.Rule? = RateLimits.Rule(capacity: 50, refillPerSecond: 1 / 900.0)
    package var passwordOfNetwork: RateLimits.Rule? = RateLimits.Rule(capacity: 100, refillPerSecond: 0.1)
    /// Browsers in which the account's owner has signed in before: strangers who guess don't lock them out.
    package var passwordInKnownBrowser: RateLimits.Rule? = RateLimits.Rule(capacity: 10, refillPerSecond: 1 / 90.0)
    /// Mails with a link, for a name: five an hour.
    package var passwordReset: RateLimits.Rule? = RateLimits.Rule(capacity: 5, refillPerSecond: 5 / 3600.0)
    /// Codes that are sent to an address: five an hour, and at most twenty in any day.
    package var codeOfAddress: RateLimits.Rule? = RateLimits.Rule(capacity: 5, refillPerSecond: 5 / 3600.0)
    package var dailyCodeOfAddress: RateLimits.Rule? = RateLimits.Rule(capacity: 10, refillPerSecond: 10 / 86_400.0)
    package var codeInKnownBrowser: RateLimits.Rule? = RateLimits.Rule(capacity: 5, refillPerSecond: 5 / 3600.0)
    package var codeOfNetwork: RateLimits.Rule? = RateLimits.Rule(capacity: 60, refillPerSecond: 0.1)
    package var linkOpening: RateLimits.Rule? = RateLimits.Rule(capacity: 60, refillPerSecond: 1)
    package var anything: RateLimits.Rule? = RateLimits.Rule(capacity: 1200, refillPerSecond: 120)

    private init() {}

    package static let standard = RateLimitRules()

    /// No limits: for measurements, and for servers behind a proxy that limits.
    package static let off = RateLimitRules.standard.mapped { _ in nil }

    /// Multiplies bursts and rates.
    package func multiplied(by factor: Double) -> RateLimitRules {
        mapped { rule in
            RateLimits.Rule(
                capacity: Int(min(max(0, Double(rule.capacity) * factor), Double(RateLimits.Rule.highestCapacity))),
                refillPerSecond: rule.refillPerSecond * factor)
        }
    }

    package subscript(kind: RateLimits.Kind) -> RateLimits.Rule? {
        switch kind {
        case .ceremonyStart: ceremonyStart
        case .token: token
        case .account: account
        case .myAccount: myAccount
        case .accountVisit: accountVisit
        case .signUp: signUp
        case .allSignUps: allSignUps
        case .deviceStart: deviceStart
        case .networkDeviceStart: networkDeviceStart
        case .devicePoll: devicePoll
        case .userCode: userCode
        case .accountUserCode: accountUserCode
        case .setupCode: setupCode
        case .passwordOfNameAndNetwork: passwordOfNameAndNetwork
        case .passwordOfName: passwordOfName
        case .passwordOfNetwork: passwordOfNetwork
        case .passwordInKnownBrowser: passwordInKnownBrowser
        case .passwordReset: passwordReset
        case .codeOfAddress: codeOfAddress
        case .dailyCodeOfAddress: dailyCodeOfAddress
        case .codeInKnownBrowser: codeInKnownBrowser
        case .codeOfNetwork: codeOfNetwork
        case .linkOpening: linkOpening
        case .anything: anything
        }
    }

    private func mapped(_ change: (RateLimits.Rule) -> RateLimits.Rule?) -> RateLimitRules {
        var rules = self
        let members = [
            \RateLimitRules.ceremonyStart, \.token, \.account, \.myAccount, \.accountVisit, \.signUp,
            \.allSignUps, \.deviceStart, \.networkDeviceStart, \.devicePoll, \.userCode, \.accountUserCode,
            \.setupCode, \.passwordOfNameAndNetwork, \.passwordOfName, \.passwordOfNetwork, \.passwordInKnownBrowser,
            \.passwordReset, \.codeOfAddress, \.dailyCodeOfAddress, \.codeInKnownBrowser, \.codeOfNetwork,
            \.linkOpening, \.anything,
        ]
        for member in members {
            rules[keyPath: member] = rules[keyPath: member].flatMap(change)
        }
        return rules
    }
}

extension RateLimits {
    /// The kinds of requests that are counted separately.
    package enum Kind: String, CaseIterable, Sendable {
        /// Starts of ceremonies, by address.
        case ceremonyStart
        /// Requests to the token endpoint, by address.
        case token
        /// Attempts at one account, credential or identifier, from all addresses.
        case account
        /// Requests to the My Account API, by user.
        case myAccount
        /// Visits of the account page, by user.
        case accountVisit
        /// New accounts, by network: /24 of IPv4, /64 of IPv6.
        case signUp
        /// New accounts from all addresses.
        case allSignUps
        /// Requests for the codes of a device, by address.
        case deviceStart
        /// Requests for the codes of a device, by the /56 and by the /48 of an IPv6 address.
        case networkDeviceStart
        /// Requests for the tokens of a device, by device code.
        case devicePoll
        /// Attempts to enter a device's code, by address.
        case userCode
        /// Attempts to enter a device's code, by account.
        case accountUserCode
        /// Attempts to enter the code of the set-up, by address.
        case setupCode
        /// Wrong passwords for a name, by network: /24 of IPv4, /64 of IPv6.
        case passwordOfNameAndNetwork
        /// Wrong passwords for a name, from all addresses.
        case passwordOfName
        /// Wrong passwords for any name, by network.
        case passwordOfNetwork
        /// Wrong passwords for an account in a browser that has signed in to it.
        case passwordInKnownBrowser
        /// Mails with a link to set a password, for a name.
        case passwordReset
        /// Codes that are sent to an address, in an hour.
        case codeOfAddress
        /// Codes that are sent to an address, in a day.
        case dailyCodeOfAddress
        /// Codes that are sent to an address of an account, for a browser that has signed in to it.
        case codeInKnownBrowser
        /// Codes that are sent for a network: /24 of IPv4, /64 of IPv6.
        case codeOfNetwork
        /// Openings of mailed links, by address.
        case linkOpening
        /// All other requests, by address.
        case anything
    }

    /// A burst, and the rate at which it is refilled.
    package struct Rule: Hashable, Sendable {
        package let capacity: Int
        package let refillPerSecond: Double
        /// Nanoseconds until one more request is allowed, rounded up so that the rate is never exceeded.
        let interval: UInt64

        static let highestCapacity = 1_000_000
        private static let longestInterval: Double = 9_000_000_000_000

        /// Clamps the burst to 1…1,000,000 and the rate to at least one in two and a half hours, so that all sums fit in 64 bits.
        package init(capacity: Int, refillPerSecond: Double) {
            self.capacity = min(max(1, capacity), Self.highestCapacity)
            self.refillPerSecond = refillPerSecond
            // A rate of zero or NaN gets the longest interval.
            let exact = refillPerSecond > 0 ? (1_000_000_000 / refillPerSecond).rounded(.up) : Self.longestInterval
            interval = UInt64(min(max(1, exact), Self.longestInterval))
        }

        /// Nanoseconds from empty to full.
        var depth: UInt64 { cost(of: capacity) }

        /// The cost of a count in nanoseconds. More than a bucket holds costs one more than a full bucket.
        func cost(of count: Int) -> UInt64 { UInt64(min(max(0, count), capacity + 1)) * interval }
    }
}
