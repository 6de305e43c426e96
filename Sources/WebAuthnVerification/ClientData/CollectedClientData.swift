// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// Parsed client data (§5.8.1).
package struct CollectedClientData: Hashable, Sendable {
    /// An optional member that may have the wrong type.
    package enum Member<Value: Hashable & Sendable>: Hashable, Sendable {
        case absent
        case present(Value)
        case typeMismatch
    }

    /// `type`, or `nil` if it is absent or not a string.
    package let type: ExactText?
    /// `challenge`, or `nil` if it is absent or not a string.
    package let challenge: ExactText?
    /// `origin`, or `nil` if it is absent or not a string.
    package let origin: String?
    /// `crossOrigin`.
    package let crossOrigin: Member<Bool>
    /// `topOrigin`.
    package let topOrigin: Member<String>

    /// Parses client data: strict JSON in UTF-8, after at most one byte order mark.
    ///
    /// Rejects duplicate members, which parsers could interpret differently.
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
    init(_ value: JSONValue?, as parse: (JSONValue) -> Value?) {
        guard let value else {
            self = .absent
            return
        }
        self = parse(value).map(Self.present) ?? .typeMismatch
    }
}

/// The reason why client data is malformed.
public enum ClientDataRejection: Error, Hashable, Sendable {
    /// The bytes are not UTF-8.
    case notUTF8
    /// The text is not strict JSON. The associated text says where and why.
    case notJSON(String)
    /// The JSON is not an object.
    case notAnObject
}
