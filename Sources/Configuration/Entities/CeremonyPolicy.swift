// SPDX-License-Identifier: Apache-2.0

package import WebAuthnMessages
package import WebAuthnVerification

/// What the wire of a sign-up gives away.
package enum SignUpMode: String, CaseIterable, Sendable {
    /// As Auth0's: the sign-up of somebody who has an account fails, which tells that there is one.
    case auth0
    /// The identifier is proven by a mailed code before anything is said.
    case strict
}

/// How ceremonies are run, once every place that may say so has been asked.
package struct CeremonyPolicy: Hashable, Sendable {
    package var signUpMode = SignUpMode.auth0
    package var userVerification = UserVerificationRequirement.preferred
    package var attestation = AttestationConveyance.none
    package var counter = PendingAuthentication.CounterPolicy.refuseRegression
    /// How long a person may take, in seconds.
    package var validFor = 300

    package init() {}
}

/// The part of a policy that a tenant, a connection or a client sets, under `thumbturn`.
package struct CeremonyPolicyMembers: Hashable, Sendable {
    package var signUpMode: SignUpMode?
    package var isUserVerificationRequired: Bool?
    package var attestation: AttestationConveyance?
    package var counter: PendingAuthentication.CounterPolicy?
    package var validFor: Int?

    package init() {}

    private enum UserVerificationWord: String, CaseIterable {
        case preferred
        case required
    }

    private enum AttestationWord: String, CaseIterable {
        case none
        case indirect
        case direct
        case enterprise
    }

    private enum CounterWord: String, CaseIterable {
        case refuse
        case flag
    }

    init(from members: inout ConfigurationMembers) {
        signUpMode = members.word("sign_up_mode")
        if signUpMode == .strict {
            members.warn(
                "sign_up_mode", "No mail is sent yet: that an account exists is still told, though not before the end.",
                remedy: "Count on it that anybody can find out who has an account.")
        }
        let verification: UserVerificationWord? = members.word("user_verification")
        isUserVerificationRequired = verification.map { $0 == .required }
        let attestation: AttestationWord? = members.word("attestation")
        self.attestation = attestation.map { AttestationConveyance(rawValue: $0.rawValue) }
        let counter: CounterWord? = members.word("counter_policy")
        self.counter = counter.map { $0 == .refuse ? .refuseRegression : .reportRegression }
        validFor = members.integer("session_lifetime_seconds", in: 30...3600, of: "seconds")
        if members.value("algorithms") != nil {
            members.refuse(
                "algorithms", "The algorithms of passkeys can't be chosen.",
                remedy: "Leave it out: Apple's devices know -7 alone, and it must stay offered.")
        }
    }
}

extension CeremonyPolicy {
    /// The nearest place wins: client before connection before tenant. Only user verification is required as soon as one
    /// of them requires it, so that no client can loosen what its connection demands.
    package init(client: CeremonyPolicyMembers, connection: CeremonyPolicyMembers?, tenant: CeremonyPolicyMembers) {
        self.init()
        for members in [tenant, connection, client] {
            guard let members else { continue }
            signUpMode = members.signUpMode ?? signUpMode
            if members.isUserVerificationRequired == true { userVerification = .required }
            attestation = members.attestation ?? attestation
            counter = members.counter ?? counter
            validFor = members.validFor ?? validFor
        }
    }
}
