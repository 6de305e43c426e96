// SPDX-License-Identifier: Apache-2.0

import Cryptography
import Foundation

/// The `android-safetynet` statement, WebAuthn §8.5: a token of a service that judges the device.
enum SafetyNetStatement {
    static func make(
        _ subject: AttestationSubject, authority: AttestationAuthority
    ) throws(AuthenticatorFailure) -> CBORItem {
        var item: SafetyNetAlteration?
        if case .androidSafetyNet(let altered) = subject.alteration { item = altered }
        let host = item == .wrongHost ? "attest.example.com" : "attest.android.com"
        let certificates = try authority.certify(
            .safetyNet(host: host), holder: .batch(.rs256), kind: .androidSafetyNet, for: subject)

        let token = try token(payload(subject, alteration: item), certificates: certificates, alteration: item)
        var statement = AttestationStatement([("ver", "200213037"), ("response", .bytes(Array(token.utf8)))])
        switch item {
        case .missingVersion: statement["ver"] = nil
        case .emptyVersion: statement["ver"] = ""
        case .versionAsNumber: statement["ver"] = .integer(200_213_037)
        case .missingResponse: statement["response"] = nil
        case .emptyResponse: statement["response"] = .bytes([])
        case .responseAsText: statement["response"] = .text(token)
        case .responseMalformed: statement["response"] = .bytes(Array(token.prefix { $0 != "." }.utf8))
        default: break
        }
        return statement.item(alteredBy: item == .statementNotMap ? item?.rawValue : nil)
    }

    private static func payload(_ subject: AttestationSubject, alteration item: SafetyNetAlteration?) -> JSONText {
        let now = Int(Date().timeIntervalSince1970 * 1000)
        let timestamp =
            switch item {
            case .oldTimestamp: now - 120_000
            case .futureTimestamp: now + 600_000
            default: now
            }
        let nonce = item == .wrongNonce ? subject.clientDataHash : subject.nonce
        var members: [(name: String, value: JSONText)] = [
            ("nonce", .string(Base64Text.standard(nonce))),
            ("timestampMs", .number(timestamp)),
            ("apkPackageName", .string("com.google.android.gms")),
            ("ctsProfileMatch", .bool(item != .ctsFalse)),
            ("basicIntegrity", .bool(true)),
        ]
        let missing: String? =
            switch item {
            case .missingNonce: "nonce"
            case .missingTimestamp: "timestampMs"
            case .ctsMissing: "ctsProfileMatch"
            default: nil
            }
        members.removeAll { $0.name == missing }
        return .object(members)
    }

    /// The compact serialization (RFC 7515) with the certificates in the header.
    private static func token(
        _ payload: JSONText, certificates: AttestationCertificates, alteration item: SafetyNetAlteration?
    ) throws(AuthenticatorFailure) -> String {
        let algorithm =
            switch item {
            case .unknownAlg: "RS257"
            case .algNone: "none"
            default: "RS256"
            }
        var header: [(name: String, value: JSONText)] = [("alg", .string(algorithm))]
        switch item {
        case .missingX5C: break
        case .emptyX5C: header.append(("x5c", .array([])))
        case .certificateGarbage: header.append(("x5c", .array([.string("MDAwMA==")])))
        default: header.append(("x5c", .array(certificates.chain.map { .string(Base64Text.standard($0)) })))
        }
        let signed = Base64Text.url(JSONText.object(header).utf8) + "." + Base64Text.url(payload.utf8)
        let key = item == .signatureByOtherKey ? try SigningKey(.rs256) : certificates.key
        var signature = key.sign(Array(signed.utf8))
        if item == .badSignature { signature = signature.flippingLastBit }
        return signed + "." + Base64Text.url(item == .algNone ? [] : signature)
    }
}
