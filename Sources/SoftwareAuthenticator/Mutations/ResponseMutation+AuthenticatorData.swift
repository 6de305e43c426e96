// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension ResponseMutation {
    /// The id for a new credential, usually of the profile's length.
    func credentialID(length: Int) -> [UInt8] {
        switch self {
        case .zeroLengthId: []
        // WebAuthn §7.1 allows 1023 bytes at most.
        case .oversizeId: Randomness.bytes(1024)
        // The last byte will be read as the start of the key. It is an integer, because a map might be a key by chance.
        case .idLengthTooSmall: Randomness.bytes(max(1, length) - 1) + [0]
        default: Randomness.bytes(length)
        }
    }

    /// Mutates the authenticator data before it is signed.
    func apply(_ data: inout AuthenticatorData) {
        switch self {
        case .wrongRpIdHash: data.relyingPartyIDHash = DigestAlgorithm.sha256.hash(Array("attacker.example".utf8))
        case .zeroRpIdHash: data.relyingPartyIDHash = [UInt8](repeating: 0, count: 32)
        case .upCleared: data.flags.remove(.userPresent)
        case .uvCleared: data.flags.remove(.userVerified)
        case .bsWithoutBE:
            data.flags.remove(.backupEligible)
            data.flags.insert(.backedUp)
        case .beFlipped: flipBackupEligibility(&data.flags)
        case .bsFlipped: data.flags.formSymmetricDifference(.backedUp)
        case .reservedFlags: data.flags.insert([.reserved1, .reserved2])
        case .counterRollback: data.signCount -= min(2, data.signCount)
        case .counterRepeated: data.signCount -= min(1, data.signCount)
        case .truncatedAuthData: data.truncatedCount = data.bytes.count - 1
        case .shortAuthData: data.truncatedCount = 36
        case .trailingAuthData: data.excess = [0]
        default: mutateVariableParts(&data)
        }
    }

    private func flipBackupEligibility(_ flags: inout AuthenticatorData.Flags) {
        if flags.contains(.backupEligible) {
            // BS without BE would be another fault.
            flags.subtract([.backupEligible, .backedUp])
        } else {
            flags.insert(.backupEligible)
        }
    }

    private func mutateVariableParts(_ data: inout AuthenticatorData) {
        switch self {
        case .idLengthTooLarge: data.attested?.statedIDLength = 0xfff0
        case .idLengthTooSmall: data.attested?.statedIDLength -= 1
        case .attestedDataMissing: data.attested = nil
        case .attestedFlagCleared: data.flags.remove(.attestedData)
        case .attestedDataInAssertion:
            data.flags.insert(.attestedData)
            data.attested = .init(
                aaguid: [UInt8](repeating: 0, count: 16), credentialID: Randomness.bytes(16),
                coseKey: CBORItem.map([(1, 2), (3, -7), (-1, 1)]).bytes)
        case .extensionDataMissing:
            data.flags.insert(.extensionData)
            data.extensions = []
        case .extensionsNotMap:
            data.flags.insert(.extensionData)
            data.extensions = CBORItem.array(["example.extension"]).bytes
        case .trailingExtensionData:
            data.flags.insert(.extensionData)
            data.extensions = CBORItem.map([("example.extension", .bool(true))]).bytes + [0xf4]
        case .unsolicitedExtension:
            data.flags.insert(.extensionData)
            data.extensions = CBORItem.map([("example.extension", .bool(true))]).bytes
        default: break
        }
    }
}
