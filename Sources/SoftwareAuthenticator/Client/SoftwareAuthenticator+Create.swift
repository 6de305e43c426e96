// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension SoftwareAuthenticator {
    /// Creates a credential, like `navigator.credentials.create()` with JSON on both sides.
    ///
    /// The options are PublicKeyCredentialCreationOptionsJSON, plain or under `publicKey` or `authn_params_public_key`;
    /// the result is RegistrationResponseJSON.
    public func create(
        optionsJSON: [UInt8], origin: String, settings: CeremonySettings = .init(), mutation: ResponseMutation? = nil
    ) throws(AuthenticatorFailure) -> [UInt8] {
        try mutation?.requireApplicable(to: .registration)
        return try Self.untilMutated(by: mutation) { () throws(AuthenticatorFailure) in
            try createOnce(optionsJSON: optionsJSON, origin: origin, settings: settings, mutation: mutation)
        }
    }

    /// Repeats a ceremony until the mutation applies. A response may have no letter in which the alphabets of base64
    /// differ.
    static func untilMutated(
        by mutation: ResponseMutation?, body: () throws(AuthenticatorFailure) -> [UInt8]
    ) throws(AuthenticatorFailure) -> [UInt8] {
        for _ in 0..<20 where mutation == .standardBase64 {
            do throws(AuthenticatorFailure) {
                return try body()
            } catch {
                guard case .tamperingNotApplicable = error else { throw error }
            }
        }
        return try body()
    }

    private func createOnce(
        optionsJSON: [UInt8], origin: String, settings: CeremonySettings, mutation: ResponseMutation?
    ) throws(AuthenticatorFailure) -> [UInt8] {
        let ceremony = Ceremony(origin: origin, settings: settings, mutation: mutation)
        let options = try OptionsEnvelope<CreationOptions>.read(optionsJSON)
        let relyingPartyID = try ceremony.relyingPartyID(requested: options.rp.id)
        try checkEligibility(options, relyingPartyID: relyingPartyID)

        let credential = try makeCredential(options, relyingPartyID: relyingPartyID, mutation: mutation)
        let extensions = RegistrationExtensions(options.extensions, credential: credential, profile: profile)
        let kind = attestationKind(for: options, settings: settings)
        var data = try authenticatorData(
            of: credential, aaguid: aaguid(for: kind, settings: settings),
            flags: registrationFlags(options, settings: settings), mutation: mutation)
        data.setExtensions(extensions.authenticatorOutputs)
        mutation?.apply(&data)

        let clientDataJSON = try ceremony.clientDataJSON(.create, challenge: options.challenge.bytes)
        let subject = AttestationSubject(
            authenticatorData: data.bytes, relyingPartyIDHash: data.relyingPartyIDHash,
            aaguid: aaguid(for: kind, settings: settings), clientDataHash: DigestAlgorithm.sha256.hash(clientDataJSON),
            credential: credential, settings: settings, alteration: settings.alteration)
        let attestationObject = try attest(kind, subject: subject).bytes(applying: mutation)
        insert(credential)

        var response = ResponseJSON(
            registration: credential, clientDataJSON: clientDataJSON, attestationObject: attestationObject,
            authenticatorData: data.bytes)
        response.complete(profile: profile, extensionResults: extensions.clientOutputs)
        return try response.json(applying: mutation)
    }

    private func authenticatorData(
        of credential: CredentialRecord, aaguid: [UInt8], flags: AuthenticatorData.Flags, mutation: ResponseMutation?
    ) throws(AuthenticatorFailure) -> AuthenticatorData {
        var data = AuthenticatorData(
            relyingPartyIDHash: DigestAlgorithm.sha256.hash(Array(credential.relyingPartyID.utf8)),
            flags: flags, signCount: credential.signCount)
        data.attested = .init(
            aaguid: aaguid, credentialID: credential.id,
            coseKey: try mutation?.coseKey(of: credential.key) ?? credential.key.coseKey)
        return data
    }

    /// U2F keys have no AAGUID.
    private func aaguid(for kind: AttestationKind, settings: CeremonySettings) -> [UInt8] {
        kind == .fidoU2F && settings.alteration != .fidoU2F(.aaguidSet)
            ? AuthenticatorProfile.noAAGUID : profile.aaguidBytes
    }

    private func checkEligibility(
        _ options: CreationOptions, relyingPartyID: String
    ) throws(AuthenticatorFailure) {
        if let attachment = options.authenticatorSelection?.authenticatorAttachment,
            AuthenticatorProfile.Attachment(rawValue: attachment) != nil, attachment != profile.attachment.rawValue
        {
            throw .notEligible
        }
        for descriptor in options.excludeCredentials ?? [] {
            guard let record = record(descriptor.id.bytes) else { continue }
            if record.relyingPartyID == relyingPartyID || record.relyingPartyID == options.extensions?.appidExclude {
                throw .excluded
            }
        }
    }

    private func makeCredential(
        _ options: CreationOptions, relyingPartyID: String, mutation: ResponseMutation?
    ) throws(AuthenticatorFailure) -> CredentialRecord {
        let isPlatform = profile.attachment == .platform
        return CredentialRecord(
            id: mutation?.credentialID(length: profile.credentialIDLength)
                ?? Randomness.bytes(profile.credentialIDLength),
            relyingPartyID: relyingPartyID, userHandle: options.user.id.bytes, userName: options.user.name,
            displayName: options.user.displayName ?? options.user.name,
            key: try SigningKey(try algorithm(offered: options.algorithms)),
            signCount: profile.counter == .incrementing ? 1 : 0,
            isDiscoverable: profile.isAlwaysDiscoverable || options.residentKey != "discouraged",
            prfSecret: Randomness.bytes(32),
            protectionLevel: isPlatform
                ? nil : RegistrationExtensions.protectionLevel(options.extensions?.credentialProtectionPolicy),
            supportsLargeBlob: options.extensions?.largeBlob?.support != nil)
    }

    private func algorithm(offered: [KeyAlgorithm]) throws(AuthenticatorFailure) -> KeyAlgorithm {
        let common =
            profile.prefersOwnAlgorithmOrder
            ? profile.algorithms.first { offered.contains($0) }
            : offered.first { profile.algorithms.contains($0) }
        guard let common else { throw .noCommonAlgorithm }
        return common
    }

    private func registrationFlags(
        _ options: CreationOptions, settings: CeremonySettings
    ) throws(AuthenticatorFailure) -> AuthenticatorData.Flags {
        // Apple's automatic upgrades clear both flags, even if verification is required.
        guard settings.mediation == .modal else { return profile.backupFlags.union(.attestedData) }
        let requirement = options.authenticatorSelection?.userVerification
        return try flags(userVerification: requirement, settings: settings).union(.attestedData)
    }

    /// The flags for presence, verification and backup that this profile sets.
    func flags(
        userVerification: String?, settings: CeremonySettings
    ) throws(AuthenticatorFailure) -> AuthenticatorData.Flags {
        // Platforms verify even if that is discouraged; roaming keys don't.
        let isSpared = userVerification == "discouraged" && profile.attachment == .crossPlatform
        let isVerified = (settings.userVerified ?? !isSpared) && profile.canVerifyUser
        guard isVerified || userVerification != "required" else { throw .userVerificationUnavailable }
        var flags = profile.backupFlags
        if settings.userPresent { flags.insert(.userPresent) }
        if isVerified { flags.insert(.userVerified) }
        return flags
    }
}

extension AuthenticatorProfile {
    static let noAAGUID = [UInt8](repeating: 0, count: 16)

    var backupFlags: AuthenticatorData.Flags {
        var flags: AuthenticatorData.Flags = []
        if backupEligible { flags.insert(.backupEligible) }
        if backedUp { flags.insert(.backedUp) }
        return flags
    }
}
