// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WebAuthnMessages
import WebAuthnVerification

extension CeremonyAdmission {
    /// The options of a registration that was started here.
    func options(for handle: UserHandle, _ names: AccountNames, _ ceremony: Ceremony) -> CreationOptions {
        var options = CreationOptions(
            relyingPartyID: relyingParty.id, relyingPartyName: applicationName,
            user: .init(id: handle, name: names.name, displayName: names.displayName), challenge: ceremony.challenge)
        options.timeout = policy.ceremonyLifetime * 1000
        options.userVerification = ceremony.userVerification
        options.attestation = policy.attestation
        return options
    }
}
