// SPDX-License-Identifier: Apache-2.0

import WireFormats

extension FuzzTarget {
    /// Both forms agree; what is accepted survives writing, and canonical bytes are written as they stood.
    static let cbor = FuzzTarget(name: "cbor", accepts: ["an item", "a canonical item"]) { bytes in
        let value = try? CBORReader.read(bytes)
        let canonical = try? CBORReader.read(bytes, form: .canonical)
        require(canonical == nil || canonical == value, "what is canonical is well formed, and means the same")
        guard let prefix = try? CBORReader.readPrefix(bytes[...]) else {
            require(value == nil, "a whole item is its own prefix")
            return
        }
        accepted("an item")
        require((value != nil) == (prefix.bytesUsed == bytes.count), "a prefix is whole when nothing follows it")
        require(isSearchable(prefix.value), "a map answers to each of its keys")

        let written = CBORWriter.write(prefix.value)
        guard let readBack = try? CBORReader.read(written, form: .canonical) else {
            fatalError("what is written is canonical")
        }
        require(CBORWriter.write(readBack) == written, "what is canonical is written as it stood")
        guard let canonical, !hasFloat(canonical) else { return }
        accepted("a canonical item")
        require(written == bytes, "what is canonical is written as it stood")
    }

    private static func isSearchable(_ value: CBOR) -> Bool {
        switch value {
        case .array(let items): items.allSatisfy(isSearchable)
        // Few of them: looking each up is quadratic here, though it is not in the reader.
        case .map(let map): map.entries.prefix(64).allSatisfy { map[$0.key] == $0.value && isSearchable($0.value) }
        default: true
        }
    }

    /// Floating-point numbers keep their value, not their width.
    private static func hasFloat(_ value: CBOR) -> Bool {
        switch value {
        case .float: true
        case .array(let items): items.contains(where: hasFloat)
        case .map(let map): map.entries.contains { hasFloat($0.value) }
        default: false
        }
    }
}
