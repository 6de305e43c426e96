// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Certificates match the input, accepted chains were signed, and extensions have one encoding.
    static let x509 = FuzzTarget(
        name: "x509",
        accepts: [
            "a certificate", "a chain", "a revocation", "basic constraints", "purposes", "a model", "an Apple nonce",
            "an Android key", "a name", "alternative names", "a TPM",
        ]
    ) { bytes in
        if let certificate = try? Certificate(der: bytes) { check(certificate) }
        if let list = try? RevocationList(der: bytes) { check(list, of: bytes) }
        checkExtensions(bytes)
    }

    private static func check(_ certificate: Certificate) {
        accepted("a certificate")
        let der = certificate.der
        require((try? Certificate(der: der)) == certificate, "parsing is deterministic")
        require((try? Certificate(der: der + [0])) == nil, "trailing bytes are rejected")
        require((1...3).contains(certificate.version), "the version is 1 to 3")
        // Of a negative serial number, which RFC 5280 requires to tolerate, only the magnitude is kept.
        let serialNumber = serialNumber(in: der)
        require(
            serialNumber == nil || serialNumber == certificate.serialNumber, "the serial number matches the input")
        let identifiers = certificate.extensions.map(\.oid)
        require(Set(identifiers).count == identifiers.count, "extensions are unique")
        for found in certificate.extensions {
            require(isPart(found.value, of: der), "an extension is in the certificate")
            require(certificate.extensionValue(found.oid) == found, "an extension is found by its OID")
            checkExtensions(found.value)
        }
        let constraints = certificate.extensionValue(BasicConstraints.oid)
        require(
            (constraints == nil) == (certificate.basicConstraints == .absent),
            "absent basic constraints are not in the certificate")
        _ = try? certificate.extendedKeyUsage
        _ = (certificate.matchesHost("attest.android.com"), certificate.matchesHost("*.example.org"))
        if let key = try? certificate.publicKey() {
            require(
                (try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)) == key,
                "a key survives a round trip")
        }
        checkTrust(certificate)
    }

    private static func serialNumber(in certificate: [UInt8]) -> [UInt8]? {
        var outer = DERReader(certificate)
        var inner = (try? outer.next(.sequence))?.reader()
        var fields = (try? inner?.next(.sequence))?.reader()
        var field = try? fields?.next()
        if field?.tag == .contextSpecific(0, isConstructed: true) { field = try? fields?.next() }
        guard let contents = field?.contents, let first = contents.first, first < 0x80 else { return nil }
        return Array(contents.dropFirst(first == 0 && contents.count > 1 ? 1 : 0))
    }

    private static func checkTrust(_ certificate: Certificate) {
        let toItself = try? CertificateChain.validate(
            leaf: certificate, intermediates: [], anchors: [certificate], at: SampleCeremonies.time)
        require(toItself == nil || toItself == [certificate], "an anchor is its own chain")
        guard
            let chain = try? CertificateChain.validate(
                leaf: certificate, intermediates: SignedSeeds.issuedByRoot + [certificate],
                anchors: SampleCeremonies.roots.certificates, at: SampleCeremonies.time)
        else { return }
        accepted("a chain")
        require(chain.first == certificate, "a chain begins with its leaf")
        require(chain.last.map(SampleCeremonies.roots.certificates.contains) ?? false, "a chain ends with an anchor")
        require(SignedSeeds.certificates.contains(SignedSeeds.identity(certificate)), "accepted chains were signed")
    }

    private static func check(_ list: RevocationList, of bytes: [UInt8]) {
        require((try? RevocationList(der: bytes + [0])) == nil, "trailing bytes are rejected")
        for certificate in SignedSeeds.issuedByRoot {
            do {
                _ = try CertificateChain.validate(
                    leaf: certificate, intermediates: [], anchors: SampleCeremonies.roots.certificates,
                    at: SampleCeremonies.time,
                    revocationLists: [list])
            } catch {
                require(error == .revoked, "a revocation list can only revoke")
                guard let signed = contents(of: bytes) else { continue }
                accepted("a revocation")
                require(SignedSeeds.revocationLists.compactMap(contents).contains(signed), "revocations were signed")
            }
        }
    }

    /// Returns the signed part of a revocation list.
    private static func contents(of list: [UInt8]) -> ArraySlice<UInt8>? {
        var outer = DERReader(list)
        var inner = (try? outer.next(.sequence))?.reader()
        return (try? inner?.next(.sequence))?.encoded
    }

    private static func checkExtensions(_ value: [UInt8]) {
        checkNames(value)
        checkConstraints(value)
        if let usage = try? ExtendedKeyUsage(extensionValue: value) {
            accepted("purposes")
            let purposes = usage.purposes.flatMap {
                encoded(.objectIdentifier, contents: DEREncoding.contents(ofObjectIdentifier: $0))
            }
            require(encoded(.sequence, contents: purposes) == value, "purposes have one encoding")
            require(usage.purposes.allSatisfy(usage.contains), "listed purposes are contained")
        }
        if let model = AAGUIDExtension.parse(value) {
            accepted("a model")
            require(encoded(.octetString, contents: model.bytes) == value, "a model has one encoding")
        }
        if let nonce = AppleNonce.parse(value) {
            accepted("an Apple nonce")
            require(value.suffix(nonce.count) == nonce[...], "the nonce comes last")
        }
        if let description = AndroidKeyDescription(value) {
            accepted("an Android key")
            require(isPart(description.challenge, of: value), "the challenge is in the description")
            require(AndroidKeyDescription(value) == description, "parsing is deterministic")
            require(AndroidKeyDescription(value + [0x05, 0x00]) == nil, "trailing bytes are rejected")
        }
    }

    private static func checkConstraints(_ value: [UInt8]) {
        guard let constraints = try? BasicConstraints(extensionValue: value) else { return }
        guard case .present(let isCA, let length) = constraints else {
            fatalError("a parsed extension is present")
        }
        accepted("basic constraints")
        let number = length.map { encoded(.integer, contents: DEREncoding.contents(of: $0)) } ?? []
        let forms =
            isCA ? (1...255).map { encoded(.boolean, contents: [$0]) } : [[], encoded(.boolean, contents: [0])]
        require(forms.contains { encoded(.sequence, contents: $0 + number) == value }, "constraints have one encoding")
    }

    private static func checkNames(_ value: [UInt8]) {
        if let name = try? DistinguishedName(der: value) {
            accepted("a name")
            require(name.isEmpty == (value == [0x30, 0]), "an empty name is an empty sequence")
            for attribute in name.attributes {
                let oid = encoded(.objectIdentifier, contents: DEREncoding.contents(ofObjectIdentifier: attribute.oid))
                require(isPart(oid, of: value), "an attribute is in the name")
                require(name.values(for: attribute.oid).contains(attribute.value), "an attribute is found by its OID")
                require(!attribute.value.utf8.contains(0), "text has no NUL")
            }
        }
        guard let names = try? SubjectAlternativeName(extensionValue: value) else {
            require(TPMAlternativeName(value) == nil, "a TPM requires a subject alternative name")
            return
        }
        accepted("alternative names")
        for host in names.dnsNames {
            require(isPart(Array(host.utf8), of: value) && !host.utf8.contains(0), "a host name is in the input")
        }
        if let tpm = TPMAlternativeName(value) {
            accepted("a TPM")
            require(
                names.directoryNames.contains { $0.values(for: "2.23.133.2.2").contains(tpm.model) },
                "a TPM has its model from the name")
            require(!tpm.manufacturer.isEmpty && !tpm.version.isEmpty, "a TPM has a manufacturer and a version")
        }
    }

    private static func encoded(_ tag: DERTag, contents: [UInt8]) -> [UInt8] {
        DEREncoding.head(tag: tag, count: contents.count) + contents
    }
}
