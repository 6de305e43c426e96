// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import IdentityModel
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

extension CeremonyService {
    /// Has the response to a registration verified. A registration with certificates is verified beside the event loop.
    func check(
        registration response: CredentialResponse, for ceremony: Ceremony, under admission: CeremonyAdmission,
        isConditional: Bool = false
    ) async throws(SignInFailure) -> VerifiedRegistration {
        var pending = PendingRegistration(
            relyingParty: admission.relyingParty, challenge: ceremony.challenge,
            registeredCredentials: .rejectedByStore)
        pending.userVerification = ceremony.userVerification
        pending.mediation = isConditional ? .conditional : .modal
        let registration: RegistrationResponse
        do {
            registration = try response.registration()
        } catch {
            throw reject(.registration, because: .response(.registration(.responseMalformed(error))))
        }
        let verification = try await run(registration, against: pending)
        do {
            let verified = try verification.result.get()
            report(VerificationReport(kind: .registration, work: verification.work))
            return verified
        } catch {
            throw reject(.registration, after: verification.work, because: .response(.registration(error)))
        }
    }

    /// Has the response to an authentication verified. It has one signature to check, so it stays on the event loop.
    func check(
        authentication response: AuthenticationResponse, for ceremony: Ceremony, under admission: CeremonyAdmission,
        with credential: StoredCredential
    ) throws(SignInFailure) -> VerifiedAuthentication {
        var pending = PendingAuthentication(
            relyingParty: admission.relyingParty, challenge: ceremony.challenge, user: .discoverable)
        pending.userVerification = ceremony.userVerification
        pending.counterPolicy = admission.policy.counterPolicy
        var work = VerificationWork()
        do {
            let verified = try AuthenticationVerification.verify(
                response, against: pending, credential: credential, counting: &work)
            report(VerificationReport(kind: .authentication, work: work.spent))
            return verified
        } catch {
            throw reject(.authentication, after: work.spent, because: .response(.authentication(error)))
        }
    }

    /// Reports a rejected response, and returns the failure.
    func reject(
        _ kind: VerificationReport.Kind, after work: Int = 0, because failure: SignInFailure
    ) -> SignInFailure {
        report(VerificationReport(kind: kind, work: work, rejection: failure))
        return failure
    }

    /// Rejects a ceremony that was consumed before, so that a second response is not verified. Of responses that arrive
    /// at the same time, the transaction that consumes the ceremony accepts one.
    func requireUnconsumed(_ ceremony: Ceremony) async throws(SignInFailure) {
        guard try await !accounts.read({ try $0.oneTime.isConsumed(ceremony.id) }) else {
            throw .ceremony(.alreadyConsumed)
        }
    }

    private struct Verification: Sendable {
        let result: Result<VerifiedRegistration, RegistrationRejection>
        let work: Int
    }

    private func run(
        _ response: RegistrationResponse, against pending: PendingRegistration
    ) async throws(SignInFailure) -> Verification {
        let time = now()
        let verify: @Sendable () -> Verification = {
            var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
            do throws(RegistrationRejection) {
                let verified = try RegistrationVerification.verify(
                    response, against: pending, at: time, counting: &work)
                return Verification(result: .success(verified), work: work.spent)
            } catch {
                return Verification(result: .failure(error), work: work.spent)
            }
        }
        guard !response.isCheapToVerify else { return verify() }
        do {
            return try await queue.run(verify)
        } catch {
            throw .tooBusy
        }
    }
}
