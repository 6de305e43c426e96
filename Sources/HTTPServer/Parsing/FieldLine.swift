// SPDX-License-Identifier: Apache-2.0

extension HTTPFields.Field {
    /// Reads a line of the head. Control characters are gone before it comes here.
    init(_ line: ArraySlice<UInt8>) throws(RequestRejection) {
        guard let first = line.first, !first.isBlank else { throw .fieldFolded }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { throw .fieldMalformed }
        let name = line[..<colon]
        // This refuses a blank before the colon, too.
        guard !name.isEmpty, name.allSatisfy(\.isTokenCharacter) else { throw .fieldNameMalformed }
        var value = line[line.index(after: colon)...]
        while value.first?.isBlank == true { value.removeFirst() }
        while value.last?.isBlank == true { value.removeLast() }
        let text = String(decoding: value, as: UTF8.self)
        // Bytes that are not UTF-8 would have been replaced.
        guard text.utf8.elementsEqual(value) else { throw .fieldNotText }
        self.init(name: String(decoding: name, as: UTF8.self), value: text)
    }
}
