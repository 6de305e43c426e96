// SPDX-License-Identifier: Apache-2.0

import ClientContract

extension PasskeyClient {
    /// Gives a user who has just signed in with a password a passkey, without asking. The system does it only right
    /// after it has filled in that password.
    ///
    /// A sign-in with a password through this client does it by itself, if the account has no passkey. Call it after a
    /// password was checked elsewhere.
    ///
    /// Returns whether there is a new passkey. Never shows anything, and never fails: there will be another occasion.
    @MainActor
    public func upgradeToPasskey() async -> Bool {
        await createWithoutAsking() != nil
    }

    /// What has become of an account after a sign-in with a password.
    struct Upgrade {
        /// The passkey that was made without asking.
        var passkey: Passkey?
        /// Whether the account has no passkey.
        var isSuggested = false
    }

    /// Gives an account without a passkey one where the system does that, and says otherwise whether to offer one. A
    /// password adds nothing to an account that has a passkey. Never fails: the user is signed in.
    @MainActor
    func upgrade(isNew: Bool) async -> Upgrade {
        guard await hasNoPasskey(isNew: isNew) else { return Upgrade() }
        let passkey = context.options.fake == nil ? await createWithoutAsking() : nil
        return Upgrade(passkey: passkey, isSuggested: passkey == nil)
    }

    @MainActor
    private func createWithoutAsking() async -> Passkey? {
        // Auth0 would reject the passkey after the device has saved it: the user was neither present nor verified.
        guard !context.isAuth0, DeviceAbility.conditionalRegistration.isThere else { return nil }
        return try? await authorizer.showing(as: .quiet) { () async throws(PasskeyError) in
            try await enroll(in: .device, isConditional: true)
        }
    }

    /// Whether the account is known to have no passkey. The list, if there is one, goes to the device, too.
    func hasNoPasskey(isNew: Bool) async -> Bool {
        guard !isNew else { return true }
        let mark = await signalOrder.now
        guard case .success(let answer)? = try? await accountResult(of: .passkeys) else { return false }
        if let signal = answer.signal { await signalOrder.send(signal, since: mark) }
        return answer.passkeys.isEmpty
    }
}
