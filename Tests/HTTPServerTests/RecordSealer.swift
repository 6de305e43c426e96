// SPDX-License-Identifier: Apache-2.0

import CLibssl

/// Seals TLS 1.2 records of any type with a client's keys. OpenSSL itself sends only the records it needs.
struct RecordSealer: Sendable {
    /// The cipher suite that must be negotiated.
    static let suite = "ECDHE-ECDSA-AES128-GCM-SHA256"

    private let key: [UInt8]
    private let salt: [UInt8]
    /// The next sequence number. The last handshake message had number 0.
    private var number: UInt64 = 1

    /// - Parameter session: an established session over which nothing has been sent.
    init(_ session: OpaquePointer?) {
        var secret = [UInt8](repeating: 0, count: 48)
        SSL_SESSION_get_master_key(SSL_get_session(session), &secret, secret.count)
        var (client, server) = ([UInt8](repeating: 0, count: 32), [UInt8](repeating: 0, count: 32))
        SSL_get_client_random(session, &client, client.count)
        SSL_get_server_random(session, &server, server.count)
        // RFC 5246, sections 5 and 6.3: two keys of 16 bytes and two salts of 4, the client's first.
        let seed = Array("key expansion".utf8) + server + client
        var (block, step): ([UInt8], [UInt8]) = ([], seed)
        while block.count < 40 {
            step = Self.authenticate(step, under: secret)
            block += Self.authenticate(step + seed, under: secret)
        }
        key = Array(block[..<16])
        salt = Array(block[32..<36])
    }

    /// RFC 5246, section 6.2.3.3; RFC 5288, section 3.
    mutating func seal(type: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = Self.bytes(number, count: 8)
        number += 1
        let header: [UInt8] = [type, 3, 3]
        let (sealed, tag) = encrypt(
            content, nonce: salt + count, authenticating: count + header + Self.bytes(UInt64(content.count), count: 2))
        let body = count + sealed + tag
        return header + Self.bytes(UInt64(body.count), count: 2) + body
    }

    private func encrypt(
        _ content: [UInt8], nonce: [UInt8], authenticating additional: [UInt8]
    ) -> (sealed: [UInt8], tag: [UInt8]) {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        var count: Int32 = 0
        var (sealed, tag) = ([UInt8](repeating: 0, count: content.count), [UInt8](repeating: 0, count: 16))
        EVP_EncryptInit_ex(context, EVP_aes_128_gcm(), nil, key, nonce)
        EVP_EncryptUpdate(context, nil, &count, additional, Int32(additional.count))
        EVP_EncryptUpdate(context, &sealed, &count, content, Int32(content.count))
        var rest = [UInt8](repeating: 0, count: 16)
        EVP_EncryptFinal_ex(context, &rest, &count)
        EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, 16, &tag)
        return (sealed, tag)
    }

    private static func authenticate(_ bytes: [UInt8], under secret: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        HMAC(EVP_sha256(), secret, Int32(secret.count), bytes, bytes.count, &digest, nil)
        return digest
    }

    private static func bytes(_ number: UInt64, count: Int) -> [UInt8] {
        (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
    }
}
