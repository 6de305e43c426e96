// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension CeremonyService {
    /// Judges the submission to a registration that was started here. A registration with certificates is judged beside the
    /// event loop.
    func judge(
        _ submission: [UInt8], _ ceremony: Ceremony, _ admission: CeremonyAdmission, isConditional: Bool
    ) async throws(SignInFailure) -> VerifiedRegistration {
        var pending = PendingRegistration(
            relyingParty: admission.relyingParty, challenge: ceremony.challenge,
            registeredCredentials: .refusedByStore)
        pending.userVerification = ceremony.userVerification
        pending.mediation = isConditional ? .conditional : .modal
        let response: RegistrationResponse
        do {
            response = try RegistrationResponse(json: submission)
        } catch {
            throw .registrationRejected(.responseMalformed(error))
        }
        let (verdict, work) = try await judge(response, pending)
        report(work)
        do {
            return try verdict.get()
        } catch {
            throw .registrationRejected(error)
        }
    }

    /// Judges the submission to an authentication that was started here. It has one signature to check.
    func judge(
        _ response: AuthenticationResponse, _ ceremony: Ceremony, _ admission: CeremonyAdmission,
        _ credential: StoredCredential
    ) throws(SignInFailure) -> VerifiedAuthentication {
        var pending = PendingAuthentication(
            relyingParty: admission.relyingParty, challenge: ceremony.challenge, user: .discoverable)
        pending.userVerification = ceremony.userVerification
        pending.counterPolicy = admission.policy.counterPolicy
        var work = VerificationWork()
        defer { report(work.spent) }
        do {
            return try AuthenticationVerification.verify(response, against: pending, credential: credential, &work)
        } catch {
            throw .authenticationRejected(error)
        }
    }

    /// Refuses a ceremony that was answered before, so that a second submission is not judged. Of answers that come at the
    /// same time the transaction that takes the ceremony chooses one.
    func requireUntaken(_ ceremony: Ceremony) async throws(SignInFailure) {
        guard try await !read({ try $0.oneTime.isTaken(ceremony.id) }) else { throw .ceremony(.alreadyTaken) }
    }

    private typealias Judgment = (verdict: Result<VerifiedRegistration, RegistrationRejection>, work: Int)

    private func judge(
        _ response: RegistrationResponse, _ pending: PendingRegistration
    ) async throws(SignInFailure) -> Judgment {
        let time = now()
        let judge: @Sendable () -> Judgment = {
            var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
            do throws(RegistrationRejection) {
                let verified = try RegistrationVerification.verify(response, against: pending, at: time, &work)
                return (.success(verified), work.spent)
            } catch {
                return (.failure(error), work.spent)
            }
        }
        guard !response.isQuicklyJudged else { return judge() }
        do {
            return try await queue.run(judge)
        } catch {
            throw .tooBusy
        }
    }
}
