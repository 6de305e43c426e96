// SPDX-License-Identifier: Apache-2.0

/// The authenticator data, WebAuthn §6.1, with every part mutable before it is encoded.
struct AuthenticatorData {
    struct Flags: OptionSet {
        let rawValue: UInt8
        static let userPresent = Flags(rawValue: 0x01)
        static let reserved1 = Flags(rawValue: 0x02)
        static let userVerified = Flags(rawValue: 0x04)
        static let backupEligible = Flags(rawValue: 0x08)
        static let backedUp = Flags(rawValue: 0x10)
        static let reserved2 = Flags(rawValue: 0x20)
        static let attestedData = Flags(rawValue: 0x40)
        static let extensionData = Flags(rawValue: 0x80)
    }

    struct AttestedCredential {
        var aaguid: [UInt8]
        var credentialID: [UInt8]
        /// The value of the length field.
        var statedIDLength: Int
        var coseKey: [UInt8]

        init(aaguid: [UInt8], credentialID: [UInt8], coseKey: [UInt8]) {
            self.aaguid = aaguid
            self.credentialID = credentialID
            statedIDLength = credentialID.count
            self.coseKey = coseKey
        }
    }

    var relyingPartyIDHash: [UInt8]
    var flags: Flags
    var signCount: UInt32
    var attested: AttestedCredential?
    /// The CBOR of the extension outputs, or empty for none.
    var extensions: [UInt8] = []
    /// Bytes to append at the end.
    var excess: [UInt8] = []
    /// The length to truncate the result to.
    var truncatedCount: Int?

    mutating func setExtensions(_ outputs: [(CBORItem, CBORItem)]) {
        guard !outputs.isEmpty else { return }
        flags.insert(.extensionData)
        extensions = CBORItem.map(outputs).bytes
    }

    var bytes: [UInt8] {
        var output = relyingPartyIDHash + [flags.rawValue]
        output += (0..<4).reversed().map { UInt8(truncatingIfNeeded: signCount >> (UInt32($0) * 8)) }
        if let attested {
            output += attested.aaguid
            let length = attested.statedIDLength
            output += [UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)]
            output += attested.credentialID + attested.coseKey
        }
        output += extensions + excess
        return truncatedCount.map { Array(output.prefix($0)) } ?? output
    }
}
