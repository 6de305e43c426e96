// SPDX-License-Identifier: Apache-2.0

import CBORWriting
import WireFormats

extension FuzzTarget {
    /// Both forms agree, accepted items survive a round trip, and canonical bytes are written unchanged.
    static let cbor = FuzzTarget(name: "cbor", accepts: ["an item", "a canonical item"]) { bytes in
        let value = try? CBORReader.read(bytes)
        let canonical = try? CBORReader.read(bytes, form: .canonical)
        require(canonical == nil || canonical == value, "a canonical item is well-formed and has the same value")
        guard let prefix = try? CBORReader.readPrefix(bytes[...]) else {
            require(value == nil, "an item is a prefix of itself")
            return
        }
        accepted("an item")
        require((value != nil) == (prefix.bytesUsed == bytes.count), "a prefix that spans the input is an item")
        require(isSearchable(prefix.value), "a map finds each of its keys")

        let written = CBORWriter.write(prefix.value)
        guard let readBack = try? CBORReader.read(written, form: .canonical) else {
            fatalError("written items are canonical")
        }
        require(CBORWriter.write(readBack) == written, "canonical items are written unchanged")
        guard let canonical, !hasFloat(canonical) else { return }
        accepted("a canonical item")
        require(written == bytes, "canonical items are written unchanged")
    }

    private static func isSearchable(_ value: CBOR) -> Bool {
        switch value {
        case .array(let items): items.allSatisfy(isSearchable)
        // Limited, because looking up every entry is quadratic.
        case .map(let map): map.entries.prefix(64).allSatisfy { map[$0.key] == $0.value && isSearchable($0.value) }
        default: true
        }
    }

    /// Whether the item contains a floating-point number, which keeps its value but not its width.
    private static func hasFloat(_ value: CBOR) -> Bool {
        switch value {
        case .float: true
        case .array(let items): items.contains(where: hasFloat)
        case .map(let map): map.entries.contains { hasFloat($0.value) }
        default: false
        }
    }
}
