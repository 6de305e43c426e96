// SPDX-License-Identifier: Apache-2.0

/// A QR code (ISO/IEC 18004) of bytes, with the lowest level of error correction: a screen is not torn.
///
/// 1. `QRCode.init` chooses the smallest version, and the mask under which readers find their way best.
/// 2. `QRCodewords` makes data and error correction, and interleaves their blocks.
/// 3. `QRGrid` draws the patterns of the version, and places the codewords between them.
struct QRCode: Sendable {
    /// The number of modules in a row.
    let size: Int
    private let modules: [Bool]

    /// Returns `nil` if the text is longer than a screen is high, 858 bytes.
    init?(_ text: String) {
        let bytes = [UInt8](text.utf8)
        guard let version = (1...20).lazy.map(QRVersion.init).first(where: { $0.capacity >= bytes.count }) else {
            return nil
        }
        let codewords = QRCodewords(bytes, in: version).interleaved
        let grids = (0..<8).map { QRGrid(version, codewords: codewords, mask: $0) }
        guard let best = grids.min(by: { $0.penalty < $1.penalty }) else { return nil }
        (size, modules) = (version.size, best.modules)
    }

    /// Whether a module is dark. Beyond the edges everything is light.
    subscript(_ x: Int, _ y: Int) -> Bool {
        (0..<size).contains(x) && (0..<size).contains(y) && modules[y * size + x]
    }

    /// The lines of a terminal, dark on light with a margin of four modules, whatever the terminal's colors. Each line
    /// has two rows.
    var lines: [String] {
        stride(from: -4, to: size + 4, by: 2).map { y in
            let row = (-4..<size + 4).map { x -> Character in
                switch (self[x, y], self[x, y + 1]) {
                case (false, false): " "
                case (true, false): "▀"
                case (false, true): "▄"
                case (true, true): "█"
                }
            }
            return "\u{1B}[30;107m\(String(row))\u{1B}[0m"
        }
    }
}

/// The measures of a version, at the lowest level of error correction.
struct QRVersion: Sendable {
    let number: Int

    init(_ number: Int) { self.number = number }

    var size: Int { 17 + 4 * number }
    var correctionLength: Int {
        [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28][number - 1]
    }
    var blockCount: Int { [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8][number - 1] }
    /// The number of bits of the length of the data.
    var lengthBits: Int { number < 10 ? 8 : 16 }

    /// Data and error correction.
    var codewordCount: Int {
        var bits = (16 * number + 128) * number + 64
        if number > 1 {
            let alignments = number / 7 + 2
            bits -= (25 * alignments - 10) * alignments - 55
        }
        if number > 6 { bits -= 36 }
        return bits / 8
    }

    var dataCount: Int { codewordCount - correctionLength * blockCount }
    /// The longest text in bytes.
    var capacity: Int { (dataCount * 8 - 4 - lengthBits) / 8 }

    /// The centers of the alignment patterns, in both directions.
    var alignments: [Int] {
        guard number > 1 else { return [] }
        let count = number / 7 + 2
        let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
        return [6] + (0..<count - 1).reversed().map { size - 7 - $0 * step }
    }
}

/// The data of a code and its error correction.
struct QRCodewords {
    private let version: QRVersion
    private let data: [UInt8]

    init(_ bytes: [UInt8], in version: QRVersion) {
        var bits: [Bool] = []
        let append = { (value: Int, count: Int) in
            for index in (0..<count).reversed() { bits.append(value >> index & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version.lengthBits)
        for byte in bytes { append(Int(byte), 8) }
        let room = version.dataCount * 8 - bits.count
        append(0, min(4, room))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        for index in 0..<version.dataCount - data.count { data.append(index.isMultiple(of: 2) ? 0xEC : 0x11) }
        self.version = version
        self.data = data
    }

    /// The first codeword of each block, then the second of each, and so on. The last blocks have one more of data.
    var interleaved: [UInt8] {
        let (count, length) = (version.blockCount, version.correctionLength)
        let short = version.dataCount / count
        let longCount = version.dataCount % count
        var (blocks, start): ([[UInt8]], Int) = ([], 0)
        for index in 0..<count {
            let end = start + short + (index >= count - longCount ? 1 : 0)
            blocks.append(Array(data[start..<end]))
            start = end
        }
        let corrections = blocks.map { ReedSolomon.correction(of: $0, length: length) }
        let parts = [(blocks, short + 1), (corrections, length)]
        return parts.flatMap { rows, length in
            (0..<length).flatMap { index in rows.compactMap { index < $0.count ? $0[index] : nil } }
        }
    }
}

/// Error correction over the field of 256 elements with the polynomial 0x11D.
enum ReedSolomon {
    static func multiply(_ left: UInt8, by right: UInt8) -> UInt8 {
        var product = 0
        for index in (0..<8).reversed() {
            product = product << 1 ^ (product >> 7 * 0x11D)
            if right >> index & 1 == 1 { product ^= Int(left) }
        }
        return UInt8(product)
    }

    /// The remainder of the data by the polynomial whose roots are the first powers of 2.
    static func correction(of data: [UInt8], length: Int) -> [UInt8] {
        var (divisor, root) = ([UInt8](repeating: 0, count: length - 1) + [1], UInt8(1))
        for _ in 0..<length {
            for index in 0..<length {
                divisor[index] = multiply(divisor[index], by: root) ^ (index + 1 < length ? divisor[index + 1] : 0)
            }
            root = multiply(root, by: 2)
        }
        var remainder = [UInt8](repeating: 0, count: length)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in 0..<length { remainder[index] ^= multiply(divisor[index], by: factor) }
        }
        return remainder
    }
}
