// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let serverStart = Migration(
        number: 10, title: "where a server was last started",
        script: """
            CREATE TABLE server_start (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                url TEXT NOT NULL,
                version TEXT NOT NULL,
                started_at INTEGER NOT NULL
            ) STRICT;
            """)
}
