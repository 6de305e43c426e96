// SPDX-License-Identifier: Apache-2.0

import ClientContract
public import Foundation
import WireFormats

/// A passkey of the user who is signed in, as the server knows it.
public struct Passkey: Hashable, Sendable, Identifiable {
    /// The identifier on the server.
    public let id: String
    /// The identifier on the device.
    public let credentialID: Data
    /// The name that the user gave it.
    public let name: String?
    /// When it was created.
    public let createdAt: Date
    /// When the user last signed in with it.
    public let lastUsedAt: Date?
    /// Whether it can be on several devices.
    public let isSynced: Bool
    /// Whether it is kept if the device is lost, as the device last said.
    public let isBackedUp: Bool
    /// The transports with which devices can reach it, such as `internal` and `hybrid`.
    public let transports: [String]
    /// The model of the password manager or security key that created it. A passkey may have moved since.
    public let aaguid: String?

    /// The name of the password manager that created it, for display, if this version of the SDK knows it.
    public var createdWith: String? { aaguid.flatMap { Self.providers[$0] } }

    // Those that most users of Apple's devices have, as the server names them. Older systems report zeros.
    private static let providers = [
        "fbfc3007-154e-4ecc-8c0b-6e020557d7bd": "Apple Passwords",
        "dd4ec289-e01d-41c9-bb89-70fa845d4bf2": "iCloud Keychain (Managed)",
        "ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4": "Google Password Manager",
        "adce0002-35bc-c60a-648b-0b25f1f05503": "Chrome on Mac",
        "d3452668-01fd-4c12-926c-83a4204853aa": "Microsoft Password Manager",
        "bada5566-a7aa-401f-bd96-45619a55120d": "1Password",
        "d548826e-79b4-db40-a3d8-11116f7e8349": "Bitwarden",
        "531126d6-e717-415c-9320-3d9aa6981239": "Dashlane",
        "b84e4048-15dc-4dd0-8640-f4f60813c8af": "NordPass",
        "0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6": "Keeper",
        "f3809540-7f14-49c1-a8b3-8f813b225541": "Enpass",
        "50726f74-6f6e-5061-7373-50726f746f6e": "Proton Pass",
        "b78a0a55-6ef8-d246-a042-ba0f6d55050c": "LastPass",
    ]

    /// Describes a passkey, for tests and previews. Real ones come from the server.
    public init(
        id: String, credentialID: Data = Data(), name: String? = nil, createdAt: Date, lastUsedAt: Date? = nil,
        isSynced: Bool = false, isBackedUp: Bool = false, transports: [String] = [], aaguid: String? = nil
    ) {
        self.id = id
        self.credentialID = credentialID
        self.name = name
        self.createdAt = createdAt
        self.lastUsedAt = lastUsedAt
        self.isSynced = isSynced
        self.isBackedUp = isBackedUp
        self.transports = transports
        self.aaguid = aaguid
    }

    init(_ method: AuthenticationMethodAnswer) {
        id = method.id
        credentialID = Data(method.credentialID)
        name = method.name
        createdAt = Date(timeIntervalSince1970: Double(method.createdAt.secondsSince1970))
        lastUsedAt = method.lastUsedAt.map { Date(timeIntervalSince1970: Double($0.secondsSince1970)) }
        isSynced = method.isSynced
        isBackedUp = method.isBackedUp
        transports = method.transports
        aaguid = method.aaguid
    }
}
