// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// An API that access tokens are issued for.
package struct ResourceServer: ConfigurationEntity, Hashable {
    package struct Scope: Hashable, Sendable {
        package var value: String
        package var explanation: String?

        package init(_ value: String, explanation: String? = nil) {
            self.value = value
            self.explanation = explanation
        }
    }

    package static let kind = ConfigurationDocument.Kind.resourceServer

    package var id: String { identifier }
    /// The audience of the tokens.
    package var identifier: String
    package var name: String
    package var scopes: [Scope] = []
    /// The algorithm of access tokens; `nil` uses the server's default.
    package var signingAlgorithm: TokenAlgorithm?
    /// The lifetime of access tokens, in seconds.
    package var tokenLifetime = 86_400
    /// Whether refresh tokens are issued for the API.
    package var allowsOfflineAccess = true
    /// Whether refresh tokens that end with the browser session are issued for the API.
    package var allowsOnlineAccess = true
    /// Whether only first-party clients may request tokens, which is true of the My Account API.
    package var isFirstPartyOnly = false
    /// Whether tokens must be bound to a key.
    package var requiresProofOfPossession = false
    /// Whether confidential clients may use tokens that are not bound to a key.
    package var exemptsConfidentialClients = false
    /// Whether clients with a grant may request tokens of their own, without a user.
    package var allowsClients = true

    package init(identifier: String, name: String) {
        self.identifier = identifier
        self.name = name
    }

    package init(from members: inout ConfigurationMembers) {
        identifier = members.required("identifier", with: Self.audience) ?? ""
        name = members.text("name") ?? identifier
        scopes = Self.readScopes(from: &members)
        signingAlgorithm = members.parsed("signing_alg", with: TokenAlgorithm.init(configured:))
        tokenLifetime = members.integer("token_lifetime", in: 1...2_592_000, of: "seconds") ?? tokenLifetime
        allowsOfflineAccess = members.bool("allow_offline_access") ?? allowsOfflineAccess
        allowsOnlineAccess = members.bool("allow_online_access") ?? allowsOnlineAccess
        members.object("proof_of_possession") { readProofOfPossession(&$0) }
        allowsClients = Self.readClientPolicy(from: &members)
        Self.rejectUnsafeSettings(in: &members)
        members.accept(.resourceServer)
    }

    private enum ProofRequirement: String, CaseIterable {
        case publicClients = "public_clients"
        case allClients = "all_clients"
    }

    private mutating func readProofOfPossession(_ proof: inout ConfigurationMembers) {
        requiresProofOfPossession = proof.bool("required") ?? false
        let scope: ProofRequirement? = proof.word("required_for")
        exemptsConfidentialClients = scope == .publicClients
        guard let mechanism = proof.text("mechanism"), mechanism != "dpop" else { return }
        if mechanism != "mtls" {
            proof.reject("mechanism", message: "\"\(mechanism)\" is not supported.", remedy: "Set it to dpop.")
        } else if requiresProofOfPossession {
            proof.reject("mechanism", message: "Tokens can't be bound to a TLS certificate.", remedy: "Set it to dpop.")
        }
    }

    /// Rejects the settings that restrict who gets a token or who can read one.
    private static func rejectUnsafeSettings(in members: inout ConfigurationMembers) {
        members.rejectUnlessOff(
            "enforce_policies", message: "User permissions are not supported. Every user would get every scope.",
            remedy: "Set it to false and enforce permissions in the API.")
        members.rejectUnlessOff(
            "authorization_policy", message: "Authorization policies are not evaluated.",
            remedy: "Remove it and enforce permissions in the API.")
        members.rejectUnlessOff(
            "token_encryption", message: "Access tokens are not encrypted. Anyone who has one can read it.",
            remedy: "Remove it if that is acceptable for this API.")
        for name in ["consent_policy", "require_consent_non_repudiation"] {
            members.rejectUnlessOff(
                name, message: "Users are not asked for consent.", remedy: "Remove it if no consent is needed.")
        }
    }

    private enum ClientPolicy: String, CaseIterable {
        case requireGrant = "require_client_grant"
        case denyAll = "deny_all"
    }

    /// Reads who may request tokens. Returns whether clients may request tokens of their own.
    private static func readClientPolicy(from members: inout ConfigurationMembers) -> Bool {
        members.object("subject_type_authorization") { subjects in
            subjects.object("user") { user in
                guard let policy = user.text("policy"), policy != "allow_all" else { return }
                user.reject(
                    "policy",
                    message:
                        "Client grants don't restrict tokens of users. Every client could request them for this API.",
                    remedy: "Set it to allow_all if that is intended.")
            }
            let policy: ClientPolicy? = subjects.object("client") { $0.word("policy") } ?? nil
            subjects.accept(.subjectTypes)
            return policy != .denyAll
        } ?? true
    }

    private static func readScopes(from members: inout ConfigurationMembers) -> [Scope] {
        var seen: Set<String> = []
        return members.objects("scopes") { scope in
            let value = scope.required("value", with: scopeToken) ?? ""
            if !value.isEmpty, !seen.insert(value).inserted {
                scope.reject("value", message: "\(value) is a duplicate.", remedy: "Remove it.")
            }
            return Scope(value, explanation: scope.text("description", upTo: 500))
        }
    }

    static func audience(_ text: String) throws(ValueRejection) -> String {
        guard !text.isEmpty, text.utf8.count <= 600, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValueRejection(
                "is not a valid audience",
                remedy: "Use an identifier without spaces, such as https://api.example.com/.")
        }
        return text
    }

    /// Validates a scope token (RFC 6749, section 3.3).
    static func scopeToken(_ text: String) throws(ValueRejection) -> String {
        let isToken = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard !text.isEmpty, text.utf8.count <= 280, isToken else {
            throw ValueRejection(
                "is not a valid scope", remedy: "Use printable ASCII without spaces, quotation marks and backslashes.")
        }
        return text
    }
}

/// A signature algorithm of tokens.
package enum TokenAlgorithm: String, CaseIterable, Sendable {
    case rs256 = "RS256"
    case es256 = "ES256"
    case edDSA = "EdDSA"

    init(configured text: String) throws(ValueRejection) {
        if let algorithm = TokenAlgorithm(rawValue: text) {
            self = algorithm
            return
        }
        throw switch text {
        case "HS256":
            ValueRejection(
                "needs the client's secret, which is stored as a hash only", remedy: "Use RS256, ES256 or EdDSA."
            )
        case "PS256": ValueRejection("is not supported", remedy: "Use RS256, which uses the same keys.")
        default: ValueRejection("is not supported", remedy: "Use RS256, ES256 or EdDSA.")
        }
    }
}
