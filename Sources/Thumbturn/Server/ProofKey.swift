// SPDX-License-Identifier: Apache-2.0

import ClientContract
import CryptoKit
import Foundation
import Security
import WireFormats

/// The key that tokens are bound to, and the proofs that it signs (DPoP, RFC 9449).
///
/// It is made in the Secure Enclave, which never gives it out: what is stored can be used on this device only. Where
/// there is no enclave, and for sessions of earlier versions, it is a key in the keychain. A session keeps the key that
/// it began with.
actor ProofKey {
    private enum Key {
        case enclave(SecureEnclave.P256.Signing.PrivateKey)
        case software(P256.Signing.PrivateKey)
    }

    private let key: Key
    /// A source of nonces. A server can have different ones for its tokens and for its API.
    private struct Place: Hashable {
        let origin: String
        let isForTokens: Bool
    }

    private var nonces: [Place: String] = [:]

    /// Creates a key.
    init() {
        key = Self.makeEnclaveKey().map(Key.enclave) ?? .software(P256.Signing.PrivateKey())
    }

    /// Returns `nil` where there is no enclave. The key can be used while the session can be read, also in the
    /// background.
    private static func makeEnclaveKey() -> SecureEnclave.P256.Signing.PrivateKey? {
        guard SecureEnclave.isAvailable,
            let access = SecAccessControlCreateWithFlags(
                nil, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly, .privateKeyUsage, nil)
        else { return nil }
        return try? SecureEnclave.P256.Signing.PrivateKey(accessControl: access)
    }

    /// Reads the key of a stored session.
    init?(stored session: JSONObject) {
        if let bytes = Self.bytes(of: session[Self.enclaveName]),
            let key = try? SecureEnclave.P256.Signing.PrivateKey(dataRepresentation: bytes)
        {
            self.key = .enclave(key)
        } else if let bytes = Self.bytes(of: session[Self.softwareName]),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
        {
            self.key = .software(key)
        } else {
            return nil
        }
    }

    private static let enclaveName = "enclave_key"
    private static let softwareName = "key"

    private static func bytes(of value: JSONValue?) -> Data? {
        value?.stringValue.flatMap { Base64URL.decode($0) }.map { Data($0) }
    }

    /// The stored form of the key: the enclave's reference, or the key.
    nonisolated var stored: (name: String, value: String) {
        switch key {
        case .enclave(let key): (Self.enclaveName, Base64URL.encode([UInt8](key.dataRepresentation)))
        case .software(let key): (Self.softwareName, Base64URL.encode([UInt8](key.rawRepresentation)))
        }
    }

    /// The thumbprint of the public key (RFC 7638), which an authorization request announces.
    nonisolated var thumbprint: String {
        // The members in the order of their names, as the RFC wants them.
        let members: JSONObject = [
            "crv": "P-256", "kty": "EC", "x": .string(coordinates.x), "y": .string(coordinates.y),
        ]
        return Base64URL.encode(Array(SHA256.hash(data: Data(JSONValue.object(members).serialized()))))
    }

    /// Returns a proof for one request. Without a nonce, it has the last one that the server has sent.
    func proof(method: String, url: String, token: String?, nonce: String?) throws -> String {
        let address = String(url.prefix { $0 != "?" && $0 != "#" })
        let header: JSONValue = ["typ": "dpop+jwt", "alg": "ES256", "jwk": .object(publicKey)]
        var claims: JSONObject = [
            "jti": .string(UUID().uuidString), "htm": .string(method), "htu": .string(address),
            "iat": .number(JSONNumber(Int64(Date().timeIntervalSince1970))),
        ]
        if let nonce = nonce ?? nonces[Self.place(of: url, token: token)] { claims["nonce"] = .string(nonce) }
        if let token {
            claims["ath"] = .string(Base64URL.encode(Array(SHA256.hash(data: Data(token.utf8)))))
        }
        let parts = [header, .object(claims)].map { Base64URL.encode($0.serialized()) }
        let signed = parts.joined(separator: ".")
        let signature =
            switch key {
            case .enclave(let key): try key.signature(for: Data(signed.utf8))
            case .software(let key): try key.signature(for: Data(signed.utf8))
            }
        return "\(signed).\(Base64URL.encode([UInt8](signature.rawRepresentation)))"
    }

    /// Keeps the nonce of a response. Returns it if the request is to be repeated with it.
    func learnNonce(from response: APIResponse, to url: String, token: String?) -> String? {
        guard let nonce = response["DPoP-Nonce"] else { return nil }
        nonces[Self.place(of: url, token: token)] = nonce
        // The token endpoint says so in its body, and an API in a header field.
        let isWanted =
            response.json?.text("error") == "use_dpop_nonce"
            || response["WWW-Authenticate"]?.contains("use_dpop_nonce") == true
        return isWanted && [400, 401].contains(response.status) ? nonce : nil
    }

    private nonisolated var publicKey: JSONObject {
        ["kty": "EC", "crv": "P-256", "x": .string(coordinates.x), "y": .string(coordinates.y)]
    }

    private nonisolated var coordinates: (x: String, y: String) {
        let publicKey =
            switch key {
            case .enclave(let key): key.publicKey
            case .software(let key): key.publicKey
            }
        let bytes = [UInt8](publicKey.rawRepresentation)
        return (Base64URL.encode(Array(bytes.prefix(32))), Base64URL.encode(Array(bytes.suffix(32))))
    }

    private static func place(of url: String, token: String?) -> Place {
        let origin = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).prefix(3)
        return Place(origin: origin.joined(separator: "/"), isForTokens: token == nil)
    }
}
