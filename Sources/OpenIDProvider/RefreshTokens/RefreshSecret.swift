// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// A refresh token as its client holds it.
struct RefreshSecret: Sendable {
    let text: String

    init() {
        text = Base64URL.encode(Randomness.bytes(32))
    }

    /// Returns `nil` unless the text has the form of a refresh token.
    init?(_ text: String) {
        guard text.utf8.count == 43 else { return nil }
        self.text = text
    }

    /// The digest that is stored. One pass is enough for 256 random bits.
    var hash: [UInt8] {
        DigestAlgorithm.sha256.hash([UInt8](text.utf8))
    }

    /// Seals the successor, so that only a holder of this token can read it. The storage has only its hash.
    func seal(_ successor: RefreshSecret) -> [UInt8] {
        sealingKey.seal([UInt8](successor.text.utf8), authenticating: hash)
    }

    func open(_ sealed: [UInt8]) -> RefreshSecret? {
        sealingKey.open(sealed, authenticating: hash).flatMap { RefreshSecret(String(decoding: $0, as: UTF8.self)) }
    }

    private var sealingKey: AEADKey {
        AEADKey.derived(secret: [UInt8](text.utf8), info: [UInt8]("thumbturn/1 refresh-token successor".utf8))
    }
}
