// SPDX-License-Identifier: Apache-2.0

import Cryptography

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
