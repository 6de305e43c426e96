// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// A mail that somebody is to get: what the outbox keeps of it.
///
/// 1. A use case stores a `MailOrder` in its own transaction, sealed, because it has an address and often a link.
/// 2. The program renders it in the user's language, and the outbox sends it.
package struct MailOrder: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        /// A link with which the account's password is set, and for how many seconds it works.
        case passwordReset(link: String, validFor: Int)
        /// The account has a passkey, with which its user sets a password. The link leads to the account.
        case passkeyInstead(link: String)
        /// Somebody asked for a link, and nobody has proven to own the address.
        case unconfirmedReset
        /// Somebody asked for a link, and two passwords that such links have set were taken back.
        case stoppedReset
        /// The account was changed.
        case notice(ChangeNotice, links: Notices.Links?)
        /// A one-time code, for how many minutes it works, and a link that stands for it.
        case code(String, purpose: SentCode.Purpose, minutes: Int, link: String?)
        /// A link that confirms the address of a sign-up.
        case signUpConfirmation(link: String, minutes: Int)
        /// Somebody signs up with the address of an account.
        case accountExists
        /// Somebody was going to use the address for another account.
        case addressInUse
        case test
        /// Nothing is sent: the row stands for an account that doesn't exist, so that a stranger can't tell.
        case nothing
    }

    /// Empty if nothing is sent.
    package let address: String
    /// The host of the server that the mail is about.
    package let host: String
    /// The languages that its reader understands, the preferred one first, as language tags.
    package let languages: [String]
    package let content: Content

    package init(_ content: Content, to address: String, at host: String, in languages: [String]) {
        self.content = content
        self.address = address
        self.host = host
        self.languages = languages
    }
}

package typealias MailSeal = OrderSeal<MailOrder>

extension MailOrder: OutgoingOrder {
    package static let kind = OutboxItem.Kind.mail
    /// All mail goes to one relay.
    package static let receiver = "relay"
    package static let context = "outgoing mail 1\n"

    package var recipient: String { address }
    package var isSent: Bool { content != .nothing }

    package var json: JSONObject {
        var json: JSONObject = [
            "to": .string(address), "host": .string(host), "languages": .array(languages.map(JSONValue.string)),
        ]
        switch content {
        case .passwordReset(let link, let seconds):
            json["mail"] = "password-reset"
            json["link"] = .string(link)
            json["seconds"] = .number(JSONNumber(Int64(seconds)))
        case .passkeyInstead(let link):
            json["mail"] = "passkey-instead"
            json["link"] = .string(link)
        case .unconfirmedReset: json["mail"] = "unconfirmed-reset"
        case .stoppedReset: json["mail"] = "stopped-reset"
        case .notice(let notice, let links):
            json["mail"] = "notice"
            json["notice"] = .object(notice.json)
            json["links"] = links.map { .object($0.json) }
        case .code(let code, let purpose, let minutes, let link):
            json["mail"] = "code"
            json["code"] = .string(code)
            json["purpose"] = .string(purpose.rawValue)
            json["minutes"] = .number(JSONNumber(Int64(minutes)))
            json["link"] = link.map(JSONValue.string)
        case .signUpConfirmation(let link, let minutes):
            json["mail"] = "sign-up-confirmation"
            json["link"] = .string(link)
            json["minutes"] = .number(JSONNumber(Int64(minutes)))
        case .accountExists: json["mail"] = "account-exists"
        case .addressInUse: json["mail"] = "address-in-use"
        case .test: json["mail"] = "test"
        case .nothing: json["mail"] = "nothing"
        }
        return json
    }

    package init?(_ json: JSONObject) {
        guard let address = json["to"]?.stringValue, let host = json["host"]?.stringValue,
            let languages = json["languages"]?.arrayValue?.compactMap(\.stringValue)
        else { return nil }
        let content: Content
        switch json["mail"]?.stringValue {
        case "password-reset":
            guard let link = json["link"]?.stringValue, let seconds = json["seconds"]?.intValue else { return nil }
            content = .passwordReset(link: link, validFor: seconds)
        case "passkey-instead":
            guard let link = json["link"]?.stringValue else { return nil }
            content = .passkeyInstead(link: link)
        case "unconfirmed-reset": content = .unconfirmedReset
        case "stopped-reset": content = .stoppedReset
        case "notice":
            guard let notice = json["notice"]?.objectValue.flatMap(ChangeNotice.init) else { return nil }
            content = .notice(notice, links: json["links"]?.objectValue.flatMap(Notices.Links.init))
        case "code":
            guard let code = json["code"]?.stringValue, let minutes = json["minutes"]?.intValue,
                let purpose = json["purpose"]?.stringValue.flatMap(SentCode.Purpose.init)
            else { return nil }
            content = .code(code, purpose: purpose, minutes: minutes, link: json["link"]?.stringValue)
        case "sign-up-confirmation":
            guard let link = json["link"]?.stringValue, let minutes = json["minutes"]?.intValue else { return nil }
            content = .signUpConfirmation(link: link, minutes: minutes)
        case "account-exists": content = .accountExists
        case "address-in-use": content = .addressInUse
        case "test": content = .test
        case "nothing": content = .nothing
        default: return nil
        }
        self.init(content, to: address, at: host, in: languages)
    }
}

extension Notices.Links {
    fileprivate var json: JSONObject {
        [
            "was_me": .string(wasMe), "stop": .string(stop),
            "valid_until": .number(JSONNumber(validUntil.secondsSince1970)),
        ]
    }

    fileprivate init?(_ json: JSONObject) {
        guard let wasMe = json["was_me"]?.stringValue, let stop = json["stop"]?.stringValue,
            let until = json["valid_until"]?.intValue
        else { return nil }
        self.init(wasMe: wasMe, stop: stop, validUntil: Timestamp(secondsSince1970: Int64(until)))
    }
}
