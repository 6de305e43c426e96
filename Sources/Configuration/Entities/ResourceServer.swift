// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// An interface that tokens are issued for.
package struct ResourceServer: ConfigurationEntity {
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
    /// The audience of its tokens.
    package var identifier: String
    package var name: String
    package var scopes: [Scope] = []
    /// `nil` leaves it to the server.
    package var signingAlgorithm: TokenAlgorithm?
    /// In seconds.
    package var tokenValidFor = 86_400
    /// Whether refresh tokens are issued for it.
    package var allowsOfflineAccess = true
    /// Whether only first-party clients may ask for it. True of the interface that a person's own account has.
    package var isForFirstParties = false
    /// Whether tokens have to be bound to a key.
    package var requiresProofOfPossession = false
    /// Whether that holds for public clients alone.
    package var exemptsConfidentialClients = false

    package init(identifier: String, name: String) {
        self.identifier = identifier
        self.name = name
    }

    package init(from members: inout ConfigurationMembers) {
        identifier = members.required("identifier", Self.audience) ?? ""
        name = members.text("name") ?? identifier
        scopes = Self.readScopes(&members)
        signingAlgorithm = members.parsed("signing_alg", TokenAlgorithm.init(configured:))
        tokenValidFor = members.integer("token_lifetime", in: 1...2_592_000, of: "seconds") ?? tokenValidFor
        allowsOfflineAccess = members.bool("allow_offline_access") ?? allowsOfflineAccess
        members.object("proof_of_possession") { readProofOfPossession(&$0) }
        Self.refuseWhatIsUnsafeToIgnore(&members)
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
            proof.refuse("mechanism", "\"\(mechanism)\" is not known.", remedy: "Write dpop.")
        } else if requiresProofOfPossession {
            proof.refuse("mechanism", "Tokens can't be bound to a TLS certificate here.", remedy: "Write dpop.")
        }
    }

    /// What narrows who gets a token, or who can read one.
    private static func refuseWhatIsUnsafeToIgnore(_ members: inout ConfigurationMembers) {
        members.refuseUnlessOff(
            "enforce_policies", "Permissions of users are not kept here: everybody would get every scope.",
            remedy: "Write false, and let the API decide what each user may do.")
        members.refuseUnlessOff(
            "authorization_policy", "Authorization policies are not evaluated here.",
            remedy: "Leave it out, and let the API decide what each user may do.")
        members.refuseUnlessOff(
            "token_encryption", "Access tokens are not encrypted here: whoever holds one can read it.",
            remedy: "Leave it out if that is right for this API.")
        for name in ["consent_policy", "require_consent_non_repudiation"] {
            members.refuseUnlessOff(
                name, "Users are not asked for their consent here.", remedy: "Leave it out if none is needed.")
        }
        members.object("subject_type_authorization") { subjects in
            subjects.object("user") { user in
                guard let policy = user.text("policy"), policy != "allow_all" else { return }
                user.refuse(
                    "policy", "Grants of clients are not kept here: every client could ask for this API's tokens.",
                    remedy: "Write allow_all if that is right.")
            }
            subjects.accept(.subjectTypes)
        }
    }

    private static func readScopes(_ members: inout ConfigurationMembers) -> [Scope] {
        var seen: Set<String> = []
        return members.objects("scopes") { scope in
            let value = scope.required("value", scopeToken) ?? ""
            if !value.isEmpty, !seen.insert(value).inserted {
                scope.refuse("value", "\(value) was listed before.", remedy: "Leave it out.")
            }
            return Scope(value, explanation: scope.text("description", upTo: 500))
        }
    }

    static func audience(_ text: String) throws(ValueRejection) -> String {
        guard !text.isEmpty, text.utf8.count <= 600, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw ValueRejection(
                "is no audience", remedy: "Write an identifier without blanks, such as https://api.example.com/.")
        }
        return text
    }

    /// RFC 6749, section 3.3.
    static func scopeToken(_ text: String) throws(ValueRejection) -> String {
        let isToken = text.utf8.allSatisfy { (0x21...0x7E).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard !text.isEmpty, text.utf8.count <= 280, isToken else {
            throw ValueRejection(
                "is no scope", remedy: "Write visible ASCII without blanks, quotation marks and backslashes.")
        }
        return text
    }
}
