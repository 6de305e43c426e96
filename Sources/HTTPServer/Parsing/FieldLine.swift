// SPDX-License-Identifier: Apache-2.0

extension HTTPFields.Field {
    /// Parses a field line. The line contains no control characters, because ``ByteQueue`` rejects them.
    init(_ line: ArraySlice<UInt8>) throws(RequestRejection) {
        guard let first = line.first, !first.isBlank else { throw .fieldFolded }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldMalformed }
        let name = line[..<colon]
        // This also rejects whitespace before the colon.
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { throw .fieldNameMalformed }
        var value = line[line.index(after: colon)...]
        while value.first?.isBlank == true { value.removeFirst() }
        while value.last?.isBlank == true { value.removeLast() }
        let text = String(decoding: value, as: UTF8.self)
        // Decoding replaces invalid UTF-8, so the bytes would differ.
        guard text.utf8.elementsEqual(value) else { throw .fieldNotText }
        self.init(name: String(decoding: name, as: UTF8.self), value: text)
    }
}
