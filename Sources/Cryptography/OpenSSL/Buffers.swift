// SPDX-License-Identifier: Apache-2.0

import CLibcrypto

extension [UInt8] {
    /// Lends the bytes to C. An empty array lends a valid address too: Swift's own bridging of an empty array may pass
    /// an address that must not be touched, and some OpenSSL functions read a null pointer as "keep the old value".
    func withPointer<Result>(_ body: (UnsafePointer<UInt8>, Int) -> Result) -> Result {
        withUnsafeBufferPointer { buffer in
            if let address = buffer.baseAddress, !buffer.isEmpty {
                return body(address, buffer.count)
            }
            var nothing: UInt8 = 0
            return body(&nothing, 0)
        }
    }

    /// The bytes that a C function writes: it gets `capacity` bytes of space and returns how many it used, or nil.
    init?(capacity: Int, writtenBy write: (UnsafeMutablePointer<UInt8>) -> Int?) {
        var isWritten = false
        self.init(unsafeUninitializedCapacity: Swift.max(capacity, 1)) { buffer, count in
            guard let address = buffer.baseAddress, let used = write(address), used >= 0, used <= capacity else {
                count = 0
                return
            }
            isWritten = true
            count = used
        }
        if !isWritten {
            return nil
        }
    }

    /// The DER that one of OpenSSL's `i2d` functions writes.
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

    /// Reads one value with one of OpenSSL's `d2i` functions; also tells how many bytes it left unread.
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
