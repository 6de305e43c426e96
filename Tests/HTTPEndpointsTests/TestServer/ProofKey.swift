// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPServer
import JOSE
import Testing
import WireFormats

/// The key of an application for proofs of possession.
struct ProofKey: Sendable {
    private let key: PrivateKey
    private let algorithm: JWSAlgorithm

    init(_ key: PrivateKey = .generate(.elliptic(.p256)), algorithm: JWSAlgorithm = .es256) {
        self.key = key
        self.algorithm = algorithm
    }

    /// Returns the request with a proof.
    func proving(_ message: Message, nonce: String? = nil, token: String? = nil, at time: Timestamp) throws -> Message {
        message.setting("DPoP", to: try proof(for: message, nonce: nonce, token: token, at: time))
    }

    func proof(
        for message: Message, nonce: String? = nil, token: String? = nil, at time: Timestamp
    ) throws -> String {
        let path = message.path.prefix { $0 != "?" }
        var claims: JSONObject = [
            "jti": .string(Base64URL.encode(Randomness.bytes(12))), "htm": .string(message.method.rawValue),
            "htu": .string("https://\(message.host)\(path)"), "iat": .number(JSONNumber(time.secondsSince1970)),
        ]
        claims["nonce"] = nonce.map(JSONValue.string)
        claims["ath"] = token.map { .string(Base64URL.encode(DigestAlgorithm.sha256.hash(Array($0.utf8)))) }
        let header: JSONObject = [
            "typ": "dpop+jwt", "jwk": .object(try #require(JSONWebKey(key.publicKey)).members),
        ]
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: header, key: key, algorithm: algorithm)
    }

    /// RFC 7638.
    var thumbprint: String {
        JSONWebKey(key.publicKey).map { Base64URL.encode($0.thumbprint) } ?? ""
    }

    /// Returns the nonce that the token endpoint asks for (RFC 9449, section 8).
    @Sendable static func tokenNonce(_ response: TestResponse) -> String? {
        response.value("error") == "use_dpop_nonce" ? response.headers["DPoP-Nonce"] : nil
    }

    /// Returns the nonce that a resource asks for (RFC 9449, section 9).
    @Sendable static func resourceNonce(_ response: TestResponse) -> String? {
        let asks = response.headers["WWW-Authenticate"]?.contains("error=\"use_dpop_nonce\"") == true
        return asks ? response.headers["DPoP-Nonce"] : nil
    }
}
