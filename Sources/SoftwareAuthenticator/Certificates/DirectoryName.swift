// SPDX-License-Identifier: Apache-2.0

/// An X.501 name for a certificate.
public struct DirectoryName: Hashable, Sendable, Codable {
    /// A type of attribute and its value.
    public struct Attribute: Hashable, Sendable, Codable {
        /// The attribute's type in dotted text.
        public var oid: String
        /// The attribute's value.
        public var text: String

        /// Creates an attribute of any type.
        public init(oid: String, text: String) {
            self.oid = oid
            self.text = text
        }

        /// `C`
        public static func country(_ text: String) -> Attribute { Attribute(oid: "2.5.4.6", text: text) }
        /// `O`
        public static func organization(_ text: String) -> Attribute { Attribute(oid: "2.5.4.10", text: text) }
        /// `OU`
        public static func organizationalUnit(_ text: String) -> Attribute { Attribute(oid: "2.5.4.11", text: text) }
        /// `CN`
        public static func commonName(_ text: String) -> Attribute { Attribute(oid: "2.5.4.3", text: text) }
        /// The TPM's vendor, such as `id:FFFFF1D0`, which the TCG registry reserves for tests.
        public static func tpmManufacturer(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.1", text: text) }
        /// The vendor's name of the TPM.
        public static func tpmModel(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.2", text: text) }
        /// The version of the firmware, such as `id:00000013`.
        public static func tpmVersion(_ text: String) -> Attribute { Attribute(oid: "2.23.133.2.3", text: text) }
    }

    /// The attributes in their order.
    public var attributes: [Attribute]
    /// Whether all attributes are in a single relative distinguished name instead of one each, as some TPM vendors do.
    public var isSingleSet = false

    /// Creates a name from its attributes.
    public init(_ attributes: [Attribute]) { self.attributes = attributes }

    /// The name without attributes, which TPM attestation certificates have.
    public static let empty = DirectoryName([])

    /// The subject that WebAuthn §8.2.1 requires of a packed attestation certificate.
    public static func packedAttestation(commonName: String) -> DirectoryName {
        DirectoryName([
            .country("SE"), .organization("Example Authenticator Works"),
            .organizationalUnit("Authenticator Attestation"), .commonName(commonName),
        ])
    }

    /// Replaces the text of every attribute of that type, or removes them if it is `nil`.
    public mutating func set(_ oid: String, to text: String?) {
        guard let text else {
            attributes.removeAll { $0.oid == oid }
            return
        }
        for position in attributes.indices where attributes[position].oid == oid { attributes[position].text = text }
    }

    /// The Name, DER.
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
