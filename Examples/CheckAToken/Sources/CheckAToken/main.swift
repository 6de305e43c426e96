// SPDX-License-Identifier: Apache-2.0
// Usage: CheckAToken                        makes a key and tokens as the server does, and checks what is accepted
//        CheckAToken ISSUER AUDIENCE TOKEN  prints the user of a running server's token

import Crypto
import Foundation

if CommandLine.arguments.count == 4 {
    let check = try await TokenCheck(issuer: CommandLine.arguments[1], audience: CommandLine.arguments[2])
    try print(check.claims(of: CommandLine.arguments[3]).sub)
    exit(0)
}

let (issuer, audience) = ("https://auth.example.com/", "urn:example:notes")
let key = P256.Signing.PrivateKey()

func encode(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
}

func json(_ members: [String: Any]) throws -> Data { try JSONSerialization.data(withJSONObject: members) }

func token(_ changes: [String: Any] = [:], signedBy signer: P256.Signing.PrivateKey = key) throws -> String {
    let header = ["typ": "at+jwt", "alg": "ES256", "kid": "one"]
    let expiry = Date.now.timeIntervalSince1970 + 60
    let claims: [String: Any] = ["iss": issuer, "sub": "auth0|ada", "aud": [audience], "exp": expiry]
    let signed = try encode(json(header)) + "." + encode(json(claims.merging(changes) { $1 }))
    return try signed + "." + encode(signer.signature(for: Data(signed.utf8)).rawRepresentation)
}

let point = key.publicKey.rawRepresentation
let published = ["kid": "one", "kty": "EC", "x": encode(point.prefix(32)), "y": encode(point.suffix(32))]
let check = try TokenCheck(issuer: issuer, audience: audience, keys: json(["keys": [published]]))

func rejection(of token: String) -> TokenCheck.Rejection? {
    do {
        _ = try check.claims(of: token)
        return nil
    } catch {
        return error as? TokenCheck.Rejection
    }
}

guard try check.claims(of: token()).sub == "auth0|ada", try rejection(of: token(["aud": audience])) == nil,
    try rejection(of: token(signedBy: P256.Signing.PrivateKey())) == .badSignature,
    try rejection(of: token(["aud": "urn:example:photos"])) == .notForThisAPI,
    try rejection(of: token(["iss": "https://elsewhere.test/"])) == .notForThisAPI,
    try rejection(of: token(["exp": 1])) == .expired, rejection(of: "a.b") == .opaque,
    rejection(of: "a.b.c") == .malformed
else { fatalError("a token was judged wrongly") }
print("a valid access token of the user auth0|ada is accepted, and no other")
