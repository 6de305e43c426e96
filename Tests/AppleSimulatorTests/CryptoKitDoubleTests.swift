// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import CryptoKit
import Cryptography
import Foundation
import LocalAuthentication
import Security
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

/// Keys of the Secure Enclave that need their owner.
@Suite(.turnLimit)
struct SecureEnclaveDoubleTests {
    private let simulator = AppleSimulator()
    private let message = Data("message".utf8)

    private func key(
        _ flag: SecAccessControlCreateFlags, in context: LAContext? = nil
    ) throws -> SecureEnclave.P256.Signing.PrivateKey {
        let access = try #require(
            SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, [.privateKeyUsage, flag], nil))
        return try SecureEnclave.P256.Signing.PrivateKey(accessControl: access, authenticationContext: context)
    }

    @Test(arguments: [
        (SecAccessControlCreateFlags.userPresence, LAPolicy.deviceOwnerAuthentication),
        (.biometryCurrentSet, .deviceOwnerAuthenticationWithBiometrics),
    ])
    func `a key signs only after its owner has passed`(_ flag: SecAccessControlCreateFlags, _ policy: LAPolicy)
        async throws
    {
        try await simulator.run {
            let stored = try key(flag).dataRepresentation
            let context = LAContext()
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: stored, authenticationContext: context)
            #expect(throws: LAError.self) { try key.signature(for: message) }
            #expect(try await context.evaluatePolicy(policy, localizedReason: "Sign in"))
            let signature = try key.signature(for: message)
            #expect(key.publicKey.isValidSignature(signature, for: message))
            #expect(!key.publicKey.isValidSignature(signature, for: Data("other".utf8)))
            context.invalidate()
            #expect(throws: LAError.self) { try key.signature(for: message) }
        }
    }

    @Test
    func `a key of the enrolled biometrics dies when they change`() async throws {
        try await simulator.run {
            let stored = try key(.biometryCurrentSet).dataRepresentation
            simulator.set { $0.enrolledBiometrics += 1 }
            let context = LAContext()
            _ = try await context.evaluatePolicy(.deviceOwnerAuthenticationWithBiometrics, localizedReason: "Sign in")
            let key = try SecureEnclave.P256.Signing.PrivateKey(
                dataRepresentation: stored, authenticationContext: context)
            #expect(throws: CryptoKitError.self) { try key.signature(for: message) }
        }
    }

    @Test
    func `without a passcode there is no key that needs one`() async throws {
        simulator.set { $0.hasPasscode = false }
        await simulator.run { _ = #expect(throws: LAError.self) { try key(.userPresence) } }
    }

    @Test
    func `a key is worth nothing on another device`() async throws {
        let stored = try await simulator.run { try key(.userPresence).dataRepresentation }
        await AppleSimulator().run {
            _ = #expect(throws: CryptoKitError.self) {
                try SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: stored)
            }
        }
    }
}
