// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// One credential in a list of those allowed or excluded.
public struct CredentialDescriptor: Hashable, Sendable {
    /// The credential's identifier.
    public var id: CredentialID
    /// How its authenticator can be reached.
    public var transports: [AuthenticatorTransport]

    /// Names a credential.
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

/// How a client can reach an authenticator; unknown words are kept as they came.
public struct AuthenticatorTransport: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word as it is written in JSON.
    public let rawValue: String

    /// Takes any word: the vocabulary is open.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// A USB connection.
    public static let usb = Self(rawValue: "usb")
    /// Near-field communication.
    public static let nfc = Self(rawValue: "nfc")
    /// Bluetooth Low Energy.
    public static let ble = Self(rawValue: "ble")
    /// A smart card reader.
    public static let smartCard = Self(rawValue: "smart-card")
    /// Another device nearby, usually a telephone.
    public static let hybrid = Self(rawValue: "hybrid")
    /// Part of the client device.
    public static let `internal` = Self(rawValue: "internal")
}
