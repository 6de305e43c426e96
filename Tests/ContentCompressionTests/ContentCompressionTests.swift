// SPDX-License-Identifier: Apache-2.0

import CBrotliDecoding
import CZlib
import ContentCompression
import Testing

@Suite struct ContentCompressionTests {
    private static let contents: [[UInt8]] = [
        [], [7], (0..<60_000).map { UInt8(truncatingIfNeeded: $0 / 7) },
    ]

    @Test(arguments: contents) func `a file is what its gzip form decompresses to`(bytes: [UInt8]) throws {
        var compressed = try #require(ContentCompression.gzip(bytes))
        #expect(compressed.starts(with: [0x1F, 0x8B]) && compressed.count < bytes.count + 100)
        var stream = z_stream()
        #expect(thumbturn_gunzip_begin(&stream) == Z_OK)
        defer { inflateEnd(&stream) }
        var output = [UInt8](repeating: 0, count: bytes.count + 1)
        let status = compressed.withUnsafeMutableBufferPointer { input in
            output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = uInt(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = uInt(output.count)
                return inflate(&stream, Z_FINISH)
            }
        }
        #expect(status == Z_STREAM_END)
        #expect(Array(output.prefix(Int(stream.total_out))) == bytes)
    }

    @Test(arguments: contents) func `a file is what its Brotli form decompresses to`(bytes: [UInt8]) throws {
        let compressed = try #require(ContentCompression.brotli(bytes))
        var output = [UInt8](repeating: 0, count: bytes.count + 1)
        var count = output.count
        let result = BrotliDecoderDecompress(compressed.count, compressed, &count, &output)
        #expect(result == BROTLI_DECODER_RESULT_SUCCESS)
        #expect(Array(output.prefix(count)) == bytes)
    }
}
