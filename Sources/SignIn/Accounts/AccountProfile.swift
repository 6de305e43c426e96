// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import WireFormats

/// Changes the profile of a user who is signed in.
package struct AccountProfile: Sendable {
    private let accounts: AccountStorage

    package init(accounts: AccountStorage) {
        self.accounts = accounts
    }

    /// Replaces or removes the displayed name, and records that. The same name again changes nothing.
    package func setName(_ name: String?, of owner: AccountOwner) async throws(SignInFailure) {
        var profile = SignUpProfile()
        profile.profile.name = name
        try profile.checkProfile()
        let time = accounts.now()
        try await accounts.write { transaction in
            let account = try Account(owner, in: transaction)
            guard account.user.profile.name.map(ExactText.init) != name.map(ExactText.init) else { return }
            try transaction.users.apply(.name(name), to: owner.user, at: time)
            try transaction.events.insert(owner.event(.userRenamed, at: time))
        }
    }
}
