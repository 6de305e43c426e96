// SPDX-License-Identifier: Apache-2.0

extension ResponseMutation {
    /// The verdict of a server that follows WebAuthn.
    public enum Verdict: String, Sendable {
        case rejected
        /// The response is unusual and must be accepted.
        case harmless
        /// Servers that follow the specification differ.
        case either
    }

    /// The two ceremonies.
    public enum Ceremony: String, CaseIterable, Sendable {
        case registration
        case authentication
    }

    /// The precondition of a verdict.
    public enum Need: String, Sendable {
        case userVerificationRequired
        /// The user is unknown before the response, so that only the user handle identifies them.
        case unidentifiedUser
        /// A credential with a signature counter.
        case countingCredential
        case deviceBoundCredential
        case backupEligibleCredential
        case ellipticKey
        case rsaKey
        case edwardsKey
        /// A registration with a signed attestation statement.
        case signedAttestation
        /// A relying party that allows cross-origin frames of certain top origins.
        case crossOriginAllowed
        /// An origin with slashes, which every web origin has.
        case webOrigin
    }

    /// The part of the response that is mutated.
    enum Stage {
        case clientData, authenticatorData, credentialKey, attestationObject, signature, response
    }

    /// The verdict on a response with this mutation.
    public var verdict: Verdict {
        if Self.harmless.contains(self) { return .harmless }
        return Self.disputed.contains(self) ? .either : .rejected
    }

    /// The ceremonies that the mutation applies to.
    public var ceremonies: Set<Ceremony> {
        if Self.registrationOnly.contains(self) { return [.registration] }
        if Self.authenticationOnly.contains(self) { return [.authentication] }
        switch stage {
        case .credentialKey, .attestationObject: return [.registration]
        case .signature: return self == .flipSignatureBit ? [.registration, .authentication] : [.authentication]
        case .clientData, .authenticatorData, .response: return [.registration, .authentication]
        }
    }

    /// The precondition on the relying party or the credential in that ceremony, if there is one.
    public func need(in ceremony: Ceremony) -> Need? {
        switch self {
        case .uvCleared: .userVerificationRequired
        case .missingUserHandle: .unidentifiedUser
        case .counterRollback, .counterRepeated: .countingCredential
        case .bsWithoutBE: ceremony == .authentication ? .deviceBoundCredential : nil
        case .bsFlipped: .backupEligibleCredential
        case .foreignTopOrigin: .crossOriginAllowed
        case .flipSignatureBit: ceremony == .registration ? .signedAttestation : nil
        case .smallRSAModulus, .evenRSAModulus, .rsaExponentOne: .rsaKey
        case .wrongEdwardsCurve, .shortEdwardsKey: .edwardsKey
        case .curveMismatch, .offCurvePoint, .pointAtInfinity, .longCoordinate, .shortCoordinate, .coordinateAsText,
            .compressedPoint, .highS, .rawSignature, .longLengthSignature, .overpaddedSignature, .zeroSignature:
            .ellipticKey
        case .originSubdomain, .originOtherPort, .originUpperCase, .originHTTP, .originTrailingDot, .originUserInfo,
            .originSuffixDomain, .originPrefixDomain, .escapedSlashes:
            .webOrigin
        default: nil
        }
    }

    var stage: Stage {
        if Self.inAuthenticatorData.contains(self) { return .authenticatorData }
        if Self.inCredentialKey.contains(self) { return .credentialKey }
        if Self.inAttestationObject.contains(self) { return .attestationObject }
        if Self.inSignature.contains(self) { return .signature }
        return Self.inResponse.contains(self) ? .response : .clientData
    }

    func requireApplicable(to ceremony: Ceremony) throws(AuthenticatorFailure) {
        guard ceremonies.contains(ceremony) else { throw .tamperingNotApplicable(name) }
    }

    private static let harmless: Set<ResponseMutation> = [
        .escapedSlashes, .unicodeEscapes, .reorderedClientData, .extraClientDataMember, .bomInClientData,
        .whitespaceInClientData, .tokenBindingInClientData, .crossOriginAbsent, .reservedFlags, .bsFlipped,
        .unsolicitedExtension, .highS, .missingTransports, .unknownTransport, .unknownMembers, .missingRedundantMembers,
        .lyingRedundantMembers,
    ]
    private static let disputed: Set<ResponseMutation> = [
        .deepClientData, .attestedDataInAssertion, .longCoordinate, .keyOrder, .nonCanonicalCBOR, .privateKeyInKey,
        .attestationKeyOrder, .extraAttestationKey, .nonMinimalLength, .paddedBase64, .standardBase64,
        .missingClientExtensionResults,
    ]
    private static let registrationOnly: Set<ResponseMutation> = [
        .zeroLengthId, .oversizeId, .idLengthTooLarge, .idLengthTooSmall, .attestedDataMissing, .attestedFlagCleared,
        .missingAttestationObject, .missingTransports, .unknownTransport, .missingRedundantMembers,
        .lyingRedundantMembers,
    ]
    private static let authenticationOnly: Set<ResponseMutation> = [
        .beFlipped, .bsFlipped, .counterRollback, .counterRepeated, .attestedDataInAssertion,
        .missingAuthenticatorData, .missingSignature, .missingUserHandle, .foreignUserHandle, .unknownCredential,
    ]
    private static let inAuthenticatorData: Set<ResponseMutation> = [
        .wrongRpIdHash, .zeroRpIdHash, .upCleared, .uvCleared, .bsWithoutBE, .beFlipped, .bsFlipped, .reservedFlags,
        .counterRollback, .counterRepeated, .truncatedAuthData, .shortAuthData, .trailingAuthData, .zeroLengthId,
        .oversizeId, .idLengthTooLarge, .idLengthTooSmall, .attestedDataMissing, .attestedFlagCleared,
        .attestedDataInAssertion, .extensionDataMissing, .extensionsNotMap, .trailingExtensionData,
        .unsolicitedExtension,
    ]
    private static let inCredentialKey: Set<ResponseMutation> = [
        .unknownAlg, .missingKeyAlg, .wrongKeyType, .curveMismatch, .offCurvePoint, .pointAtInfinity, .longCoordinate,
        .shortCoordinate, .coordinateAsText, .compressedPoint, .keyNotMap, .duplicateKeys, .keyOrder,
        .nonCanonicalCBOR, .indefiniteLengthKey, .privateKeyInKey, .smallRSAModulus, .evenRSAModulus,
        .rsaExponentOne, .wrongEdwardsCurve, .shortEdwardsKey,
    ]
    private static let inAttestationObject: Set<ResponseMutation> = [
        .trailingCBOR, .truncatedAttestationObject, .emptyAttestationObject, .attestationObjectNotMap,
        .wrongFormatName, .formatNameWrongCase, .formatNotText, .missingFormat, .missingStatement, .missingAuthData,
        .authDataAsText, .duplicateAttestationKey, .attestationKeyOrder, .extraAttestationKey, .indefiniteLengthCBOR,
        .nonMinimalLength, .taggedCBOR, .reservedCBOR, .lengthBomb, .depthBomb, .noneWithStatement,
    ]
    private static let inSignature: Set<ResponseMutation> = [
        .flipSignatureBit, .highS, .emptySignature, .truncatedSignature, .trailingSignatureByte, .rawSignature,
        .longLengthSignature, .overpaddedSignature, .zeroSignature, .signatureByOtherKey,
        .signatureOverUnhashedClientData, .signatureHashFirst,
    ]
    private static let inResponse: Set<ResponseMutation> = [
        .rawIdMismatch, .missingId, .missingRawId, .missingType, .wrongCredentialType, .idAsNumber, .missingResponse,
        .nullResponse, .missingClientData, .missingAttestationObject, .missingAuthenticatorData, .missingSignature,
        .missingUserHandle, .foreignUserHandle, .unknownCredential, .paddedBase64, .standardBase64,
        .missingClientExtensionResults, .missingTransports, .unknownTransport, .unknownMembers,
        .missingRedundantMembers, .lyingRedundantMembers, .notJSON, .trailingResponse, .duplicateResponseMember,
    ]
}
