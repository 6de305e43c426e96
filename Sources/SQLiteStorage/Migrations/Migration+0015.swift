// SPDX-License-Identifier: Apache-2.0

extension Migration {
    static let breachedPasswords = Migration(
        number: 15, title: "passwords that attackers try first",
        script: "ALTER TABLE passwords ADD COLUMN breached_at INTEGER;")
}
