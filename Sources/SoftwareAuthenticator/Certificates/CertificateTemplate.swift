// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Everything that goes into a certificate except the keys; each property can be tampered alone.
public struct CertificateTemplate: Sendable {
    /// Whether the certificate says if it is an authority's.
    public enum BasicConstraints: Hashable, Sendable {
        case absent
        case endEntity
        case authority(pathLength: Int?)
    }

    /// An extension of any kind.
    public struct Extension: Hashable, Sendable {
        /// The object identifier in dotted text.
        public var oid: String
        /// Whether readers that do not know the extension must refuse the certificate.
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

    /// 1, 2 or 3. The extensions are written in any case: clear them for a true version 1.
    public var version = 3
    /// Nil makes a random one of 16 bytes.
    public var serialNumber: [UInt8]?
    /// The name of the key's holder.
    public var subject: DirectoryName
    /// Nil names whoever signs.
    public var issuer: DirectoryName?
    /// The first moment of validity.
    public var validFrom: Date
    /// The last moment of validity.
    public var validUntil: Date
    /// Whether it is an authority's certificate; authorities get a key usage as well.
    public var basicConstraints = BasicConstraints.endEntity
    /// Whether the basic constraints are critical.
    public var isBasicConstraintsCritical = true
    /// Writes the subject's and the issuer's key identifiers, as RFC 5280 wants.
    public var includesKeyIdentifiers = true
    /// Written after basic constraints and key identifiers, in this order.
    public var extensions: [Extension] = []
    /// Flips a bit of the signature.
    public var isSignatureBroken = false

    /// Valid from a day ago for ten years.
    public init(subject: DirectoryName) {
        self.subject = subject
        validFrom = Date(timeIntervalSinceNow: -86_400)
        validUntil = Date(timeIntervalSinceNow: 10 * 365 * 86_400)
    }

    /// The first extension of that object identifier; nil takes it out.
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
