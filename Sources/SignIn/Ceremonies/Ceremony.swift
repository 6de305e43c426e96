// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WebAuthnMessages
package import WireFormats

/// A ceremony between its options and its response.
///
/// The server does not store it. The client holds it, sealed, and sends it back with the response.
package struct Ceremony: Hashable, Sendable {
    /// The purpose of the ceremony. A response to a ceremony of one purpose is not accepted for another.
    package enum Purpose: Hashable, Sendable {
        /// A new account, with its first passkey.
        case signUp(SignUpDraft)
        /// A sign-in with any passkey of the relying party.
        case signIn
        /// Another passkey for a user who is signed in.
        case enrollment(UserID, UserHandle, isConditional: Bool)
        /// Another passkey for a user who was invited.
        case invitation(Invitation, UserHandle)
        /// The account of the server's owner, with its first passkey. The hash is that of the one-time code.
        case setup(SignUpDraft, codeHash: [UInt8])
        /// The proof by a passkey that its owner wants something done, which the challenge is for.
        case confirmation(ConfirmedAct, UserID)
    }

    /// The identifier by which the ceremony is consumed once: the time, and the random bytes of the reference of the
    /// request that began it.
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

    /// The reference of the request that began the ceremony.
    package var reference: String { RequestReference.text(of: [UInt8](id.dropFirst(TimeOrderedID.prefixLength))) }

    /// Whether the ceremony runs on the server's own pages, where no client takes part.
    var isForOwnPages: Bool { client == CeremonyBinding.ownPages }

    /// Returns the ceremony with another challenge.
    func challenging(with challenge: Challenge) -> Ceremony {
        Ceremony(
            purpose: purpose,
            binding: CeremonyBinding(
                client: client, host: host, relyingPartyID: relyingPartyID, connection: connection,
                organization: organization),
            secrets: CeremonySecrets(id: id, challenge: challenge), userVerification: userVerification,
            expiresAt: expiresAt)
    }

    func requireClient(_ client: String) throws(SignInFailure) {
        guard self.client == client else { throw .ceremony(.belongsElsewhere) }
    }
}

/// The client, host, relying party, connection and organization that a ceremony is bound to.
package struct CeremonyBinding: Hashable, Sendable {
    /// The client of a ceremony on the server's own pages, where no client takes part. No configured client has an
    /// empty id, so no client can finish such a ceremony.
    package static let ownPages = ""
    /// The connection of a sign-in that users of all connections may finish. No configured connection has an empty
    /// name.
    static let anyConnection = ""

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

/// The random values of a ceremony.
package struct CeremonySecrets: Hashable, Sendable {
    package let id: [UInt8]
    package let challenge: Challenge

    package init(id: [UInt8], challenge: Challenge) {
        self.id = id
        self.challenge = challenge
    }
}
