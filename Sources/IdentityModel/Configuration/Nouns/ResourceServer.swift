// SPDX-License-Identifier: Apache-2.0

/// An interface that tokens are issued for.
package struct ResourceServer: ConfigurationNoun {
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
        members.object("proof_of_possession") { proof in
            if let mechanism = proof.text("mechanism"), mechanism != "dpop" {
                proof.refuse("mechanism", "\"\(mechanism)\" is not known.", remedy: "Write dpop.")
            }
            requiresProofOfPossession = proof.bool("required") ?? false
        }
        members.skip("id", "is_system")
        members.ignore(
            "token_lifetime_for_web", "skip_consent_for_verifiable_first_party_clients", "enforce_policies",
            "token_dialect",
            "token_encryption", "consent_policy", "authorization_details", "subject_type_authorization",
            "signing_secret",
            "verificationLocation", "verificationKey", "options")
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
