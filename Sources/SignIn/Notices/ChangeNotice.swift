// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// What those who have a way into an account are told of a change to it.
package struct ChangeNotice: Hashable, Sendable {
    /// What happened.
    package enum Event: Hashable, Sendable {
        case passkeyAdded
        case passkeyRemoved
        /// A new passkey on its device has taken its place. It still signs in.
        case passkeySuperseded
        /// The account had no password before.
        case passwordSet
        case passwordChanged
        /// By a mailed link.
        case passwordReset
        case passwordRemoved
        case passwordRestored
        case passkeysOnly
        case passwordAllowed
        case deviceKeyAdded
        case deviceKeyRemoved
        case emailAdded
        case phoneAdded
        case phoneChanged
        case newBrowser
        /// Until then, a passkey brings the account back if it has any; otherwise an operator.
        case accountToBeDeleted(at: Timestamp, hasPasskey: Bool)
        case accountKept
        /// The address that hears of it is no longer the account's.
        case addressChanged(hearsUntil: Timestamp)
    }

    /// By what it was done.
    package enum Way: String, CaseIterable, Sendable {
        case passkey
        case password
        case mailedLink = "mailed-link"
        case code
        case deviceKey = "device-key"
        case administrator
    }

    /// A browser and its system, by their names.
    package struct Browser: Hashable, Sendable {
        package let name: String
        package let system: String
    }

    package let event: Event
    package let time: Timestamp
    /// The host at which it was done.
    package let host: String
    package var way: Way?
    /// The IP address of whoever did it.
    package var network: String?
    package var browser: Browser?
    /// The languages of whoever did it, as a browser sends them.
    package var languages: String?
    /// What can be taken back.
    package var stoppable: NoticeLink.Subject?

    package init(_ event: Event, at time: Timestamp, host: String, way: Way? = nil) {
        self.event = event
        self.time = time
        self.host = host
        self.way = way
    }

    /// - Parameter sender: Whoever did it.
    package init(_ event: Event, at time: Timestamp, host: String, way: Way?, by sender: RequestSender) {
        self.init(event, at: time, host: host, way: way)
        network = sender.address
        browser = sender.userAgent.flatMap { BrowserName(userAgent: $0).parts }.map {
            Browser(name: $0.name, system: $0.system)
        }
        languages = sender.languages
    }

    /// Something that a signed-in user did.
    ///
    /// - Parameter way: What confirmed it; `nil` for the sign-in alone.
    init(_ event: Event, at time: Timestamp, by owner: AccountOwner, confirmedBy way: Way? = nil) {
        self.init(event, at: time, host: owner.host, way: way ?? Way(owner.ways ?? []), by: owner.sender)
    }
}

extension ChangeNotice.Way {
    /// The first of the ways of a sign-in.
    init?(_ ways: [WayReference]) {
        switch ways.first?.kind {
        case .passkey: self = .passkey
        case .password: self = .password
        case .email, .phone: self = .code
        case .deviceKey: self = .deviceKey
        case nil: return nil
        }
    }
}
