// SPDX-License-Identifier: Apache-2.0

import ThumbturnServer

/// The list of findings in `docs/operations/doctor.md`, between two marks.
enum DoctorPage {
    static let start =
        "<!-- Generated from the program; a test compares it. To update it:\n"
        + "     THUMBTURN_WRITE_PAGES=1 scripts/test --filter DoctorPageTests -->\n"
    static let end = "<!-- The end of what is generated. -->\n"

    static let table: String = {
        let rows = FindingKind.all.map { kind in
            "| `\(kind.code)` | \(kind.severity.rawValue) | \(cell(kind.documentedCause)) | \(cell(kind.documentedRemedy)) |"
        }
        return "\n| code | severity | cause | remedy |\n|---|---|---|---|\n" + rows.joined(separator: "\n") + "\n\n"
    }()

    /// The page with the table as it should be; `nil` if a mark is missing.
    static func updated(_ page: String) -> String? {
        guard let first = page.firstRange(of: start), let last = page.firstRange(of: end),
            first.upperBound <= last.lowerBound
        else { return nil }
        return page[..<first.upperBound] + table + page[last.lowerBound...]
    }

    private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
}
