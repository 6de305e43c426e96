// SPDX-License-Identifier: Apache-2.0

public import WebAuthnMessages

/// An authentication whose response has not arrived yet. The response is verified against it.
public struct PendingAuthentication: Sendable {
    /// The user that the authentication is for.
    public enum User: Hashable, Sendable {
        /// A user who was identified before the ceremony, by this handle.
        case identified(UserHandle)
        /// The user that the response identifies by its user handle.
        case discoverable
    }

    /// The credentials that are accepted.
    public enum AllowedCredentials: Hashable, Sendable {
        /// All of the user's credentials.
        case any
        /// These credentials only.
        case listed(Set<CredentialID>)
    }

    /// The response to a counter that did not increase, which step 22 leaves to the relying party.
    public enum CounterPolicy: Hashable, Sendable {
        /// The authentication is rejected. The default.
        case rejectRegression
        /// The authentication is accepted, and its result reports the regression.
        case reportRegression
    }

    /// The use of the `appid` extension, for credentials that were registered with FIDO U2F.
    public enum AppID: Hashable, Sendable {
        /// The options don't request the extension. The default.
        case notRequested
        /// The options request the extension with this AppID.
        case requested(String)
    }

    /// The relying party.
    public var relyingParty: RelyingParty
    /// The challenge in the options.
    public var challenge: Challenge
    /// The user that the authentication is for.
    public var user: User
    /// The credentials that are accepted.
    public var allowedCredentials = AllowedCredentials.any
    /// Whether the authenticator must verify the user.
    public var userVerification = UserVerificationRequirement.required
    /// The response to a counter that did not increase.
    public var counterPolicy = CounterPolicy.rejectRegression
    /// The use of the `appid` extension.
    public var appID = AppID.notRequested

    /// Creates a pending authentication with the strictest settings.
    public init(relyingParty: RelyingParty, challenge: Challenge, user: User) {
        self.relyingParty = relyingParty
        self.challenge = challenge
        self.user = user
    }
}
