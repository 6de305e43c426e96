// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import IdentityModel
package import JOSE
package import WireFormats

/// A key of a host as others may know it: the public half, and where it stands.
package struct PublishedKey: Sendable {
    /// Its thumbprint (RFC 7638).
    package let id: String
    package let algorithm: JWSAlgorithm
    package let key: JSONWebKey
    package let stage: SigningKeyRecord.Stage
    package let createdAt: Timestamp

    /// Nil for a record that is not of a signing key, or one that this program can't read.
    init?(_ record: SigningKeyRecord) {
        guard let algorithm = JWSAlgorithm.named(record.algorithm),
            let publicKey = try? PublicKey(subjectPublicKeyInfo: record.publicKeyInfo),
            let key = JSONWebKey(publicKey)
        else {
            return nil
        }
        id = record.id
        self.algorithm = algorithm
        self.key = key
        stage = record.stage
        createdAt = record.createdAt
    }

    /// As it stands in the document of keys (RFC 7517, section 4).
    var json: JSONObject {
        var json: JSONObject = ["kty": key.members["kty"] ?? "", "use": "sig", "alg": .string(algorithm.name)]
        json["kid"] = .string(id)
        for member in key.members.members where member.name != "kty" {
            json[member.name] = member.value
        }
        return json
    }
}

/// A key that signs now.
package struct SigningKey: Sendable {
    package let id: String
    package let algorithm: JWSAlgorithm
    let privateKey: PrivateKey

    /// Signs a set of claims. The header names the key and, where there are several kinds of token, the kind.
    package func sign(_ claims: JSONObject, type: String) -> String {
        CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: ["typ": .string(type), "kid": .string(id)],
            key: privateKey, algorithm: algorithm)
    }
}
