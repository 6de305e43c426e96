// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The contents of a certificate except its keys. Each property can be changed on its own.
public struct CertificateTemplate: Sendable {
    /// The basic constraints of a certificate.
    public enum BasicConstraints: Hashable, Sendable {
        case absent
        case endEntity
        case authority(pathLength: Int?)
    }

    /// An extension of any kind.
    public struct Extension: Hashable, Sendable {
        /// The object identifier in dotted text.
        public var oid: String
        /// Whether readers that don't know the extension must reject the certificate.
        public var isCritical: Bool
        /// The DER of the value, without the OCTET STRING around it.
        public var value: [UInt8]

        /// An extension from its parts.
        public init(oid: String, isCritical: Bool = false, value: [UInt8]) {
            self.oid = oid
            self.isCritical = isCritical
            self.value = value
        }
    }

    /// The version: 1, 2 or 3. Version 1 has extensions, too, unless they are cleared.
    public var version = 3
    /// The serial number, or `nil` for a random one of 16 bytes.
    public var serialNumber: [UInt8]?
    /// The name of the key's holder.
    public var subject: DirectoryName
    /// The issuer's name, or `nil` for the signer's.
    public var issuer: DirectoryName?
    /// The first moment of validity.
    public var validFrom: Date
    /// The last moment of validity.
    public var validUntil: Date
    /// Whether it is an authority's certificate; authorities get a key usage as well.
    public var basicConstraints = BasicConstraints.endEntity
    /// Whether the basic constraints are critical.
    public var isBasicConstraintsCritical = true
    /// Whether the certificate has the key identifiers of subject and issuer, as RFC 5280 requires.
    public var includesKeyIdentifiers = true
    /// The extensions after basic constraints and key identifiers, in order.
    public var extensions: [Extension] = []
    /// Whether a bit of the signature is flipped.
    public var isSignatureBroken = false

    /// Creates a template that is valid from a day ago for ten years.
    public init(subject: DirectoryName) {
        self.subject = subject
        validFrom = Date(timeIntervalSinceNow: -86_400)
        validUntil = Date(timeIntervalSinceNow: 10 * 365 * 86_400)
    }

    /// The first extension with that object identifier. Setting `nil` removes it.
    public subscript(extension oid: String) -> Extension? {
        get { extensions.first { $0.oid == oid } }
        set {
            guard let position = extensions.firstIndex(where: { $0.oid == oid }) else {
                if let newValue { extensions.append(newValue) }
                return
            }
            if let newValue { extensions[position] = newValue } else { extensions.remove(at: position) }
        }
    }

    /// A copy with some properties changed.
    public func with(_ change: (inout CertificateTemplate) -> Void) -> CertificateTemplate {
        var copy = self
        change(&copy)
        return copy
    }
}
