// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

/// The loaded OpenSSL, which may be newer than the one the program was built with.
package enum CryptographyLibrary {
    /// The library's name and version, such as `OpenSSL 3.0.19`.
    package static var version: String {
        let text = OpenSSL_version(OPENSSL_VERSION).map { String(cString: $0) } ?? "OpenSSL"
        return text.split(separator: " ").prefix(2).joined(separator: " ")
    }
}

extension [UInt8] {
    /// Overwrites the bytes with zeros, in a way that no compiler omits. An array that shares its memory is copied first,
    /// so this is for bytes that nobody else has.
    package mutating func wipe() {
        withUnsafeMutableBytes { OPENSSL_cleanse($0.baseAddress, $0.count) }
        removeAll()
    }

    /// Calls `body` with the address and number of the bytes. The address of an empty array is valid, too: Swift's own
    /// bridging may pass one that must not be read, and some OpenSSL functions take a null pointer as "keep the old
    /// value".
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        withUnsafeBufferPointer { buffer in
            if let address = buffer.baseAddress, !buffer.isEmpty {
                return body(address, buffer.count)
            }
            var nothing: UInt8 = 0
            return body(&nothing, 0)
        }
    }

    /// The bytes that `write` writes into space for `capacity` bytes. It returns how many it wrote, or `nil` on
    /// failure.
    init?(capacity: Int, writtenBy write: (UnsafeMutablePointer<UInt8>) -> Int?) {
        // Filled with zeros first, because the initializer for uninitialized memory is not specialized for bytes.
        self.init(repeating: 0, count: Swift.max(capacity, 1))
        let used = withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(write) }
        guard let used, used >= 0, used <= capacity else { return nil }
        removeLast(count - used)
    }

    /// The DER that an `i2d` function of OpenSSL writes.
    init?(encodedBy encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32) {
        let length = Int(encode(nil))
        guard length > 0 else {
            return nil
        }
        self.init(capacity: length) { address in
            var cursor: UnsafeMutablePointer<UInt8>? = address
            return encode(&cursor) == length ? length : nil
        }
    }

    /// Reads one value with a `d2i` function of OpenSSL. Returns the value and the number of bytes after it.
    func decoded(
        by decode: (UnsafeMutablePointer<UnsafePointer<UInt8>?>, Int) -> OpaquePointer?
    ) -> (value: OpaquePointer, bytesLeft: Int)? {
        withPointer { address, count in
            var cursor: UnsafePointer<UInt8>? = address
            guard let value = decode(&cursor, count) else {
                ERR_clear_error()
                return nil
            }
            let used = cursor.map { $0 - address } ?? 0
            return (value, count - used)
        }
    }
}
