// SPDX-License-Identifier: Apache-2.0

/// WebAuthn §8.2, signed by the credential's own key.
enum PackedSelfStatement {
    static func make(_ subject: AttestationSubject) throws(AuthenticatorFailure) -> CBORItem {
        var item: PackedSelfAlteration?
        if case .packedSelf(let altered) = subject.alteration { item = altered }
        let key = subject.credential.key

        var statement = AttestationStatement([("alg", .integer(key.algorithm.rawValue))])
        switch item {
        case .signatureByOtherKey: statement["sig"] = .bytes(try SigningKey(key.algorithm).sign(subject.signedData))
        case .wrongSignedData: statement["sig"] = .bytes(key.sign(subject.authenticatorData))
        default: statement["sig"] = .bytes(key.sign(subject.signedData))
        }
        if item == .algMismatch {
            statement["alg"] = .integer((key.algorithm == .es384 ? KeyAlgorithm.es256 : .es384).rawValue)
        }
        return statement.item(alteredBy: item?.rawValue)
    }
}
