// SPDX-License-Identifier: Apache-2.0

/// Key derivation from a secret (RFC 5869).
package enum HKDF {
    /// Nil when more bytes are asked for than the function can give: 255 times the digest's length.
    package static func derive(
        secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int, _ digest: DigestAlgorithm
    ) -> [UInt8]? {
        guard count >= 0, count <= 255 * digest.byteCount else {
            return nil
        }
        let key = HMAC.authenticationCode(for: secret, key: salt, digest)
        var output: [UInt8] = []
        var block: [UInt8] = []
        var index: UInt8 = 0
        while output.count < count {
            index += 1
            block = HMAC.authenticationCode(for: block + info + [index], key: key, digest)
            output += block
        }
        return [UInt8](output.prefix(count))
    }
}
