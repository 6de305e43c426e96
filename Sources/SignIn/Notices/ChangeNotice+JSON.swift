// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// A notice as it waits in the outbox, but for what its links need.
extension ChangeNotice {
    var json: JSONObject {
        var json = event.json
        json["at"] = .number(JSONNumber(time.secondsSince1970))
        json["host"] = .string(host)
        json["way"] = way.map { .string($0.rawValue) }
        json["network"] = network.map(JSONValue.string)
        json["browser"] = browser.map { .array([.string($0.name), .string($0.system)]) }
        return json
    }

    init?(_ json: JSONObject) {
        guard let event = Event(json), let time = json["at"]?.time, let host = json["host"]?.stringValue else {
            return nil
        }
        self.init(event, at: time, host: host, way: json["way"]?.stringValue.flatMap(Way.init))
        network = json["network"]?.stringValue
        if let parts = json["browser"]?.arrayValue?.compactMap(\.stringValue), parts.count == 2 {
            browser = Browser(name: parts[0], system: parts[1])
        }
    }
}

extension ChangeNotice.Event {
    /// The name of the event.
    package var name: String {
        switch self {
        case .passkeyAdded: "passkey-added"
        case .passkeyRemoved: "passkey-removed"
        case .passkeySuperseded: "passkey-superseded"
        case .passwordSet: "password-set"
        case .passwordChanged: "password-changed"
        case .passwordReset: "password-reset"
        case .passwordRemoved: "password-removed"
        case .passwordRestored: "password-restored"
        case .passkeysOnly: "passkeys-only"
        case .passwordAllowed: "password-allowed"
        case .deviceKeyAdded: "device-key-added"
        case .deviceKeyRemoved: "device-key-removed"
        case .emailAdded: "email-added"
        case .phoneAdded: "phone-added"
        case .phoneChanged: "phone-changed"
        case .newBrowser: "new-browser"
        case .accountToBeDeleted: "account-to-be-deleted"
        case .accountKept: "account-kept"
        case .addressChanged: "address-changed"
        }
    }

    private static let plain: [ChangeNotice.Event] = [
        .passkeyAdded, .passkeyRemoved, .passkeySuperseded, .passwordSet, .passwordChanged, .passwordReset,
        .passwordRemoved, .passwordRestored, .passkeysOnly, .passwordAllowed, .deviceKeyAdded, .deviceKeyRemoved,
        .emailAdded, .phoneAdded,
        .phoneChanged, .newBrowser, .accountKept,
    ]

    fileprivate var json: JSONObject {
        var json: JSONObject = ["event": .string(name)]
        switch self {
        case .accountToBeDeleted(let time, let hasPasskey):
            json["until"] = .number(JSONNumber(time.secondsSince1970))
            json["has_passkey"] = .bool(hasPasskey)
        case .addressChanged(let until): json["until"] = .number(JSONNumber(until.secondsSince1970))
        default: break
        }
        return json
    }

    fileprivate init?(_ json: JSONObject) {
        let (name, until) = (json["event"]?.stringValue, json["until"]?.time)
        if let event = Self.plain.first(where: { $0.name == name }) {
            self = event
        } else if name == "account-to-be-deleted", let until {
            self = .accountToBeDeleted(at: until, hasPasskey: json["has_passkey"]?.boolValue ?? false)
        } else if name == "address-changed", let until {
            self = .addressChanged(hearsUntil: until)
        } else {
            return nil
        }
    }
}

extension JSONValue {
    fileprivate var time: Timestamp? { intValue.map { Timestamp(secondsSince1970: Int64($0)) } }
}
