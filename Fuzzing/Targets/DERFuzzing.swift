// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// Every value has one encoding: encoding it again with independent code gives the same bytes.
    static let der = FuzzTarget(name: "der", accepts: ["an element", "an integer", "an object identifier", "text"]) {
        bytes in
        var open = [DERReader(bytes)]
        while var reader = open.popLast() {
            guard let element = try? reader.next() else { continue }
            accepted("an element")
            open.append(reader)
            let head = Array(element.encoded.dropLast(element.contents.count))
            require(head == DEREncoding.head(of: element), "a head has one encoding")
            require(element.encoded.suffix(element.contents.count) == element.contents, "the contents follow the head")
            if !element.tag.isConstructed { check(element) }
            // An OCTET STRING may contain DER. Parsing anything else fails immediately.
            if element.tag.isConstructed || element.tag == .octetString { open.append(element.reader()) }
        }
    }

    private static func check(_ element: DERReader.Element) {
        let contents = Array(element.contents)
        if let integer = element.integer {
            accepted("an integer")
            require(DEREncoding.contents(of: integer) == contents, "an integer has one encoding")
        }
        if let identifier = element.objectIdentifier {
            accepted("an object identifier")
            require(
                DEREncoding.contents(ofObjectIdentifier: identifier) == contents,
                "an object identifier has one encoding")
        }
        if let text = element.text {
            accepted("text")
            require(!text.utf8.contains(0), "text has no NUL")
        }
        if let text = element.asciiText {
            require(Array(text.utf8) == contents, "ASCII text is unchanged")
        }
        _ = element.bool
    }
}
