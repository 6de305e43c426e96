// SPDX-License-Identifier: Apache-2.0

/// One deliberate fault, or oddity, of a response.
///
/// Signatures are made over the mutated data, so that nothing else is wrong.
public enum ResponseMutation: String, CaseIterable, Sendable {
    // Client data
    case wrongType, typeWrongCase, missingClientDataType
    case wrongChallenge, challengePrefix, challengeCaseChanged, challengePadded, challengeStandardAlphabet
    case challengeEmpty, missingChallenge
    case wrongOrigin, originSuffixDomain, originPrefixDomain, originSubdomain, originHTTP, originOtherPort
    case originTrailingDot, originUpperCase, originTrailingSlash, originUserInfo, originArray, originNull, missingOrigin
    /// `crossOrigin` true without any frame.
    case crossOriginTrue
    case crossOriginText
    /// A `topOrigin` although `crossOrigin` is false.
    case topOriginSet
    /// `crossOrigin` true under a page of a foreign origin.
    case foreignTopOrigin
    case escapedSlashes, unicodeEscapes, reorderedClientData, extraClientDataMember, bomInClientData
    case whitespaceInClientData, tokenBindingInClientData, crossOriginAbsent
    /// Two `type` members, the wrong one first.
    case duplicateClientDataMember
    case invalidJSONClientData, invalidUTF8ClientData, clientDataArray, emptyClientData, trailingClientData
    case nulAfterClientData, deepClientData

    // Authenticator data
    case wrongRpIdHash, zeroRpIdHash, upCleared, uvCleared
    case bsWithoutBE, beFlipped, bsFlipped, reservedFlags
    /// A counter one below the last one.
    case counterRollback
    /// The same counter as last time.
    case counterRepeated
    case truncatedAuthData, shortAuthData, trailingAuthData
    case zeroLengthId, oversizeId, idLengthTooLarge, idLengthTooSmall
    case attestedDataMissing, attestedFlagCleared, attestedDataInAssertion
    case extensionDataMissing, extensionsNotMap, trailingExtensionData, unsolicitedExtension

    // Credential public key
    case unknownAlg, missingKeyAlg, wrongKeyType, curveMismatch
    case offCurvePoint, pointAtInfinity, longCoordinate, shortCoordinate, coordinateAsText, compressedPoint
    case keyNotMap, duplicateKeys, keyOrder
    /// An integer of the key in more bytes than it needs.
    case nonCanonicalCBOR
    case indefiniteLengthKey, privateKeyInKey
    case smallRSAModulus, evenRSAModulus, rsaExponentOne
    case wrongEdwardsCurve, shortEdwardsKey

    // Attestation object
    case trailingCBOR, truncatedAttestationObject, emptyAttestationObject, attestationObjectNotMap
    case wrongFormatName, formatNameWrongCase, formatNotText
    case missingFormat, missingStatement, missingAuthData, authDataAsText
    case duplicateAttestationKey, attestationKeyOrder, extraAttestationKey
    case indefiniteLengthCBOR, nonMinimalLength, taggedCBOR, reservedCBOR, lengthBomb, depthBomb
    case noneWithStatement

    // Signature
    case flipSignatureBit
    /// The larger of the two s that ECDSA allows.
    case highS
    case emptySignature, truncatedSignature, trailingSignatureByte, rawSignature
    case longLengthSignature, overpaddedSignature, zeroSignature
    case signatureByOtherKey, signatureOverUnhashedClientData, signatureHashFirst

    // Response
    case rawIdMismatch, missingId, missingRawId, missingType, wrongCredentialType, idAsNumber
    case missingResponse, nullResponse, missingClientData, missingAttestationObject, missingAuthenticatorData
    case missingSignature, missingUserHandle, foreignUserHandle, unknownCredential
    case paddedBase64, standardBase64, missingClientExtensionResults
    case missingTransports, unknownTransport, unknownMembers
    /// Only what Level 2 had: no `publicKey`, `publicKeyAlgorithm` and `authenticatorData`.
    case missingRedundantMembers
    /// `publicKey`, `publicKeyAlgorithm` and `authenticatorData` of a registration contradict the attestation object.
    case lyingRedundantMembers
    case notJSON, trailingResponse, duplicateResponseMember

    /// The name on the command line.
    public var name: String { rawValue }
}
