// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

/// Changes the profile of a user who is signed in.
package struct AccountProfile: Sendable {
    private let ceremonies: CeremonyService

    package init(ceremonies: CeremonyService) {
        self.ceremonies = ceremonies
    }

    /// Replaces or removes the displayed name.
    package func setName(_ name: String?, of user: UserID) async throws(SignInFailure) {
        var profile = SignUpProfile()
        profile.profile.name = name
        try profile.checkProfile()
        let time = ceremonies.now()
        try await ceremonies.write { try $0.users.apply(.name(name), to: user, at: time) }
    }
}
