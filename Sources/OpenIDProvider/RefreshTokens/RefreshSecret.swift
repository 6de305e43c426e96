// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import WireFormats

/// The text of a refresh token, which only its client has.
struct RefreshSecret: Sendable {
    let text: String
    /// The hash to store, after the time that the text begins with. One pass suffices for 256 random bits.
    let hash: [UInt8]

    /// Creates a token. It begins with the time, so that a storage that orders tokens by their hashes writes new ones
    /// next to each other.
    init(at time: Timestamp) {
        let prefix = TimeOrderedID.prefix(at: time)
        self.init(Base64URL.encode(Randomness.bytes(32, after: prefix)), prefix: prefix)
    }

    /// Returns `nil` unless the text has the form of a refresh token. Older tokens have no prefix.
    init?(_ text: String) {
        switch text.utf8.count {
        case 43: self.init(text, prefix: [])
        case 51:
            guard let prefix = Base64URL.decode(text.utf8.prefix(8)) else { return nil }
            self.init(text, prefix: prefix)
        default: return nil
        }
    }

    private init(_ text: String, prefix: [UInt8]) {
        self.text = text
        hash = prefix + DigestAlgorithm.sha256.hash([UInt8](text.utf8))
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
