// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages
import WireFormats

/// Packed attestation by a certificate or by the credential itself, `packed` (§8.2).
package enum PackedAttestation: AttestationFormat {
    package static let id = AttestationFormatID.packed

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard !statement.contains("ecdaaKeyId") else { throw statement.rejection(.ecdaaNotSupported) }
        let algorithm = try statement.algorithm()
        guard statement.contains("x5c") else { return try verifySelf(statement, algorithm: algorithm, in: &context) }
        let (leaf, chain) = try statement.certificates(&context)
        try statement.requireSignature(by: leaf, over: context.signedBytes, algorithm: algorithm, in: &context)
        try verifyRequirements(of: leaf, in: statement)
        try statement.requireMatchingAAGUID(in: leaf, of: context)
        return .certified(chain)
    }

    private static func verifySelf(
        _ statement: AttestationStatement, algorithm: COSEAlgorithm, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        guard algorithm.id == context.publicKey.algorithm else { throw statement.rejection(.algorithmMismatch) }
        let signature = try statement.bytes("sig")
        try statement.spend(context.publicKey.key.verificationWork, in: &context)
        guard context.publicKey.isValid(signature: signature, for: context.signedBytes) else {
            throw statement.rejection(.signatureInvalid)
        }
        return .selfSigned
    }

    /// Verifies the certificate requirements of §8.2.1.
    private static func verifyRequirements(
        of leaf: Certificate, in statement: AttestationStatement
    ) throws(AttestationRejection) {
        func reject(_ reason: AttestationRejection.Reason) -> AttestationRejection {
            statement.rejection(reason)
        }
        guard leaf.version == 3 else { throw reject(.certificateVersionUnsupported) }
        let country = leaf.subject.values(for: DistinguishedName.country)
        guard country.count == 1, country.allSatisfy(CountryCodes.isAssigned) else {
            throw reject(.certificateCountryInvalid)
        }
        let organization = leaf.subject.values(for: DistinguishedName.organization)
        guard organization.contains(where: { !$0.isEmpty }) else { throw reject(.certificateOrganizationMissing) }
        let unit = leaf.subject.values(for: DistinguishedName.organizationalUnit)
        guard unit.map(ExactText.init) == [ExactText("Authenticator Attestation")] else {
            throw reject(.certificateUnitMismatch)
        }
        let name = leaf.subject.values(for: DistinguishedName.commonName)
        guard name.contains(where: { !$0.isEmpty }) else { throw reject(.certificateCommonNameMissing) }
        guard case .present(isCA: false, _) = leaf.basicConstraints else {
            throw reject(.certificateBasicConstraintsInvalid)
        }
    }
}

/// The two-letter country codes of ISO 3166-1: the assigned codes and, because test certificates contain them, the
/// user-assigned codes other than ZZ, which means that the country is unknown.
enum CountryCodes {
    /// Whether a code is assigned. Ignores the case of ASCII letters only, because Unicode maps ß to SS and the Kelvin
    /// sign to K.
    static func isAssigned(_ code: String) -> Bool {
        let lowercase = UInt8(ascii: "a")...UInt8(ascii: "z")
        let bytes = code.utf8.map { lowercase.contains($0) ? $0 - 0x20 : $0 }
        return assigned.contains(bytes) || userAssigned.contains(bytes)
    }

    private static let userAssigned = Set(
        (["AA"] + "MNOPQRSTUVWXYZ".map { "Q\($0)" } + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".map { "X\($0)" })
            .map { Array($0.utf8) })

    private static let assigned = Set(
        """
        AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
        CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD
        GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH
        KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW
        MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC
        SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY
        UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
        """.split(whereSeparator: \.isWhitespace).map { Array($0.utf8) })
}
