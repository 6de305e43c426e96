// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let accountDeletion = Migration(
        number: 12, title: "when accounts are erased",
        script: """
            ALTER TABLE users ADD COLUMN deletes_at INTEGER;
            CREATE INDEX users_by_deletion ON users (deletes_at) WHERE deletes_at IS NOT NULL;
            """)
}
