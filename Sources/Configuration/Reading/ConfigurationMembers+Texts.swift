// SPDX-License-Identifier: Apache-2.0

package import WireFormats

extension ConfigurationMembers {
    /// Reads a single-line string.
    package mutating func text(_ name: String, upTo limit: Int = 300) -> String? {
        parsed(name) { text throws(ValueRejection) in try Self.line(text, upTo: limit) }
    }

    package mutating func requiredText(_ name: String, upTo limit: Int = 300) -> String? {
        required(name) { text throws(ValueRejection) in try Self.line(text, upTo: limit) }
    }

    /// Reads a string that represents a value. An empty string counts as absent, as in Auth0's responses.
    package mutating func parsed<Value>(
        _ name: String, with parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let value = value(name), value.stringValue?.isEmpty != true else { return nil }
        return self.parse(value, at: path(of: name), with: parse)
    }

    /// Reads a string that problems must never quote.
    package mutating func secret<Value>(
        _ name: String, with parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        value(name).flatMap { self.parse($0, at: path(of: name), isSecret: true, with: parse) }
    }

    /// Reads a point in time.
    mutating func time(_ name: String) -> Timestamp? {
        parsed(name) { text throws(ValueRejection) in
            guard let time = Timestamp(text) else {
                throw ValueRejection("is not a valid time", remedy: "Use the format 2026-01-01T00:00:00Z.")
            }
            return time
        }
    }

    /// Reads the URL of a page or an image, and warns if it is loaded without encryption.
    mutating func webAddress(_ name: String) -> AbsoluteURI? {
        let url = parsed(name, with: Self.webAddress)
        if let url, url.isPlainHTTP {
            warn(name, message: "\(url) uses plain HTTP, which others can read and change.", remedy: "Use https.")
        }
        return url
    }

    private static func webAddress(_ text: String) throws(ValueRejection) -> AbsoluteURI {
        let url = try AbsoluteURI(text)
        guard url.isWeb else {
            throw ValueRejection("is not a web address", remedy: "Start with https://.")
        }
        return url
    }

    /// Reads a string that must be present.
    package mutating func required<Value>(
        _ name: String, with parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let value = value(name) else {
            reject(name, message: "This member is required.", remedy: "Add it.")
            return nil
        }
        return self.parse(value, at: path(of: name), with: parse)
    }

    /// Reads an array of distinct strings that represent values; `nil` if the member is absent.
    package mutating func parsedList<Value: Hashable>(
        _ name: String, with parse: (String) throws(ValueRejection) -> Value
    ) -> [Value]? {
        guard value(name) != nil else { return nil }
        var seen: Set<Value> = []
        var values: [Value] = []
        for item in list(name) {
            guard let value = self.parse(item.value, at: item.path, with: parse) else { continue }
            guard seen.insert(value).inserted else {
                findings.reject(item.path, message: "This is a duplicate.", remedy: "Remove it.")
                continue
            }
            values.append(value)
        }
        return values
    }

    /// Reads an array of short strings, which may repeat and contain any characters; `nil` if the member is absent.
    mutating func texts(_ name: String, count: Int, length: Int) -> [String]? {
        guard value(name) != nil else { return nil }
        let items = list(name)
        if items.count > count {
            reject(name, message: "The array has \(items.count) items.", remedy: "Write at most \(count).")
        }
        return items.compactMap { item in
            parse(item.value, at: item.path) { text throws(ValueRejection) in
                guard !text.isEmpty, text.unicodeScalars.count <= length else {
                    throw ValueRejection("is empty or too long", remedy: "Write 1 to \(length) characters.")
                }
                return text
            }
        }
    }

    /// Reads one of the cases of an enumeration.
    package mutating func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(_ name: String)
        -> Word?
    {
        parsed(name, with: Self.word)
    }

    package mutating func words<Word: RawRepresentable<String> & CaseIterable & SendableMetatype & Hashable>(
        _ name: String
    ) -> [Word]? {
        parsedList(name, with: Self.word)
    }

    /// Reads an object of strings, such as an application's metadata.
    package mutating func textsByName(_ name: String, count: Int) -> JSONObject {
        guard let value = value(name) else { return JSONObject() }
        guard let object = value.objectValue, object.count <= count,
            object.members.allSatisfy({ $0.value.stringValue.map { $0.utf8.count <= 255 } ?? false })
        else {
            reject(
                name, message: "This is not an object of strings.",
                remedy: "Write at most \(count) members, each with a string of at most 255 bytes.")
            return JSONObject()
        }
        return object
    }

    private mutating func parse<Value>(
        _ value: JSONValue, at path: String, isSecret: Bool = false,
        with parse: (String) throws(ValueRejection) -> Value
    ) -> Value? {
        guard let text = value.stringValue else {
            let shown = isSecret ? "" : "\(value.kindName), "
            findings.reject(path, message: "This is \(shown)not a string.", remedy: "Write it in quotation marks.")
            return nil
        }
        do {
            return try parse(text)
        } catch {
            let shown = isSecret ? "This" : "\"\(TerminalText.safe(text, limit: 60))\""
            findings.reject(
                path, message: "\(shown) \(error.message).", remedy: TerminalText.safe(error.remedy, limit: 400))
            return nil
        }
    }

    private static func line(_ text: String, upTo limit: Int) throws(ValueRejection) -> String {
        guard !text.isEmpty, text.unicodeScalars.count <= limit else {
            throw ValueRejection("is empty or too long", remedy: "Write 1 to \(limit) characters.")
        }
        guard TerminalText.safe(text, limit: limit) == text else {
            throw ValueRejection("contains invisible characters", remedy: "Remove the control characters.")
        }
        return text
    }

    private static func word<Word: RawRepresentable<String> & CaseIterable & SendableMetatype>(
        _ text: String
    ) throws(ValueRejection) -> Word {
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map(\.rawValue)
        let suggestion = NearestText.find(text, among: known).map { "Did you mean \($0)? " } ?? ""
        throw ValueRejection("is not supported", remedy: suggestion + "Write one of: \(known.joined(separator: ", ")).")
    }
}
