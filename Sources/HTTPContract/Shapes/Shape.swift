// SPDX-License-Identifier: Apache-2.0

/// The structure of a JSON value.
///
/// Request bodies are validated against it, and the OpenAPI description is generated from it, so the two always agree.
package indirect enum Shape: Sendable {
    case string(StringRule)
    /// One of the given strings.
    case oneOf([String])
    case integer(ClosedRange<Int>)
    case boolean
    case array(of: Shape, maxItems: Int? = nil)
    case object(ObjectRule)
    case anyOf([Shape])
    /// An object whose members are defined elsewhere, such as a WebAuthn response.
    case anyObject

    package static let string = Shape.string(StringRule())

    package static func string(upTo length: Int) -> Shape {
        .string(StringRule(length: 1...length))
    }

    package static func object(_ members: [Member], others: ObjectRule.Others = .ignored) -> Shape {
        .object(ObjectRule(members: members, others: others))
    }
}

/// The constraints of a string.
package struct StringRule: Sendable {
    package enum Alphabet: String, Sendable {
        case base64URL = "^[A-Za-z0-9_-]*$"
        case withoutBlanks = "^\\S*$"
        case withoutControls = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"
        case connectionName = "^[A-Za-z0-9-]*$"
    }

    /// The allowed number of Unicode scalars, which is how JSON Schema counts.
    package var length: ClosedRange<Int>?
    package var alphabet: Alphabet?
    /// An annotation such as `date-time` or `uri`. It is not validated.
    package var format: String?

    package init(length: ClosedRange<Int>? = nil, alphabet: Alphabet? = nil, format: String? = nil) {
        self.length = length
        self.alphabet = alphabet
        self.format = format
    }
}

/// The constraints of an object.
package struct ObjectRule: Sendable {
    /// The treatment of members that are not listed.
    package enum Others: Sendable {
        case ignored
        case rejected
        /// Any name is accepted if its value is a string.
        case strings(count: Int, maxLength: Int)
    }

    package var members: [Member]
    package var others: Others
}

/// A member of an object.
package struct Member: Sendable {
    package var name: String
    package var shape: Shape
    package var isRequired: Bool
    package var description: String?

    package static func required(_ name: String, as shape: Shape, description: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: true, description: description)
    }

    /// Creates a member that may be absent or `null`.
    package static func optional(_ name: String, as shape: Shape, description: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: false, description: description)
    }
}
