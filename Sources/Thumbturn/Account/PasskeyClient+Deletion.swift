// SPDX-License-Identifier: Apache-2.0

import ClientContract
public import Foundation
import WireFormats

extension PasskeyClient {
    private static let deletionScope = "delete:me:account"

    /// Deletes the account of the user who is signed in, who proves it with a passkey. App Store apps that create
    /// accounts have to offer this.
    ///
    /// The user is signed out on every device at once, and every later sign-in throws
    /// ``PasskeyError/accountToBeDeleted``. The server erases the account three days later. Until then, the user can
    /// keep it at `/account/keep` of the server. What your own backend has stored about the user is not deleted by
    /// this.
    ///
    /// A passkey that was added in the last three days is accepted only if the account has no older one.
    ///
    /// - Returns: When the account is erased.
    @MainActor
    @discardableResult
    public func deleteAccount() async throws(PasskeyError) -> Date {
        guard !context.isAuth0 else { throw .notSupported }
        try await gateKeeper.pass()
        // Before the user is asked, so that nothing that it lacks is found out only afterwards.
        let purpose = AccessToken.Purpose(audience: context.accountAudience, scope: Self.deletionScope)
        _ = try await keeper.authorization(for: purpose)
        return try await authorizer.showing { () async throws(PasskeyError) in
            let (started, response) = try await authenticate(as: .modal)
            let body = AuthenticationMethodVerifyBody(
                ceremonySession: started.session, credentialResponse: response.response)
            let answer = try await accountAnswer(in: accountResult(of: .accountDeletion(body), for: purpose))
            await gateKeeper.close()
            _ = await keeper.end(because: .signedOut)
            return Date(timeIntervalSince1970: TimeInterval(answer.deletesAt.secondsSince1970))
        }
    }
}
