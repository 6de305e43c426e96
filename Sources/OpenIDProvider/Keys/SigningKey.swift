// SPDX-License-Identifier: Apache-2.0

import Configuration
package import Cryptography
import IdentityModel
package import JOSE
import WireFormats

/// A key that signs tokens.
package final class SigningKey: Sendable {
    /// The type that the header names (RFC 7519, section 5.1; RFC 9068, section 2.1).
    enum TokenType: String {
        case identity = "JWT"
        case access = "at+jwt"
        /// OpenID Connect Back-Channel Logout 1.0, section 2.4.
        case logout = "logout+jwt"
    }

    package let id: String
    package let algorithm: JWSAlgorithm
    package let privateKey: PrivateKey
    private let identityHeader: JWSHeader
    private let accessHeader: JWSHeader
    private let logoutHeader: JWSHeader

    init(id: String, algorithm: JWSAlgorithm, privateKey: PrivateKey) {
        func header(_ type: TokenType) -> JWSHeader {
            JWSHeader(["typ": .string(type.rawValue), "kid": .string(id)], algorithm: algorithm)
        }
        self.id = id
        self.algorithm = algorithm
        self.privateKey = privateKey
        identityHeader = header(.identity)
        accessHeader = header(.access)
        logoutHeader = header(.logout)
    }

    /// Signs claims as a JWT of a type.
    func sign(_ claims: JSONObject, type: TokenType) -> String {
        let header =
            switch type {
            case .identity: identityHeader
            case .access: accessHeader
            case .logout: logoutHeader
            }
        return CompactJWS.signed(
            payload: JSONValue.object(claims).serialized(), header: header, key: privateKey)
    }
}
