// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator

/// What becomes of each way to spoil an answer, over HTTP: the code of its refusal, or `accepted`.
///
/// In the tables the family of the ceremony is left out.
struct TamperOutcomes: Sendable {
    static let registration = TamperOutcomes("registration.", both + registrations)
    static let authentication = TamperOutcomes("authentication.", both + authentications)

    private let outcomes: [String: String]

    private init(_ family: String, _ text: String) {
        outcomes = Dictionary(
            text.split(separator: "\n").compactMap { line in
                let words = line.split(separator: " ").map(String.init)
                guard let name = words.first, let code = words.last, words.count == 2 else { return nil }
                let isWhole = code == "accepted" || ["request.", "sign-in."].contains { code.hasPrefix($0) }
                return (name, isWhole ? code : family + code)
            }, uniquingKeysWith: { first, _ in first })
    }

    subscript(tamper: Tamper) -> String? { outcomes[tamper.name] }

    private static let both = """
        wrongType type-mismatch
        typeWrongCase type-mismatch
        missingClientDataType type-mismatch
        wrongChallenge challenge-mismatch
        challengePrefix challenge-mismatch
        challengeCaseChanged challenge-mismatch
        challengePadded challenge-mismatch
        challengeEmpty challenge-mismatch
        missingChallenge challenge-mismatch
        wrongOrigin origin-not-allowed
        originSuffixDomain origin-not-allowed
        originPrefixDomain origin-not-allowed
        originSubdomain origin-not-allowed
        originHTTP origin-not-allowed
        originOtherPort origin-not-allowed
        originTrailingDot origin-not-allowed
        originUpperCase origin-not-allowed
        originTrailingSlash origin-not-allowed
        originUserInfo origin-not-allowed
        originArray origin-not-allowed
        originNull origin-not-allowed
        missingOrigin origin-not-allowed
        crossOriginTrue cross-origin-not-allowed
        crossOriginText cross-origin-not-allowed
        topOriginSet top-origin-not-allowed
        escapedSlashes accepted
        unicodeEscapes accepted
        reorderedClientData accepted
        extraClientDataMember accepted
        bomInClientData accepted
        whitespaceInClientData accepted
        tokenBindingInClientData accepted
        crossOriginAbsent accepted
        duplicateClientDataMember client-data.not-json
        invalidJSONClientData client-data.not-json
        invalidUTF8ClientData client-data.not-utf8
        clientDataArray client-data.not-an-object
        emptyClientData client-data.not-json
        trailingClientData client-data.not-json
        nulAfterClientData client-data.not-json
        deepClientData request.json
        wrongRpIdHash relying-party-id-mismatch
        zeroRpIdHash relying-party-id-mismatch
        upCleared user-presence-missing
        uvCleared user-verification-missing
        bsWithoutBE backup-flags-inconsistent
        reservedFlags accepted
        unsolicitedExtension accepted
        rawIdMismatch response.identifiers-differ
        missingId response.member-missing
        missingRawId accepted
        missingType response.member-missing
        wrongCredentialType response.type-not-public-key
        idAsNumber response.member-of-wrong-type
        missingResponse response.member-missing
        nullResponse response.member-missing
        missingClientData response.member-missing
        paddedBase64 accepted
        standardBase64 response.member-not-base64url
        missingClientExtensionResults accepted
        unknownMembers accepted
        notJSON response.not-json
        trailingResponse response.not-json
        duplicateResponseMember response.not-json

        """

    private static let registrations = """
        truncatedAuthData attestation-object.authenticator-data.public-key-malformed
        shortAuthData attestation-object.authenticator-data.truncated
        trailingAuthData attestation-object.authenticator-data.trailing-bytes
        zeroLengthId response.member-empty
        oversizeId credential-id-too-long
        idLengthTooLarge attestation-object.authenticator-data.truncated
        idLengthTooSmall attestation-object.authenticator-data.public-key-malformed
        attestedDataMissing attestation-object.authenticator-data.truncated
        attestedFlagCleared attestation-object.authenticator-data.trailing-bytes
        extensionDataMissing attestation-object.authenticator-data.extensions-malformed
        extensionsNotMap attestation-object.authenticator-data.extensions-malformed
        trailingExtensionData attestation-object.authenticator-data.trailing-bytes
        unknownAlg algorithm-not-offered
        missingKeyAlg public-key.algorithm-missing
        wrongKeyType public-key.type-mismatch
        curveMismatch public-key.type-mismatch
        offCurvePoint public-key.point-not-on-curve
        pointAtInfinity public-key.point-not-on-curve
        longCoordinate public-key.parameter-unacceptable
        shortCoordinate public-key.parameter-unacceptable
        coordinateAsText public-key.parameter-missing
        compressedPoint public-key.parameter-missing
        keyNotMap attestation-object.authenticator-data.public-key-malformed
        duplicateKeys attestation-object.authenticator-data.public-key-malformed
        keyOrder attestation-object.authenticator-data.public-key-malformed
        nonCanonicalCBOR attestation-object.authenticator-data.public-key-malformed
        indefiniteLengthKey attestation-object.authenticator-data.public-key-malformed
        privateKeyInKey accepted
        smallRSAModulus public-key.parameter-unacceptable
        evenRSAModulus public-key.parameter-unacceptable
        rsaExponentOne public-key.parameter-unacceptable
        wrongEdwardsCurve public-key.type-mismatch
        shortEdwardsKey public-key.parameter-unacceptable
        trailingCBOR attestation-object.not-cbor
        truncatedAttestationObject attestation-object.not-cbor
        emptyAttestationObject attestation-object.not-cbor
        attestationObjectNotMap attestation-object.not-a-map
        wrongFormatName attestation-format-unknown
        formatNameWrongCase attestation-format-unknown
        formatNotText attestation-object.member-malformed
        missingFormat attestation-object.member-malformed
        missingStatement attestation-object.member-malformed
        missingAuthData attestation-object.member-malformed
        authDataAsText attestation-object.member-malformed
        duplicateAttestationKey attestation-object.not-cbor
        attestationKeyOrder accepted
        extraAttestationKey accepted
        indefiniteLengthCBOR attestation-object.not-cbor
        nonMinimalLength accepted
        taggedCBOR attestation-object.not-cbor
        reservedCBOR attestation-object.not-cbor
        lengthBomb attestation-object.not-cbor
        depthBomb attestation-object.not-cbor
        noneWithStatement attestation.8.7.statement-not-empty
        flipSignatureBit attestation.8.2.signature-invalid
        missingAttestationObject response.member-missing
        missingTransports accepted
        unknownTransport accepted
        missingRedundantMembers accepted
        lyingRedundantMembers accepted
        """

    private static let authentications = """
        beFlipped backup-eligibility-changed
        bsFlipped accepted
        counterRollback counter-regressed
        counterRepeated counter-regressed
        truncatedAuthData authenticator-data.truncated
        shortAuthData authenticator-data.truncated
        trailingAuthData authenticator-data.trailing-bytes
        attestedDataInAssertion accepted
        extensionDataMissing authenticator-data.extensions-malformed
        extensionsNotMap authenticator-data.extensions-malformed
        trailingExtensionData authenticator-data.trailing-bytes
        flipSignatureBit signature-invalid
        highS accepted
        emptySignature signature-invalid
        truncatedSignature signature-invalid
        trailingSignatureByte signature-invalid
        rawSignature signature-invalid
        longLengthSignature signature-invalid
        overpaddedSignature signature-invalid
        zeroSignature signature-invalid
        signatureByOtherKey signature-invalid
        signatureOverUnhashedClientData signature-invalid
        signatureHashFirst signature-invalid
        missingAuthenticatorData response.member-missing
        missingSignature response.member-missing
        missingUserHandle user-handle-missing
        foreignUserHandle user-handle-mismatch
        unknownCredential sign-in.credential-unknown
        """
}
