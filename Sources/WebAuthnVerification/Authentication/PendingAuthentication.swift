// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// An authentication between its options and the response: what the response is verified against.
public struct PendingAuthentication: Sendable {
    /// The user whose credential is accepted.
    public enum User: Hashable, Sendable {
        /// The user of this handle, known before the ceremony.
        case identified(UserHandle)
        /// The user that the response names by its user handle.
        case discoverable
    }

    /// The credentials that are accepted.
    public enum AllowedCredentials: Hashable, Sendable {
        /// Any of the user's; the list in the options is empty.
        case any
        /// One of these.
        case listed(Set<CredentialID>)
    }

    /// What happens if the counter does not increase; step 22 leaves it to the relying party.
    public enum CounterPolicy: Hashable, Sendable {
        /// The response is rejected. The default.
        case refuseRegression
        /// The response is accepted and the regression is reported.
        case reportRegression
    }

    /// Whether a FIDO U2F application identifier may replace that of the relying party.
    public enum AppID: Hashable, Sendable {
        /// The extension was not requested. The default.
        case notRequested
        /// This one was sent with the options.
        case requested(String)
    }

    /// The relying party.
    public var relyingParty: RelyingParty
    /// The challenge that was sent.
    public var challenge: Challenge
    /// The user whose credential is accepted.
    public var user: User
    /// The credentials that are accepted.
    public var allowedCredentials = AllowedCredentials.any
    /// Whether the user has to be verified.
    public var userVerification = UserVerificationRequirement.required
    /// What happens if the counter does not increase.
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
