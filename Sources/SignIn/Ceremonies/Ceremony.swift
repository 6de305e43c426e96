// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// A ceremony that was started: all that has to be known again when its submission comes.
///
/// It is kept nowhere. The client holds it, sealed, and brings it back.
package struct Ceremony: Hashable, Sendable {
    /// What the ceremony is for. An submission to one purpose is no submission to another.
    package enum Purpose: Hashable, Sendable {
        /// A new account, with its first passkey.
        case signUp(SignUpDraft)
        /// A sign-in with any passkey of the relying party.
        case signIn
        /// Another passkey for an account that is signed in.
        case enrollment(UserID, UserHandle, isConditional: Bool)
        /// Another passkey for an account that was invited.
        case invitation(Invitation, UserHandle)
    }

    /// What it is taken by, once: random, and nothing else.
    package let id: [UInt8]
    package let purpose: Purpose
    package let client: String
    package let host: String
    package let relyingPartyID: String
    package let connection: String
    package let organization: String?
    package let challenge: Challenge
    package let userVerification: UserVerificationRequirement
    package let expiresAt: Timestamp

    package init(
        purpose: Purpose, binding: CeremonyBinding, secrets: CeremonySecrets,
        userVerification: UserVerificationRequirement, expiresAt: Timestamp
    ) {
        id = secrets.id
        challenge = secrets.challenge
        self.purpose = purpose
        client = binding.client
        host = binding.host
        relyingPartyID = binding.relyingPartyID
        connection = binding.connection
        organization = binding.organization
        self.userVerification = userVerification
        self.expiresAt = expiresAt
    }
}

/// Where a ceremony belongs: it is answered there or nowhere.
package struct CeremonyBinding: Hashable, Sendable {
    /// The client of a ceremony that the server's own pages run, where there is none. No configured client has an empty
    /// id, so nobody can be authenticated as it, and no client can bring an submission to such a ceremony.
    static let ownPages = ""

    package var client: String
    package var host: String
    package var relyingPartyID: String
    package var connection: String
    package var organization: String?

    package init(
        client: String, host: String, relyingPartyID: String, connection: String, organization: String? = nil
    ) {
        self.client = client
        self.host = host
        self.relyingPartyID = relyingPartyID
        self.connection = connection
        self.organization = organization
    }
}

/// What is random about a ceremony.
package struct CeremonySecrets: Hashable, Sendable {
    package let id: [UInt8]
    package let challenge: Challenge

    package init(id: [UInt8], challenge: Challenge) {
        self.id = id
        self.challenge = challenge
    }
}
