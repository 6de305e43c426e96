// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The members of one JSON object of a response, read with the errors that a caller can act on.
package struct ResponseMembers: Hashable, Sendable {
    private let object: JSONObject

    /// Reads the object at the top of a response's JSON.
    package init(json: [UInt8]) throws(ResponseMalformation) {
        let value: JSONValue
        do {
            value = try JSONReader.read(json)
        } catch {
            throw .notJSON("\(error)")
        }
        try self.init(value)
    }

    /// Reads the object at the top of a response that has been parsed as JSON.
    package init(_ value: JSONValue) throws(ResponseMalformation) {
        guard let object = value.objectValue else { throw .notAnObject }
        self.object = object
    }

    /// Takes an object that has been read.
    init(object: JSONObject) {
        self.object = object
    }

    /// The object under a required name.
    package func object(_ name: String) throws(ResponseMalformation) -> ResponseMembers {
        guard let object = try required(name).objectValue else { throw .memberTypeMismatch(name) }
        return ResponseMembers(object: object)
    }

    /// The text under a name; absent and null are `nil`.
    package func optionalText(_ name: String) throws(ResponseMalformation) -> String? {
        guard let value = optional(name) else { return nil }
        guard let text = value.stringValue else { throw .memberTypeMismatch(name) }
        return text
    }

    /// The texts of a list; absent and null are an empty one.
    package func optionalTexts(_ name: String) throws(ResponseMalformation) -> [String] {
        guard let value = optional(name) else { return [] }
        guard let list = value.arrayValue else { throw .memberTypeMismatch(name) }
        var texts: [String] = []
        for element in list {
            guard let text = element.stringValue else { throw .memberTypeMismatch(name) }
            texts.append(text)
        }
        return texts
    }

    /// The bytes written as base64url under a required name; they may be empty.
    package func bytes(_ name: String) throws(ResponseMalformation) -> [UInt8] {
        try Self.bytes(of: required(name), name)
    }

    private static func bytes(of value: JSONValue, _ name: String) throws(ResponseMalformation) -> [UInt8] {
        guard let text = value.stringValue else { throw .memberTypeMismatch(name) }
        guard let bytes = decode(text) else { throw .memberNotBase64URL(name) }
        return bytes
    }

    /// Level 3 wants no padding, but some clients' encoders write it; it is accepted where it is complete.
    private static func decode(_ text: String) -> [UInt8]? {
        guard text.utf8.last == UInt8(ascii: "="), text.utf8.count.isMultiple(of: 4) else {
            return Base64URL.decode(text)
        }
        return Base64URL.decode(String(text.dropLast(text.hasSuffix("==") ? 2 : 1)))
    }

    /// The bytes written as base64url under a name; absent and null are `nil`.
    package func optionalBytes(_ name: String) throws(ResponseMalformation) -> [UInt8]? {
        guard let value = optional(name) else { return nil }
        return try Self.bytes(of: value, name)
    }

    /// The client's extension results; absent and null are no results.
    package func extensionResults() throws(ResponseMalformation) -> ClientExtensionOutputs {
        guard let value = optional("clientExtensionResults") else { return ClientExtensionOutputs() }
        guard let results = value.objectValue else { throw .extensionResultsNotAnObject }
        return ClientExtensionOutputs(results)
    }

    /// The identifier that both responses open with, twice.
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

/// Why a response does not have the JSON shape of WebAuthn Level 3.
public enum ResponseMalformation: Error, Hashable, Sendable {
    /// The bytes are not strict JSON; the text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
    /// A required member is absent or null.
    case memberMissing(String)
    /// A member has another JSON type than the format wants.
    case memberTypeMismatch(String)
    /// A member is not base64url without padding.
    case memberNotBase64URL(String)
    /// A member that must not be empty is.
    case memberEmpty(String)
    /// `type` is not `public-key`.
    case typeNotPublicKey
    /// `id` and `rawId` name different credentials.
    case identifierMismatch
    /// The user handle is longer than 64 bytes.
    case userHandleTooLong(Int)
    /// `clientExtensionResults` is not an object.
    case extensionResultsNotAnObject
}
