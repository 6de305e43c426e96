// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// The authentication of a client at the token endpoint.
package struct ClientAuthentication: Hashable, Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case none
        case secretInBody = "client_secret_post"
        case secretInHeader = "client_secret_basic"
        case privateKeyJWT = "private_key_jwt"
    }

    /// A public key that verifies a client's assertions.
    package struct Key: Hashable, Sendable {
        package var id: String?
        /// The name of the JOSE algorithm.
        package var algorithm: String
        package var publicKeyInfo: [UInt8]
        package var expiresAt: Timestamp?

        package init(id: String?, algorithm: String, publicKeyInfo: [UInt8]) {
            self.id = id
            self.algorithm = algorithm
            self.publicKeyInfo = publicKeyInfo
        }
    }

    package var method = Method.secretInBody
    package var secret: ClientSecretHash?
    package var keys: [Key] = []

    package init() {}

    init(from members: inout ConfigurationMembers, applicationType: Client.ApplicationType) {
        let configured: Method? = members.word("token_endpoint_auth_method")
        members.object("client_authentication_methods") { methods in
            methods.object("private_key_jwt") { assertion in
                keys = assertion.objects("credentials", with: Key.init(from:)).compactMap(\.self)
            }
            for name in ["tls_client_auth", "self_signed_tls_client_auth"] {
                methods.rejectUnlessOff(
                    name, message: "Clients can't authenticate with a TLS certificate.",
                    remedy: "Use a key under private_key_jwt or a secret.")
            }
        }
        method = configured ?? (keys.isEmpty ? applicationType.isPublic ? .none : .secretInBody : .privateKeyJWT)
        if method == .privateKeyJWT, members.value("client_authentication_methods") == nil {
            members.reject(
                "client_authentication_methods",
                message: "The client authenticates with private_key_jwt, but has no key.",
                remedy: "Add its public key as PEM to private_key_jwt.credentials.")
        }
        if applicationType.isPublic, method == .secretInBody || method == .secretInHeader {
            members.warn(
                "token_endpoint_auth_method", message: "An application on users' devices can't keep a secret.",
                remedy: "Set it to none.")
        }
        readSecret(from: &members)
    }

    private mutating func readSecret(from members: inout ConfigurationMembers) {
        guard let text = members.secret("client_secret", with: ClientSecret.init) else { return }
        secret = text.hash()
        guard text.isGuessable else { return }
        members.warn(
            "client_secret", message: "Anyone with a copy of the database can easily guess this secret.",
            remedy: "Generate one with openssl rand -base64 48.")
    }
}

extension ClientAuthentication {
    /// The algorithms of keys with which clients sign assertions.
    package static let assertionAlgorithms = Key.Algorithm.allCases.map(\.rawValue)
}

extension ClientAuthentication.Key {
    fileprivate enum Algorithm: String, CaseIterable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case ps256 = "PS256"
        case es256 = "ES256"
        case edDSA = "EdDSA"
    }

    fileprivate init?(from members: inout ConfigurationMembers) {
        let count = members.findings.problems.count
        if let type = members.text("credential_type"), type != "public_key" {
            members.reject("credential_type", message: "\"\(type)\" is not supported.", remedy: "Set it to public_key.")
        }
        let algorithm: Algorithm = members.word("alg") ?? .rs256
        id = members.text("kid", upTo: 128)
        self.algorithm = algorithm.rawValue
        if members.value("pem") == nil {
            members.reject(
                "pem", message: "The public key is missing. Auth0's responses omit it.",
                remedy: "Add the output of openssl pkey -pubout.")
        }
        publicKeyInfo = members.parsed("pem", with: Self.readPEM) ?? []
        expiresAt = members.time("expires_at")
        members.accept(.clientKey)
        guard members.findings.problems.count == count else { return nil }
        guard algorithm.fits(publicKeyInfo) else {
            members.reject(
                "alg", message: "The key does not fit the algorithm \(algorithm.rawValue).",
                remedy: "Set the algorithm of the key.")
            return nil
        }
    }

    private static func readPEM(_ text: String) throws(ValueRejection) -> [UInt8] {
        guard let der = PEM.blocks(in: text, label: "PUBLIC KEY")?.first,
            (try? PublicKey(subjectPublicKeyInfo: der)) != nil
        else {
            throw ValueRejection(
                "is not a valid public key",
                remedy: "Paste the output of openssl pkey -pubout, including BEGIN PUBLIC KEY.")
        }
        return der
    }
}

extension ClientAuthentication.Key.Algorithm {
    fileprivate func fits(_ publicKeyInfo: [UInt8]) -> Bool {
        guard let key = try? PublicKey(subjectPublicKeyInfo: publicKeyInfo) else { return false }
        return switch (self, key.kind) {
        case (.rs256, .rsa), (.rs384, .rsa), (.ps256, .rsa): true
        case (.es256, .elliptic(.p256)): true
        case (.edDSA, .edwards(.ed25519)): true
        default: false
        }
    }
}
