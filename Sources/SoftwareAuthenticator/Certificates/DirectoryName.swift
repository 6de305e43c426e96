// SPDX-License-Identifier: Apache-2.0

/// An X.501 name to be put into a certificate, attribute by attribute.
public struct DirectoryName: Hashable, Sendable, Codable {
    public struct Attribute: Hashable, Sendable, Codable {
        public var oid: String
        public var text: String

        public init(oid: String, text: String) {
            self.oid = oid
            self.text = text
        }

        public static func country(_ text: String) -> Attribute { Attribute(oid: "2.5.4.6", text: text) }
        public static func organization(_ text: String) -> Attribute { Attribute(oid: "2.5.4.10", text: text) }
        public static func organizationalUnit(_ text: String) -> Attribute { Attribute(oid: "2.5.4.11", text: text) }
        public static func commonName(_ text: String) -> Attribute { Attribute(oid: "2.5.4.3", text: text) }
        /// Such as `id:FFFFF1D0`, the vendor of the TCG registry that stands for tests.
        public static func tpmManufacturer(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.1", text: text) }
        public static func tpmModel(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.2", text: text) }
        public static func tpmVersion(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.3", text: text) }
    }

    public var attributes: [Attribute]
    /// Puts all attributes into a single relative distinguished name instead of one each, as some TPM vendors do.
    public var isSingleSet = false

    public init(_ attributes: [Attribute]) { self.attributes = attributes }

    public static let empty = DirectoryName([])

    /// The subject that WebAuthn §8.2.1 demands of a packed attestation certificate.
    public static func packedAttestation(commonName: String) -> DirectoryName {
        DirectoryName([
            .country("SE"), .organization("Example Authenticator Works"),
            .organizationalUnit("Authenticator Attestation"), .commonName(commonName),
        ])
    }

    /// Replaces the text of every attribute of that type; nil takes them out.
    public mutating func set(_ oid: String, to text: String?) {
        guard let text else {
            attributes.removeAll { $0.oid == oid }
            return
        }
        for position in attributes.indices where attributes[position].oid == oid { attributes[position].text = text }
    }

    public var der: [UInt8] {
        let encoded = attributes.map(\.der)
        if isSingleSet, !encoded.isEmpty { return DER.sequence(DER.set(encoded)) }
        return DER.sequence(encoded.map { DER.set([$0]) })
    }
}

extension DirectoryName.Attribute {
    /// X.520 makes a country name a PrintableString; the rest is UTF-8.
    fileprivate var der: [UInt8] {
        let value = oid == "2.5.4.6" ? DER.printableString(text) : DER.utf8String(text)
        return DER.sequence(DER.objectIdentifier(oid), value)
    }
}
