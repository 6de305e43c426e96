// SPDX-License-Identifier: Apache-2.0

import CCommonPasswords

/// The most used passwords, which are part of the program.
package enum CommonPasswords {
    private static let prefixLength = CCommonPasswords_prefixLength

    package static let count = CCommonPasswords_byteCount / prefixLength

    /// Whether the password with a SHA-1 hash is one of them.
    static func contain(_ hash: [UInt8]) -> Bool {
        let prefix = hash.prefix(prefixLength)
        let list = UnsafeBufferPointer(start: CCommonPasswords_list(), count: CCommonPasswords_byteCount)
        var entries = 0..<count
        while !entries.isEmpty {
            let middle = entries.lowerBound + entries.count / 2
            let entry = list[middle * prefixLength..<(middle + 1) * prefixLength]
            if entry.elementsEqual(prefix) { return true }
            entries =
                entry.lexicographicallyPrecedes(prefix)
                ? middle + 1..<entries.upperBound : entries.lowerBound..<middle
        }
        return false
    }
}
