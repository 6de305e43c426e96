// SPDX-License-Identifier: Apache-2.0

/// A code for a sign-in that the server has sent, or would have sent if there were an account.
///
/// It is good for the sign-in for which it was requested, for ten minutes, until another one is sent to the same address.
/// Keep this while the user looks for the message.
public struct SentCode: Hashable, Sendable {
    /// The address that the code was sent to.
    public let address: ContactAddress
    /// Comes back with the code. The older form of the API has none.
    let session: String?

    init(to address: ContactAddress, session: String?) {
        self.address = address
        self.session = session
    }

    /// Describes a code, for tests and previews. Real ones come from ``PasskeyClient/sendCode(to:by:allowsSignUp:)``.
    public init(to address: ContactAddress) {
        self.init(to: address, session: nil)
    }
}
