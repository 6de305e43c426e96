// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import Testing
import WireFormats

@Suite struct JSONWebKeyTests {
    /// RFC 7638, section 3.1.
    static let rsa: JSONObject = [
        "kty": "RSA",
        "n": """
        0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3\
        oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdA\
        ZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-\
        kEgU8awapJzKnqDKgw
        """,
        "e": "AQAB", "alg": "RS256", "kid": "2011-04-29",
    ]
    /// RFC 8037, A.2.
    static let edwards: JSONObject = [
        "kty": "OKP", "crv": "Ed25519", "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
    ]
    /// RFC 9449, section 4.1.
    static let elliptic: JSONObject = [
        "kty": "EC", "x": "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs",
        "y": "9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA", "crv": "P-256",
    ]

    private func rejection(_ json: JSONObject) -> JSONWebKeyRejection? {
        do throws(JSONWebKeyRejection) {
            _ = try JSONWebKey(json)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        (rsa, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"),
        (edwards, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"),
        (elliptic, "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"),
    ])
    func `thumbprints are those of RFC 7638, RFC 8037 and RFC 9449`(json: JSONObject, thumbprint: String) throws {
        #expect(try Base64URL.encode(JSONWebKey(json).thumbprint) == thumbprint)
    }

    @Test(arguments: [KeyKind.rsa(bits: 2048), .elliptic(.p256), .elliptic(.p384), .edwards(.ed25519)])
    func `an encoded key reads back`(kind: KeyKind) throws {
        let key = PrivateKey.generate(kind).publicKey
        let written = try #require(JSONWebKey(key))
        let read = try JSONWebKey(written.members)
        #expect(read.publicKey == key)
        #expect(read.thumbprint == written.thumbprint)
    }

    @Test func `a key equals the same key with other members, and no other key`() throws {
        let key = try JSONWebKey(Self.rsa)
        #expect(key == JSONWebKey(key.publicKey))
        #expect(try key != JSONWebKey(Self.elliptic))
    }

    @Test(arguments: ["d", "p", "q", "dp", "dq", "qi", "oth", "k"])
    func `a key with a private member is rejected`(name: String) {
        var json = Self.elliptic
        json[name] = "AQAB"
        #expect(rejection(json) == .privateKey)
    }

    @Test func `JSON that is not a public key is rejected`() {
        #expect(rejection([:]) == .malformed)
        #expect(rejection(["kty": "oct"]) == .kindNotSupported)
        #expect(rejection(["kty": "EC", "crv": "P-255", "x": "AA", "y": "AA"]) == .kindNotSupported)
        #expect(rejection(["kty": "EC", "crv": "P-256", "x": "AA"]) == .malformed)
        #expect(rejection(["kty": "OKP", "crv": "X25519", "x": "AA"]) == .kindNotSupported)
        #expect(rejection(["kty": "OKP", "crv": "Ed25519", "x": "AA"]) == .notAcceptable(.keyLength(1)))
        #expect(rejection(["kty": "RSA", "n": "AQAB", "e": "AQAB"]) == .notAcceptable(.modulusTooSmall(bits: 17)))
        var moved = Self.elliptic
        moved["y"] = moved["x"]
        #expect(rejection(moved) == .notAcceptable(.pointNotOnCurve))
    }

    @Test func `padding is rejected, so that a key has one thumbprint`() {
        var json = Self.elliptic
        json["x"] = "l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs="
        #expect(rejection(json) == .malformed)
    }
}
