// SPDX-License-Identifier: Apache-2.0

import JOSE
import Testing
import WireFormats

/// A token whose signature was verified with a key that the server publishes.
struct VerifiedToken {
    let algorithm: String
    let type: String?
    let claims: JSONObject

    init(_ text: String, at server: TestServer, host: String = TestServer.host) async throws {
        let jws = try CompactJWS(text)
        let document = try await server.send(.get("/.well-known/jwks.json").at(host)).require(200)
        let keys = try #require(document.value("keys")?.arrayValue)
        let member = try #require(keys.first { $0["kid"] == jws.header["kid"] }?.objectValue)
        try jws.verify(with: JSONWebKey(member).publicKey, algorithms: [.rs256, .es256, .edDSA])
        #expect(member["alg"]?.stringValue == jws.algorithm)
        #expect(member["use"] == "sig")
        algorithm = jws.algorithm
        type = jws.header["typ"]?.stringValue
        claims = try #require(JSONReader.read(jws.payload).objectValue)
    }

    subscript(_ name: String) -> JSONValue? { claims[name] }
}
