// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// The ID of a passkey, or NULL, is what a list with it as its only way in is stored as.
    static let waysIn = Migration(
        number: 13, title: "ways in, of which a passkey is one",
        script: """
            ALTER TABLE audit_events RENAME COLUMN passkey TO ways;
            ALTER TABLE authorization_codes RENAME COLUMN passkey TO ways;
            ALTER TABLE browser_sessions RENAME COLUMN passkey TO ways;
            ALTER TABLE device_authorizations RENAME COLUMN passkey TO ways;
            ALTER TABLE refresh_families RENAME COLUMN passkey TO ways;
            UPDATE refresh_families SET flow = 'direct' WHERE flow = 'passkey';
            """)
}
