// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Testing
import WireFormats

/// A page of the server, as a browser reads it. Markup that the server never writes is an error.
struct PageDocument: Sendable {
    struct Element: Sendable {
        let name: String
        var attributes: [(name: String, value: String)] = []
        /// The text up to the next tag.
        var text = ""

        subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    }

    struct Form: Sendable {
        let action: String
        /// The fields with the values that the page gives them.
        var fields: [(name: String, value: String)] = []
        var buttons: [(name: String, value: String)] = []
        var isCeremony = false
    }

    let elements: [Element]

    init(_ html: [UInt8]) throws {
        elements = try PageScanner.elements(of: html)
    }

    /// All text of the page.
    var text: String { elements.map(\.text).joined() }

    var title: String? { elements.first { $0.name == "title" }?.text }

    /// The settings of the page's script, or `nil` if the page has no script.
    var settings: JSONObject? {
        elements.first { $0["id"] == "settings" }.flatMap { (try? JSONReader.read(Array($0.text.utf8)))?.objectValue }
    }

    var links: [String] { elements.filter { $0.name == "a" }.compactMap { $0["href"] } }

    /// The reference of an error page.
    var reference: String? {
        guard let index = elements.firstIndex(where: { $0["class"] == "reference" }) else { return nil }
        return elements[index...].first { $0.name == "code" }?.text.filter { !$0.isWhitespace }
    }

    var forms: [Form] {
        var forms: [Form] = []
        for element in elements {
            if element.name == "form" {
                forms.append(Form(action: element["action"] ?? "", isCeremony: element["data-flow"] != nil))
            } else if let name = element["name"], !forms.isEmpty {
                let member = (name, element["value"] ?? "")
                if element.name == "input" { forms[forms.count - 1].fields.append(member) }
                if element.name == "button" { forms[forms.count - 1].buttons.append(member) }
            }
        }
        return forms
    }

    /// The only form that is posted to a path.
    func form(_ action: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Form {
        let found = forms.filter { $0.action == action }
        try #require(found.count == 1, "\(forms.map(\.action))", sourceLocation: sourceLocation)
        return found[0]
    }

    /// The sealed transaction that the page's forms carry.
    var state: String? { forms.lazy.compactMap { $0["state"] }.first }
}

extension PageDocument.Form {
    subscript(_ name: String) -> String? { fields.first { $0.name == name }?.value }
}

/// Reads tags whose values are all quoted, without repeated attributes, and text without markup characters.
struct PageScanner {
    struct Fault: Error {
        let reason: String
        let place: String
    }

    private let bytes: [UInt8]
    private var index = 0
    private var elements: [PageDocument.Element] = []

    static func elements(of html: [UInt8]) throws -> [PageDocument.Element] {
        try #require(String(validating: html, as: UTF8.self) != nil)
        var scanner = PageScanner(bytes: html)
        while scanner.index < html.count { try scanner.readNext() }
        return scanner.elements
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var rest: ArraySlice<UInt8> { bytes[index...] }

    private func fault(_ reason: String) -> Fault {
        Fault(
            reason: reason,
            place: String(decoding: bytes[max(0, index - 60)..<min(bytes.count, index + 40)], as: UTF8.self))
    }

    private mutating func take(while condition: (UInt8) -> Bool) -> String {
        let taken = rest.prefix(while: condition)
        index = taken.endIndex
        return String(decoding: taken, as: UTF8.self)
    }

    private mutating func readNext() throws(Fault) {
        guard bytes[index] == UInt8(ascii: "<") else {
            let text = take { $0 != UInt8(ascii: "<") }
            guard !text.utf8.contains(UInt8(ascii: ">")) else { throw fault("text contains >") }
            try append(text: decoded(text))
            return
        }
        index += 1
        if rest.starts(with: "!doctype html>".utf8) {
            index += 14
        } else if rest.first == UInt8(ascii: "/") {
            index += 1
            _ = take(while: Self.isNameByte)
            try expect(">")
        } else {
            try readElement()
        }
    }

    private mutating func append(text: String) throws(Fault) {
        guard !elements.isEmpty else {
            if text.contains(where: { !$0.isWhitespace }) { throw fault("text before the first element") }
            return
        }
        elements[elements.count - 1].text += text
    }

    private mutating func readElement() throws(Fault) {
        var element = PageDocument.Element(name: take(while: Self.isNameByte))
        guard !element.name.isEmpty else { throw fault("no element's name") }
        while rest.first != UInt8(ascii: ">") {
            // Elements of SVG may end in their start tag.
            if rest.starts(with: "/>".utf8) {
                index += 1
                break
            }
            guard !take(while: Self.isBlank).isEmpty else { throw fault("no blank before an attribute") }
            let name = take(while: Self.isNameByte)
            guard !name.isEmpty, element[name] == nil else { throw fault("no attribute, or the same twice") }
            var value = ""
            if rest.first == UInt8(ascii: "=") {
                index += 1
                try expect("\"")
                value = try decoded(take { !"\"<>".utf8.contains($0) })
                try expect("\"")
            }
            element.attributes.append((name, value))
        }
        index += 1
        elements.append(element)
        if ["script", "style"].contains(element.name) {
            elements[elements.count - 1].text = take { $0 != UInt8(ascii: "<") }
        }
    }

    private mutating func expect(_ symbol: String) throws(Fault) {
        guard rest.starts(with: symbol.utf8) else { throw fault("no \(symbol)") }
        index += symbol.utf8.count
    }

    /// Replaces the character references that the server writes.
    private func decoded(_ text: String) throws(Fault) -> String {
        let references = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
        var output = ""
        var rest = text[...]
        while let symbol = rest.first {
            guard symbol == "&" else {
                output.append(rest.removeFirst())
                continue
            }
            guard let reference = references.first(where: { rest.hasPrefix($0.0) }) else { throw fault("a bare &") }
            output += reference.1
            rest = rest.dropFirst(reference.0.count)
        }
        return output
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isAlphanumeric || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ":")
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") }
}
