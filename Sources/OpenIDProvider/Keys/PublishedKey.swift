// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
package import IdentityModel
package import JOSE
package import WireFormats

/// The public key of a host's signing key, with its stage.
package struct PublishedKey: Sendable {
    /// The thumbprint (RFC 7638).
    package let id: String
    package let algorithm: JWSAlgorithm
    package let key: JSONWebKey
    package let stage: SigningKeyRecord.Stage
    package let createdAt: Timestamp

    /// Returns `nil` if the record is not a signing key or can't be read.
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

    /// The key as a member of the JWKS (RFC 7517, section 4).
    var json: JSONObject {
        var json: JSONObject = ["kty": key.members["kty"] ?? "", "use": "sig", "alg": .string(algorithm.name)]
        json["kid"] = .string(id)
        for member in key.members.members where member.name != "kty" {
            json[member.name] = member.value
        }
        return json
    }
}
