// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The name of a subject or issuer (RFC 5280, section 4.1.2.4): attributes such as a country or a common name.
///
/// The grouping into relative names is not kept: some TPM vendors put several attributes into one, others don't.
package struct DistinguishedName: Hashable, Sendable {
    package struct Attribute: Hashable, Sendable {
        package let oid: String
        /// The text, or `#` and the DER in hexadecimal for values that are not text (RFC 4514).
        package let value: String
    }

    package static let commonName = "2.5.4.3"
    package static let country = "2.5.4.6"
    package static let organization = "2.5.4.10"
    package static let organizationalUnit = "2.5.4.11"

    /// The attributes in their order.
    package let attributes: [Attribute]

    package init(der: [UInt8]) throws(CertificateRejection) {
        var input = DERReader(der)
        do {
            let name = try input.next(.sequence)
            guard input.isAtEnd else {
                throw CertificateRejection.malformedName
            }
            try self.init(name)
        } catch {
            throw .malformedName
        }
    }

    /// A Name element: a sequence of sets of attributes.
    package init(_ name: DERReader.Element) throws(CertificateRejection) {
        do {
            attributes = try Self.attributes(of: name)
        } catch {
            throw .malformedName
        }
    }

    package var isEmpty: Bool {
        attributes.isEmpty
    }

    package func values(for oid: String) -> [String] {
        attributes.filter { $0.oid == oid }.map(\.value)
    }

    private static func attributes(of name: DERReader.Element) throws -> [Attribute] {
        var attributes: [Attribute] = []
        var relativeNames = name.reader()
        while !relativeNames.isAtEnd {
            var pairs = try relativeNames.next(.set).reader()
            guard !pairs.isAtEnd else {
                throw CertificateRejection.malformedName
            }
            while !pairs.isAtEnd {
                attributes.append(try attribute(pairs.next(.sequence)))
            }
        }
        return attributes
    }

    private static func attribute(_ pair: DERReader.Element) throws -> Attribute {
        var fields = pair.reader()
        guard let oid = try fields.next(.objectIdentifier).objectIdentifier, let value = try fields.next(),
            fields.isAtEnd
        else {
            throw CertificateRejection.malformedName
        }
        return Attribute(oid: oid, value: value.text ?? hexadecimal(value.encoded))
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        "#" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
