// SPDX-License-Identifier: Apache-2.0

/// An archive that npm and its relatives install: a tar file (POSIX.1-2017, pax, ustar format) in a gzip file (RFC
/// 1952).
///
/// It is not compressed, so that its bytes depend on nothing but the files: a lockfile has their hash, and another
/// version of a library for compression would give others.
enum PackageArchive {
    /// - Parameter files: Their names below the package's folder.
    static func make(_ files: [(name: String, bytes: [UInt8])]) -> [UInt8] {
        var tar: [UInt8] = []
        for file in files {
            tar += header("package/\(file.name)", size: file.bytes.count)
            tar += file.bytes
            tar += [UInt8](repeating: 0, count: (512 - file.bytes.count % 512) % 512)
        }
        tar += [UInt8](repeating: 0, count: 1024)
        return gzip(tar)
    }

    private static func header(_ name: String, size: Int) -> [UInt8] {
        var block = [UInt8](repeating: 0, count: 512)
        func put(_ text: String, at offset: Int) {
            block.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
        }
        func octal(_ number: Int, digits: Int) -> String {
            let text = String(number, radix: 8)
            return String(repeating: "0", count: digits - text.count) + text
        }
        precondition(name.utf8.count < 100, "the name \(name) is too long for a tar file")
        put(name, at: 0)
        put(octal(0o644, digits: 7), at: 100)
        put(octal(0, digits: 7), at: 108)
        put(octal(0, digits: 7), at: 116)
        put(octal(size, digits: 11), at: 124)
        // The time that npm itself gives to every file: October 26, 1985.
        put(octal(499_162_500, digits: 11), at: 136)
        // The sum counts its own field as spaces.
        put(String(repeating: " ", count: 8), at: 148)
        put("0", at: 156)
        put("ustar", at: 257)
        put("00", at: 263)
        put(octal(block.reduce(0) { $0 + Int($1) }, digits: 6) + "\0 ", at: 148)
        return block
    }

    /// A gzip file with blocks that are stored as they are (RFC 1951, section 3.2.4).
    private static func gzip(_ bytes: [UInt8]) -> [UInt8] {
        var file: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
        var rest = bytes[...]
        repeat {
            let block = rest.prefix(0xFFFF)
            rest = rest.dropFirst(block.count)
            let length = UInt16(block.count)
            file.append(rest.isEmpty ? 1 : 0)
            file += littleEndian(UInt32(length) | UInt32(~length) << 16)
            file += block
        } while !rest.isEmpty
        return file + littleEndian(checksum(bytes)) + littleEndian(UInt32(truncatingIfNeeded: bytes.count))
    }

    private static func littleEndian(_ number: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// The CRC-32 of RFC 1952, section 8.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        let table = (UInt32(0)..<256).map { byte in
            (0..<8).reduce(byte) { remainder, _ in remainder & 1 == 1 ? 0xEDB8_8320 ^ remainder >> 1 : remainder >> 1 }
        }
        return ~bytes.reduce(~0) { sum, byte in table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
    }
}
