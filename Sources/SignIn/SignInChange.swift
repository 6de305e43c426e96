// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// What a method changes with its sign-in, such as the ceremony that it consumes and the passkey that it adds.
protocol SignInChange: Sendable {
    /// What the event of a new account says.
    var accountDetails: JSONObject { get }
    /// Takes what is good once. Of two sign-ins with it, one is stored. It comes before everything else.
    func take(in transaction: any StorageTransaction) throws
    /// Stores the rest. The account exists by then, and may sign in.
    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws
    /// Takes what is good once although the sign-in is not stored, if the failure is for good.
    func discard(because failure: SignInFailure) async
}

extension SignInChange {
    var accountDetails: JSONObject { JSONObject() }
}
