// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The identity of a relying party, and the origins that its ceremonies may run in.
public struct RelyingParty: Hashable, Sendable {
    /// Whether a ceremony may take place inside a frame of another site.
    public enum Framing: Hashable, Sendable {
        /// Never. The default.
        case refused
        /// Allowed; if the client names the site at the top, it has to be one of these.
        case allowed(topOrigins: Set<Origin>)
    }

    /// The relying party identifier: a domain that every web origin is part of.
    public var id: String { didSet { idHash = Self.hash(ofID: id) } }
    /// The name that clients may show; the identifier, unless another is given.
    public var name: String
    /// The SHA-256 of the identifier, which authenticators sign; kept, because every ceremony needs it.
    package private(set) var idHash: [UInt8]
    /// The origins that responses may come from.
    public var origins: Set<Origin>
    /// Whether framing by other sites is allowed.
    public var framing: Framing

    /// Creates a relying party.
    public init(id: String, name: String? = nil, origins: Set<Origin>, framing: Framing = .refused) {
        self.id = id
        self.name = name ?? id
        idHash = Self.hash(ofID: id)
        self.origins = origins
        self.framing = framing
    }

    /// The SHA-256 of an identifier.
    static func hash(ofID id: String) -> [UInt8] { DigestAlgorithm.sha256.hash(Array(id.utf8)) }
}

/// Where a ceremony took place: a serialized web origin or the facet of a native application, compared byte for byte.
public struct Origin: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The origin as clients write it.
    public let rawValue: String

    /// Takes the text as it stands; nothing is normalized, because browsers always write the same form.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// An origin written in the source, such as `"https://example.org"`.
    public init(stringLiteral text: String) {
        self.init(rawValue: text)
    }

    /// The origin of an Android application, from the SHA-256 fingerprint of its signing certificate.
    public static func androidApplication(certificateFingerprint: [UInt8]) -> Origin {
        Origin(rawValue: "android:apk-key-hash:" + Base64URL.encode(certificateFingerprint))
    }

    /// The same, for logs.
    public var description: String { rawValue }

    /// Whether both are the same, byte for byte.
    public static func == (one: Origin, other: Origin) -> Bool {
        ExactText(one.rawValue) == ExactText(other.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(rawValue))
    }
}

extension RelyingParty {
    /// Whether the ceremony may have taken place in a frame; a value that is no boolean counts as true.
    func allows(crossOrigin: CollectedClientData.Member<Bool>) -> Bool {
        switch (crossOrigin, framing) {
        case (.absent, _), (.present(false), _), (.present(true), .allowed): true
        default: false
        }
    }

    /// Whether the site at the top may frame the relying party; without a frame there is none to name.
    func allows(
        topOrigin: CollectedClientData.Member<String>, crossOrigin: CollectedClientData.Member<Bool>
    ) -> Bool {
        switch (topOrigin, framing) {
        case (.absent, _): true
        case (.present(let name), .allowed(let origins)):
            crossOrigin == .present(true) && origins.contains(Origin(rawValue: name))
        default: false
        }
    }
}

extension CollectedClientData.Member<String> {
    var origin: Origin? {
        if case .present(let name) = self { Origin(rawValue: name) } else { nil }
    }
}
