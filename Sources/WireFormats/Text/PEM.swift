// SPDX-License-Identifier: Apache-2.0

/// The textual envelope of certificates and keys (RFC 7468).
package enum PEM {
    /// The contents of all blocks with a label, in order, or `nil` if any block in the text is malformed.
    ///
    /// Text between blocks and well-formed blocks with other labels are skipped.
    package static func blocks(in text: String, label: String) -> [[UInt8]]? {
        var blocks: [[UInt8]] = []
        var open: (label: [UInt8], base64: [UInt8])?
        for line in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            let line = trimmed(line)
            if let opened = boundaryLabel(of: line, after: "-----BEGIN ") {
                guard open == nil else { return nil }
                open = (opened, [])
            } else if let closed = boundaryLabel(of: line, after: "-----END ") {
                guard let block = open, block.label == closed else { return nil }
                guard let bytes = block.base64.withUnsafeBufferPointer({ Base64.decode($0) }) else { return nil }
                if closed == Array(label.utf8) { blocks.append(bytes) }
                open = nil
            } else {
                open?.base64.append(contentsOf: line)
            }
        }
        return open == nil ? blocks : nil
    }

    private static func trimmed(_ line: Substring.UTF8View) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
        let lead = line.drop(while: isBlank)
        return Array(lead.dropLast(lead.reversed().prefix(while: isBlank).count))
    }

    private static func boundaryLabel(of line: [UInt8], after prefix: String) -> [UInt8]? {
        let dashes = Array("-----".utf8)
        let start = Array(prefix.utf8)
        guard line.count >= start.count + dashes.count, line.starts(with: start) else { return nil }
        guard line.suffix(dashes.count).elementsEqual(dashes) else { return nil }
        return Array(line.dropFirst(start.count).dropLast(dashes.count))
    }
}
