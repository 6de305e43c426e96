// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The behavior of an authenticator: the properties in which real ones differ.
public struct AuthenticatorProfile: Hashable, Sendable, Codable {
    /// The behavior of the signature counter.
    public enum Counter: String, Sendable, Codable {
        /// Always zero, as with synchronized passkeys.
        case alwaysZero
        /// One at registration, and incremented with every use.
        case incrementing
    }

    /// Whether the authenticator is part of the device or roams.
    public enum Attachment: String, Sendable, Codable {
        case platform
        case crossPlatform = "cross-platform"
    }

    /// The name on the command line.
    public var name: String
    /// The authenticator's model, or zero if it doesn't say.
    public var aaguid: UUID
    /// Whether credentials can be synchronized (BE).
    public var backupEligible = false
    /// Whether credentials are synchronized (BS).
    public var backedUp = false
    /// The behavior of the signature counter.
    public var counter = Counter.alwaysZero
    /// The attestation to give if one is requested.
    public var attestation = AttestationKind.none
    /// The formats inside a `compound` statement.
    public var compoundParts: [AttestationKind] = [.packed, .androidKey]
    /// Whether attestation is given only if the relying party asks for `enterprise`.
    public var attestsOnlyToEnterprises = false
    /// The ways to reach the authenticator: `usb`, `nfc`, `ble`, `hybrid`, `internal` …
    public var transports: [String]
    /// Whether the authenticator is part of the device.
    public var attachment: Attachment
    /// The supported algorithms, in the order of preference.
    public var algorithms: [KeyAlgorithm] = [.es256]
    /// Whether the profile's order of algorithms decides instead of the relying party's.
    public var prefersOwnAlgorithmOrder = false
    /// Whether a second credential for the same relying party and user handle replaces the first, as on Apple
    /// platforms.
    public var oneCredentialPerUser = false
    /// Whether the authenticator can verify a fingerprint, a face or a PIN.
    public var canVerifyUser = true
    /// Whether credentials are discoverable even if that is not requested.
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
