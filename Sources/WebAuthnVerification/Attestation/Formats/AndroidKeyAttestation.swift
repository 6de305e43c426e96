// SPDX-License-Identifier: Apache-2.0

import Cryptography
package import WebAuthnMessages
import WireFormats

/// Attestation by Android's hardware-backed key store, `android-key` (§8.4).
package enum AndroidKeyAttestation: AttestationFormat {
    package static let id = AttestationFormatID.androidKey

    package static func verify(
        _ statement: AttestationStatement, in context: inout AttestationContext
    ) throws(AttestationRejection) -> AttestationEvidence {
        let algorithm = try statement.algorithm()
        let (leaf, chain) = try statement.certificates(&context)
        try statement.requireSignature(by: leaf, over: context.signedBytes, algorithm: algorithm, in: &context)
        guard try statement.publicKey(of: leaf) == context.publicKey.key else {
            throw statement.rejection(.publicKeyMismatch)
        }
        guard let found = leaf.extensionValue(AndroidKeyDescription.oid),
            let description = AndroidKeyDescription(found.value)
        else { throw statement.rejection(.certificateExtensionMalformed) }
        guard description.challenge == context.clientDataHash else { throw statement.rejection(.ceremonyMismatch) }
        try verify(description, of: statement, authority: context.policy.androidKeyAuthority)
        return .certified(chain)
    }

    private static func verify(
        _ description: AndroidKeyDescription, of statement: AttestationStatement,
        authority: AttestationPolicy.AndroidKeyAuthority
    ) throws(AttestationRejection) {
        let lists = [description.softwareEnforced, description.trustedEnvironmentEnforced]
        guard !lists.contains(where: \.isForAllApplications) else {
            throw statement.rejection(.keyForAllApplications)
        }
        let trusted = authority == .trustedEnvironment ? [description.trustedEnvironmentEnforced] : lists
        let origins = trusted.compactMap(\.origin)
        guard !origins.isEmpty, origins.allSatisfy({ $0 == AndroidKeyDescription.generatedOrigin }) else {
            throw statement.rejection(.keyOriginMismatch)
        }
        guard trusted.contains(where: { $0.purposes.contains(AndroidKeyDescription.signPurpose) }) else {
            throw statement.rejection(.keyPurposeMismatch)
        }
    }
}

/// The description of a key in a certificate extension of Android's key attestation (`KeyDescription`).
package struct AndroidKeyDescription: Hashable, Sendable {
    /// The properties of the key that the software or the trusted environment enforces.
    package struct AuthorizationList: Hashable, Sendable {
        package var purposes: Set<Int> = []
        package var isForAllApplications = false
        package var origin: Int?
    }

    package static let oid = "1.3.6.1.4.1.11129.2.1.17"
    /// KM_ORIGIN_GENERATED.
    package static let generatedOrigin = 0
    /// KM_PURPOSE_SIGN.
    package static let signPurpose = 2

    package let challenge: [UInt8]
    package let softwareEnforced: AuthorizationList
    package let trustedEnvironmentEnforced: AuthorizationList

    /// Parses the extension. Ignores versions and security levels.
    package init?(_ value: [UInt8]) {
        do {
            var outer = DERReader(value)
            var fields = try outer.next(.sequence).reader()
            for _ in 0..<4 {
                guard try fields.next() != nil else { return nil }
            }
            challenge = Array(try fields.next(.octetString).contents)
            _ = try fields.next(.octetString)
            softwareEnforced = try AuthorizationList(try fields.next(.sequence))
            trustedEnvironmentEnforced = try AuthorizationList(try fields.next(.sequence))
            guard fields.isAtEnd, outer.isAtEnd else { return nil }
        } catch {
            return nil
        }
    }
}

extension AndroidKeyDescription.AuthorizationList {
    fileprivate init(_ element: DERReader.Element) throws(DERRejection) {
        var fields = element.reader()
        while let field = try fields.next() {
            guard field.tag.class == .contextSpecific else { continue }
            var inner = field.reader()
            switch field.tag.number {
            case 1: purposes = try Self.integers(in: try inner.next(.set))
            case 600: isForAllApplications = true
            case 702: origin = try inner.next(.integer).integer
            default: break
            }
        }
    }

    private static func integers(in set: DERReader.Element) throws(DERRejection) -> Set<Int> {
        var members = set.reader()
        var integers: Set<Int> = []
        while let member = try members.next() {
            if let integer = member.integer { integers.insert(integer) }
        }
        return integers
    }
}
