// SPDX-License-Identifier: Apache-2.0

/// A tag with its attributes, as a browser reads them.
struct Tag: Hashable, CustomStringConvertible {
    var name: String
    var attributes: [Attribute] = []
    /// The text up to the next tag.
    var text = ""

    struct Attribute: Hashable {
        var name: String
        var value: String
    }

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    var description: String { ([name] + attributes.map(\.name)).joined(separator: " ") }
}

/// Reads the tags of a document, which must quote all values. Its rules for text are those of browsers: a tag begins at
/// any `<`, a value ends at the next quote, and a script ends at the next `</script`.
struct MarkupReader {
    private var rest: Substring
    private(set) var tags: [Tag] = []

    static func tags(of html: String) -> [Tag] {
        var reader = MarkupReader(rest: html[...])
        while reader.readTag() {}
        return reader.tags
    }

    /// The text of an element from its tag to the next one, with character references replaced.
    static func unescaped(_ text: String) -> String {
        [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")].reduce(text) { text, pair in
            text.split(separator: pair.0, omittingEmptySubsequences: false).joined(separator: pair.1)
        }
    }

    private mutating func readTag() -> Bool {
        let text = take { $0 != "<" }
        if !tags.isEmpty { tags[tags.count - 1].text = String(text) }
        guard !rest.isEmpty else { return false }
        rest.removeFirst()
        var tag = Tag(name: String(take { !$0.isWhitespace && $0 != ">" }))
        skipBlanks()
        while let next = rest.first, next != ">" {
            if next == "/" {
                rest.removeFirst()
            } else {
                tag.attributes.append(readAttribute())
            }
            skipBlanks()
        }
        if !rest.isEmpty { rest.removeFirst() }
        tags.append(tag)
        if tag.name == "script" || tag.name == "style" { readRawText() }
        return true
    }

    private mutating func readAttribute() -> Tag.Attribute {
        let name = String(take { !$0.isWhitespace && !"=>/".contains($0) })
        guard rest.first == "=" else { return Tag.Attribute(name: name, value: "") }
        rest.removeFirst()
        guard rest.first == "\"" else {
            return Tag.Attribute(name: "unquoted \(name)", value: String(take { !$0.isWhitespace && $0 != ">" }))
        }
        rest.removeFirst()
        let value = take { $0 != "\"" }
        if !rest.isEmpty { rest.removeFirst() }
        return Tag.Attribute(name: name, value: Self.unescaped(String(value)))
    }

    /// Reads up to the end tag, which is the next tag.
    private mutating func readRawText() {
        var text = ""
        while !rest.isEmpty, !rest.prefix(3).lowercased().hasPrefix("</s") { text.append(rest.removeFirst()) }
        let index = tags.count - 1
        _ = readTag()
        tags[index].text = text
    }

    private mutating func take(while condition: (Character) -> Bool) -> Substring {
        let taken = rest.prefix(while: condition)
        rest = rest[taken.endIndex...]
        return taken
    }

    private mutating func skipBlanks() {
        _ = take(while: \.isWhitespace)
    }
}
