// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WebAuthnVerification

/// The extent to which the responses to a sign-up reveal existing accounts.
package enum SignUpMode: String, CaseIterable, Sendable {
    /// As at Auth0, a sign-up for an existing account fails, which reveals the account.
    case auth0
    /// Nothing is said before the user has proven the address with a mailed code. A user name alone can't be proven: that
    /// it is taken shows when the sign-up finishes.
    case strict
}

/// The policy of a ceremony, combined from the client, its connection and the tenant.
package struct CeremonyPolicy: Hashable, Sendable {
    package var signUpMode = SignUpMode.auth0
    package var userVerification = UserVerificationRequirement.preferred
    package var attestation = AttestationConveyance.none
    package var counterPolicy = PendingAuthentication.CounterPolicy.rejectRegression
    /// The time to finish a ceremony, in seconds.
    package var ceremonyLifetime = 300

    package init() {}
}

/// The policy settings of a tenant, a connection or a client, under `thumbturn`.
package struct CeremonyPolicyMembers: Hashable, Sendable {
    package var signUpMode: SignUpMode?
    package var isUserVerificationRequired: Bool?
    package var attestation: AttestationConveyance?
    package var counterPolicy: PendingAuthentication.CounterPolicy?
    package var ceremonyLifetime: Int?

    package init() {}

    private enum UserVerification: String, CaseIterable {
        case preferred
        case required
    }

    private enum Attestation: String, CaseIterable {
        case none
        case indirect
        case direct
        case enterprise
    }

    private enum CounterBehavior: String, CaseIterable {
        case refuse
        case flag
    }

    init(from members: inout ConfigurationMembers) {
        signUpMode = members.word("sign_up_mode")
        let verification: UserVerification? = members.word("user_verification")
        isUserVerificationRequired = verification.map { $0 == .required }
        let attestation: Attestation? = members.word("attestation")
        self.attestation = attestation.map { AttestationConveyance(rawValue: $0.rawValue) }
        let counter: CounterBehavior? = members.word("counter_policy")
        counterPolicy = counter.map { $0 == .refuse ? .rejectRegression : .reportRegression }
        ceremonyLifetime = Self.readCeremonyLifetime(from: &members)
        if members.value("algorithms") != nil {
            members.reject(
                "algorithms", message: "The algorithms of passkeys are not configurable.",
                remedy: "Remove it. Algorithm -7 must stay offered because Apple devices support no other.")
        }
    }

    /// Reads `ceremony_lifetime_seconds` or its former name, which must agree if both are present.
    private static func readCeremonyLifetime(from members: inout ConfigurationMembers) -> Int? {
        let name = "ceremony_lifetime_seconds"
        let alias = "session_lifetime_seconds"
        let lifetime = members.integer(name, in: 30...3600, of: "seconds")
        let former = members.integer(alias, in: 30...3600, of: "seconds")
        if let lifetime, let former, lifetime != former {
            members.reject(
                alias, message: "This is the former name of \(name), which has another value.",
                remedy: "Remove \(alias).")
        }
        return lifetime ?? former
    }
}

extension CeremonyPolicy {
    /// Combines the settings. The client's take precedence over the connection's, and those over the tenant's.
    ///
    /// User verification is required if any of them requires it, so that no client can relax its connection's policy.
    package init(client: CeremonyPolicyMembers, connection: CeremonyPolicyMembers?, tenant: CeremonyPolicyMembers) {
        self.init()
        for members in [tenant, connection, client] {
            guard let members else { continue }
            signUpMode = members.signUpMode ?? signUpMode
            if members.isUserVerificationRequired == true { userVerification = .required }
            attestation = members.attestation ?? attestation
            counterPolicy = members.counterPolicy ?? counterPolicy
            ceremonyLifetime = members.ceremonyLifetime ?? ceremonyLifetime
        }
    }
}
