// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// The changes that a method makes with its sign-in, such as consuming the ceremony and adding the passkey.
protocol SignInChange: Sendable {
    /// The details in the event of a new account.
    var accountDetails: JSONObject { get }
    /// The ways into an account as the change leaves them.
    func leaving(_ ways: StandingWays) -> StandingWays
    /// Takes what is good once. Of two sign-ins with it, one is stored. It comes before everything else.
    func take(in transaction: any StorageTransaction) throws
    /// Stores the rest. The account exists by then, and may sign in.
    func store(for signIn: SignIn, in transaction: any StorageTransaction) throws
    /// Takes what is good once although the sign-in is not stored, if the failure is for good.
    func discard(because failure: SignInFailure) async
}

extension SignInChange {
    var accountDetails: JSONObject { JSONObject() }
    func leaving(_ ways: StandingWays) -> StandingWays { ways }
}

/// The ways into an account.
struct StandingWays: Sendable {
    var user: User
    var passkeys: [Passkey]
    var password: StoredPassword?
    var deviceKeys: [DeviceKey]
}
