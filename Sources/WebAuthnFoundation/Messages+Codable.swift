// SPDX-License-Identifier: Apache-2.0

@_exported public import WebAuthnMessages
@_exported public import WebAuthnVerification
@_exported public import WireFormats

/// A value that is written as base64url text.
private func decodeText<Value>(
    from decoder: any Decoder, _ kind: String, as read: (String) -> Value?
) throws -> Value {
    let container = try decoder.singleValueContainer()
    guard let value = read(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "This is not \(kind) in base64url.")
    }
    return value
}

extension Challenge: Codable {
    /// Reads a challenge of at least 16 bytes from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, "a challenge") { Base64URL.decode($0).flatMap(Challenge.init) }
    }

    /// Writes the challenge as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension CredentialID: Codable {
    /// Reads an identifier from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, "a credential identifier", as: CredentialID.init(base64URL:))
    }

    /// Writes the identifier as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension UserHandle: Codable {
    /// Reads a handle from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, "a user handle", as: UserHandle.init(base64URL:))
    }

    /// Writes the handle as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension CreationOptions: Codable {
    /// Reads a `PublicKeyCredentialCreationOptionsJSON`.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONCoding(from: decoder).value) }

    /// Writes a `PublicKeyCredentialCreationOptionsJSON`.
    public func encode(to encoder: any Encoder) throws { try JSONCoding(json).encode(to: encoder) }
}

extension RequestOptions: Codable {
    /// Reads a `PublicKeyCredentialRequestOptionsJSON`.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONCoding(from: decoder).value) }

    /// Writes a `PublicKeyCredentialRequestOptionsJSON`.
    public func encode(to encoder: any Encoder) throws { try JSONCoding(json).encode(to: encoder) }
}

extension RegistrationResponse: Decodable {
    /// Reads a `RegistrationResponseJSON`. A malformed one throws a ``ResponseMalformation``.
    public init(from decoder: any Decoder) throws { try self.init(JSONCoding(from: decoder).value) }
}

extension AuthenticationResponse: Decodable {
    /// Reads an `AuthenticationResponseJSON`. A malformed one throws a ``ResponseMalformation``.
    public init(from decoder: any Decoder) throws { try self.init(JSONCoding(from: decoder).value) }
}
