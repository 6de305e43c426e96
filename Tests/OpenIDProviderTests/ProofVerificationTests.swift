// SPDX-License-Identifier: Apache-2.0

import Cryptography
import IdentityModel
import JOSE
import OpenIDProvider
import TestStorage
import Testing
import WireFormats

@Suite struct ProofVerificationTests {
    static let now = Timestamp(secondsSince1970: 1_562_262_616)
    static let url = "https://server.example.com/token"

    let key = PrivateKey.generate(.elliptic(.p256))
    let nonces = ProofNonces(master: ProviderFixture.master, host: "server.example.com")

    private func verification(_ policy: ProofVerification.NoncePolicy = .checkedIfPresent) -> ProofVerification {
        ProofVerification(nonces: nonces, noncePolicy: policy)
    }

    private func claims(_ changes: JSONObject = [:]) -> JSONObject {
        var claims: JSONObject = [
            "jti": .string(Base64URL.encode(Randomness.bytes(8))), "htm": "POST", "htu": .string(Self.url),
            "iat": .number(JSONNumber(Self.now.secondsSince1970)),
        ]
        for member in changes.members { claims[member.name] = member.value }
        return claims
    }

    private func proof(
        _ claims: JSONObject, header changes: JSONObject = [:], algorithm: JWSAlgorithm = .es256, key: PrivateKey? = nil
    ) throws -> String {
        let key = key ?? self.key
        let jwk = try #require(JSONWebKey(key.publicKey))
        var header: JSONObject = ["typ": "dpop+jwt", "jwk": .object(jwk.members)]
        for member in changes.members { header[member.name] = member.value == .null ? nil : member.value }
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: header, key: key, algorithm: algorithm)
    }

    private func request(token: String? = nil) -> ProofVerification.Request {
        ProofVerification.Request(method: "POST", url: Self.url, accessToken: token, purpose: .token)
    }

    private func rejection(
        _ proofs: String..., request: ProofVerification.Request? = nil,
        policy: ProofVerification.NoncePolicy = .checkedIfPresent, at time: Timestamp = now
    ) -> DPoPRejection? {
        do throws(DPoPRejection) {
            _ = try verification(policy).verify(proofs, for: request ?? self.request(), at: time)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Accepted

    @Test func `the example of RFC 9449, section 4.1, verifies with the thumbprint of section 6.1`() throws {
        let text =
            "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0Rs"
            + "cEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2"
            + "In19.eyJqdGkiOiItQndDM0VTYzZhY2MybFRjIiwiaHRtIjoiUE9TVCIsImh0dSI6Imh0dHBzOi8vc2VydmVyLmV4YW1wbGUuY29tL3Rva2Vu"
            + "IiwiaWF0IjoxNTYyMjYyNjE2fQ.2-GxA6T8lP4vfrg8v-FdWP0A0zdrj8igiMLvqRMUvwnQg4PtFLbdLXiOSsX0x7NVY-FNyJK70nfbV37xR"
            + "ZT3Lg"
        let proof = try #require(try verification().verify([text], for: request(), at: Self.now))
        #expect(Base64URL.encode(proof.thumbprint) == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
    }

    @Test func `the example of RFC 9449, section 7.1, verifies with its access token`() throws {
        let text =
            "eyJ0eXAiOiJkcG9wK2p3dCIsImFsZyI6IkVTMjU2IiwiandrIjp7Imt0eSI6IkVDIiwieCI6Imw4dEZyaHgtMzR0VjNoUklDUkRZOXpDa0Rs"
            + "cEJoRjQyVVFVZldWQVdCRnMiLCJ5IjoiOVZFNGpmX09rX282NHpiVFRsY3VOSmFqSG10NnY5VERWclUwQ2R2R1JEQSIsImNydiI6IlAtMjU2"
            + "In19.eyJqdGkiOiJlMWozVl9iS2ljOC1MQUVCIiwiaHRtIjoiR0VUIiwiaHR1IjoiaHR0cHM6Ly9yZXNvdXJjZS5leGFtcGxlLm9yZy9wcm90"
            + "ZWN0ZWRyZXNvdXJjZSIsImlhdCI6MTU2MjI2MjYxOCwiYXRoIjoiZlVIeU8ycjJaM0RaNTNFc05yV0JiMHhXWG9hTnk1OUlpS0NBcWtzbVFF"
            + "byJ9.2oW9RP35yRqzhrtNP86L-Ey71EOptxRimPPToA1plemAgR6pxHF8y6-yqyVnmcw6Fy1dqd-jfxSYoMxhAJpLjA"
        let request = ProofVerification.Request(
            method: "GET", url: "https://resource.example.org/protectedresource",
            accessToken: "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU", purpose: .resource)
        #expect(rejection(text, request: request) == nil)
    }

    @Test(arguments: [
        (JWSAlgorithm.es256, KeyKind.elliptic(.p256)), (.es384, .elliptic(.p384)), (.edDSA, .edwards(.ed25519)),
    ])
    func `every published algorithm verifies`(algorithm: JWSAlgorithm, kind: KeyKind) throws {
        #expect(try rejection(proof(claims(), algorithm: algorithm, key: .generate(kind))) == nil)
    }

    @Test func `a request without a proof has none`() throws {
        #expect(try verification(.required).verify([], for: request(), at: Self.now) == nil)
    }

    // MARK: Rejected

    @Test func `two proofs are rejected`() throws {
        let text = try proof(claims())
        #expect(rejection(text, text) == .severalProofs)
    }

    @Test func `text that is not a signed JWT is rejected`() throws {
        #expect(rejection("") == .malformed(.malformed))
        #expect(rejection("a.b.c") == .malformed(.malformed))
        #expect(try rejection(proof(claims(["pad": .string(String(repeating: "a", count: 5000))]))) == nil)
        let long = try proof(claims(["pad": .string(String(repeating: "a", count: 8000))]))
        #expect(rejection(long) == .malformed(.malformed))
        #expect(
            try rejection(proof(claims(), header: ["crit": ["exp"]])) == .malformed(.criticalHeaderNotUnderstood))
    }

    @Test(arguments: ["JWT", "DPoP+JWT", "at+jwt", .null] as [JSONValue])
    func `a proof of another type is rejected`(type: JSONValue) throws {
        #expect(try rejection(proof(claims(), header: ["typ": type])) == .typeNotProof)
    }

    @Test func `a proof with an unsupported algorithm is rejected`() throws {
        let key = PrivateKey.generate(.rsa(bits: 2048))
        #expect(try rejection(proof(claims(), algorithm: .rs256, key: key)) == .algorithmNotAllowed("RS256"))
        let parts = try proof(claims()).split(separator: ".")
        let header = Base64URL.encode([UInt8](#"{"typ":"dpop+jwt","alg":"none","jwk":{}}"#.utf8))
        #expect(rejection("\(header).\(parts[1]).") == .algorithmNotAllowed("none"))
    }

    @Test func `a proof without its key is rejected`() throws {
        #expect(try rejection(proof(claims(), header: ["jwk": .null])) == .keyMissing)
        #expect(try rejection(proof(claims(), header: ["jwk": "x"])) == .keyMissing)
    }

    @Test func `a proof with a private key is rejected`() throws {
        var jwk = try #require(JSONWebKey(key.publicKey)).members
        jwk["d"] = "AQAB"
        #expect(try rejection(proof(claims(), header: ["jwk": .object(jwk)])) == .keyNotAcceptable(.privateKey))
    }

    @Test func `a proof with a symmetric key is rejected`() throws {
        let jwk: JSONValue = ["kty": "oct", "k": "AQAB"]
        #expect(try rejection(proof(claims(), header: ["jwk": jwk])) == .keyNotAcceptable(.privateKey))
    }

    @Test func `a proof signed by another key is rejected`() throws {
        let other = try #require(JSONWebKey(PrivateKey.generate(.elliptic(.p256)).publicKey)).members
        #expect(try rejection(proof(claims(), header: ["jwk": .object(other)])) == .signatureInvalid)
    }

    @Test(arguments: ["jti", "htm", "htu", "iat"])
    func `a proof without a required claim is rejected`(name: String) throws {
        var claims = claims()
        claims[name] = nil
        #expect(try rejection(proof(claims)) == .claimsMalformed)
        claims[name] = ["a"]
        #expect(try rejection(proof(claims)) == .claimsMalformed)
    }

    @Test func `a proof's identifier is neither empty nor too long`() throws {
        #expect(try rejection(proof(claims(["jti": ""]))) == .identifierMissing)
        let long = String(repeating: "a", count: 257)
        #expect(try rejection(proof(claims(["jti": .string(long)]))) == .identifierMissing)
    }

    @Test(arguments: ["GET", "post", "POST "])
    func `a proof for another method is rejected`(method: String) throws {
        #expect(try rejection(proof(claims(["htm": .string(method)]))) == .methodMismatch)
    }

    @Test(arguments: [
        "https://server.example.com/tokens", "https://server.example.org/token", "http://server.example.com/token",
        "https://server.example.com:444/token", "https://server.example.com/Token", "https://server.example.com",
        "https://a@server.example.com/token", "/token", "", "https:server.example.com/token",
    ])
    func `a proof for another URL is rejected`(url: String) throws {
        #expect(try rejection(proof(claims(["htu": .string(url)]))) == .targetMismatch)
    }

    @Test func `a proof for another token is rejected`() throws {
        #expect(try rejection(proof(claims()), request: request(token: "a")) == .tokenHashMissing)
        let hash = Base64URL.encode(DigestAlgorithm.sha256.hash([UInt8]("b".utf8)))
        let text = try proof(claims(["ath": .string(hash)]))
        #expect(rejection(text, request: request(token: "a")) == .tokenHashMismatch)
        #expect(rejection(text, request: request(token: "b")) == nil)
    }

    @Test(arguments: [
        (-301 as Int64, DPoPRejection.issuedTooLongAgo(seconds: 301)), (6, .issuedInFuture(seconds: 6)),
    ])
    func `a proof from another time is rejected`(offset: Int64, expected: DPoPRejection) throws {
        let issuedAt = JSONValue.number(JSONNumber(Self.now.secondsSince1970 + offset))
        #expect(try rejection(proof(claims(["iat": issuedAt]))) == expected)
    }

    @Test(arguments: ["9223372036854775807", "-9223372036854775808", "1e400", "-1e300"])
    func `an issue time out of range is rejected without overflow`(text: String) throws {
        let number = JSONValue.number(try #require(JSONNumber(text)))
        #expect(try rejection(proof(claims(["iat": number]))) == .claimsMalformed)
    }

    @Test(arguments: [-300, 0, 5] as [Int64])
    func `small clock differences are tolerated`(offset: Int64) throws {
        let issuedAt = JSONValue.number(JSONNumber(Self.now.secondsSince1970 + offset))
        #expect(try rejection(proof(claims(["iat": issuedAt]))) == nil)
    }

    @Test func `a fractional issue time is accepted`() throws {
        let issuedAt = JSONValue.number(try #require(JSONNumber("1562262616.75")))
        #expect(try rejection(proof(claims(["iat": issuedAt]))) == nil)
    }

    // MARK: Nonces

    @Test func `a nonce is demanded where it is required`() throws {
        let rejection = try #require(try rejection(proof(claims()), policy: .required))
        #expect(rejection == .nonceMissing)
        #expect(OAuthFailure.proofNotAccepted(rejection).error == "use_dpop_nonce")
    }

    @Test func `a nonce is bound to its purpose, host and time`() throws {
        let nonce = nonces.current(.token, at: Self.now)
        #expect(try rejection(proof(claims(["nonce": .string(nonce)])), policy: .required) == nil)
        let other = ProofNonces(master: ProviderFixture.master, host: "other.example.com").current(.token, at: Self.now)
        let resource = nonces.current(.resource, at: Self.now)
        for wrong in [other, resource, "", nonce + "a", String(nonce.dropLast())] {
            let rejection = try #require(try rejection(proof(claims(["nonce": .string(wrong)]))))
            #expect(rejection == .nonceNotCurrent)
            #expect(rejection.asksForNonce)
        }
    }

    @Test func `a nonce is accepted for one period after its own`() {
        let start = Timestamp(secondsSince1970: 150 * 1_000_000)
        let nonce = nonces.current(.token, at: start)
        let isCurrent = { seconds in
            nonces.isCurrent(nonce, for: .token, at: Timestamp(secondsSince1970: start.secondsSince1970 + seconds))
        }
        #expect(isCurrent(0) && isCurrent(149) && isCurrent(150) && isCurrent(299))
        #expect(!isCurrent(300) && !isCurrent(-1))
    }

    @Test func `a proof rejected for its nonce is not consumed`() throws {
        let text = try proof(claims())
        #expect(rejection(text, policy: .required) == .nonceMissing)
        #expect(rejection(text) == nil)
    }

    // MARK: Replays

    private func consume(_ text: String, in storage: any Storage) async throws -> OAuthFailure? {
        let proof = try #require(try verification().verify([text], for: request(), at: Self.now))
        return await failure { try await proof.consume(in: storage) }
    }

    @Test func `a proof works once`() async throws {
        let text = try proof(claims())
        try await withStorage { storage in
            let failures = [try await consume(text, in: storage), try await consume(text, in: storage)]
            #expect(failures == [nil, .proofNotAccepted(.replayed)])
        }
    }

    @Test func `two keys may use the same identifier`() async throws {
        let claims = claims()
        let texts = try [proof(claims), proof(claims, key: .generate(.elliptic(.p256)))]
        try await withStorage { storage in
            for text in texts {
                let failure = try await consume(text, in: storage)
                #expect(failure == nil)
            }
        }
    }

    @Test func `a proof is remembered until it is too old`() async throws {
        let text = try proof(claims(["iat": .number(JSONNumber(Self.now.secondsSince1970 + 5))]))
        let last = Timestamp(secondsSince1970: Self.now.secondsSince1970 + 305)
        #expect(rejection(text, at: last) == nil)
        try await withStorage { storage in
            #expect(try await consume(text, in: storage) == nil)
            try await storage.withTransaction { _ = try $0.oneTime.removeExpired(before: last, limit: 10) }
            #expect(try await consume(text, in: storage) == .proofNotAccepted(.replayed))
        }
    }

    @Test func `one of sixteen concurrent uses of a proof succeeds`() async throws {
        let text = try proof(claims())
        try await withStorage { storage in
            let accepted = try await withThrowingTaskGroup(of: Bool.self) { group in
                for _ in 0..<16 { group.addTask { try await consume(text, in: storage) == nil } }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(accepted == 1)
        }
    }
}
