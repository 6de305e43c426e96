// SPDX-License-Identifier: Apache-2.0

import Crypto
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Checks the access tokens that a server issues for an API.
struct TokenCheck {
    struct Claims: Decodable {
        var iss: String
        var sub: String
        var aud: Audience
        var exp: Double
    }

    /// One audience, or several.
    struct Audience: Decodable {
        var names: [String]

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            names = try (try? [value.decode(String.self)]) ?? value.decode([String].self)
        }
    }

    enum Rejection: Error {
        /// An opaque token, which only the server can read: set the audience of the client.
        case opaque
        case malformed, unknownKey, badSignature, notForThisAPI, expired
    }

    private struct Header: Decodable {
        var alg: String
        var kid: String
    }

    private struct KeySet: Decodable {
        var keys: [Key]

        struct Key: Decodable {
            var kid: String
            var x: String?
            var y: String?
        }
    }

    let issuer: String
    let audience: String
    private let keys: KeySet

    /// Fetches the server's keys. Do it again when a token names an unknown one.
    init(issuer: String, audience: String) async throws {
        guard let url = URL(string: "\(issuer).well-known/jwks.json") else { throw URLError(.badURL) }
        try await self.init(issuer: issuer, audience: audience, keys: URLSession.shared.data(from: url).0)
    }

    init(issuer: String, audience: String, keys: Data) throws {
        (self.issuer, self.audience) = (issuer, audience)
        self.keys = try JSONDecoder().decode(KeySet.self, from: keys)
    }

    func claims(of token: String) throws -> Claims {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3 else { throw Rejection.opaque }
        guard let signature = Data(base64URL: parts[2]) else { throw Rejection.malformed }
        let header = try decode(Header.self, from: parts[0])
        guard header.alg == "ES256", let key = keys.keys.first(where: { $0.kid == header.kid }),
            let x = key.x.flatMap(Data.init(base64URL:)), let y = key.y.flatMap(Data.init(base64URL:))
        else { throw Rejection.unknownKey }
        let publicKey = try P256.Signing.PublicKey(rawRepresentation: x + y)
        let signed = Data("\(parts[0]).\(parts[1])".utf8)
        guard try publicKey.isValidSignature(.init(rawRepresentation: signature), for: signed) else {
            throw Rejection.badSignature
        }
        let claims = try decode(Claims.self, from: parts[1])
        guard claims.iss == issuer, claims.aud.names.contains(audience) else { throw Rejection.notForThisAPI }
        guard claims.exp > Date.now.timeIntervalSince1970 else { throw Rejection.expired }
        return claims
    }

    private func decode<Value: Decodable>(_: Value.Type, from text: String) throws -> Value {
        guard let data = Data(base64URL: text) else { throw Rejection.malformed }
        return try JSONDecoder().decode(Value.self, from: data)
    }
}

extension Data {
    init?(base64URL text: String) {
        let base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: base64 + String(repeating: "=", count: -base64.utf8.count & 3))
    }
}
