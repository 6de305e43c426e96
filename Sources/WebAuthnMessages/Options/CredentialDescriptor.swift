// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A credential in the lists of allowed or excluded credentials.
public struct CredentialDescriptor: Hashable, Sendable {
    /// The credential's identifier.
    public var id: CredentialID
    /// The transports of its authenticator.
    public var transports: [AuthenticatorTransport]

    /// Creates a descriptor.
    public init(id: CredentialID, transports: [AuthenticatorTransport] = []) {
        self.id = id
        self.transports = transports
    }

    package var json: JSONValue {
        var members: [(String, JSONValue)] = [("type", "public-key"), ("id", .string(id.base64URL))]
        if !transports.isEmpty {
            members.append(("transports", .array(transports.map { .string($0.rawValue) })))
        }
        return .object(JSONObject(members))
    }

    package init(json: JSONValue) throws(OptionsMalformation) {
        guard let text = json["id"]?.stringValue else { throw .memberMissing("id") }
        guard let id = CredentialID(base64URL: text) else { throw .memberNotBase64URL("id") }
        self.id = id
        transports = (json["transports"]?.arrayValue ?? []).compactMap { $0.stringValue }
            .map(AuthenticatorTransport.init(rawValue:))
    }
}

/// A way for the client to communicate with an authenticator (`AuthenticatorTransport`).
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The value in JSON.
    public let rawValue: String

    /// Creates a value from any text. Unknown values are kept.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The value in JSON.
    public var description: String { rawValue }

    /// USB.
    public static let usb = Self(rawValue: "usb")
    /// Near-field communication.
    public static let nfc = Self(rawValue: "nfc")
    /// Bluetooth Low Energy.
    public static let ble = Self(rawValue: "ble")
    /// A smart card.
    public static let smartCard = Self(rawValue: "smart-card")
    /// Another device nearby, usually a phone.
    public static let hybrid = Self(rawValue: "hybrid")
    /// Part of the client device.
    public static let `internal` = Self(rawValue: "internal")
}
