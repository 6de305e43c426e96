// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// What a relying party remembers of an authentication between its options and the response.
public struct PendingAuthentication: Sendable {
    /// Whose credential it has to be.
    public enum User: Hashable, Sendable {
        /// The account was known before the ceremony.
        case identified(UserHandle)
        /// The response says whose it is; it has to carry a user handle.
        case discoverable
    }

    /// Which credentials were asked for.
    public enum AllowedCredentials: Hashable, Sendable {
        /// Any of the user's: the list in the options was empty.
        case any
        /// One of these.
        case listed(Set<CredentialID>)
    }

    /// What happens when the authenticator's counter does not grow (step 22 leaves it to the relying party).
    public enum CounterPolicy: Hashable, Sendable {
        /// The response is refused. The default.
        case refuseRegression
        /// The response is accepted and the regression is reported.
        case reportRegression
    }

    /// Whether the FIDO U2F application identifier may stand in for the relying party's.
    public enum AppID: Hashable, Sendable {
        /// No: the extension was not asked for. The default.
        case notRequested
        /// This one was sent with the options.
        case requested(String)
    }

    /// Who runs the ceremony.
    public var relyingParty: RelyingParty
    /// The challenge that was sent.
    public var challenge: Challenge
    /// Whose credential it has to be.
    public var user: User
    /// Which credentials were asked for.
    public var allowedCredentials = AllowedCredentials.any
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// What happens when the counter does not grow.
    public var counterPolicy = CounterPolicy.refuseRegression
    /// Whether a FIDO U2F application identifier was sent.
    public var appID = AppID.notRequested

    /// An authentication with the strictest settings.
    public init(relyingParty: RelyingParty, challenge: Challenge, user: User) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.user = user
    }
}
