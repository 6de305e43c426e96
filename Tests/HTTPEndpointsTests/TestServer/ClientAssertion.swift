// SPDX-License-Identifier: Apache-2.0

import Cryptography
import JOSE
import WireFormats

/// The assertion of a client, by default `private-key`, in a body (RFC 7523, section 2.2).
enum ClientAssertion {
    static func members(
        at time: Timestamp, audience: String = "https://login.brand1.test/", client: String = "private-key"
    ) -> JSONObject {
        let claims: JSONObject = [
            "iss": .string(client), "sub": .string(client), "aud": .string(audience),
            "jti": .string(Base64URL.encode(Randomness.bytes(12))),
            "iat": .number(JSONNumber(time.secondsSince1970)), "exp": .number(JSONNumber(time.secondsSince1970 + 60)),
        ]
        let assertion = CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: ["kid": "k1"],
            key: TestServerConfiguration.assertionKey, algorithm: .es256)
        return [
            "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
            "client_assertion": .string(assertion),
        ]
    }
}
