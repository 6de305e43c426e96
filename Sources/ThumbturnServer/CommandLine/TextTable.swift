// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A table for the terminal. Cells are made safe to print.
struct TextTable {
    private var rows: [[String]]

    init(_ titles: String...) { rows = [titles] }

    mutating func append(_ cells: String...) { rows.append(cells.map { TerminalText.safe($0, limit: 80) }) }

    var isEmpty: Bool { rows.count == 1 }

    var lines: [String] {
        let widths = rows.reduce(into: [Int]()) { widths, row in
            for (column, cell) in row.enumerated() {
                if column < widths.count {
                    widths[column] = max(widths[column], cell.count)
                } else {
                    widths.append(cell.count)
                }
            }
        }
        return rows.map { row in
            let cells = zip(row, widths).map { $0.padded(to: $1) }
            let line = cells.joined(separator: "  ")
            return String(line.reversed().drop { $0 == " " }.reversed())
        }
    }
}

extension Console {
    func print(_ table: TextTable) {
        for line in table.lines { print(line) }
    }
}
