// SPDX-License-Identifier: Apache-2.0

package import Cryptography
package import IdentityModel
package import WireFormats

/// What a link in a notice stands for, sealed into the link itself. Whoever has it can only take away what the notice is
/// about, and only while the address that it was sent to is the account's.
package struct NoticeLink: Hashable, Sendable {
    /// What can be taken back.
    package enum Subject: Hashable, Sendable {
        /// A passkey that was added.
        case passkey(PasskeyID)
        case deviceKey(DeviceKey.ID)
        /// A password that was set with a mailed link.
        case password
        /// The sessions that began since the notice.
        case sessions
    }

    package let subject: Subject
    package let user: UserID
    /// The address that the notice was sent to.
    package let address: Address
    /// An address as accounts are compared by it.
    package struct Address: Hashable, Sendable {
        package let kind: Identifier.Kind
        package let normalized: String
    }

    /// The time of what the notice is about.
    package let time: Timestamp
    package let expiresAt: Timestamp

    package init(_ subject: Subject, of user: UserID, toldTo address: Identifier, at time: Timestamp) {
        self.init(
            subject: subject, user: user, address: Address(kind: address.kind, normalized: address.normalized),
            time: time,
            expiresAt: time.advanced(by: Int(Ladder.Policy().delay)))
    }

    fileprivate init(subject: Subject, user: UserID, address: Address, time: Timestamp, expiresAt: Timestamp) {
        self.subject = subject
        self.user = user
        self.address = address
        self.time = time
        self.expiresAt = expiresAt
    }
}

/// Seals the links of notices with a key of the host.
package struct NoticeLinkSeal: Sendable {
    private static let context = [UInt8]("thumbturn notice link 1".utf8)

    private let key: AEADKey

    package init(key: AEADKey) {
        self.key = key
    }

    package func seal(_ link: NoticeLink) -> String {
        let parts: [JSONValue] = [
            .string(link.subject.text), .string(link.user.rawValue), .string(link.address.kind.rawValue),
            .string(link.address.normalized),
            .number(JSONNumber(link.time.secondsSince1970)), .number(JSONNumber(link.expiresAt.secondsSince1970)),
        ]
        return Base64URL.encode(key.sealApart(JSONValue.array(parts).serialized(), authenticating: Self.context))
    }

    /// Returns `nil` if the text was not sealed here.
    package func open(_ text: String) -> NoticeLink? {
        guard let sealed = Base64URL.decode(text), let bytes = key.openApart(sealed, authenticating: Self.context),
            let parts = (try? JSONReader.read(bytes))?.arrayValue, parts.count == 6,
            let subject = parts[0].stringValue.flatMap(NoticeLink.Subject.init(text:)),
            let user = parts[1].stringValue, let kind = parts[2].stringValue.flatMap(Identifier.Kind.init),
            let address = parts[3].stringValue, let time = parts[4].intValue, let expiry = parts[5].intValue
        else { return nil }
        return NoticeLink(
            subject: subject, user: UserID(rawValue: user),
            address: NoticeLink.Address(kind: kind, normalized: address),
            time: Timestamp(secondsSince1970: Int64(time)), expiresAt: Timestamp(secondsSince1970: Int64(expiry)))
    }
}

extension NoticeLink.Subject {
    fileprivate var text: String {
        switch self {
        case .passkey(let id): id.rawValue
        case .deviceKey(let id): id.rawValue
        case .password: "password"
        case .sessions: "sessions"
        }
    }

    fileprivate init?(text: String) {
        switch text {
        case "password": self = .password
        case "sessions": self = .sessions
        default:
            guard let way = WayReference(id: text) else { return nil }
            switch way.kind {
            case .passkey: self = .passkey(PasskeyID(rawValue: text))
            case .deviceKey: self = .deviceKey(DeviceKey.ID(rawValue: text))
            case .password, .email, .phone: return nil
            }
        }
    }
}
