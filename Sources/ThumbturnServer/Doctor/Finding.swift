// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Something that is wrong with an installation.
package struct Finding: Hashable, Sendable {
    package let kind: FindingKind
    /// The file, the domain or the URL that it is about.
    package let place: String
    package let cause: String
    /// The steps to take, mostly to be pasted into a shell.
    package let remedy: String

    /// - Parameters:
    ///   - detail: The cause, where more is known than the kind says.
    ///   - values: What stands for the names in braces in the kind's texts.
    init(_ kind: FindingKind, at place: String, because detail: String? = nil, with values: [String: String] = [:]) {
        self.kind = kind
        self.place = place
        cause = detail ?? kind.cause.filled { values[$0.name] }
        remedy = kind.remedy.filled { place in values[place.name].map { ShellText.quoted($0, at: place) } }
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
    /// The description of the fault. Names in braces stand for values of the installation, as in the remedy.
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

/// A `{name}` in a text.
private struct Placeholder {
    let name: String
    /// Whether it stands in single quotes already.
    let isQuoted: Bool
}

extension String {
    /// Replaces each `{name}` once, so that a value is never read for names itself. What has no value stays.
    fileprivate func filled(_ value: (Placeholder) -> String?) -> String {
        var text = ""
        var rest = self[...]
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            text += rest[..<start]
            let place = Placeholder(
                name: String(rest[rest.index(after: start)..<end]), isQuoted: rest[..<start].hasSuffix("'"))
            text += value(place) ?? String(rest[start...end])
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }

    /// Replaces `{name}` with `NAME`.
    fileprivate var filledWithNames: String { filled { $0.name.uppercased() } }
}

/// Values in what is pasted into a shell. Some come from the database or from any server that answers at a URL.
private enum ShellText {
    private static let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@%+,=[]")

    static func quoted(_ value: String, at place: Placeholder) -> String {
        let inner = value.replacing("'", with: "'\\''")
        return place.isQuoted || value.allSatisfy(plain.contains) ? inner : "'\(inner)'"
    }
}
