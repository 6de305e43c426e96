// SPDX-License-Identifier: Apache-2.0

/// The documentation of the settings: `docs/operations/settings.md` is this text.
package enum SettingsPage {
    package static let text: String = """
        # Settings

        <!-- Made from the table of settings in the program; a test compares. To write it again:
             THUMBTURN_WRITE_PAGES=1 scripts/test --filter SettingsPageTests -->

        Each setting is an option of `thumbturn serve` and a variable of the environment. The option wins. All problems are
        reported together, before anything is opened.

        | option | variable | default | |
        |---|---|---|---|
        \(ServerSettings.table.map(\.row).joined(separator: "\n"))

        A variable that takes several values has them with commas between. A variable that is empty counts as absent.

        Plain HTTP is accepted on this machine only, or behind a proxy that is declared. Forwarded headers are believed from
        declared proxies alone; the client is the rightmost address that is not one of them.

        """
}

extension ServerSetting {
    fileprivate var row: String {
        let form = option.map { "`\($0) \(value)`" } ?? "–"
        return "| \(form) | `\(environment)` | \(fallback) | \(explanation) |"
    }
}
