// SPDX-License-Identifier: Apache-2.0

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
