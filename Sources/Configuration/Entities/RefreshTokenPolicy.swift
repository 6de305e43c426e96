// SPDX-License-Identifier: Apache-2.0

/// The rotation, expiration and audiences of a client's refresh tokens.
package struct RefreshTokenPolicy: Hashable, Sendable {
    /// An additional API that a refresh token may be used for, with the allowed scopes.
    package struct Audience: Hashable, Sendable {
        package var audience: String
        package var scopes: [String]

        package init(audience: String, scopes: [String]) {
            self.audience = audience
            self.scopes = scopes
        }
    }

    /// Whether each use returns a new refresh token.
    package var isRotating = false
    /// The time in seconds in which a used token may be used again and returns the same successor.
    package var leeway = 0
    /// The same time for a token that is bound to a key, if the proof is by this key. It is not shorter than `leeway`.
    package var boundLeeway = 0
    /// The lifetime of the token family in seconds; `nil` if it does not expire.
    package var tokenLifetime: Int?
    /// The longest time between uses in seconds; `nil` if there is no limit.
    package var idleTokenLifetime: Int?
    /// The additional audiences, read from `policies`.
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

    /// The lifetimes that Auth0 allows, up to five years.
    private static let lifetimes = 1...157_788_000

    /// The longest leeway that Auth0 allows. A native application has it unless its configuration says otherwise,
    /// because the system may suspend it between a request and its answer.
    package static let nativeLeeway = 60
    /// A long weekend without the application. Who presents such a token has its key (docs/decisions/0030).
    static let nativeBoundLeeway = 259_200

    init(from members: inout ConfigurationMembers, for type: Client.ApplicationType) {
        isRotating = members.word("rotation_type") == Rotation.rotating
        let expiration: Expiration = members.word("expiration_type") ?? (isRotating ? .expiring : .nonExpiring)
        leeway =
            members.integer("leeway", in: 0...60, of: "seconds")
            ?? (type == .native && isRotating ? Self.nativeLeeway : 0)
        // Without a leeway, one use wins, even if the client that has the key repeats it.
        boundLeeway = type == .native && leeway > 0 ? Self.nativeBoundLeeway : leeway
        let lifetime = members.integer("token_lifetime", in: Self.lifetimes, of: "seconds") ?? 2_592_000
        let idleLifetime = members.integer("idle_token_lifetime", in: Self.lifetimes, of: "seconds")
        let isEndless = members.bool("infinite_token_lifetime") ?? false
        let isIdleEndless = members.bool("infinite_idle_token_lifetime") ?? false
        if expiration == .expiring {
            tokenLifetime = isEndless ? nil : lifetime
            idleTokenLifetime = isIdleEndless ? nil : idleLifetime ?? min(1_296_000, lifetime)
        }
        if let tokenLifetime, let idleTokenLifetime, idleTokenLifetime > tokenLifetime {
            members.reject(
                "idle_token_lifetime", message: "This is longer than token_lifetime.",
                remedy: "Use at most \(tokenLifetime).")
        }
        audiences = members.objects("policies") { policy in
            Audience(
                audience: policy.required("audience", with: ResourceServer.audience) ?? "",
                scopes: policy.parsedList("scope", with: ResourceServer.scopeToken) ?? [])
        }
    }
}
