// SPDX-License-Identifier: Apache-2.0

package import ClientContract

/// A body that names its client, with the client's credentials.
package protocol ClientBody: RequestBody {
    var client: ClientParameters { get }
}

extension PasskeyRegisterBody: ClientBody {}
extension PasskeyChallengeBody: ClientBody {}
extension PushedAuthorizationBody: ClientBody {}
extension DeviceAuthorizationBody: ClientBody {}
extension RevocationBody: ClientBody {}
extension CodeChallengeBody: ClientBody {}
extension PasswordlessStartBody: ClientBody {}
extension DeviceKeyChallengeBody: ClientBody {}
extension DeviceKeyRegisterBody: ClientBody {}

/// A form or a script's request of a page that belongs to a session.
package protocol SessionFormBody: RequestBody {
    /// The token of the session's forms.
    var formToken: String { get }
}

extension AccountFormBody: SessionFormBody {}
extension AccountCeremonyBody: SessionFormBody {}
extension AccountPasswordBody: SessionFormBody {}
extension AccountAddressBody: SessionFormBody {}
extension AccountActBody: SessionFormBody {}
extension AccountConfirmationBody: SessionFormBody {}
extension UserCodeBody: SessionFormBody {}
extension DeviceDecisionBody: SessionFormBody {}

/// A form or a script's request of a page that belongs to an authorization request, or to a ticket.
package protocol StateBody: RequestBody {
    /// What the page belongs to, sealed.
    var state: String { get }
}

extension TransactionBody: StateBody {}
extension PasswordFormBody: StateBody {}
extension SignUpPasswordBody: StateBody {}
extension SignUpFormBody: StateBody {}
extension PageCeremonyBody: StateBody {}
extension OfferedPasskeyBody: StateBody {}
extension SetupBody: StateBody {}
extension CodeFormBody: StateBody {}
extension ReviewFormBody: StateBody {}
