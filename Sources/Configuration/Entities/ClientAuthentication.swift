// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WireFormats

/// How a client proves at the token endpoint who it is.
package struct ClientAuthentication: Hashable, Sendable {
    package enum Method: String, CaseIterable, Sendable {
        case none
        case secretInBody = "client_secret_post"
        case secretInHeader = "client_secret_basic"
        case privateKeyJWT = "private_key_jwt"
    }

    /// A key whose signatures a client's assertions may bear.
    package struct Key: Hashable, Sendable {
        package var id: String?
        /// The name of its algorithm in JOSE.
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
                keys = assertion.objects("credentials", Key.init(from:)).compactMap(\.self)
            }
            for name in ["tls_client_auth", "self_signed_tls_client_auth"] {
                methods.refuseUnlessOff(
                    name, "Clients can't prove who they are with a TLS certificate here.",
                    remedy: "Give the client a key under private_key_jwt, or a secret.")
            }
        }
        method = configured ?? (keys.isEmpty ? applicationType.isPublic ? .none : .secretInBody : .privateKeyJWT)
        if method == .privateKeyJWT, members.value("client_authentication_methods") == nil {
            members.refuse(
                "client_authentication_methods", "The client signs its assertions, and no key is known.",
                remedy: "Add private_key_jwt.credentials with the public key as PEM.")
        }
        if applicationType.isPublic, method == .secretInBody || method == .secretInHeader {
            members.warn(
                "token_endpoint_auth_method", "An application on people's devices can't keep a secret.",
                remedy: "Write none.")
        }
        if let text = members.secret("client_secret", ClientSecret.init) {
            secret = text.hash()
            if text.isGuessable {
                members.warn(
                    "client_secret", "It is easily guessed by whoever gets hold of the database.",
                    remedy: "Use at least 32 characters that a machine has drawn: openssl rand -base64 48.")
            }
        }
    }
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
            members.refuse("credential_type", "\"\(type)\" is not known.", remedy: "Write public_key.")
        }
        let algorithm: Algorithm = members.word("alg") ?? .rs256
        id = members.text("kid", upTo: 128)
        self.algorithm = algorithm.rawValue
        if members.value("pem") == nil {
            members.refuse(
                "pem", "The public key is missing: Auth0's responses leave it out.",
                remedy: "Add it as openssl pkey -pubout prints it.")
        }
        publicKeyInfo = members.parsed("pem", Self.readPEM) ?? []
        expiresAt = members.parsed("expires_at") { text throws(ValueRejection) in
            guard let time = Timestamp(text) else {
                throw ValueRejection("is no time", remedy: "Write it as 2026-01-01T00:00:00Z.")
            }
            return time
        }
        members.accept(.clientKey)
        guard members.findings.problems.count == count else { return nil }
        guard algorithm.fits(publicKeyInfo) else {
            members.refuse(
                "alg", "The key is not of the kind that \(algorithm.rawValue) takes.", remedy: "Name its algorithm.")
            return nil
        }
    }

    private static func readPEM(_ text: String) throws(ValueRejection) -> [UInt8] {
        guard let der = PEM.blocks(in: text, label: "PUBLIC KEY")?.first,
            (try? PublicKey(subjectPublicKeyInfo: der)) != nil
        else {
            throw ValueRejection(
                "is no public key", remedy: "Paste what openssl pkey -pubout prints, with BEGIN PUBLIC KEY.")
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
