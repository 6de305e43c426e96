// SPDX-License-Identifier: Apache-2.0

import Foundation

extension AuthenticatorProfile {
    /// iCloud Keychain on current Apple systems.
    public static let iCloudKeychain = AuthenticatorProfile.apple(
        name: "icloud-keychain", aaguid: .aaguid("fbfc3007-154e-4ecc-8c0b-6e020557d7bd"))

    /// iCloud Keychain before iOS 17.2 and macOS 14.2, which sent no AAGUID.
    public static let iCloudKeychainZeroAAGUID = AuthenticatorProfile.apple(
        name: "icloud-keychain-zero-aaguid", aaguid: .zero)

    /// A device-bound platform credential with a counter, from before passkeys were synchronized.
    public static let legacyDeviceBound = AuthenticatorProfile(
        name: "legacy-device-bound", aaguid: .zero, transports: ["internal"], attachment: .platform
    ).with {
        $0.counter = .incrementing
        $0.oneCredentialPerUser = true
        $0.credentialIDLength = 20
    }

    /// Google Password Manager.
    public static let googlePasswordManager = AuthenticatorProfile(
        name: "google-password-manager",
        aaguid: .aaguid("ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4"),
        transports: ["internal", "hybrid"], attachment: .platform
    ).with {
        $0.backupEligible = true
        $0.backedUp = true
        $0.oneCredentialPerUser = true
        $0.credentialIDLength = 16
    }

    /// Windows Hello with a TPM: device-bound RSA keys and TPM attestation.
    public static let windowsHello = AuthenticatorProfile(
        name: "windows-hello",
        aaguid: .aaguid("08987058-cadc-4b81-b6e1-30de50dcbe96"),
        transports: ["internal"], attachment: .platform
    ).with {
        $0.counter = .incrementing
        $0.attestation = .tpm
        $0.algorithms = [.rs256, .es256]
        $0.prefersOwnAlgorithmOrder = true
        $0.oneCredentialPerUser = true
    }

    /// A roaming key with a batch certificate. Its AAGUID belongs to this software and to no product.
    public static let securityKey = AuthenticatorProfile(
        name: "security-key",
        aaguid: .aaguid("7b1d0c52-9e64-4f0a-a358-2f96d140e83b"),
        transports: ["usb", "nfc"], attachment: .crossPlatform
    ).with {
        $0.counter = .incrementing
        $0.attestation = .packed
        $0.algorithms = [.es256, .edDSA]
        $0.isAlwaysDiscoverable = false
        $0.credentialIDLength = 48
    }

    /// Managed Apple devices: synchronized passkeys with an attestation by the organization's own authority.
    public static let enterprisePacked = AuthenticatorProfile.apple(
        name: "enterprise-packed", aaguid: .aaguid("dd4ec289-e01d-41c9-bb89-70fa845d4bf2")
    ).with {
        $0.attestation = .packed
        $0.attestsOnlyToEnterprises = true
    }

    /// All profiles that have a name.
    public static let all: [AuthenticatorProfile] = [
        .iCloudKeychain, .iCloudKeychainZeroAAGUID, .legacyDeviceBound, .googlePasswordManager, .windowsHello,
        .securityKey, .enterprisePacked,
    ]

    /// The profile of that name, such as `icloud-keychain`.
    public static func named(_ name: String) -> AuthenticatorProfile? { all.first { $0.name == name } }

    /// A copy with some properties changed.
    public func with(_ change: (inout AuthenticatorProfile) -> Void) -> AuthenticatorProfile {
        var copy = self
        change(&copy)
        return copy
    }

    private static func apple(name: String, aaguid: UUID) -> AuthenticatorProfile {
        AuthenticatorProfile(
            name: name, aaguid: aaguid, transports: ["internal", "hybrid"], attachment: .platform
        ).with {
            $0.backupEligible = true
            $0.backedUp = true
            $0.oneCredentialPerUser = true
            $0.credentialIDLength = 20
        }
    }
}

extension UUID {
    static let zero = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))

    /// An AAGUID written in this file.
    fileprivate static func aaguid(_ text: String) -> UUID { UUID(uuidString: text) ?? .zero }
}
