// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import TestSupport
import Testing
import WireFormats

/// A key pair on a device, and what its application signs. It has its own idea of the server's rules.
struct TestDeviceKey: Sendable {
    let key: PrivateKey
    var algorithm: JWSAlgorithm

    init(_ kind: KeyKind = .elliptic(.p256)) {
        key = PrivateKey.generate(kind)
        algorithm = kind == .elliptic(.p256) ? .es256 : .rs256
    }

    /// The key as a request names it.
    var json: JSONObject { JSONWebKey(key.publicKey)?.members ?? [:] }

    func id(of user: String) -> String {
        let thumbprint = DigestAlgorithm.sha256.hash(JSONValue.object(json).serialized())
        let digest = DigestAlgorithm.sha256.hash(Array(user.utf8) + [0x0A] + thumbprint)
        return "device-key|" + Base64URL.encode(Array(digest.prefix(16)))
    }

    /// Signs claims. Members that are `null` are left out.
    func sign(_ claims: JSONObject, header: JSONObject = ["typ": "device-key+jwt"]) -> String {
        CompactJWS.signed(
            payload: JSONValue.object(claims.withoutNulls).serialized(), header: header.withoutNulls, key: key,
            algorithm: algorithm)
    }

    // MARK: Auth0's library

    /// The key as Auth0's library writes it: lines of 64 characters that end with CR.
    var legacyPEM: String {
        let numbers = key.publicKey.rsaComponents
        let contents = Self.integer(numbers?.modulus ?? []) + Self.integer(numbers?.exponent ?? [])
        let text = Base64.encode([0x30] + Self.length(contents.count) + contents)
        var lines: [Substring] = []
        var rest = Substring(text)
        while !rest.isEmpty {
            lines.append(rest.prefix(64))
            rest = rest.dropFirst(64)
        }
        return "-----BEGIN RSA PUBLIC KEY-----\r" + lines.joined(separator: "\r") + "\r-----END RSA PUBLIC KEY-----"
    }

    private static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let padded = (bytes.first ?? 0) >= 0x80 ? [0] + bytes : bytes
        return [0x02] + length(padded.count) + padded
    }

    private static func length(_ count: Int) -> [UInt8] {
        switch count {
        case ..<0x80: [UInt8(count)]
        case ..<0x100: [0x81, UInt8(count)]
        default: [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        }
    }

    /// What Auth0's library signs.
    func legacyAssertion(_ claims: JSONObject) -> String { sign(claims, header: ["typ": "JWT"]) }
}

extension JSONObject {
    var withoutNulls: JSONObject { JSONObject(members.filter { $0.value != .null }) }

    /// The object with other members.
    func with(_ others: JSONObject) -> JSONObject {
        var copy = self
        for member in others.members { copy[member.name] = member.value }
        return copy
    }
}
