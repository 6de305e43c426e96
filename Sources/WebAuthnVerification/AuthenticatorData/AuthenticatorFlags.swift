// SPDX-License-Identifier: Apache-2.0

/// The flags an authenticator signs (§6.1); the reserved bits 1 and 5 are ignored.
public struct AuthenticatorFlags: OptionSet, Hashable, Sendable {
    /// The signed byte.
    public let rawValue: UInt8

    /// Creates flags from the signed byte.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// UP: the user was present.
    public static let userPresent = Self(rawValue: 1 << 0)
    /// UV: the user was verified.
    public static let userVerified = Self(rawValue: 1 << 2)
    /// BE: the credential may be synchronized to other devices.
    public static let backupEligible = Self(rawValue: 1 << 3)
    /// BS: the credential is synchronized.
    public static let backedUp = Self(rawValue: 1 << 4)
    /// AT: attested credential data follows.
    public static let attestedCredentialData = Self(rawValue: 1 << 6)
    /// ED: extension data follows.
    public static let extensionData = Self(rawValue: 1 << 7)

    /// A credential that is backed up without being eligible for it contradicts itself.
    package var isBackupStateConsistent: Bool { contains(.backupEligible) || !contains(.backedUp) }
}
