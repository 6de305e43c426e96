// SPDX-License-Identifier: Apache-2.0

/// How a client's refresh tokens live.
package struct RefreshTokenPolicy: Hashable, Sendable {
    /// For which further interface a token may be used, and for which of its scopes.
    package struct Audience: Hashable, Sendable {
        package var audience: String
        package var scopes: [String]

        package init(audience: String, scopes: [String]) {
            self.audience = audience
            self.scopes = scopes
        }
    }

    /// Whether each use gives a new token.
    package var isRotating = false
    /// How long a used token may be used again, for the same successor; in seconds.
    package var leeway = 0
    /// The end of the family, in seconds from the sign-in; `nil` for none.
    package var validFor: Int?
    /// The end if it is not used before, in seconds; `nil` for none.
    package var idleValidFor: Int?
    /// Empty where the client says nothing.
    package var audiences: [Audience] = []

    package init() {}

    private enum Rotation: String, CaseIterable {
        case rotating
        case nonRotating = "non-rotating"
    }

    private enum Expiration: String, CaseIterable {
        case expiring
        case nonExpiring = "non-expiring"
    }

    /// Five years, the most that Auth0 allows.
    private static let lifetimes = 1...157_788_000

    init(from members: inout ConfigurationMembers) {
        isRotating = members.word("rotation_type") == Rotation.rotating
        let expiration: Expiration = members.word("expiration_type") ?? (isRotating ? .expiring : .nonExpiring)
        leeway = members.integer("leeway", in: 0...60, of: "seconds") ?? 0
        let lifetime = members.integer("token_lifetime", in: Self.lifetimes, of: "seconds") ?? 2_592_000
        let idleLifetime = members.integer("idle_token_lifetime", in: Self.lifetimes, of: "seconds")
        let isEndless = members.bool("infinite_token_lifetime") ?? false
        let isIdleEndless = members.bool("infinite_idle_token_lifetime") ?? false
        if expiration == .expiring {
            validFor = isEndless ? nil : lifetime
            idleValidFor = isIdleEndless ? nil : idleLifetime ?? min(1_296_000, lifetime)
        }
        if let validFor, let idleValidFor, idleValidFor > validFor {
            members.refuse(
                "idle_token_lifetime", "This is longer than token_lifetime.", remedy: "Write at most \(validFor).")
        }
        audiences = members.objects("policies") { policy in
            Audience(
                audience: policy.required("audience", ResourceServer.audience) ?? "",
                scopes: policy.parsedList("scope", ResourceServer.scopeToken) ?? [])
        }
    }
}
