// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import OpenIDProvider
package import SignIn

/// Invites the owner of an account to enroll a passkey, with a link that works once. The keys of the link's host seal it.
package struct UserInvitation: Sendable {
    private let server: AdministeredServer
    private let ring: KeyRing

    package init(server: AdministeredServer, ring: KeyRing) {
        self.server = server
        self.ring = ring
    }

    package func callAsFunction(
        _ request: Invitations.Request, by administrator: Administrator
    ) async throws(AdministrationFailure) -> Invitations.Issued {
        let keys: HostKeys
        do {
            keys = try await ring.reload(host: request.host)
        } catch {
            throw AdministrationFailure(error)
        }
        let ceremonies = CeremonyService(
            accounts: AccountStorage(server.storage, now: server.now), seal: CeremonySeal(key: keys.session))
        do throws(SignInFailure) {
            return try await Invitations(ceremonies: ceremonies).issue(request, by: administrator)
        } catch {
            throw AdministrationFailure(error, of: request.user)
        }
    }
}
