// SPDX-License-Identifier: Apache-2.0

@_exported public import WebAuthnMessages
@_exported public import WebAuthnVerification
@_exported public import WireFormats

/// Decodes a value from base64url text.
private func decodeText<Value>(
    from decoder: any Decoder, named name: String, as parse: (String) -> Value?
) throws -> Value {
    let container = try decoder.singleValueContainer()
    guard let value = parse(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "The \(name) is malformed.")
    }
    return value
}

extension Challenge: Codable {
    /// Decodes a challenge of at least 16 bytes from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, named: "challenge") { Base64URL.decode($0).flatMap(Challenge.init) }
    }

    /// Encodes the challenge as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension CredentialID: Codable {
    /// Decodes an identifier from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, named: "credential identifier", as: CredentialID.init(base64URL:))
    }

    /// Encodes the identifier as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension UserHandle: Codable {
    /// Decodes a handle from base64url.
    public init(from decoder: any Decoder) throws {
        self = try decodeText(from: decoder, named: "user handle", as: UserHandle.init(base64URL:))
    }

    /// Encodes the handle as base64url.
    public func encode(to encoder: any Encoder) throws { try base64URL.encode(to: encoder) }
}

extension CreationOptions: Codable {
    /// Decodes a `PublicKeyCredentialCreationOptionsJSON`.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONCoding(from: decoder).value) }

    /// Encodes the options as a `PublicKeyCredentialCreationOptionsJSON`.
    public func encode(to encoder: any Encoder) throws { try JSONCoding(json).encode(to: encoder) }
}

extension RequestOptions: Codable {
    /// Decodes a `PublicKeyCredentialRequestOptionsJSON`.
    public init(from decoder: any Decoder) throws { try self.init(json: JSONCoding(from: decoder).value) }

    /// Encodes the options as a `PublicKeyCredentialRequestOptionsJSON`.
    public func encode(to encoder: any Encoder) throws { try JSONCoding(json).encode(to: encoder) }
}

extension RegistrationResponse: Decodable {
    /// Decodes a `RegistrationResponseJSON`. Throws ``ResponseMalformation`` if it is malformed.
    public init(from decoder: any Decoder) throws { try self.init(JSONCoding(from: decoder).value) }
}

extension AuthenticationResponse: Decodable {
    /// Decodes an `AuthenticationResponseJSON`. Throws ``ResponseMalformation`` if it is malformed.
    public init(from decoder: any Decoder) throws { try self.init(JSONCoding(from: decoder).value) }
}
