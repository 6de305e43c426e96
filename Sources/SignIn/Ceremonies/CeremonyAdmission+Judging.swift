// SPDX-License-Identifier: Apache-2.0

import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension CeremonyAdmission {
    /// Judges the answer to a registration that was begun here.
    func judge(
        _ response: [UInt8], _ ceremony: Ceremony, isConditional: Bool, at time: Timestamp
    ) throws(SignInFailure) -> VerifiedRegistration {
        var pending = PendingRegistration(
            relyingParty: relyingParty, challenge: ceremony.challenge, registeredCredentials: .refusedByStore)
        pending.userVerification = ceremony.userVerification
        pending.mediation = isConditional ? .conditional : .modal
        do {
            return try RegistrationVerification.verify(json: response, against: pending, at: time)
        } catch {
            throw .registrationRejected(error)
        }
    }
}
