// SPDX-License-Identifier: Apache-2.0

import ClientContract
package import WireFormats

/// The body of a request. It is validated against its shape before it is read.
package protocol RequestBody: Sendable {
    static var shape: Shape { get }
    /// The largest body that is received, in bytes.
    static var byteLimit: Int { get }
    /// Reads an object that conforms to the shape.
    init(_ body: JSONObject)
}

/// The reason why a body was rejected.
package enum BodyRejection: Error, Hashable, Sendable {
    case contentTypeUnknown
    case json(JSONRejection)
    case form
    case notAnObject
    case shape([ShapeProblem])
}

/// The `auth_session` of a ceremony.
enum CeremonySession {
    /// The longest session, in characters. A sign-up's session contains the whole profile.
    static let length = 65_536
}

/// The media types that a body may have.
package enum BodyForm: Sendable {
    case json
    /// JSON or a URL-encoded form, because clients differ.
    case jsonOrForm
}

extension RequestBody {
    package static var byteLimit: Int { 64 << 10 }

    /// Reads the bytes of a request whose `Content-Type` is `type`.
    package static func read(
        _ bytes: [UInt8], type: String?, form: BodyForm
    ) throws(BodyRejection) -> Self {
        let body: JSONObject
        switch (MediaType(type), form) {
        case (.json, _): body = try object(bytes)
        case (.form, .jsonOrForm):
            guard let parameters = FormParameters.read(bytes) else { throw .form }
            body = try parseObjects(in: parameters)
        default: throw .contentTypeUnknown
        }
        let problems = shape.problems(in: .object(body))
        guard problems.isEmpty else { throw .shape(problems) }
        return Self(body)
    }

    /// Parses the JSON in parameters that have to be objects, because a form contains only strings.
    private static func parseObjects(in parameters: JSONObject) throws(BodyRejection) -> JSONObject {
        guard case .object(let rule) = shape else { return parameters }
        var body = parameters
        for member in rule.members {
            guard case .object = member.shape, let text = body.text(member.name) else { continue }
            body[member.name] = .object(try object(Array(text.utf8)))
        }
        return body
    }

    private static func object(_ bytes: [UInt8]) throws(BodyRejection) -> JSONObject {
        let value: JSONValue
        do throws(JSONRejection) {
            value = try JSONReader.read(bytes, limits: JSONReader.Limits(depth: 32, bytes: 1 << 18))
        } catch {
            throw .json(error)
        }
        guard let object = value.objectValue else { throw .notAnObject }
        return object
    }
}

/// The parameters of a URL-encoded form (RFC 6749, appendix B).
private enum FormParameters {
    private static let maxCount = 100

    /// Returns `nil` if the bytes are malformed or repeat a parameter, which RFC 6749 forbids (section 3.2).
    static func read(_ bytes: [UInt8]) -> JSONObject? {
        let pairs = bytes.withUnsafeBufferPointer { URLEncodedPairs.read($0, plusIsBlank: true, limit: maxCount) }
        guard let pairs, pairs.count <= maxCount else { return nil }
        var object = JSONObject()
        for (name, value) in pairs {
            guard !name.isEmpty, object[name] == nil else { return nil }
            object[name] = .string(value)
        }
        return object
    }
}

private enum MediaType {
    case json
    case form
    case other

    init(_ text: String?) {
        // As nearly every client writes it.
        guard text != "application/json" else {
            self = .json
            return
        }
        let name = (text ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "application/json": self = .json
        case "application/x-www-form-urlencoded": self = .form
        default: self = .other
        }
    }
}
