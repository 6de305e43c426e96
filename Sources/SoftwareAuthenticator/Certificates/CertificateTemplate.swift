// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Everything that goes into a certificate except the keys; each property can be spoiled alone.
public struct CertificateTemplate: Sendable {
    public enum BasicConstraints: Hashable, Sendable {
        case absent
        case endEntity
        case authority(pathLength: Int?)
    }

    public struct Extension: Hashable, Sendable {
        public var oid: String
        public var isCritical: Bool
        /// The DER of the value, without the OCTET STRING around it.
        public var value: [UInt8]

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
    public var subject: DirectoryName
    /// Nil names whoever signs.
    public var issuer: DirectoryName?
    public var validFrom: Date
    public var validUntil: Date
    public var basicConstraints = BasicConstraints.endEntity
    public var isBasicConstraintsCritical = true
    /// Writes the subject's and the issuer's key identifiers, as RFC 5280 wants.
    public var includesKeyIdentifiers = true
    public var extensions: [Extension] = []
    /// Flips a bit of the signature.
    public var isSignatureBroken = false

    /// Valid from a day ago for ten years.
    public init(subject: DirectoryName) {
        self.subject = subject
        validFrom = Date(timeIntervalSinceNow: -86_400)
        validUntil = Date(timeIntervalSinceNow: 10 * 365 * 86_400)
    }

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
