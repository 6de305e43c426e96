// SPDX-License-Identifier: Apache-2.0

import AppleSimulator
import Foundation
import LocalAuthentication
import TestLimits
import Testing
import WireFormats

@testable import Thumbturn

/// Keys of earlier libraries, and the identifiers of keys.
@MainActor @Suite(.turnLimit)
struct LegacyDeviceKeyTests {
    private let tests = DeviceKeyTests()
    private let pair: LegacyKeyPair

    init() throws { pair = try #require(LegacyKeyPair()) }

    @Test func `the identifier of a key follows from its user and its thumbprint`() throws {
        // The keys of RFC 7515, appendix A.3, and of RFC 7638, section 3.1. The identifiers were computed apart from this.
        let elliptic: JSONObject = [
            "crv": "P-256", "kty": "EC", "x": "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU",
            "y": "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0",
        ]
        #expect(DeviceKeyID.text(for: "auth|1", publicKey: elliptic) == "device-key|k2j_2DBaZK4BeDiwcsQnEw")
        let der = try #require(Data(base64Encoded: Self.publicKey))
        let signer = try LegacySigner(LegacyDeviceKey(user: "auth|1", publicKey: der) { $0 })
        #expect(signer.publicKey["e"] == "AQAB")
        #expect(DeviceKeyID.text(for: "auth|1", publicKey: signer.publicKey) == "device-key|XiYHZiBt6ukPrKZfek3YXw")
    }

    @Test func `a legacy key signs its user in, who then creates a passkey`() async throws {
        let server = DeviceKeyServer()
        let pair = pair
        let legacy = LegacyDeviceKey(user: DeviceKeyServer.user, publicKey: pair.publicKey) {
            pair.signature(for: $0)
        }
        let passkey = try await tests.device.run {
            try await tests.client(of: server).deviceKeys.upgrade(legacy: legacy, reason: "Replace Touch ID")
        }
        #expect(passkey.id == "passkey|1")
        #expect(tests.device.records.evaluations.map(\.reason) == ["Replace Touch ID"])
        let body = try #require(server.bodies(to: "POST /oauth/token").first)
        let parts = (body["assertion"]?.stringValue ?? "").split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        let bytes = try parts.map { try #require(Base64URL.decode($0)) }
        #expect(pair.isValid(Data(bytes[2]), for: Data("\(parts[0]).\(parts[1])".utf8)))
        let header = try JSONReader.read(bytes[0])
        let id = DeviceKeyID.text(for: DeviceKeyServer.user, publicKey: try LegacySigner(legacy).publicKey)
        #expect(header == ["alg": "RS256", "typ": "device-key+jwt", "kid": .string(id)])
        #expect(try JSONReader.read(bytes[1])["sub"] == .string(DeviceKeyServer.user))
    }

    @Test func `a legacy key whose owner does not pass signs nothing`() async {
        let server = DeviceKeyServer()
        tests.device.set { $0.biometrics = .fails }
        let legacy = LegacyDeviceKey(user: DeviceKeyServer.user, publicKey: pair.publicKey) { _ in
            Issue.record("it has signed")
            return Data()
        }
        await #expect(throws: PasskeyError.biometricsFailed) {
            try await tests.device.run {
                try await tests.client(of: server).deviceKeys.upgrade(legacy: legacy, reason: "Replace Touch ID")
            }
        }
        #expect(!server.routes.contains("POST /oauth/token"))
    }

    @Test func `a legacy key that can't sign says why`() async {
        let failures: [(any Error, PasskeyError)] = [
            (LAError(.authenticationFailed), .biometricsFailed), (PasskeyError.network, .network),
            (CancellationError(), .canceled),
        ]
        for (failure, expected) in failures {
            let legacy = LegacyDeviceKey(user: DeviceKeyServer.user, publicKey: pair.publicKey) { _ in throw failure }
            await #expect(throws: expected) {
                try await tests.device.run {
                    try await tests.client(of: DeviceKeyServer()).deviceKeys.upgrade(legacy: legacy, reason: "Replace")
                }
            }
        }
    }

    @Test func `a public key in another form is a mistake of the developer`() async {
        for bytes in [Data(), Data("ssh-rsa".utf8), pair.publicKey.dropLast(), pair.publicKey + [0]] {
            let legacy = LegacyDeviceKey(user: DeviceKeyServer.user, publicKey: Data(bytes)) { $0 }
            let error = await #expect(throws: PasskeyError.self) {
                try await tests.device.run {
                    try await tests.client(of: DeviceKeyServer()).deviceKeys.upgrade(legacy: legacy, reason: "Replace")
                }
            }
            #expect(error?.name == "misconfigured")
        }
    }

    private static let publicKey = """
        MIIBCgKCAQEA0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc/BJECPebWKRXj\
        BZCiFV4n3oknjhMstn64tZ/2W+5JsGY4Hc5n9yBXArwl93lqt7/RN5w6Cf0h4QyQ5v+65YGjQR0/FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7\
        d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt+bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ+G/xBniIqbw0Ls1jF44+csFC\
        ur+kEgU8awapJzKnqDKgwIDAQAB
        """
}
