// SPDX-License-Identifier: Apache-2.0

/// The three parts of an attestation object and their encoding.
struct AttestationObject {
    var format: String
    var statement: CBORItem
    var authenticatorData: [UInt8]

    var entries: [(CBORItem, CBORItem)] {
        [("fmt", .text(format)), ("attStmt", statement), ("authData", .bytes(authenticatorData))]
    }

    func bytes(applying mutation: ResponseMutation?) throws(AuthenticatorFailure) -> [UInt8] {
        guard let mutation else { return CBORItem.map(entries).bytes }
        if mutation == .flipSignatureBit {
            var copy = self
            copy.statement = try flippedSignature()
            return CBORItem.map(copy.entries).bytes
        }
        guard mutation.stage == .attestationObject else { return CBORItem.map(entries).bytes }
        return mutatedWhole(by: mutation) ?? CBORItem.map(mutatedEntries(by: mutation)).bytes
    }

    private func flippedSignature() throws(AuthenticatorFailure) -> CBORItem {
        guard case .map(var members) = statement,
            let position = members.firstIndex(where: { if case .text("sig") = $0.0 { true } else { false } }),
            case .bytes(let signature) = members[position].1
        else { throw .tamperingNotApplicable(ResponseMutation.flipSignatureBit.name) }
        members[position].1 = .bytes(signature.flippingLastBit)
        return .map(members)
    }

    private func mutatedEntries(by mutation: ResponseMutation) -> [(CBORItem, CBORItem)] {
        var copy = self
        switch mutation {
        case .wrongFormatName: copy.format = "example-format"
        case .formatNameWrongCase: copy.format = format.prefix(1).uppercased() + format.dropFirst()
        case .noneWithStatement:
            copy.format = "none"
            copy.statement = .map([("alg", -7)])
        default: break
        }
        var entries = copy.entries
        switch mutation {
        case .formatNotText: entries[0].1 = 0
        case .missingFormat: entries.remove(at: 0)
        case .missingStatement: entries.remove(at: 1)
        case .missingAuthData: entries.remove(at: 2)
        case .authDataAsText: entries[2].1 = .text(Base64Text.url(authenticatorData))
        case .extraAttestationKey: entries.append(("example", .bool(true)))
        default: break
        }
        return entries
    }

    /// Mutates the encoding as a whole. Returns `nil` if the mutation is about one of the entries.
    private func mutatedWhole(by mutation: ResponseMutation) -> [UInt8]? {
        let regular = CBORItem.map(entries).bytes
        return switch mutation {
        case .trailingCBOR: regular + [0]
        case .truncatedAttestationObject: regular.dropLast()
        case .emptyAttestationObject: []
        case .attestationObjectNotMap: CBORItem.array(entries.map(\.1)).bytes
        case .duplicateAttestationKey: CBORItem.mapAsWritten([entries[0]] + entries).bytes
        case .attestationKeyOrder: CBORItem.mapAsWritten(entries.reversed()).bytes
        case .indefiniteLengthCBOR: [0xbf] + regular.dropFirst() + [0xff]
        // The head of a map of three entries, with the count in a byte of its own.
        case .nonMinimalLength: [0xb8, 3] + regular.dropFirst()
        // Tag 55799, "self-described CBOR".
        case .taggedCBOR: [0xd9, 0xd9, 0xf7] + regular
        case .reservedCBOR: CBORItem.map([entries[0], ("attStmt", .encoded([0xbc])), entries[2]]).bytes
        // A byte string that claims 2^63 - 1 bytes.
        case .lengthBomb:
            CBORItem.map([entries[0], entries[1]]).bytes.replacingFirst(with: 0xa3) + CBORItem.text("authData").bytes
                + [0x5b, 0x7f] + [UInt8](repeating: 0xff, count: 7)
        case .depthBomb:
            CBORItem.map([
                entries[0], ("attStmt", .encoded([UInt8](repeating: 0x81, count: 20_000) + [0])), entries[2],
            ]).bytes
        default: nil
        }
    }
}

extension [UInt8] {
    /// The same bytes with the lowest bit of the last one changed.
    var flippingLastBit: [UInt8] { last.map { dropLast() + [$0 ^ 1] } ?? [] }

    fileprivate func replacingFirst(with byte: UInt8) -> [UInt8] { [byte] + dropFirst() }
}
