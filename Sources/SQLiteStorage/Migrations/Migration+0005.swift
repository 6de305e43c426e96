// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Stores the identifiers of an account in its row, so that reading an account reads one row. They are a JSON array
    /// of arrays, each with the kind, the value, the normalized value and 1 if it is verified. The table `identifiers`
    /// keeps what makes an identifier unique and finds its account.
    static let identifiersInRow = Migration(
        number: 5, title: "an account's identifiers in its row",
        script: """
            ALTER TABLE users ADD COLUMN identifiers TEXT NOT NULL DEFAULT '[]';
            UPDATE users SET identifiers = (
                SELECT json_group_array(json_array(kind, value, normalized, is_verified))
                FROM (SELECT * FROM identifiers WHERE user = users.id ORDER BY position)
            ) WHERE id IN (SELECT user FROM identifiers);

            CREATE TABLE new_identifiers (
                connection TEXT NOT NULL,
                kind TEXT NOT NULL,
                normalized TEXT NOT NULL,
                user TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
                PRIMARY KEY (connection, kind, normalized)
            ) STRICT, WITHOUT ROWID;
            INSERT INTO new_identifiers SELECT connection, kind, normalized, user FROM identifiers;
            DROP TABLE identifiers;
            ALTER TABLE new_identifiers RENAME TO identifiers;
            CREATE INDEX identifiers_of_user ON identifiers (user);
            """)
}
