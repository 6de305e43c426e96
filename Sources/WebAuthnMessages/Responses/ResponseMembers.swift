// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A JSON object of a response, with accessors that throw the malformation of a member.
package struct ResponseMembers: Hashable, Sendable {
    private let object: JSONObject

    /// Parses the JSON of a response.
    package init(json: [UInt8]) throws(ResponseMalformation) {
        let value: JSONValue
        do {
            value = try JSONReader.read(json)
        } catch {
            throw .notJSON("\(error)")
        }
        try self.init(value)
    }

    /// Wraps a response that has been parsed as JSON.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        guard let object = value.objectValue else { throw .notAnObject }
        self.object = object
    }

    /// Wraps an object that has been parsed.
    init(object: JSONObject) {
        self.object = object
    }

    var json: JSONObject { object }

    /// Returns the object in a required member.
    package func object(_ name: String) throws(ResponseMalformation) -> ResponseMembers {
        guard let object = try required(name).objectValue else { throw .memberTypeMismatch(name) }
        return ResponseMembers(object: object)
    }

    /// Returns the text in a member, or `nil` if it is absent or null.
    package func optionalText(_ name: String) throws(ResponseMalformation) -> String? {
        guard let value = optional(name) else { return nil }
        guard let text = value.stringValue else { throw .memberTypeMismatch(name) }
        return text
    }

    /// Returns the strings in a member, or none if it is absent or null.
    package func optionalStrings(_ name: String) throws(ResponseMalformation) -> [String] {
        guard let value = optional(name) else { return [] }
        guard let list = value.arrayValue else { throw .memberTypeMismatch(name) }
        var strings: [String] = []
        for element in list {
            guard let text = element.stringValue else { throw .memberTypeMismatch(name) }
            strings.append(text)
        }
        return strings
    }

    /// Returns the decoded bytes of a required member. They may be empty.
    package func bytes(_ name: String) throws(ResponseMalformation) -> [UInt8] {
        try Self.bytes(of: required(name), member: name)
    }

    private static func bytes(of value: JSONValue, member name: String) throws(ResponseMalformation) -> [UInt8] {
        guard let text = value.stringValue else { throw .memberTypeMismatch(name) }
        guard let bytes = decode(text) else { throw .memberNotBase64URL(name) }
        return bytes
    }

    /// Level 3 requires base64url without padding, but some clients add padding. Complete padding is accepted.
    private static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.last == UInt8(ascii: "="), text.utf8.count.isMultiple(of: 4) else {
            return Base64URL.decode(text)
        }
        return Base64URL.decode(String(text.dropLast(text.hasSuffix("==") ? 2 : 1)))
    }

    /// Returns the decoded bytes of a member, or `nil` if it is absent or null.
    package func optionalBytes(_ name: String) throws(ResponseMalformation) -> [UInt8]? {
        guard let value = optional(name) else { return nil }
        return try Self.bytes(of: value, member: name)
    }

    /// Returns the client extension outputs, which are empty if the member is absent or null.
    package func extensionResults() throws(ResponseMalformation) -> ClientExtensionOutputs {
        guard let value = optional("clientExtensionResults") else { return ClientExtensionOutputs() }
        guard let results = value.objectValue else { throw .extensionResultsNotAnObject }
        return ClientExtensionOutputs(results)
    }

    /// Returns the credential's identifier after comparing `id` with `rawId` and checking `type`.
    package func credentialID() throws(ResponseMalformation) -> CredentialID {
        let id = try bytes("id")
        guard !id.isEmpty else { throw .memberEmpty("id") }
        guard try bytes("rawId") == id else { throw .identifierMismatch }
        guard try required("type").stringValue == "public-key" else { throw .typeNotPublicKey }
        return CredentialID(id)
    }

    private func required(_ name: String) throws(ResponseMalformation) -> JSONValue {
        guard let value = optional(name) else { throw .memberMissing(name) }
        return value
    }

    private func optional(_ name: String) -> JSONValue? {
        guard let value = object[name] else { return nil }
        if case .null = value { return nil }
        return value
    }
}

/// The reason why a response can't be parsed as the JSON of WebAuthn Level 3.
public enum ResponseMalformation: Error, Hashable, Sendable {
    /// The bytes are not strict JSON. The text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
    /// A required member is absent or null.
    case memberMissing(String)
    /// A member has the wrong JSON type.
    case memberTypeMismatch(String)
    /// A member is not base64url without padding.
    case memberNotBase64URL(String)
    /// A member is empty that must not be.
    case memberEmpty(String)
    /// `type` is not `public-key`.
    case typeNotPublicKey
    /// `id` and `rawId` identify different credentials.
    case identifierMismatch
    /// The user handle has this many bytes, more than 64.
    case userHandleTooLong(Int)
    /// `clientExtensionResults` is not an object.
    case extensionResultsNotAnObject
}
