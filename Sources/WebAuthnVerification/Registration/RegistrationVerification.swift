// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages
public import WireFormats

/// The verification of registrations: §7.1, step by step, without storage, network or a clock of its own.
public enum RegistrationVerification {
    /// Verifies a response as it came over the wire.
    ///
    /// - Parameters:
    ///   - json: a `RegistrationResponseJSON`.
    ///   - pending: the registration that was begun with the options.
    ///   - time: the time at which certificates and statements have to be valid.
    public static func verify(
        json: [UInt8], against pending: PendingRegistration, at time: Timestamp
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        let response: RegistrationResponse
        do {
            response = try RegistrationResponse(json: json)
        } catch {
            throw .responseMalformed(error)
        }
        return try verify(response, against: pending, at: time)
    }

    /// Verifies a response that has been parsed.
    public static func verify(
        _ response: RegistrationResponse, against pending: PendingRegistration, at time: Timestamp
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
        return try verify(response, against: pending, at: time, &work)
    }

    /// Verifies a response and counts the work.
    ///
    /// The numbers are those of ``RegistrationStep``. Steps 1 and 2 take place on the client, 3 and 4 while the JSON is
    /// parsed.
    package static func verify(
        _ response: RegistrationResponse, against pending: PendingRegistration, at time: Timestamp,
        _ work: inout VerificationWork
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        let relyingParty = pending.relyingParty

        // 5, 6. The client data is UTF-8 and JSON.
        let clientData: CollectedClientData
        do {
            clientData = try CollectedClientData(json: response.clientDataJSON)
        } catch {
            throw .clientDataMalformed(error)
        }

        // 7. The client data is that of a registration.
        guard clientData.type == ExactText("webauthn.create") else {
            throw .typeMismatch(received: clientData.type?.text)
        }

        // 8. The challenge is the one that was sent.
        guard clientData.challenge == ExactText(pending.challenge.base64URL) else { throw .challengeMismatch }

        // 9. The origin is one of the relying party's.
        let origin = clientData.origin.map(Origin.init(rawValue:))
        guard let origin, relyingParty.origins.contains(origin) else {
            throw .originNotAllowed(received: origin, allowed: relyingParty.origins)
        }

        // 10. Frames of other sites are used only if the relying party allows them.
        guard relyingParty.allows(crossOrigin: clientData.crossOrigin) else { throw .crossOriginNotAllowed }

        // 11. The site at the top may frame the relying party.
        guard relyingParty.allows(topOrigin: clientData.topOrigin, crossOrigin: clientData.crossOrigin) else {
            throw .topOriginNotAllowed(clientData.topOrigin.origin)
        }

        // 12. The hash covers the bytes as they were received.
        let clientDataHash = DigestAlgorithm.sha256.hash(response.clientDataJSON)

        // 13. The attestation object is well-formed and describes the credential that the client names.
        let object: AttestationObject
        let size = response.attestationObject.count
        guard size <= pending.attestationPolicy.limits.objectBytes else {
            throw .attestationObjectMalformed(.tooLarge(size))
        }
        do {
            object = try AttestationObject(response.attestationObject)
        } catch {
            throw .attestationObjectMalformed(error)
        }
        guard object.credential.id == response.credentialID else { throw .credentialIDMismatch }
        let flags = object.authenticatorData.flags

        // 14. The authenticator acted for this relying party.
        guard object.authenticatorData.relyingPartyIDHash == relyingParty.idHash else { throw .relyingPartyIDMismatch }

        // 15. The user was present, unless the registration is conditional.
        guard flags.contains(.userPresent) || pending.mediation == .conditional else { throw .userPresenceMissing }

        // 16. The user was verified if that is required, even if the registration is conditional and can't do it.
        guard flags.contains(.userVerified) || pending.userVerification != .required else {
            throw .userVerificationMissing
        }

        // 17. A backed-up credential is eligible for backup. 18, 19: the library has no policy on either flag.
        guard flags.isBackupStateConsistent else { throw .backupFlagsInconsistent }

        // 20. The algorithm was offered, and the key is valid for it.
        let publicKey = try publicKey(of: object.credential, offered: pending.algorithms)

        // 21. The attestation format is known.
        guard let format = AttestationFormats.named(object.format) else {
            throw .attestationFormatUnknown(object.format)
        }

        // 22. The attestation statement is valid.
        let evidence: AttestationEvidence
        var context = AttestationContext(
            authenticatorData: object.authenticatorData, authenticatorDataBytes: object.authenticatorDataBytes,
            credential: object.credential, publicKey: publicKey, clientDataHash: clientDataHash,
            policy: pending.attestationPolicy, time: time, work: work)
        defer { work = context.work }
        do {
            evidence = try format.verify(object.statement, in: &context)
        } catch {
            throw .attestationInvalid(error)
        }

        // 23, 24. The attestation is trusted, or need not be.
        let attestation: VerifiedAttestation
        do {
            attestation = try pending.attestationTrust.judge(
                evidence, of: object, at: time, counting: &context.work)
        } catch {
            throw .attestationUntrusted(error)
        }

        // 25. The credential's identifier is not too long.
        let length = object.credential.id.bytes.count
        guard length <= CredentialID.maximumByteCount else { throw .credentialIDTooLong(length) }

        // 26. The credential is not registered yet.
        if case .known(let taken) = pending.registeredCredentials {
            guard !taken.contains(object.credential.id) else { throw .credentialAlreadyRegistered }
        }

        // 27, 28, 29. The caller stores the record. Extension outputs are accepted, whether present or absent.
        return VerifiedRegistration(
            object: object, publicKey: publicKey, response: response, pending: pending, origin: origin,
            attestation: attestation)
    }

    private static func publicKey(
        of credential: AuthenticatorData.AttestedCredential, offered: [COSEAlgorithmID]
    ) throws(RegistrationRejection) -> CredentialPublicKey {
        do {
            let algorithm = try CredentialPublicKey.algorithm(of: credential.publicKey)
            guard offered.contains(algorithm) else { throw RegistrationRejection.algorithmNotOffered(algorithm) }
            return try CredentialPublicKey(credential.publicKey, bytes: credential.publicKeyBytes)
        } catch let rejection as RegistrationRejection {
            throw rejection
        } catch let rejection as COSEKeyRejection {
            throw .publicKeyUnacceptable(rejection)
        } catch {
            throw .publicKeyUnacceptable(.parameterUnacceptable)
        }
    }
}

extension RegistrationResponse {
    /// Whether judging the response takes at most a few milliseconds, by its shape alone: at most one signature, by the
    /// credential's own key, and no certificate.
    package var isQuicklyJudged: Bool {
        guard attestationObject.count <= AttestationPolicy.Limits().objectBytes,
            let object = try? AttestationObject(attestationObject)
        else { return true }
        switch object.format {
        case .none: return true
        case .packed: return !object.statement.contains("x5c")
        default: return false
        }
    }
}
