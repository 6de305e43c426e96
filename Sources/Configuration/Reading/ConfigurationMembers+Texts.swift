// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension ConfigurationMembers {
    /// A text of one line.
    package mutating func text(_ name: String, upTo limit: Int = 300) -> String? {
        parsed(name) { text throws(ValueRejection) in try Self.line(text, upTo: limit) }
    }

    package mutating func requiredText(_ name: String, upTo limit: Int = 300) -> String? {
        required(name) { text throws(ValueRejection) in try Self.line(text, upTo: limit) }
    }

    /// A text that stands for something; Auth0's responses have an empty one in the place of none.
    package mutating func parsed<Value>(
        _ name: String, _ parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let value = value(name), value.stringValue?.isEmpty != true else { return nil }
        return self.parse(value, at: path(of: name), parse)
    }

    /// A text that must not be shown, not even when it is refused.
    package mutating func secret<Value>(
        _ name: String, _ parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        value(name).flatMap { self.parse($0, at: path(of: name), isSecret: true, parse) }
    }

    package mutating func required<Value>(
        _ name: String, _ parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let value = value(name) else {
            refuse(name, "This is missing.", remedy: "Add it.")
            return nil
        }
        return self.parse(value, at: path(of: name), parse)
    }

    /// A list of texts that each stand for something, each once; `nil` where there is no list.
    package mutating func parsedList<Value: Hashable>(
        _ name: String, _ parse: (String) throws(ValueRejection) -> Value
    ) -> [Value]? {
        guard value(name) != nil else { return nil }
        var seen: Set<Value> = []
        var values: [Value] = []
        for item in list(name) {
            guard let value = self.parse(item.value, at: item.path, parse) else { continue }
            guard seen.insert(value).inserted else {
                findings.refuse(item.path, "This was listed before.", remedy: "Leave it out.")
                continue
            }
            values.append(value)
        }
        return values
    }

    /// One word of a closed vocabulary.
    package mutating func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(_ name: String)
        -> Word?
    {
        parsed(name, Self.word)
    }

    package mutating func words<Word: RawRepresentable<String> & CaseIterable & SendableMetatype & Hashable>(
        _ name: String
    ) -> [Word]? {
        parsedList(name, Self.word)
    }

    /// Texts by name, as applications keep them.
    package mutating func textsByName(_ name: String, count: Int) -> JSONObject {
        guard let value = value(name) else { return JSONObject() }
        guard let object = value.objectValue, object.count <= count,
            object.members.allSatisfy({ $0.value.stringValue.map { $0.utf8.count <= 255 } ?? false })
        else {
            refuse(
                name, "This is no set of texts by name.",
                remedy: "Write at most \(count) members whose values are texts of at most 255 bytes.")
            return JSONObject()
        }
        return object
    }

    private mutating func parse<Value>(
        _ value: JSONValue, at path: String, isSecret: Bool = false,
        _ parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let text = value.stringValue else {
            let shown = isSecret ? "" : "\(value.kindName), "
            findings.refuse(path, "This is \(shown)not a text.", remedy: "Write it in quotation marks.")
            return nil
        }
        do {
            return try parse(text)
        } catch {
            let shown = isSecret ? "This" : "\"\(TerminalText.safe(text, limit: 60))\""
            findings.refuse(path, "\(shown) \(error.message).", remedy: TerminalText.safe(error.remedy, limit: 400))
            return nil
        }
    }

    private static func line(_ text: String, upTo limit: Int) throws(ValueRejection) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= limit else {
            throw ValueRejection("is empty or too long", remedy: "Write 1 to \(limit) characters.")
        }
        guard TerminalText.safe(text, limit: limit) == text else {
            throw ValueRejection("has characters that can't be seen", remedy: "Leave out control characters.")
        }
        return text
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ text: String
    ) throws(ValueRejection) -> Word {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        let suggestion = NearestText.find(text, among: known).map { "Did you mean \($0)? " } ?? ""
        throw ValueRejection("is not known", remedy: suggestion + "Write one of: \(known.joined(separator: ", ")).")
    }
}
