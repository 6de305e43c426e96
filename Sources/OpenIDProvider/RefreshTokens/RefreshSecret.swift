// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A refresh token as its client holds it.
struct RefreshSecret: Sendable {
    let text: String

    init() {
        text = Base64URL.encode(Randomness.bytes(32))
    }

    /// Nil for what can't be one of ours.
    init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    /// What is stored. One pass is enough: there are 256 random bits to guess.
    var hash: [UInt8] {
        DigestAlgorithm.sha256.hash([UInt8](text.utf8))
    }

    /// Seals the token that follows this one, for holders of this one alone: the storage has but its hash.
    func seal(_ successor: RefreshSecret) -> [UInt8] {
        sealingKey.seal([UInt8](successor.text.utf8), authenticating: hash)
    }

    func open(_ sealed: [UInt8]) -> RefreshSecret? {
        sealingKey.open(sealed, authenticating: hash).flatMap { RefreshSecret(String(decoding: $0, as: UTF8.self)) }
    }

    private var sealingKey: AEADKey {
        let info = [UInt8]("thumbturn/1 refresh-token successor".utf8)
        guard let bytes = HKDF.derive(secret: [UInt8](text.utf8), salt: [], info: info, count: 32, .sha256),
            let key = AEADKey(bytes: bytes)
        else {
            preconditionFailure("HKDF gives 32 bytes")
        }
        return key
    }
}
