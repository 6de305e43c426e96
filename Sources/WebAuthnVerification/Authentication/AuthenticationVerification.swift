// SPDX-License-Identifier: Apache-2.0

package import Cryptography
public import WebAuthnMessages
import WireFormats

/// The verification of authentications (§7.2), without storage, network or clock.
public enum AuthenticationVerification {
    /// Verifies the JSON of a response with the credential that the caller expects.
    ///
    /// - Parameters:
    ///   - json: The `AuthenticationResponseJSON` from the client.
    ///   - pending: The pending authentication from ``RelyingParty/beginAuthentication(for:allowing:configure:)``.
    ///   - credential: The stored record of the credential.
    public static func verify(
        json: [UInt8], against pending: PendingAuthentication, credential: StoredCredential
    ) throws(AuthenticationRejection) -> VerifiedAuthentication {
        let response: AuthenticationResponse
        do {
            response = try AuthenticationResponse(json: json)
        } catch {
            throw .responseMalformed(error)
        }
        return try verify(response, against: pending, credential: credential)
    }

    /// Verifies a parsed response.
    ///
    /// Parse the response first to look up the record of its
    /// ``/WebAuthnMessages/AuthenticationResponse/credentialID``.
    public static func verify(
        _ response: AuthenticationResponse, against pending: PendingAuthentication, credential: StoredCredential
    ) throws(AuthenticationRejection) -> VerifiedAuthentication {
        var work = VerificationWork()
        return try verify(response, against: pending, credential: credential, counting: &work)
    }

    /// Verifies a response and counts the work.
    ///
    /// The numbers are those of ``AuthenticationStep``. Steps 1 and 2 happen on the client; 3, 4 and 7 while parsing
    /// the JSON.
    package static func verify(
        _ response: AuthenticationResponse, against pending: PendingAuthentication, credential: StoredCredential,
        counting work: inout VerificationWork
    ) throws(AuthenticationRejection) -> VerifiedAuthentication {
        let relyingParty = pending.relyingParty

        // 5. The options allow the credential.
        if case .listed(let allowed) = pending.allowedCredentials {
            guard allowed.contains(response.credentialID) else { throw .credentialNotAllowed }
        }

        // 6. The record belongs to the credential, this relying party and the user.
        try verifyOwnership(of: credential, for: response, against: pending)

        // 8, 9. The client data is UTF-8 and JSON.
        let clientData: CollectedClientData
        do {
            clientData = try CollectedClientData(json: response.clientDataJSON)
        } catch {
            throw .clientDataMalformed(error)
        }

        // 10. The client data is for an authentication.
        guard clientData.type == ExactText("webauthn.get") else {
            throw .typeMismatch(received: clientData.type?.text)
        }

        // 11. The challenge is the one in the options.
        guard clientData.challenge == ExactText(pending.challenge.base64URL) else { throw .challengeMismatch }

        // 12. The origin belongs to the relying party.
        let origin = clientData.origin.map(Origin.init(rawValue:))
        guard let origin, relyingParty.origins.contains(origin) else {
            throw .originNotAllowed(received: origin, allowed: relyingParty.origins)
        }

        // 13. The ceremony ran in a cross-origin frame only if that is allowed.
        guard relyingParty.allows(crossOrigin: clientData.crossOrigin) else { throw .crossOriginNotAllowed }

        // 14. The top-level origin is allowed to embed the relying party.
        guard relyingParty.allows(topOrigin: clientData.topOrigin, crossOrigin: clientData.crossOrigin) else {
            throw .topOriginNotAllowed(clientData.topOrigin.origin)
        }

        // 15. The authenticator data is well-formed, and the authenticator acted for this relying party.
        let data: AuthenticatorData
        do {
            data = try AuthenticatorData(response.authenticatorData)
        } catch {
            throw .authenticatorDataMalformed(error)
        }
        let expectedHash = pending.expectedIDHash(isAppIDUsed: response.extensionOutputs.isAppIDUsed == true)
        guard data.relyingPartyIDHash == expectedHash else { throw .relyingPartyIDMismatch }

        // 16. The user was present.
        guard data.flags.contains(.userPresent) else { throw .userPresenceMissing }

        // 17. The user was verified, if required.
        guard data.flags.contains(.userVerified) || pending.userVerification != .required else {
            throw .userVerificationMissing
        }

        // 18. A backed-up credential is eligible for backup.
        guard data.flags.isBackupStateConsistent else { throw .backupFlagsInconsistent }

        // 19. The backup eligibility is unchanged since registration.
        guard credential.backupEligibility.agrees(with: data.flags) else { throw .backupEligibilityChanged }

        // 20, 21. The credential's key signed the authenticator data and the hash of the client data.
        let clientDataHash = DigestAlgorithm.sha256.hash(response.clientDataJSON)
        let publicKey = try publicKey(of: credential)
        work.add(publicKey.key.verificationWork)
        guard publicKey.isValid(signature: response.signature, for: response.authenticatorData + clientDataHash)
        else { throw .signatureInvalid }

        // 22. The counter increased, if the authenticator uses one.
        let counter = VerifiedAuthentication.Counter(stored: credential.signCount, received: data.signCount)
        guard counter != .regressed || pending.counterPolicy == .reportRegression else {
            throw .counterRegressed(stored: credential.signCount, received: data.signCount)
        }

        // 23, 24, 25. Extension outputs are optional. The caller updates the record.
        return VerifiedAuthentication(
            response: response, authenticatorData: data, credential: credential, origin: origin, counter: counter)
    }

    private static func verifyOwnership(
        of credential: StoredCredential, for response: AuthenticationResponse, against pending: PendingAuthentication
    ) throws(AuthenticationRejection) {
        guard response.credentialID == credential.id else { throw .credentialMismatch }
        guard credential.relyingPartyID == pending.relyingParty.id else { throw .credentialRelyingPartyMismatch }
        if let handle = response.userHandle {
            guard handle == credential.owner else { throw .userHandleMismatch }
        }
        switch pending.user {
        case .identified(let user):
            guard credential.owner == user else { throw .credentialOwnerMismatch }
        case .discoverable:
            guard response.userHandle != nil else { throw .userHandleMissing }
        }
    }

    private static func publicKey(
        of credential: StoredCredential
    ) throws(AuthenticationRejection) -> CredentialPublicKey {
        switch credential.publicKey {
        case .parsed(let key): return key
        case .coseBytes(let bytes):
            do {
                return try CredentialPublicKey(coseBytes: bytes)
            } catch {
                throw .publicKeyUnacceptable(error)
            }
        }
    }
}

extension PendingAuthentication {
    /// Returns the expected hash: that of the AppID if it was requested and used, else of the relying party's
    /// identifier.
    fileprivate func expectedIDHash(isAppIDUsed: Bool) -> [UInt8] {
        if isAppIDUsed, case .requested(let id) = appID { RelyingParty.hash(ofID: id) } else { relyingParty.idHash }
    }
}

extension StoredCredential.BackupEligibility {
    fileprivate func agrees(with flags: AuthenticatorFlags) -> Bool {
        switch self {
        case .eligible: flags.contains(.backupEligible)
        case .notEligible: !flags.contains(.backupEligible)
        case .unknown: true
        }
    }
}

extension VerifiedAuthentication.Counter {
    fileprivate init(stored: UInt32, received: UInt32) {
        self =
            if stored == 0, received == 0 { .unused } else if received > stored { .advanced } else { .regressed }
    }
}
