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
        RefusalTable.ofBothCeremonies
            + """
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
            """)
}
