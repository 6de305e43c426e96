// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import CryptoKit
import Cryptography
import Foundation
import TestLimits
import Testing

@Suite(.turnLimit)
struct CryptoKitDoubleTests {
    @Test(arguments: [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ])
    func `a digest is the published one`(message: String, digest: String) {
        let bytes = SHA256.hash(data: Data(message.utf8))
        #expect(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() == digest)
    }

    @Test(arguments: 0...130)
    func `a digest of every length around the blocks is OpenSSL's`(length: Int) {
        let message = [UInt8](repeating: 0x61, count: length)
        #expect(Array(SHA256.hash(data: Data(message))) == DigestAlgorithm.sha256.hash(message))
    }

    @Test
    func `a digest of parts is the digest of the whole`() {
        var hash = SHA256()
        for part in [0, 1, 62, 64, 65, 3] { hash.update(data: Data(repeating: 0x61, count: part)) }
        #expect(Array(hash.finalize()) == Array(SHA256.hash(data: Data(repeating: 0x61, count: 195))))
    }

    @Test
    func `OpenSSL verifies a signature of a new key`() async throws {
        try await AppleSimulator().run {
            let key = P256.Signing.PrivateKey()
            let message = Data("message".utf8)
            let point = Array(key.publicKey.rawRepresentation)
            let publicKey = try PublicKey.elliptic(.p256, x: Array(point[..<32]), y: Array(point[32...]))
            let signature = Array(try key.signature(for: message).rawRepresentation)
            #expect(publicKey.isValid(rawECDSASignature: signature, for: Array(message), digest: .sha256))
            #expect(Array(key.publicKey.x963Representation) == [4] + point)
        }
    }

    @Test
    func `a stored key has the same public key`() async throws {
        try await AppleSimulator().run {
            let key = P256.Signing.PrivateKey()
            let again = try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
            #expect(again.publicKey.rawRepresentation == key.publicKey.rawRepresentation)
            #expect(throws: CryptoKitError.self) { try P256.Signing.PrivateKey(rawRepresentation: Data(count: 32)) }
        }
    }
}
