// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A body that a request brings. It is checked against its shape before it is read, so reading needs no judgment.
package protocol RequestBody: Sendable {
    static var shape: Shape { get }
    /// More bytes than this are not received.
    static var byteLimit: Int { get }
    /// Reads an object that has the shape.
    init(_ body: JSONObject)
}

/// Why a body could not be read.
package enum BodyRejection: Error, Hashable, Sendable {
    case contentTypeUnknown
    case json(JSONRejection)
    case form
    case notAnObject
    case shape([ShapeProblem])
}

/// What a client brings back of a ceremony.
enum CeremonySession {
    /// A sign-up carries all that the person has typed: the longest that is taken fits.
    static let length = 65_536
}

/// In what form a body may come.
package enum BodyForm: Sendable {
    case json
    /// JSON, or the form of a web page: clients differ.
    case jsonOrForm
}

extension RequestBody {
    package static var byteLimit: Int { 64 << 10 }

    /// Reads the bytes of a request; the type is the value of its `Content-Type`.
    package static func read(
        _ bytes: [UInt8], type: String?, form: BodyForm
    ) throws(BodyRejection) -> Self {
        let body: JSONObject
        switch (MediaType(type), form) {
        case (.json, _): body = try object(bytes)
        case (.form, .jsonOrForm):
            guard let parameters = FormParameters.read(bytes) else { throw .form }
            body = try withObjects(parameters)
        default: throw .contentTypeUnknown
        }
        let problems = shape.problems(in: .object(body))
        guard problems.isEmpty else { throw .shape(problems) }
        return Self(body)
    }

    /// A form has texts alone: what has to be an object is the JSON in its text.
    private static func withObjects(_ parameters: JSONObject) throws(BodyRejection) -> JSONObject {
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

private enum MediaType {
    case json
    case form
    case other

    init(_ text: String?) {
        let name = (text ?? "").utf8.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: " ") }
        switch String(decoding: name, as: UTF8.self).lowercased() {
        case "application/json": self = .json
        case "application/x-www-form-urlencoded": self = .form
        default: self = .other
        }
    }
}

extension JSONObject {
    /// The text under a name; what is empty says nothing.
    func text(_ name: String) -> String? {
        self[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
    }
}
