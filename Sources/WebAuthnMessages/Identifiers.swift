// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The identifier of a credential, chosen by its authenticator.
public struct CredentialID: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the identifier.
    public let bytes: [UInt8]

    /// The maximum length that WebAuthn allows (§7.1, step 25).
    public static let maximumByteCount = 1023

    /// Creates an identifier from its bytes.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates an identifier from base64url. Returns `nil` if the text is malformed or empty.
    public init?(base64URL text: String) {
        guard let bytes = Base64URL.decode(text), !bytes.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The identifier in base64url, as it appears in JSON.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// The base64url text.
    public var description: String { base64URL }
}

/// The opaque bytes that identify an account to its relying party (`user.id`). They must not contain personal data.
public struct UserHandle: Hashable, Sendable, CustomStringConvertible {
    /// The bytes of the handle, 1 to 64.
    public let bytes: [UInt8]

    /// The maximum length that WebAuthn allows.
    public static let maximumByteCount = 64

    /// Creates a handle. Returns `nil` unless there are 1 to 64 bytes.
    public init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Creates a handle from bytes of a valid length.
    package init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Creates a handle from base64url. Returns `nil` if the text is malformed or the length is invalid.
    public init?(base64URL text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    /// The handle in base64url, as it appears in JSON.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// The base64url text.
    public var description: String { base64URL }
}
