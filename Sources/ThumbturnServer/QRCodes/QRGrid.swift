// SPDX-License-Identifier: Apache-2.0

/// The modules of a QR code under one mask.
struct QRGrid {
    private let size: Int
    private(set) var modules: [Bool]
    /// The modules of patterns, which hold no data and aren't masked.
    private var isPattern: [Bool]

    init(_ version: QRVersion, codewords: [UInt8], mask: Int) {
        size = version.size
        modules = Array(repeating: false, count: size * size)
        isPattern = modules
        drawTiming()
        for (x, y) in [(3, 3), (size - 4, 3), (3, size - 4)] { drawFinder(x: x, y: y) }
        drawAlignments(version.alignments)
        drawFormat(mask: mask)
        if version.number > 6 { drawVersion(version.number) }
        place(codewords, under: mask)
    }

    private subscript(_ x: Int, _ y: Int) -> Bool { modules[y * size + x] }

    private mutating func draw(_ isDark: Bool, x: Int, y: Int) {
        modules[y * size + x] = isDark
        isPattern[y * size + x] = true
    }

    // MARK: Patterns

    private mutating func drawTiming() {
        for index in 0..<size {
            draw(index.isMultiple(of: 2), x: 6, y: index)
            draw(index.isMultiple(of: 2), x: index, y: 6)
        }
    }

    /// Rings around a center, with a light margin.
    private mutating func drawFinder(x centerX: Int, y centerY: Int) {
        for y in max(0, centerY - 4)...min(size - 1, centerY + 4) {
            for x in max(0, centerX - 4)...min(size - 1, centerX + 4) {
                let ring = max(abs(x - centerX), abs(y - centerY))
                draw(ring != 2 && ring != 4, x: x, y: y)
            }
        }
    }

    /// Everywhere but in the corners with finders.
    private mutating func drawAlignments(_ centers: [Int]) {
        guard let last = centers.last else { return }
        for centerX in centers {
            for centerY in centers
            where !((centerX == 6 && (centerY == 6 || centerY == last)) || (centerX == last && centerY == 6)) {
                for y in centerY - 2...centerY + 2 {
                    for x in centerX - 2...centerX + 2 {
                        draw(max(abs(x - centerX), abs(y - centerY)) != 1, x: x, y: y)
                    }
                }
            }
        }
    }

    /// The level of error correction and the mask, twice.
    private mutating func drawFormat(mask: Int) {
        let data = 0b01 << 3 | mask
        var rest = data
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9 * 0x537) }
        let bits = (data << 10 | rest) ^ 0x5412
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            switch index {
            case 0..<6: draw(isDark, x: 8, y: index)
            case 6, 7: draw(isDark, x: 8, y: index + 1)
            case 8: draw(isDark, x: 7, y: 8)
            default: draw(isDark, x: 14 - index, y: 8)
            }
            if index < 8 { draw(isDark, x: size - 1 - index, y: 8) } else { draw(isDark, x: 8, y: size - 15 + index) }
        }
        draw(true, x: 8, y: size - 8)
    }

    private mutating func drawVersion(_ number: Int) {
        var rest = number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11 * 0x1F25) }
        let bits = number << 12 | rest
        for index in 0..<18 {
            let (near, far) = (index / 3, size - 11 + index % 3)
            draw(bits >> index & 1 == 1, x: near, y: far)
            draw(bits >> index & 1 == 1, x: far, y: near)
        }
    }

    // MARK: Data

    /// In columns of two modules from the right to the left, up and down in turns.
    private mutating func place(_ codewords: [UInt8], under mask: Int) {
        var next = 0
        for right in stride(from: size - 1, to: 0, by: -2).map({ $0 > 6 ? $0 : $0 - 1 }) {
            let isUpward = (right + 1) & 2 == 0
            for row in 0..<size {
                let y = isUpward ? size - 1 - row : row
                for x in [right, right - 1] where !isPattern[y * size + x] {
                    let isSet = next < codewords.count * 8 && codewords[next / 8] >> (7 - next % 8) & 1 == 1
                    modules[y * size + x] = isSet != Self.isInverted(x: x, y: y, under: mask)
                    next += 1
                }
            }
        }
    }

    static func isInverted(x: Int, y: Int, under mask: Int) -> Bool {
        switch mask {
        case 0: (x + y) % 2 == 0
        case 1: y % 2 == 0
        case 2: x % 3 == 0
        case 3: (x + y) % 3 == 0
        case 4: (x / 3 + y / 2) % 2 == 0
        case 5: x * y % 2 + x * y % 3 == 0
        case 6: (x * y % 2 + x * y % 3) % 2 == 0
        default: ((x + y) % 2 + x * y % 3) % 2 == 0
        }
    }

    // MARK: How hard it is to read

    /// Long runs, squares, what looks like a finder, and more of one kind than of the other.
    var penalty: Int {
        let rows = (0..<size).map { y in (0..<size).map { self[$0, y] } }
        let columns = (0..<size).map { x in (0..<size).map { self[x, $0] } }
        let dark = modules.count(where: \.self)
        let imbalance = abs(dark * 20 - modules.count * 10) / modules.count
        return (rows + columns).reduce(imbalance * 10) { $0 + Self.penalty(of: $1) } + squares * 3
    }

    private var squares: Int {
        (1..<size).reduce(0) { sum, y in
            sum
                + (1..<size).count { x in
                    let isDark = self[x, y]
                    return self[x - 1, y] == isDark && self[x, y - 1] == isDark && self[x - 1, y - 1] == isDark
                }
        }
    }

    private static func penalty(of line: [Bool]) -> Int {
        var (penalty, start) = (0, 0)
        for end in 1...line.count where end == line.count || line[end] != line[start] {
            if end - start >= 5 { penalty += end - start - 2 }
            start = end
        }
        let finder = [true, false, true, true, true, false, true]
        let margin = [Bool](repeating: false, count: 4)
        for pattern in [margin + finder, finder + margin] {
            penalty +=
                (0...line.count - pattern.count).count { line[$0..<$0 + pattern.count].elementsEqual(pattern) } * 40
        }
        return penalty
    }
}
