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

    public var name: String
    public var aaguid: UUID
    public var backupEligible = false
    public var backedUp = false
    public var counter = Counter.alwaysZero
    public var attestation = AttestationKind.none
    /// The formats inside a `compound` statement.
    public var compoundParts: [AttestationKind] = [.packed, .androidKey]
    /// Gives its attestation only when the relying party asks for `enterprise`.
    public var attestsOnlyToEnterprises = false
    public var transports: [String]
    public var attachment: Attachment
    /// In the order of preference; the relying party's order decides among those offered.
    public var algorithms: [KeyAlgorithm] = [.es256]
    /// Whether the profile's own order of algorithms goes before the relying party's.
    public var prefersOwnAlgorithmOrder = false
    /// A second credential for the same relying party and user handle replaces the first, as on Apple platforms.
    public var oneCredentialPerUser = false
    public var canVerifyUser = true
    /// Whether credentials are discoverable even when nobody asked for that.
    public var isAlwaysDiscoverable = true
    public var credentialIDLength = 32

    public init(name: String, aaguid: UUID, transports: [String], attachment: Attachment) {
        self.name = name
        self.aaguid = aaguid
        self.transports = transports
        self.attachment = attachment
    }

    var aaguidBytes: [UInt8] { withUnsafeBytes(of: aaguid.uuid) { Array($0) } }
}
