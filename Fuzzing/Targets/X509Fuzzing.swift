// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WebAuthnVerification
import WireFormats

extension FuzzTarget {
    /// Certificates hold what the input holds and lead to a root only if its people made them; extensions, read from
    /// the input as they are, have one encoding.
    static let x509 = FuzzTarget(
        name: "x509",
        accepts: [
            "a certificate", "a chain", "a revocation", "basic constraints", "purposes", "a model", "a nonce of Apple",
            "an Android key", "a name", "alternative names", "a TPM",
        ]
    ) { bytes in
        if let certificate = try? Certificate(der: bytes) { check(certificate) }
        if let list = try? RevocationList(der: bytes) { check(list, bytes) }
        checkExtensions(bytes)
    }

    private static func check(_ certificate: Certificate) {
        accepted("a certificate")
        let der = certificate.der
        require((try? Certificate(der: der)) == certificate, "the same bytes are read alike")
        require((try? Certificate(der: der + [0])) == nil, "nothing may follow")
        require((1...3).contains(certificate.version), "there are three versions")
        // Of a negative one, which RFC 5280 wants tolerated, there is the magnitude only.
        let serialNumber = serialNumber(in: der)
        require(
            serialNumber == nil || serialNumber == certificate.serialNumber, "the serial number is what stands there")
        let identifiers = certificate.extensions.map(\.oid)
        require(Set(identifiers).count == identifiers.count, "there is one extension of a kind")
        for found in certificate.extensions {
            require(isPart(found.value, of: der), "an extension stands in the certificate")
            require(certificate.extensionValue(found.oid) == found, "an extension answers to its name")
            checkExtensions(found.value)
        }
        let constraints = certificate.extensionValue(BasicConstraints.oid)
        require((constraints == nil) == (certificate.basicConstraints == .absent), "what is absent is not there")
        require(
            isPart(certificate.subjectKeyIdentifier ?? [], of: der), "the key's identifier stands in the certificate")
        _ = (try? certificate.extendedKeyUsage, try? certificate.subjectAlternativeName, certificate.isSelfIssued)
        _ = (certificate.matchesHost("attest.android.com"), certificate.matchesHost("*.example.org"))
        if let key = try? certificate.publicKey() {
            require(
                (try? PublicKey(subjectPublicKeyInfo: key.subjectPublicKeyInfo)) == key,
                "a key is written as it is read")
        }
        checkTrust(certificate)
    }

    private static func serialNumber(in certificate: [UInt8]) -> [UInt8]? {
        var outer = DERReader(certificate)
        var inner = (try? outer.next(.sequence))?.reader()
        var fields = (try? inner?.next(.sequence))?.reader()
        var field = try? fields?.next()
        if field?.tag == .contextSpecific(0, isConstructed: true) { field = try? fields?.next() }
        return field?.integerBytes
    }

    private static func checkTrust(_ certificate: Certificate) {
        let toItself = try? CertificateChain.validate(
            leaf: certificate, intermediates: [], anchors: [certificate], at: Trial.time)
        require(toItself == nil || toItself == [certificate], "an anchor needs no others")
        guard
            let chain = try? CertificateChain.validate(
                leaf: certificate, intermediates: Originals.issuedByRoot + [certificate],
                anchors: Trial.roots.certificates, at: Trial.time)
        else { return }
        accepted("a chain")
        require(chain.first == certificate, "a chain begins with its leaf")
        require(chain.last.map(Trial.roots.certificates.contains) ?? false, "a chain ends with an anchor")
        require(Originals.certificates.contains(Originals.identity(certificate)), "what leads to a root was signed")
    }

    private static func check(_ list: RevocationList, _ bytes: [UInt8]) {
        require((try? RevocationList(der: bytes + [0])) == nil, "nothing may follow")
        for certificate in Originals.issuedByRoot {
            do {
                _ = try CertificateChain.validate(
                    leaf: certificate, intermediates: [], anchors: Trial.roots.certificates, at: Trial.time,
                    revocationLists: [list])
            } catch {
                require(error == .revoked, "a list revokes and does nothing else")
                guard let signed = contents(of: bytes) else { continue }
                accepted("a revocation")
                require(Originals.revocationLists.compactMap(contents).contains(signed), "what is revoked was signed")
            }
        }
    }

    /// What is signed of a revocation list.
    private static func contents(of list: [UInt8]) -> ArraySlice<UInt8>? {
        var outer = DERReader(list)
        var inner = (try? outer.next(.sequence))?.reader()
        return (try? inner?.next(.sequence))?.encoded
    }

    private static func checkExtensions(_ value: [UInt8]) {
        checkNames(value)
        if let constraints = try? BasicConstraints(extensionValue: value) {
            guard case .present(let isCA, let length) = constraints else {
                fatalError("an extension that is read is there")
            }
            accepted("basic constraints")
            let number = length.map { encoded(.integer, DEREncoding.contents(of: $0)) } ?? []
            let forms = isCA ? (1...255).map { encoded(.boolean, [$0]) } : [[], encoded(.boolean, [0])]
            require(forms.contains { encoded(.sequence, $0 + number) == value }, "constraints have one encoding")
        }
        if let usage = try? ExtendedKeyUsage(extensionValue: value) {
            accepted("purposes")
            let purposes = usage.purposes.flatMap {
                encoded(.objectIdentifier, DEREncoding.contents(ofObjectIdentifier: $0))
            }
            require(encoded(.sequence, purposes) == value, "purposes have one encoding")
            require(usage.purposes.allSatisfy(usage.contains), "what is listed is contained")
        }
        if let model = AAGUIDExtension.parse(value) {
            accepted("a model")
            require(encoded(.octetString, model.bytes) == value, "a model has one encoding")
        }
        if let nonce = AppleNonce.parse(value) {
            accepted("a nonce of Apple")
            require(value.suffix(nonce.count) == nonce[...], "the nonce comes last")
        }
        if let description = AndroidKeyDescription(value) {
            accepted("an Android key")
            require(isPart(description.challenge, of: value), "the challenge stands in the description")
            require(AndroidKeyDescription(value) == description, "the same bytes are read alike")
            require(AndroidKeyDescription(value + [0x05, 0x00]) == nil, "nothing may follow")
        }
    }

    private static func checkNames(_ value: [UInt8]) {
        if let name = try? DistinguishedName(der: value) {
            accepted("a name")
            require(name.isEmpty == (value == [0x30, 0]), "an empty name is an empty sequence")
            for attribute in name.attributes {
                let oid = encoded(.objectIdentifier, DEREncoding.contents(ofObjectIdentifier: attribute.oid))
                require(isPart(oid, of: value), "an attribute stands in the name")
                require(name.values(for: attribute.oid).contains(attribute.value), "an attribute answers to its name")
                require(!attribute.value.utf8.contains(0), "text has no NUL in it")
            }
        }
        guard let names = try? SubjectAlternativeName(extensionValue: value) else {
            require(TPMAlternativeName(value) == nil, "a TPM is described by an alternative name")
            return
        }
        accepted("alternative names")
        for host in names.dnsNames {
            require(isPart(Array(host.utf8), of: value) && !host.utf8.contains(0), "a host's name stands in the input")
        }
        if let tpm = TPMAlternativeName(value) {
            accepted("a TPM")
            require(
                names.directoryNames.contains { $0.values(for: "2.23.133.2.2").contains(tpm.model) },
                "a TPM has a model")
            require(!tpm.manufacturer.isEmpty && !tpm.version.isEmpty, "a TPM has a maker and a version")
        }
    }

    private static func encoded(_ tag: DERTag, _ contents: [UInt8]) -> [UInt8] {
        DEREncoding.head(tag: tag, count: contents.count) + contents
    }
}
