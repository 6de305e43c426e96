// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import Testing
import WireFormats

@Suite struct CompactJWSTests {
    /// RFC 7515, A.3.
    static let es256 =
        "eyJhbGciOiJFUzI1NiJ9."
        + "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ."
        + "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
    static let es256Key = (
        x: "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU", y: "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"
    )

    let key = PrivateKey.generate(.elliptic(.p256))

    private func token(_ header: String, payload: String = "{}") -> String {
        let text = Base64URL.encode([UInt8](header.utf8)) + "." + Base64URL.encode([UInt8](payload.utf8))
        return text + "." + Base64URL.encode(key.signRaw([UInt8](text.utf8), digest: .sha256))
    }

    private func rejection(_ token: String, algorithms: [JWSAlgorithm] = [.es256]) -> JWSRejection? {
        do throws(JWSRejection) {
            try CompactJWS(token).verify(with: key.publicKey, algorithms: algorithms)
            return nil
        } catch {
            return error
        }
    }

    @Test func `the token of RFC 7515, A.3, is verified`() throws {
        let key = try PublicKey.elliptic(
            .p256, x: #require(Base64URL.decode(Self.es256Key.x)), y: #require(Base64URL.decode(Self.es256Key.y)))
        let jws = try CompactJWS(Self.es256)
        #expect(throws: Never.self) { try jws.verify(with: key, algorithms: [.es256]) }
        #expect(jws.algorithm == "ES256")
        #expect(jws.payload.starts(with: [UInt8](#"{"iss":"joe","#.utf8)))
    }

    @Test func `the token of RFC 8037, A.4, is verified`() throws {
        let key = try PublicKey.edwards(
            .ed25519, bytes: #require(Base64URL.decode("11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo")))
        let jws = try CompactJWS(
            "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc."
                + "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
        #expect(throws: Never.self) { try jws.verify(with: key, algorithms: [.edDSA]) }
        #expect(jws.payload == [UInt8]("Example of Ed25519 signing".utf8))
    }

    @Test func `a signed token is verified and keeps its header`() throws {
        let text = CompactJWS.signed(
            payload: [1, 2], header: ["kid": "7", "alg": "none"], key: key, algorithm: .es256)
        let jws = try CompactJWS(text)
        #expect(throws: Never.self) { try jws.verify(with: key.publicKey, algorithms: [.es256]) }
        #expect(jws.header == ["alg": "ES256", "kid": "7"])
        #expect(jws.payload == [1, 2])
    }

    @Test(arguments: 0..<7)
    func `a prepared header is signed with payloads of any length`(count: Int) throws {
        let header = JWSHeader(["typ": "JWT", "kid": "7"], algorithm: .es256)
        let payload = [UInt8](repeating: 1, count: count)
        let text = CompactJWS.signed(payload: payload, header: header, key: key)
        // {"alg":"ES256","typ":"JWT","kid":"7"}
        #expect(text.hasPrefix("eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6IjcifQ." + Base64URL.encode(payload) + "."))
        let jws = try CompactJWS(text)
        #expect(throws: Never.self) { try jws.verify(with: key.publicKey, algorithms: [.es256]) }
        #expect(jws.payload == payload)
    }

    @Test func `a token is read from bytes like from text`() throws {
        #expect(try CompactJWS([UInt8](Self.es256.utf8)) == CompactJWS(Self.es256))
    }

    @Test func `an empty payload can be signed`() throws {
        let jws = try CompactJWS(CompactJWS.signed(payload: [], key: key, algorithm: .es256))
        #expect(throws: Never.self) { try jws.verify(with: key.publicKey, algorithms: [.es256]) }
    }

    @Test func `a changed payload has an invalid signature`() throws {
        let parts = token(#"{"alg":"ES256"}"#).split(separator: ".")
        #expect(rejection("\(parts[0]).e30K.\(parts[2])") == .signatureInvalid)
    }

    @Test func `a changed header has an invalid signature`() throws {
        let parts = token(#"{"alg":"ES256"}"#).split(separator: ".")
        let header = Base64URL.encode([UInt8](#"{"alg":"ES256","kid":"1"}"#.utf8))
        #expect(rejection("\(header).\(parts[1]).\(parts[2])") == .signatureInvalid)
    }

    @Test func `an empty signature is invalid`() throws {
        let parts = token(#"{"alg":"ES256"}"#).split(separator: ".")
        #expect(rejection("\(parts[0]).\(parts[1]).") == .signatureInvalid)
    }

    @Test func `an algorithm that the caller did not name is not allowed`() {
        #expect(rejection(token(#"{"alg":"ES256"}"#), algorithms: [.es384, .rs256]) == .algorithmNotAllowed)
        #expect(rejection(token(#"{"alg":"ES256"}"#), algorithms: []) == .algorithmNotAllowed)
    }

    @Test(arguments: ["none", "HS256", "unheard of", ""])
    func `an algorithm that is not in the table is not allowed`(name: String) {
        #expect(rejection(token(#"{"alg":"\#(name)"}"#), algorithms: JWSAlgorithm.all) == .algorithmNotAllowed)
    }

    @Test func `the signature is invalid for an algorithm that doesn't fit the key`() {
        #expect(rejection(token(#"{"alg":"RS256"}"#), algorithms: JWSAlgorithm.all) == .signatureInvalid)
    }

    @Test(arguments: [#""crit":["b64"],"b64":false"#, #""crit":[]"#, #""crit":null"#])
    func `critical headers are rejected`(members: String) {
        #expect(rejection(token(#"{"alg":"ES256",\#(members)}"#)) == .criticalHeaderNotUnderstood)
    }

    @Test(arguments: [
        "", "null", "[]", #"{"alg":7}"#, "{}", #"{"alg":"ES256","alg":"ES256"}"#, #"{"alg":"ES256"} x"#,
        #"{"alg":"ES256","a":1,"\u0061":2}"#,
    ])
    func `a malformed header is rejected`(header: String) {
        #expect(rejection(token(header)) == .malformed)
    }

    @Test(arguments: [
        "", ".", "..", "...", "e30", "e30.e30", "eyJhbGciOiJFUzI1NiJ9.e30.AA.AA", "eyJhbGciOiJFUzI1NiJ9.e30.A",
        "eyJhbGciOiJFUzI1NiJ9.e30=.AA", "eyJhbGciOiJFUzI1NiJ9.e30.+/", "eyJhbGciOiJFUzI1NiJ9 .e30.AA",
        "eyJhbGciOiJFUzI1NiJ9.e30.AB",
    ])
    func `text of another form is rejected`(text: String) {
        #expect(throws: JWSRejection.malformed) { try CompactJWS(text) }
    }
}
