// SPDX-License-Identifier: Apache-2.0

import IdentityModel
package import WireFormats

extension Ladder {
    /// A kind of way into an account, other than a passkey.
    package enum Way: String, CaseIterable, Hashable, Sendable {
        case password
        /// A verified mail address.
        case mail
        /// A verified phone number.
        case phone
        /// A signed-in browser: a session that is older than the delay.
        case browser
        /// A sheet of saved codes.
        case savedCodes = "saved-codes"
        case deviceKey = "device-key"
    }

    /// What an account is: its ways, and what is open about them.
    package struct Account: Hashable, Sendable {
        /// Without ways that were removed or are switched off.
        package var ways: Set<Way>
        /// When the ways that are unconfirmed settle. The others are settled.
        package var unconfirmedUntil: [Way: Timestamp] = [:]
        package var passkeys: [Passkey] = []
        /// Requests that were neither used nor canceled, and have not expired.
        package var requests: [Way: Request] = [:]
        package var objections: [Objection] = []
        package var sessions: [Session] = []
        /// Whether a password exists and "Only passkeys" keeps it from being used. It is not among the ways then.
        package var isPasswordDisabled = false
        package var policy = Policy()

        package init(ways: Set<Way>) {
            self.ways = ways
        }
    }

    /// A passkey of the account. Those that were removed are not among them.
    package struct Passkey: Hashable, Sendable {
        package enum Status: Hashable, Sendable {
            case settled
            /// Added by two kinds or an administrator's code. It gets seniority over other passkeys at that time.
            case confirmed(until: Timestamp)
            /// Added by a way alone. It settles at that time.
            case unconfirmed(by: Way, until: Timestamp)
        }

        package let id: String
        package let status: Status

        package init(id: String, status: Status) {
            self.id = id
            self.status = status
        }
    }

    /// A request for a passkey, by a way alone.
    package struct Request: Hashable, Sendable {
        package let askedAt: Timestamp
        /// The end of the delay. It is fixed when the request is made, whatever the delay becomes.
        package let grantsAt: Timestamp
        /// The session that asked, if the way is a browser.
        package let session: String?

        package init(askedAt: Timestamp, grantsAt: Timestamp, session: String? = nil) {
            self.askedAt = askedAt
            self.grantsAt = grantsAt
            self.session = session
        }
    }

    /// Who objects.
    package enum Objector: Hashable, Sendable {
        /// A way alone, which may object twice in 30 days.
        case way(Way)
        /// A settled passkey or two kinds. The way that is objected to is barred.
        case confirmed
        /// An address that was replaced, and has two objections of its own.
        case replaced(Way)
    }

    /// An objection that was made.
    package struct Objection: Hashable, Sendable {
        package let objector: Objector
        /// `nil` if the way has been replaced since: the new one is not barred.
        package let against: Way?
        package let madeAt: Timestamp

        package init(by objector: Objector, against: Way?, at madeAt: Timestamp) {
            self.objector = objector
            self.against = against
            self.madeAt = madeAt
        }
    }

    /// A session of a browser.
    package struct Session: Hashable, Sendable {
        package let id: String
        package let openedAt: Timestamp
        /// The ways of its sign-in. None for a passkey.
        package let openedBy: Set<Way>
        /// The passkey of its sign-in.
        package let passkey: String?

        package init(id: String, openedAt: Timestamp, openedBy: Set<Way> = [], passkey: String? = nil) {
            self.id = id
            self.openedAt = openedAt
            self.openedBy = openedBy
            self.passkey = passkey
        }
    }

    /// The settings that the ladder depends on.
    package struct Policy: Hashable, Sendable {
        /// In seconds.
        package var delay: Int64 = 72 * 3600
        /// `password_reset: at_once`: a mailed reset of an account without a passkey takes effect at once.
        package var resetsPasswordAtOnce = false
        /// The ways that open a session by themselves. Mail and phone are among them if their codes sign in.
        package var signingIn: Set<Way> = [.password, .browser, .deviceKey]
        /// Whether an address brings a user back: mail is configured, and waiting is a rung.
        package var recoversByMail = true

        package init() {}
    }
}

extension Ladder.Account {
    func countingObjections(at now: Timestamp) -> [Ladder.Objection] {
        objections.filter { !$0.madeAt.isPast(Int64(Objection.countsFor), at: now) }
    }

    /// L8: two weak objections, or a strong one, bar a way.
    func isBarred(_ way: Ladder.Way, at now: Timestamp) -> Bool {
        let against = countingObjections(at: now).filter { $0.against == way }
        return against.count >= 2 || against.contains { $0.objector == .confirmed }
    }

    package func isSettled(_ way: Ladder.Way, at now: Timestamp) -> Bool {
        ways.contains(way) && (unconfirmedUntil[way].map { $0 <= now } ?? true)
    }

    package func settledPasskeys(at now: Timestamp) -> [Ladder.Passkey] {
        passkeys.filter { $0.isSettled(at: now) }
    }
}

extension Ladder.Passkey {
    /// The way that has added it alone, while others may still undo that.
    func addingWay(at now: Timestamp) -> Ladder.Way? {
        guard case .unconfirmed(let way, let until) = status, until > now else { return nil }
        return way
    }

    package func isSettled(at now: Timestamp) -> Bool {
        switch status {
        case .settled: true
        case .confirmed(let until), .unconfirmed(_, let until): until <= now
        }
    }
}

extension Ladder.Session {
    func isSettled(at now: Timestamp, delay: Int64) -> Bool {
        openedAt.isPast(delay, at: now)
    }
}

extension Timestamp {
    /// Whether so many seconds have passed since.
    func isPast(_ seconds: Int64, at now: Timestamp) -> Bool {
        let (limit, isOverflow) = now.secondsSince1970.subtractingReportingOverflow(seconds)
        return !isOverflow && secondsSince1970 <= limit
    }
}
