// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages
public import WireFormats

/// The verification of registrations (§7.1), without storage, network or clock.
public enum RegistrationVerification {
    /// Verifies the JSON of a response.
    ///
    /// - Parameters:
    ///   - json: The `RegistrationResponseJSON` from the client.
    ///   - pending: The pending registration from ``RelyingParty/beginRegistration(for:excluding:configure:)``.
    ///   - time: The time at which certificates and statements must be valid.
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

    /// Verifies a parsed response.
    public static func verify(
        _ response: RegistrationResponse, against pending: PendingRegistration, at time: Timestamp
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        var work = VerificationWork(limit: pending.attestationPolicy.limits.work)
        return try verify(response, against: pending, at: time, counting: &work)
    }

    /// Verifies a response and counts the work.
    ///
    /// The numbers are those of ``RegistrationStep``. Steps 1 and 2 happen on the client; 3 and 4 while parsing the
    /// JSON.
    package static func verify(
        _ response: RegistrationResponse, against pending: PendingRegistration, at time: Timestamp,
        counting work: inout VerificationWork
    ) throws(RegistrationRejection) -> VerifiedRegistration {
        let relyingParty = pending.relyingParty

        // 5, 6. The client data is UTF-8 and JSON.
        let clientData: CollectedClientData
        do {
            clientData = try CollectedClientData(json: response.clientDataJSON)
        } catch {
            throw .clientDataMalformed(error)
        }

        // 7. The client data is for a registration.
        guard clientData.type == ExactText("webauthn.create") else {
            throw .typeMismatch(received: clientData.type?.text)
        }

        // 8. The challenge is the one in the options.
        guard clientData.challenge == ExactText(pending.challenge.base64URL) else { throw .challengeMismatch }

        // 9. The origin belongs to the relying party.
        let origin = clientData.origin.map(Origin.init(rawValue:))
        guard let origin, relyingParty.origins.contains(origin) else {
            throw .originNotAllowed(received: origin, allowed: relyingParty.origins)
        }

        // 10. The ceremony ran in a cross-origin frame only if that is allowed.
        guard relyingParty.allows(crossOrigin: clientData.crossOrigin) else { throw .crossOriginNotAllowed }

        // 11. The top-level origin is allowed to embed the relying party.
        guard relyingParty.allows(topOrigin: clientData.topOrigin, crossOrigin: clientData.crossOrigin) else {
            throw .topOriginNotAllowed(clientData.topOrigin.origin)
        }

        // 12. The hash of the client data covers the bytes as received.
        let clientDataHash = DigestAlgorithm.sha256.hash(response.clientDataJSON)

        // 13. The attestation object is well-formed and describes the credential of the response.
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

        // 16. The user was verified, if required. A conditional registration can't meet that requirement.
        guard flags.contains(.userVerified) || pending.userVerification != .required else {
            throw .userVerificationMissing
        }

        // 17, 18, 19. A backed-up credential is eligible for backup. There is no further policy on either flag.
        guard flags.isBackupStateConsistent else { throw .backupFlagsInconsistent }

        // 20. The options offer the algorithm, and the key is valid for it.
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

        // 23, 24. The attestation is trusted, if required.
        let attestation: VerifiedAttestation
        do {
            attestation = try pending.attestationTrust.evaluate(
                evidence, of: object, at: time, counting: &context.work)
        } catch {
            throw .attestationUntrusted(error)
        }

        // 25. The credential's identifier is not too long.
        let length = object.credential.id.bytes.count
        guard length <= CredentialID.maximumByteCount else { throw .credentialIDTooLong(length) }

        // 26. The credential's identifier is not registered yet.
        if case .known(let taken) = pending.registeredCredentials {
            guard !taken.contains(object.credential.id) else { throw .credentialAlreadyRegistered }
        }

        // 27, 28, 29. The caller stores the record. Extension outputs are optional.
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
    /// Whether verification takes at most a few milliseconds, estimated by the attestation format: at most one
    /// signature, by the credential's own key, and no certificate.
    package var isCheapToVerify: Bool {
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
