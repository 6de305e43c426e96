// SPDX-License-Identifier: Apache-2.0

import CBrotli
import CZlib

/// Compresses files of the program once, for all responses that send them.
package enum ContentCompression {
    /// Returns the bytes in gzip's format (RFC 1952), or `nil` if there is no memory for it.
    package static func gzip(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        guard thumbturn_gzip_begin(&stream) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        var input = bytes
        let capacity = Int(deflateBound(&stream, uLong(bytes.count)))
        return input.withUnsafeMutableBufferPointer { input in
            try? [UInt8](unsafeUninitializedCapacity: capacity) { output, count in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { throw Failure() }
                count = Int(stream.total_out)
            }
        }
    }

    /// Returns the bytes in Brotli's format (RFC 7932), or `nil` if there is no memory for it.
    package static func brotli(_ bytes: [UInt8]) -> [UInt8]? {
        try? [UInt8](unsafeUninitializedCapacity: BrotliEncoderMaxCompressedSize(bytes.count)) { output, count in
            var written = output.count
            let isDone = BrotliEncoderCompress(
                BROTLI_MAX_QUALITY, BROTLI_DEFAULT_WINDOW, BROTLI_MODE_TEXT, bytes.count, bytes, &written,
                output.baseAddress)
            guard isDone == BROTLI_TRUE else { throw Failure() }
            count = written
        }
    }

    private struct Failure: Error {}
}
