// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation
import JOSE
import WireFormats

/// The key that the client `service` signs its assertions with.
struct ClientKey: Sendable {
    static let shared = ClientKey()

    private let key = PrivateKey.generate(.elliptic(.p256))

    /// The public key.
    var pem: String {
        "-----BEGIN PUBLIC KEY-----\n\(Base64.encode(key.publicKey.subjectPublicKeyInfo))\n-----END PUBLIC KEY-----\n"
    }

    /// Returns a new assertion, which is valid once.
    func assertion() -> String {
        let now = Timestamp.now().secondsSince1970
        let claims: JSONValue = [
            "iss": .string(HarnessConfiguration.service), "sub": .string(HarnessConfiguration.service),
            "aud": .string(HarnessConfiguration.url + "/"), "jti": .string(UUID().uuidString),
            "iat": .number(JSONNumber(now)), "exp": .number(JSONNumber(now + 240)),
        ]
        return CompactJWS.signed(payload: claims.serialized(), header: ["kid": "1"], key: key, algorithm: .es256)
    }
}
