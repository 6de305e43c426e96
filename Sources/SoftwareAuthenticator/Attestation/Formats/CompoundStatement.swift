// SPDX-License-Identifier: Apache-2.0

/// The `compound` statement, WebAuthn §8.9: several statements about one credential.
enum CompoundStatement {
    /// The statement whose parts `buildPart` makes from a kind and that part's own alteration.
    static func make(
        _ subject: AttestationSubject, parts: [AttestationKind],
        buildPart: (AttestationKind, AttestationAlteration?) throws(AuthenticatorFailure) -> CBORItem
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: CompoundAlteration?
        if case .compound(let altered) = subject.alteration { item = altered }
        var elements: [[(CBORItem, CBORItem)]] = []
        for (position, kind) in parts.enumerated() {
            let isInvalid = item == .allInvalid || (item == .oneInvalid && position == parts.count - 1)
            let statement = try buildPart(kind, isInvalid ? kind.simplestFault : nil)
            elements.append([("fmt", .text(kind.formatIdentifier)), ("attStmt", statement)])
        }
        guard var first = elements.first else { throw .attestationImpossible(.compound) }
        switch item {
        case .unknownFormat: first[0].1 = "example-format"
        case .missingFormat: first.remove(at: 0)
        case .missingElementStatement: first.remove(at: 1)
        case .nested: first = [("fmt", "compound"), ("attStmt", .array(elements.map { .map($0) }))]
        default: break
        }
        let items = [.map(first)] + elements.dropFirst().map { CBORItem.map($0) }
        switch item {
        case .empty: return .array([])
        case .oneElement: return .array([items[0]])
        case .elementNotMap: return .array([.text("packed")] + items.dropFirst())
        case .statementNotArray: return items[0]
        default: return .array(items)
        }
    }
}

extension AttestationKind {
    /// An alteration that invalidates a statement of this kind.
    fileprivate var simplestFault: AttestationAlteration? {
        switch self {
        case .none: AttestationAlteration.none(.nonEmptyStatement)
        case .packedSelf: .packedSelf(.badSignature)
        case .packed: .packed(.badSignature)
        case .tpm: .tpm(.badSignature)
        case .androidKey: .androidKey(.badSignature)
        case .androidSafetyNet: .androidSafetyNet(.badSignature)
        case .apple: .apple(.wrongNonce)
        case .fidoU2F: .fidoU2F(.badSignature)
        case .compound: nil
        }
    }
}
