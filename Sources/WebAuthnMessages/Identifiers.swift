// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The identifier an authenticator gave to one credential, as raw bytes.
public struct CredentialID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier's bytes, exactly as the authenticator made them.
    public let bytes: [UInt8]

    /// The longest identifier WebAuthn allows (§7.1, step 25).
    public static let maximumByteCount = 1023

    /// Wraps the bytes of an identifier.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an identifier from base64url; `nil` if the text is not strict base64url or is empty.
    public init?(base64URL text: String) {
        guard let bytes = Base64URL.decode(text), !bytes.isEmpty else { return nil }
        self.bytes = bytes
    }

    /// The identifier as it is written in JSON.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// The base64url form.
    public var description: String { base64URL }
}

/// The opaque bytes by which a relying party recognizes an account (`user.id`); never a name or an address.
public struct UserHandle: Hashable, Sendable, CustomStringConvertible {
    /// The handle's bytes: 1 to 64 of them.
    public let bytes: [UInt8]

    /// The longest handle WebAuthn allows.
    public static let maximumByteCount = 64

    /// Accepts 1 to 64 bytes; `nil` otherwise.
    public init?(_ bytes: [UInt8]) {
        guard !bytes.isEmpty, bytes.count <= Self.maximumByteCount else { return nil }
        self.bytes = bytes
    }

    /// Takes bytes whose number is known to be acceptable.
    package init(uncheckedBytes bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads a handle from base64url; `nil` if the text is not strict base64url or has the wrong length.
    public init?(base64URL text: String) {
        guard let bytes = Base64URL.decode(text) else { return nil }
        self.init(bytes)
    }

    /// The handle as it is written in JSON.
    public var base64URL: String { Base64URL.encode(bytes) }

    /// The base64url form.
    public var description: String { base64URL }
}
