// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let clock = Migration(
        number: 2, title: "the latest time that was believed",
        script: """
            CREATE TABLE clock (
                only INTEGER PRIMARY KEY CHECK (only = 1),
                floor INTEGER NOT NULL,
                acceptances INTEGER NOT NULL
            ) STRICT;
            """)
}
