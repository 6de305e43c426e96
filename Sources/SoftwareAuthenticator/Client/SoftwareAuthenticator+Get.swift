// SPDX-License-Identifier: Apache-2.0

import Cryptography

extension SoftwareAuthenticator {
    /// Signs in with a credential, like `navigator.credentials.get()` with JSON on both sides.
    ///
    /// The options are PublicKeyCredentialRequestOptionsJSON, plain or under `publicKey` or `authn_params_public_key`;
    /// the result is AuthenticationResponseJSON.
    public func get(
        optionsJSON: [UInt8], origin: String, settings: CeremonySettings = .init(), mutation: ResponseMutation? = nil
    ) throws(AuthenticatorFailure) -> [UInt8] {
        try mutation?.requireApplicable(to: .authentication)
        return try Self.untilMutated(by: mutation) { () throws(AuthenticatorFailure) in
            try getOnce(optionsJSON: optionsJSON, origin: origin, settings: settings, mutation: mutation)
        }
    }

    private func getOnce(
        optionsJSON: [UInt8], origin: String, settings: CeremonySettings, mutation: ResponseMutation?
    ) throws(AuthenticatorFailure) -> [UInt8] {
        let ceremony = Ceremony(origin: origin, settings: settings, mutation: mutation)
        let options = try OptionsEnvelope<RequestOptions>.read(optionsJSON)
        let relyingPartyID = try ceremony.relyingPartyID(requested: options.rpId)
        let flags = try flags(userVerification: options.userVerification, settings: settings)
        let credential = try chooseCredential(
            options, relyingPartyID: relyingPartyID, settings: settings, isVerified: flags.contains(.userVerified))

        let isUnderAppID = settings.usesAppID || credential.relyingPartyID != relyingPartyID
        let appID = isUnderAppID ? options.extensions?.appid : nil
        let extensions = AuthenticationExtensions(options.extensions, credential: credential, usesAppID: appID != nil)
        var data = AuthenticatorData(
            relyingPartyIDHash: DigestAlgorithm.sha256.hash(Array((appID ?? relyingPartyID).utf8)),
            flags: flags, signCount: takeCounter(of: credential.id))
        mutation?.apply(&data)

        let clientDataJSON = try ceremony.clientDataJSON(.get, challenge: options.challenge.bytes)
        let signature =
            try mutation?.signature(by: credential.key, over: data.bytes, clientData: clientDataJSON)
            ?? credential.key.sign(data.bytes + DigestAlgorithm.sha256.hash(clientDataJSON))
        if let blob = extensions.writtenBlob { keep(blob: blob, of: credential.id) }

        var response = ResponseJSON(
            authentication: credential, clientDataJSON: clientDataJSON, authenticatorData: data.bytes,
            signature: signature)
        response.complete(profile: profile, extensionResults: extensions.clientOutputs)
        return try response.json(applying: mutation)
    }

    private func chooseCredential(
        _ options: RequestOptions, relyingPartyID: String, settings: CeremonySettings, isVerified: Bool
    ) throws(AuthenticatorFailure) -> CredentialRecord {
        let allowed = options.allowCredentials ?? []
        let candidates: [CredentialRecord?]
        if let chosen = settings.chosenCredentialID {
            guard allowed.isEmpty || allowed.contains(where: { $0.id.bytes == chosen }) else { throw .noCredential }
            candidates = [record(chosen)]
        } else if allowed.isEmpty {
            candidates = [latestDiscoverable(for: relyingPartyID)]
        } else {
            candidates = allowed.map { record($0.id.bytes) }
        }
        let usable = candidates.lazy.compactMap(\.self).first { credential in
            (credential.relyingPartyID == relyingPartyID || credential.relyingPartyID == options.extensions?.appid)
                && (credential.isDiscoverable || !allowed.isEmpty)
                && (isVerified || credential.allowsUseWithoutVerification(isListed: !allowed.isEmpty))
        }
        guard let usable else { throw .noCredential }
        return usable
    }
}

extension CredentialRecord {
    /// CTAP2 §12.1, credProtect.
    fileprivate func allowsUseWithoutVerification(isListed: Bool) -> Bool {
        switch protectionLevel {
        case 3: false
        case 2: isListed
        default: true
        }
    }
}
