// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Codes and approvals that were issued before this migration are of generation 0, and those of accounts with a
    /// later one can't be redeemed any longer. What is known of the families follows from their IDs: those of a code
    /// have a session.
    static let withdrawals = Migration(
        number: 9, title: "what withdraws codes, approvals and tokens",
        script: """
            ALTER TABLE users ADD COLUMN disconnections TEXT;
            ALTER TABLE authorization_codes ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE device_authorizations ADD COLUMN generation INTEGER;
            ALTER TABLE device_authorizations ADD COLUMN decided_at INTEGER;
            ALTER TABLE refresh_families ADD COLUMN flow TEXT NOT NULL DEFAULT 'passkey';
            UPDATE refresh_families SET flow = 'code' WHERE session IS NOT NULL;
            UPDATE refresh_families SET flow = 'device' WHERE session IS NULL AND id LIKE '%g';
            """)
}
