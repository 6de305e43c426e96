// SPDX-License-Identifier: Apache-2.0

import ThumbturnServer

/// The text of `docs/operations/settings.md`.
enum SettingsPage {
    static let text: String = """
        # Settings

        <!-- Generated from the program's table of settings; a test compares. To regenerate it:
             THUMBTURN_WRITE_PAGES=1 scripts/test --filter SettingsPageTests -->

        Each setting is an option of `thumbturn serve` and an environment variable. The option wins. All problems are
        reported together, before anything is opened.

        | option | variable | default | |
        |---|---|---|---|
        \(ServerSettings.table.map(\.row).joined(separator: "\n"))

        A variable with several values separates them with commas. An empty variable counts as unset.

        **The file `/etc/thumbturn/thumbturn.env`** has the variables of the server that this machine runs: its service has them from
        there, and every command, `serve` too, reads the file itself. Options and variables of the process win. A command that names
        another server – by `--data`, `--database`, `THUMBTURN_DATA` or `THUMBTURN_DATABASE` – does without the file, and so does a user
        who can't read it. A line is `NAME=VALUE`, with or without quotes around the value, or begins with `#` or `;`. Any other line
        is an error, which names it.

        Plain HTTP is accepted only on this machine or behind a declared proxy. Forwarded headers are used only from declared
        proxies; the client is the rightmost address that is not one of them.

        """
}

extension ServerSetting {
    fileprivate var row: String {
        let form = option.map { "`\($0) \(value)`" } ?? "–"
        return "| \(form) | `\(environment)` | \(fallback) | \(explanation) |"
    }
}
