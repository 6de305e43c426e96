// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// What the client signed about the ceremony: its type, the challenge and where it took place.
package struct CollectedClientData: Hashable, Sendable {
    /// A member that may be absent, and that is worth telling apart from one of a wrong type.
    package enum Member<Value: Hashable & Sendable>: Hashable, Sendable {
        case absent
        case present(Value)
        case ofWrongType
    }

    /// `type`, or `nil` if it is absent or no text.
    package let type: ExactText?
    /// `challenge`, or `nil` if it is absent or no text.
    package let challenge: ExactText?
    /// `origin`, or `nil` if it is absent or no text.
    package let origin: String?
    /// `crossOrigin`.
    package let crossOrigin: Member<Bool>
    /// `topOrigin`.
    package let topOrigin: Member<String>

    /// Reads client data as §5.8.1 wants it: UTF-8 with at most one byte order mark, then strict JSON.
    ///
    /// Duplicate members are refused: with them, two readers could see two different ceremonies.
    package init(json bytes: [UInt8]) throws(ClientDataRejection) {
        let value: JSONValue
        do {
            value = try JSONReader.read(Self.withoutByteOrderMark(bytes))
        } catch JSONRejection.invalidUTF8 {
            throw .notUTF8
        } catch {
            throw .notJSON("\(error)")
        }
        guard let members = value.objectValue else { throw .notAnObject }
        type = members["type"]?.stringValue.map(ExactText.init)
        challenge = members["challenge"]?.stringValue.map(ExactText.init)
        origin = members["origin"]?.stringValue
        crossOrigin = Member(members["crossOrigin"]) { $0.boolValue }
        topOrigin = Member(members["topOrigin"]) { $0.stringValue }
    }

    private static func withoutByteOrderMark(_ bytes: [UInt8]) -> [UInt8] {
        bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
    }
}

extension CollectedClientData.Member {
    init(_ value: JSONValue?, as read: (JSONValue) -> Value?) {
        guard let value else {
            self = .absent
            return
        }
        self = read(value).map(Self.present) ?? .ofWrongType
    }
}

/// Why client data cannot be read.
public enum ClientDataRejection: Error, Hashable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text is not strict JSON; the text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
}
