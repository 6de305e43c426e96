// SPDX-License-Identifier: Apache-2.0

/// What a piece of JSON has to look like. Bodies are checked against it, and the description of the interface is made
/// from it, so that the two never differ.
package indirect enum Shape: Sendable {
    case text(TextRule)
    /// One of these texts.
    case word([String])
    case whole(ClosedRange<Int>)
    case flag
    case list(Shape, upTo: Int?)
    case object(ObjectRule)
    case either([Shape])
    /// An object whose members are somebody else's.
    case anyObject

    package static let text = Shape.text(TextRule())

    package static func text(upTo length: Int) -> Shape {
        .text(TextRule(length: 1...length))
    }

    package static func object(_ members: [Member], others: ObjectRule.Others = .ignored) -> Shape {
        .object(ObjectRule(members: members, others: others))
    }
}

/// What a text has to look like.
package struct TextRule: Sendable {
    package enum Alphabet: String, Sendable {
        case base64URL = "^[A-Za-z0-9_-]*$"
        case withoutBlanks = "^\\S*$"
        case withoutControls = "^[^\\u0000-\\u001F\\u007F-\\u009F]*$"
        case connectionName = "^[A-Za-z0-9-]*$"
    }

    /// In Unicode scalars, as JSON Schema counts.
    package var length: ClosedRange<Int>?
    package var alphabet: Alphabet?
    /// A hint for readers (`date-time`, `uri`), which is not checked.
    package var format: String?

    package init(length: ClosedRange<Int>? = nil, alphabet: Alphabet? = nil, format: String? = nil) {
        self.length = length
        self.alphabet = alphabet
        self.format = format
    }
}

/// What an object has to look like.
package struct ObjectRule: Sendable {
    package enum Others: Sendable {
        case ignored
        case refused
        /// Any name, each with a text.
        case texts(count: Int, upTo: Int)
    }

    package var members: [Member]
    package var others: Others
}

/// A member of an object.
package struct Member: Sendable {
    package var name: String
    package var shape: Shape
    package var isRequired: Bool
    package var explanation: String?

    package static func required(_ name: String, _ shape: Shape, _ explanation: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: true, explanation: explanation)
    }

    /// May be absent or null.
    package static func optional(_ name: String, _ shape: Shape, _ explanation: String? = nil) -> Member {
        Member(name: name, shape: shape, isRequired: false, explanation: explanation)
    }
}
