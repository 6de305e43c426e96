// SPDX-License-Identifier: Apache-2.0

/// The KeyDescription that Android's key attestation puts into a certificate.
public struct AndroidKeyDescription: Sendable {
    /// The extension's object identifier.
    public static let oid = "1.3.6.1.4.1.11129.2.1.17"

    /// The properties that one part of the system enforces: the fields that WebAuthn reads, and a few others.
    public struct AuthorizationList: Sendable {
        /// The purposes: 2 is KM_PURPOSE_SIGN, 3 is KM_PURPOSE_VERIFY. Empty omits the field.
        public var purposes: [Int] = []
        /// The origin: 0 is KM_ORIGIN_GENERATED, 2 is KM_ORIGIN_IMPORTED.
        public var origin: Int?
        /// Whether the key is bound to no application.
        public var isForAllApplications = false
        /// Whether the list has the algorithm, key size, digest and curve of an ES256 key, and says that no
        /// authentication is required.
        public var describesKey = false

        /// Creates a list without fields.
        public init() {}
    }

    /// The challenge, which must be the hash of the client data in WebAuthn.
    public var challenge: [UInt8]
    /// The version of the schema; the key master's version is one more.
    public var attestationVersion = 3
    /// The security level: 0 software, 1 trusted environment, 2 StrongBox.
    public var securityLevel = 1
    /// The device's identifier, which only system apps may request.
    public var uniqueID: [UInt8] = []
    /// The properties that the operating system enforces.
    public var softwareEnforced = AuthorizationList()
    /// The properties that the hardware enforces.
    public var teeEnforced = AuthorizationList()

    /// Creates the description of a signing key that was generated in the trusted environment.
    public init(challenge: [UInt8]) {
        self.challenge = challenge
        teeEnforced.purposes = [2]
        teeEnforced.origin = 0
        teeEnforced.describesKey = true
    }

    /// The KeyDescription, DER.
    public var der: [UInt8] {
        DER.sequence(
            DER.integer(attestationVersion), DER.enumerated(securityLevel),
            DER.integer(attestationVersion + 1), DER.enumerated(securityLevel),
            DER.octetString(challenge), DER.octetString(uniqueID), softwareEnforced.der, teeEnforced.der)
    }

    /// The description as the extension of a certificate.
    public var certificateExtension: CertificateTemplate.Extension { .init(oid: Self.oid, value: der) }
}

extension AndroidKeyDescription.AuthorizationList {
    /// The tags of the schema, in ascending order.
    var der: [UInt8] {
        var fields: [[UInt8]] = []
        if !purposes.isEmpty { fields.append(DER.explicit(tag: 1, DER.set(purposes.map { DER.integer($0) }))) }
        if describesKey {
            fields.append(DER.explicit(tag: 2, DER.integer(3)))
            fields.append(DER.explicit(tag: 3, DER.integer(256)))
            fields.append(DER.explicit(tag: 5, DER.set([DER.integer(4)])))
            fields.append(DER.explicit(tag: 10, DER.integer(1)))
            fields.append(DER.explicit(tag: 503, DER.null()))
        }
        if isForAllApplications { fields.append(DER.explicit(tag: 600, DER.null())) }
        if let origin { fields.append(DER.explicit(tag: 702, DER.integer(origin))) }
        return DER.sequence(fields)
    }
}
