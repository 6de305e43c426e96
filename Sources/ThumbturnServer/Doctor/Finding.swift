// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Something that is wrong with an installation.
package struct Finding: Hashable, Sendable {
    package let kind: FindingKind
    /// The file, the domain or the URL that it is about.
    package let place: String
    package let cause: String
    /// What to do, mostly to be pasted into a shell.
    package let remedy: String

    /// - Parameters:
    ///   - detail: The cause, where more is known than the kind says.
    ///   - values: What stands for the names in braces in the kind's texts.
    init(_ kind: FindingKind, at place: String, because detail: String? = nil, with values: [String: String] = [:]) {
        self.kind = kind
        self.place = place
        cause = detail ?? kind.cause.filled(with: values)
        remedy = kind.remedy.filled(with: values)
    }

    var json: JSONObject {
        [
            "code": .string(kind.code), "severity": .string(kind.severity.rawValue), "place": .string(place),
            "cause": .string(cause), "remedy": .string(remedy),
        ]
    }
}

/// A kind of finding, with a code that never changes.
package struct FindingKind: Hashable, Sendable {
    package enum Severity: String, Sendable {
        /// Users, or some of them, can't sign in, or secrets are exposed.
        case error
        /// It works today.
        case warning
    }

    package let code: String
    package let severity: Severity
    /// What is wrong. Names in braces stand for values of the installation, as in the remedy.
    let cause: String
    let remedy: String

    init(_ code: String, severity: Severity = .error, cause: String, remedy: String) {
        self.code = code
        self.severity = severity
        self.cause = cause
        self.remedy = remedy
    }

    /// All kinds, in the order of the checks.
    package static let all = inside + outside

    /// The texts for documents, where capitals stand for values.
    package var documentedCause: String { cause.filledWithNames }
    package var documentedRemedy: String { remedy.filledWithNames }
}

extension String {
    fileprivate func filled(with values: [String: String]) -> String {
        values.reduce(self) { $0.replacing("{\($1.key)}", with: $1.value) }
    }

    /// Replaces `{name}` with `NAME`.
    fileprivate var filledWithNames: String {
        var text = ""
        var isName = false
        for character in self {
            switch character {
            case "{": isName = true
            case "}": isName = false
            default: text += isName ? character.uppercased() : String(character)
            }
        }
        return text
    }
}
