// SPDX-License-Identifier: Apache-2.0

import Cryptography
import WireFormats

/// The identity of a relying party and the origins that it accepts.
public struct RelyingParty: Hashable, Sendable {
    /// Whether ceremonies may run in cross-origin frames.
    public enum Framing: Hashable, Sendable {
        /// Cross-origin frames are not allowed. The default.
        case notAllowed
        /// Cross-origin frames are allowed. If the client data has a top-level origin, it must be one of these.
        case allowed(topOrigins: Set<Origin>)
    }

    /// The relying party's identifier, a domain that is a suffix of the host of every web origin.
    public var id: String { didSet { idHash = Self.hash(ofID: id) } }
    /// The name for display.
    public var name: String
    /// The SHA-256 hash of the identifier, which authenticators sign. It is stored because every ceremony needs it.
    package private(set) var idHash: [UInt8]
    /// The accepted origins.
    public var origins: Set<Origin>
    /// Whether ceremonies may run in cross-origin frames.
    public var framing: Framing

    /// Creates a relying party. The name defaults to the identifier.
    public init(id: String, name: String? = nil, origins: Set<Origin>, framing: Framing = .notAllowed) {
        self.id = id
        self.name = name ?? id
        idHash = Self.hash(ofID: id)
        self.origins = origins
        self.framing = framing
    }

    /// Returns the SHA-256 hash of an identifier.
    static func hash(ofID id: String) -> [UInt8] { DigestAlgorithm.sha256.hash(Array(id.utf8)) }
}

/// The origin of a ceremony: a serialized web origin, or the identifier of a native application. Compared byte for
/// byte.
public struct Origin: RawRepresentable, Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The origin as it appears in client data.
    public let rawValue: String

    /// Creates an origin without normalizing it, because browsers serialize origins in one way.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Creates an origin from a literal, such as `"https://example.org"`.
    public init(stringLiteral text: String) {
        self.init(rawValue: text)
    }

    /// Returns the origin of an Android application, from the SHA-256 fingerprint of its signing certificate.
    public static func androidApplication(certificateFingerprint: [UInt8]) -> Origin {
        Origin(rawValue: "android:apk-key-hash:" + Base64URL.encode(certificateFingerprint))
    }

    /// The origin as it appears in client data.
    public var description: String { rawValue }

    /// Whether the bytes are equal.
    public static func == (one: Origin, other: Origin) -> Bool {
        ExactText(one.rawValue) == ExactText(other.rawValue)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactText(rawValue))
    }
}

extension RelyingParty {
    /// Whether the value of `crossOrigin` is allowed. A value of the wrong type is not.
    func allows(crossOrigin: CollectedClientData.Member<Bool>) -> Bool {
        switch (crossOrigin, framing) {
        case (.absent, _), (.present(false), _), (.present(true), .allowed): true
        default: false
        }
    }

    /// Whether the value of `topOrigin` is allowed. It is valid only in a cross-origin frame.
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
