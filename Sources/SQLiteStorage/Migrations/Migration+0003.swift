// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Fills in from the sign-ins which passkey opened each family. Removes the families of passkeys that are gone,
    /// which should have gone with them.
    static let openingPasskeys = Migration(
        number: 3, title: "which passkey opened a family, and which tokens of an account are void",
        script: """
            ALTER TABLE users ADD COLUMN token_generation INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE passkeys ADD COLUMN counter_regressed_at INTEGER;
            ALTER TABLE refresh_families ADD COLUMN passkey TEXT REFERENCES passkeys (id) ON DELETE CASCADE;
            CREATE INDEX refresh_families_of_passkey ON refresh_families (passkey) WHERE passkey IS NOT NULL;
            UPDATE refresh_families SET passkey = (
                SELECT passkeys.id FROM sign_ins JOIN passkeys ON passkeys.id = sign_ins.passkey
                WHERE sign_ins.user = refresh_families.user AND sign_ins.client = refresh_families.client
                AND sign_ins.signed_in_at = refresh_families.authenticated_at AND passkeys.owner = refresh_families.user
            );
            DELETE FROM refresh_families WHERE passkey IS NULL;
            CREATE INDEX audit_events_by_time ON audit_events (occurred_at);
            CREATE INDEX sign_ins_by_time ON sign_ins (signed_in_at);
            """)
}
