// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import Foundation
import Security
import WireFormats

/// A key pair of RSA, as earlier libraries have made it in the keychain.
package struct LegacyKeyPair: SimulatedKeyPair {
    package let publicKey: Data
    private let key: PrivateKey

    /// Returns `nil` if the library doesn't give out the numbers.
    package init?(bits: Int = 2048) {
        key = PrivateKey.generate(.rsa(bits: bits))
        // SubjectPublicKeyInfo is the algorithm and a BIT STRING, which has no unused bits, with the form of PKCS #1.
        var outer = DERReader(key.publicKey.subjectPublicKeyInfo)
        guard var info = try? outer.next()?.reader(), (try? info.next()) != nil,
            let string = try? info.next()
        else { return nil }
        publicKey = Data(string.contents.dropFirst())
    }

    package func signature(for message: Data) -> Data {
        Data(key.sign(Array(message), scheme: .rsaPKCS1(.sha256)))
    }

    /// Whether a signature is that of this key.
    package func isValid(_ signature: Data, for message: Data) -> Bool {
        key.publicKey.isValid(signature: Array(signature), for: Array(message), scheme: .rsaPKCS1(.sha256))
    }
}
