// SPDX-License-Identifier: Apache-2.0

import Cryptography

/// The `fido-u2f` statement, WebAuthn §8.6, of security keys that are older than WebAuthn.
enum FIDOU2FStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: FIDOU2FAlteration?
        if case .fidoU2F(let altered) = subject.alteration { item = altered }
        guard subject.credential.key.algorithm == .es256 else { throw .attestationImpossible(.fidoU2F) }
        let algorithm: KeyAlgorithm =
            switch item {
            case .p384Certificate: .es384
            case .rsaCertificate: .rs256
            default: .es256
            }
        let certificates = try authority.certify(.fidoU2F(), holder: .batch(algorithm), kind: .fidoU2F, for: subject)
        let signer = item == .signatureByOtherKey ? try SigningKey(.es256) : certificates.key

        let chain = certificates.chain + (item == .twoCertificates ? [authority.root.der] : [])
        let statement = AttestationStatement([
            ("sig", .bytes(signer.sign(signedData(subject, alteration: item)))),
            ("x5c", .array(chain.map { .bytes($0) })),
        ])
        return statement.item(alteredBy: item?.rawValue)
    }

    private static func signedData(_ subject: AttestationSubject, alteration item: FIDOU2FAlteration?) -> [UInt8] {
        guard item != .signedPackedStyle, let (x, y) = subject.credential.key.privateKey.publicKey.ellipticPoint else {
            return subject.signedData
        }
        let relyingParty =
            item == .signedOtherRelyingParty
            ? DigestAlgorithm.sha256.hash(Array("attacker.example".utf8)) : subject.relyingPartyIDHash
        let id = item == .signedOtherCredentialId ? Randomness.bytes(32) : subject.credential.id
        let compressed = [2 | (y.last ?? 0) & 1] + x
        return [item == .signedWrongFirstByte ? 1 : 0] + relyingParty + subject.clientDataHash + id
            + (item == .signedCompressedKey ? compressed : [4] + x + y)
    }
}
