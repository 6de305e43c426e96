// SPDX-License-Identifier: Apache-2.0

import SoftwareAuthenticator
import Testing
import WebAuthnVerification

@Suite("Spoilt registrations")
struct RegistrationTamperTests {
    @Test(
        "each way to spoil a registration is refused with its own code, and each oddity is accepted",
        arguments: table.rows)
    func verdict(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).with { $0.tamper = tamper }.code() == row.outcome)
    }

    @Test("what every spoilt registration is made from is accepted", arguments: table.rows)
    func unspoilt(_ row: RefusalTable.Row) throws {
        let tamper = try #require(Tamper(rawValue: row.name))
        #expect(try Self.trial(tamper).code() == "accepted")
    }

    @Test("no way to spoil a registration is left out")
    func completeness() {
        let missing = Tamper.allCases.filter { $0.ceremonies.contains(.registration) && !Self.table.contains($0.name) }
        #expect(missing == [.challengeStandardAlphabet])
    }

    @Test("a challenge in the standard alphabet is another challenge")
    func standardAlphabet() throws {
        let trial = RegistrationTrial(challenge: Example.challengeWithBothAlphabets)
        #expect(try trial.code() == "accepted")
        #expect(
            try trial.with { $0.tamper = .challengeStandardAlphabet }.code() == "registration.challenge-mismatch")
    }

    /// What the ceremony has to be like for the spoiling to be the only thing wrong.
    static func trial(_ tamper: Tamper) throws -> RegistrationTrial {
        switch tamper.need(in: .registration) {
        case .signedAttestation: try RegistrationTrial(attesting: .packed)
        case .rsaKey: RegistrationTrial(profile: .windowsHello)
        case .edwardsKey: RegistrationTrial(profile: .securityKey.with { $0.algorithms = [.edDSA] })
        case .crossOriginAllowed: RegistrationTrial().with { $0.pending.relyingParty.framing = Example.framing }
        default: RegistrationTrial()
        }
    }

    static let table = RefusalTable(
        family: "registration",
        """
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
        foreignTopOrigin top-origin-not-allowed
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
        deepClientData client-data.not-json
        wrongRpIdHash relying-party-id-mismatch
        zeroRpIdHash relying-party-id-mismatch
        upCleared user-presence-missing
        uvCleared user-verification-missing
        bsWithoutBE backup-flags-inconsistent
        reservedFlags accepted
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
        unsolicitedExtension accepted
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
        rawIdMismatch response.identifiers-differ
        missingId response.member-missing
        missingRawId accepted
        missingType response.member-missing
        wrongCredentialType response.type-not-public-key
        idAsNumber response.member-of-wrong-type
        missingResponse response.member-missing
        nullResponse response.member-missing
        missingClientData response.member-missing
        missingAttestationObject response.member-missing
        paddedBase64 accepted
        standardBase64 response.member-not-base64url
        missingClientExtensionResults accepted
        missingTransports accepted
        unknownTransport accepted
        unknownMembers accepted
        missingRedundantMembers accepted
        lyingRedundantMembers accepted
        notJSON response.not-json
        trailingResponse response.not-json
        duplicateResponseMember response.not-json
        """)
}
