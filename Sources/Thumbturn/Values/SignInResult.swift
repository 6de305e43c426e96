// SPDX-License-Identifier: Apache-2.0

public import Foundation
import WireFormats

/// The result of a sign-in or a sign-up.
public struct SignInResult: Sendable {
    /// The user.
    public let user: User
    /// The identifier of the passkey, unless the user signed in on a page, with a password or with a code.
    public let credentialID: Data?
    /// Whether the passkey is on another device, whose code the user scanned. It will be needed every time: offer
    /// ``Passkeys/add(to:extensions:)``.
    public let usedAnotherDevice: Bool
    /// The passkey that the system has made without asking, after a sign-in with a password to an account without one.
    /// From now on the user can sign in with it.
    public let newPasskey: Passkey?
    /// Whether the user signed in with a password or a code, and the account has no passkey. Offer
    /// ``Passkeys/add(to:extensions:)``.
    public let suggestsPasskey: Bool
    /// The results of the extensions.
    public let extensions: ExtensionResults

    /// Describes a result, for tests and previews.
    public init(
        user: User, credentialID: Data? = nil, usedAnotherDevice: Bool = false, newPasskey: Passkey? = nil,
        suggestsPasskey: Bool = false, extensions: ExtensionResults = ExtensionResults()
    ) {
        self.newPasskey = newPasskey
        self.suggestsPasskey = suggestsPasskey
        self.user = user
        self.credentialID = credentialID
        self.usedAnotherDevice = usedAnotherDevice
        self.extensions = extensions
    }
}
