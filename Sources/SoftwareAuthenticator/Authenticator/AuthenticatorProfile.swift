// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// What kind of authenticator to be: the properties in which real ones differ.
public struct AuthenticatorProfile: Hashable, Sendable, Codable {
    /// How the signature counter behaves.
    public enum Counter: String, Sendable, Codable {
        /// Always zero, as with synchronised passkeys.
        case alwaysZero
        /// One at registration, and one more with every use.
        case incrementing
    }

    /// Whether the authenticator is part of the device or roams.
    public enum Attachment: String, Sendable, Codable {
        case platform
        case crossPlatform = "cross-platform"
    }

    /// A name for command lines.
    public var name: String
    /// The authenticator's model; all zero tells nothing.
    public var aaguid: UUID
    /// Whether credentials can be synchronised (BE).
    public var backupEligible = false
    /// Whether they are (BS).
    public var backedUp = false
    /// How the signature counter behaves.
    public var counter = Counter.alwaysZero
    /// The attestation given to those who ask.
    public var attestation = AttestationKind.none
    /// The formats inside a `compound` statement.
    public var compoundParts: [AttestationKind] = [.packed, .androidKey]
    /// Gives its attestation only when the relying party asks for `enterprise`.
    public var attestsOnlyToEnterprises = false
    /// How clients reach the authenticator: `usb`, `nfc`, `ble`, `hybrid`, `internal` …
    public var transports: [String]
    /// Whether the authenticator is part of the device.
    public var attachment: Attachment
    /// In the order of preference; the relying party's order decides among those offered.
    public var algorithms: [KeyAlgorithm] = [.es256]
    /// Whether the profile's own order of algorithms goes before the relying party's.
    public var prefersOwnAlgorithmOrder = false
    /// A second credential for the same relying party and user handle replaces the first, as on Apple platforms.
    public var oneCredentialPerUser = false
    /// Whether there is a fingerprint, a face or a PIN.
    public var canVerifyUser = true
    /// Whether credentials are discoverable even when nobody asked for that.
    public var isAlwaysDiscoverable = true
    /// The number of bytes in a credential id.
    public var credentialIDLength = 32

    /// A device-bound authenticator with ES256, no counter and no attestation.
    public init(name: String, aaguid: UUID, transports: [String], attachment: Attachment) {
        self.name = name
        self.aaguid = aaguid
        self.transports = transports
        self.attachment = attachment
    }

    var aaguidBytes: [UInt8] { withUnsafeBytes(of: aaguid.uuid) { Array($0) } }
}
