// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import OpenIDProvider
import Testing
import WireFormats

@Suite struct ProofReplaysTests {
    let key = PrivateKey.generate(.elliptic(.p256))

    private func use(
        _ identifier: Int, issuedAt: Int64, _ replays: ProofReplays, at time: Int64
    ) throws -> DPoPRejection? {
        let claims: JSONObject = [
            "jti": "\(identifier)", "htm": "POST", "htu": "https://a.example/",
            "iat": .number(JSONNumber(issuedAt)),
        ]
        let text = CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(),
            header: ["typ": "dpop+jwt", "jwk": .object(try #require(JSONWebKey(key.publicKey)).members)], key: key,
            algorithm: .es256)
        let verification = ProofVerification(
            nonces: ProofNonces(master: ProviderWorld.master, host: "a.example"), replays: replays,
            noncePolicy: .checkedIfPresent)
        do throws(DPoPRejection) {
            _ = try verification.verify(
                [text], for: .init(method: "POST", url: "https://a.example", purpose: .token),
                at: Timestamp(secondsSince1970: time))
            return nil
        } catch {
            return error
        }
    }

    @Test func `a full memory forgets nothing that could be used again`() throws {
        let replays = ProofReplays(capacity: 4)
        for identifier in 0..<4 {
            #expect(try use(identifier, issuedAt: 1000 + Int64(identifier), replays, at: 1010) == nil)
        }
        #expect(try use(4, issuedAt: 1009, replays, at: 1010) == nil)
        #expect(replays.count == 4)
        #expect(try use(0, issuedAt: 1000, replays, at: 1010) == .olderThanRemembered)
        #expect(try use(9, issuedAt: 999, replays, at: 1010) == .olderThanRemembered)
        #expect(try use(1, issuedAt: 1001, replays, at: 1010) == .replayed)
        #expect(try use(5, issuedAt: 1010, replays, at: 1010) == nil)
    }

    @Test func `a flood within one second shuts that second`() throws {
        let replays = ProofReplays(capacity: 3)
        for identifier in 0..<3 { #expect(try use(identifier, issuedAt: 1000, replays, at: 1000) == nil) }
        #expect(try use(3, issuedAt: 1000, replays, at: 1000) == nil)
        #expect(replays.count == 0)
        #expect(try use(3, issuedAt: 1000, replays, at: 1000) == .olderThanRemembered)
        #expect(try use(4, issuedAt: 1001, replays, at: 1001) == nil)
    }

    @Test func `what could not be used again anyway is forgotten`() throws {
        let replays = ProofReplays()
        for identifier in 0..<50 { #expect(try use(identifier, issuedAt: 1000, replays, at: 1000) == nil) }
        #expect(try use(0, issuedAt: 1301, replays, at: 1301) == nil)
        #expect(replays.count == 1)
    }

    @Test func `what was forgotten is refused to a clock that goes back`() throws {
        let replays = ProofReplays()
        #expect(try use(0, issuedAt: 1000, replays, at: 1000) == nil)
        #expect(try use(1, issuedAt: 1301, replays, at: 1301) == nil)
        #expect(try use(0, issuedAt: 1000, replays, at: 1300) == .olderThanRemembered)
        #expect(try use(2, issuedAt: 1001, replays, at: 1300) == nil)
    }
}
