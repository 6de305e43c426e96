// SPDX-License-Identifier: Apache-2.0

import TestConsole
import Testing

@testable import ThumbturnServer

struct QRCodeTests {
    // From 7 on, the version is in the code, and from 10 on, the length takes two bytes.
    @Test(arguments: [1, 2, 6, 7, 9, 10, 14, 20])
    func `the longest text of a version is read back, without an error to correct`(version: Int) throws {
        let text = String(
            String(repeating: "https://auth.example.com/invitation#", count: 30).prefix(QRVersion(version).capacity))
        let code = try #require(QRCode(text))
        #expect(code.size == 17 + 4 * version)
        #expect(QRReader(code).text == text)
    }

    @Test func `a text that no version takes has no code, and an empty one has`() throws {
        #expect(QRCode(String(repeating: "a", count: 859)) == nil)
        #expect(QRReader(try #require(QRCode(""))).text == "")
    }

    @Test func `the code of a terminal is dark on light, with a margin`() throws {
        let code = try #require(QRCode("a"))
        #expect(code.lines.count == 15)
        #expect(code.lines.allSatisfy { $0.hasPrefix("\u{1B}[30;107m    ") && $0.hasSuffix("    \u{1B}[0m") })
        #expect(code.lines[2].contains("█▀▀▀▀▀█"))
    }
}

/// Reads a code that has no damage, by the tables of ISO/IEC 18004.
private struct QRReader {
    private static let codewordCounts = [
        26, 44, 70, 100, 134, 172, 196, 242, 292, 346, 404, 466, 532, 581, 655, 733, 815, 901, 991, 1085,
    ]
    private static let alignments = [
        [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50],
        [6, 30, 54], [6, 32, 58], [6, 34, 62], [6, 26, 46, 66], [6, 26, 48, 70], [6, 26, 50, 74], [6, 30, 54, 78],
        [6, 30, 56, 82], [6, 30, 58, 86], [6, 34, 62, 90],
    ]

    private let code: QRCode
    private let version: QRVersion

    init(_ code: QRCode) {
        self.code = code
        version = QRVersion((code.size - 17) / 4)
    }

    /// The text; `nil` if the format, a codeword or the mode is wrong.
    var text: String? {
        guard format >> 13 == 0b01, let data else { return nil }
        let bits = data.flatMap { byte in (0..<8).reversed().map { Int(byte >> $0 & 1) } }
        let value = { (start: Int, count: Int) in bits[start..<start + count].reduce(0) { $0 * 2 + $1 } }
        guard value(0, 4) == 0b0100 else { return nil }
        let start = 4 + version.lengthBits
        let bytes = (0..<value(4, version.lengthBits)).map { UInt8(value(start + $0 * 8, 8)) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Both copies of the format agree.
    private var format: Int {
        let first = (0..<6).map { (8, $0) } + [(8, 7), (8, 8), (7, 8)] + (0..<6).reversed().map { ($0, 8) }
        let second =
            (0..<8).map { (code.size - 1 - $0, 8) } + (0..<7).map { (8, code.size - 7 + $0) }
        let values = [first, second].map { places in
            places.reversed().reduce(0) { $0 * 2 + (code[$1.0, $1.1] ? 1 : 0) } ^ 0x5412
        }
        return values[0] == values[1] && code[8, code.size - 8] ? values[0] : 0
    }

    private func isPattern(_ x: Int, _ y: Int) -> Bool {
        let (size, centers) = (code.size, Self.alignments[version.number - 1])
        if x < 9 && y < 9 || x >= size - 8 && y < 9 || x < 9 && y >= size - 8 || x == 6 || y == 6 { return true }
        if version.number > 6, x < 6 && y >= size - 11 || y < 6 && x >= size - 11 { return true }
        return centers.contains { centerX in
            centers.contains { centerY in
                let isCorner = (centerX == 6 || centerX == centers.last) && (centerY == 6 || centerY == centers.last)
                let isFinder = isCorner && !(centerX == centers.last && centerY == centers.last)
                return !isFinder && abs(x - centerX) <= 2 && abs(y - centerY) <= 2
            }
        }
    }

    private var codewords: [UInt8] {
        let mask = format >> 10 & 7
        var bits: [Bool] = []
        var isUpward = true
        for right in Array(stride(from: code.size - 1, through: 8, by: -2)) + [5, 3, 1] {
            for row in 0..<code.size {
                let y = isUpward ? code.size - 1 - row : row
                for x in [right, right - 1] where !isPattern(x, y) {
                    bits.append(code[x, y] != QRGrid.isInverted(x: x, y: y, under: mask))
                }
            }
            isUpward.toggle()
        }
        return (0..<bits.count / 8).map { index in bits[index * 8..<index * 8 + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
        }
    }

    /// The data of all blocks, each of which is a multiple of the generator.
    private var data: [UInt8]? {
        let codewords = codewords
        guard codewords.count == Self.codewordCounts[version.number - 1] else { return nil }
        let (count, dataCount) = (version.blockCount, version.dataCount)
        let short = dataCount / count
        var blocks = [[UInt8]](repeating: [], count: count)
        var next = 0
        for index in 0...short {
            for block in 0..<count where index < short || block >= count - dataCount % count {
                blocks[block].append(codewords[next])
                next += 1
            }
        }
        let data = blocks.flatMap(\.self)
        while next < codewords.count {
            blocks[(next - dataCount) % count].append(codewords[next])
            next += 1
        }
        let isCorrect = blocks.allSatisfy { block in
            (0..<version.correctionLength).allSatisfy { power in
                block.reduce(UInt8(0)) { Self.product($0, Self.exponents[power]) ^ $1 } == 0
            }
        }
        return isCorrect ? data : nil
    }

    /// The powers of 2 in the field.
    private static let exponents: [UInt8] = (1..<255).reduce(into: [1]) { powers, _ in
        let doubled = Int(powers[powers.count - 1]) * 2
        powers.append(UInt8(doubled > 255 ? doubled ^ 0x11D : doubled))
    }

    private static func product(_ left: UInt8, _ right: UInt8) -> UInt8 {
        guard let first = exponents.firstIndex(of: left), let second = exponents.firstIndex(of: right) else { return 0 }
        return exponents[(first + second) % 255]
    }
}
