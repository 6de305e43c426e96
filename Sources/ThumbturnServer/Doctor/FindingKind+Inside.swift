// SPDX-License-Identifier: Apache-2.0

extension FindingKind {
    /// The kinds that need no network.
    static let inside = [
        folderWritable, fileReadable, fileOwner, diskLow,
        masterKeyMissing, masterKeyReadable, masterKeyLink, masterKeyMalformed, masterKeyMismatch, signingKeyDamaged,
        databaseMissing, databaseDamaged, databaseForeign, databaseNewer, databaseOlder, databaseUnusable,
        configurationUnreadable, hostUnserved, publicSuffix, originOutside, relatedOriginsMany, callbackPlain,
        callbackLocal, developmentSetting, mailOff, messagesOff, urlPlain, deviceKeysEnding,
        deviceKeysEnded, clockBehind,
    ]

    // MARK: Files

    static let folderWritable = FindingKind(
        "data.folder-writable",
        cause: "Other users can write to the folder {file}, and could replace the database or the master key.",
        remedy: "chmod go-w '{file}'")
    static let fileReadable = FindingKind(
        "data.file-readable", cause: "Other users can access {file}.", remedy: "chmod 600 '{file}'")
    static let fileOwner = FindingKind(
        "data.file-owner",
        cause: "{file} belongs to {owner}, and the folder to {expected}: the server may not be able to use it.",
        remedy: "chown -h {expected} '{file}'")
    static let diskLow = FindingKind(
        "data.disk-low", severity: .warning,
        cause: "{free} MB are free where {file} is. A full disk stops sign-ins, and a backup needs {needed} MB.",
        remedy: "Free space, move backups elsewhere, or keep events for a shorter time: --keep-events 90d")

    // MARK: Keys

    static let masterKeyMissing = FindingKind(
        "master-key.missing", cause: "There is no master key at {file}, so the stored signing keys can't be opened.",
        remedy: "Put the copy that you keep elsewhere back: install -m 600 COPY '{file}' – or set THUMBTURN_MASTER_KEY."
    )
    static let masterKeyReadable = FindingKind(
        "master-key.readable", cause: "Other users can read the master key {file}.",
        remedy:
            "chmod 600 '{file}' – and if someone may have read it, stop the server, then: thumbturn keys replace-master-key --data '{data}'"
    )
    static let masterKeyLink = FindingKind(
        "master-key.link", cause: "The master key {file} is not a file. The server follows no links.",
        remedy: "Put a copy of the key there, and no link: rm '{file}' && install -m 600 COPY '{file}'")
    static let masterKeyMalformed = FindingKind(
        "master-key.malformed", cause: "{file} does not hold a key of 32 bytes in base64url.",
        remedy: "Put the right key back: install -m 600 COPY '{file}'. A new one can't open what is stored.")
    static let masterKeyMismatch = FindingKind(
        "master-key.mismatch", cause: "The signing keys were stored under another master key than {file}.",
        remedy: "Put that master key back: install -m 600 COPY '{file}' – or set THUMBTURN_MASTER_KEY.")
    static let signingKeyDamaged = FindingKind(
        "signing-key.damaged", cause: "The signing key {key} is damaged.",
        remedy: "thumbturn keys revoke --data '{data}' -- {key}")

    // MARK: The database

    static let databaseMissing = FindingKind(
        "database.missing", cause: "There is no database at {file}.",
        remedy: "Give the server's folder with --data. If it was lost: thumbturn restore BACKUP --data '{data}'")
    static let databaseDamaged = FindingKind(
        "database.damaged", cause: "{file} is damaged, or is not a database.",
        remedy: "Stop the server, then: thumbturn restore BACKUP --data '{data}'. It keeps the broken file.")
    static let databaseForeign = FindingKind(
        "database.foreign", cause: "{file} is the database of another program.",
        remedy: "Name the right file with --database \(ServerSettings.Database.form), or the right folder with --data.")
    static let databaseNewer = FindingKind(
        "database.newer",
        cause: "{file} was written by a newer version: its schema is {schema}, this program knows {known}.",
        remedy:
            "Install that version again, or go back to the database from before it: thumbturn restore '{file}.before-upgrade' --data '{data}'"
    )
    static let databaseOlder = FindingKind(
        "database.older", severity: .warning,
        cause: "The schema of {file} is {schema}, and that of this program is {known}.",
        remedy:
            "Start the server of this version, which copies it and then migrates it: thumbturn serve --data '{data}'")
    static let databaseUnusable = FindingKind(
        "database.unusable", cause: "{file} can't be used.",
        remedy: "Run this command as the server's user, and see that it may read and write the folder: ls -ld '{data}'")

    // MARK: The configuration

    static let configurationUnreadable = FindingKind(
        "configuration.unreadable", cause: "The stored configuration can't be read.",
        remedy:
            "thumbturn apply FILE --data '{data}' – with a configuration that is valid: thumbturn apply FILE --dry-run")
    static let hostUnserved = FindingKind(
        "configuration.host-unserved", cause: "The host of the server's URL, {host}, is not a configured domain.",
        remedy: "Add it to custom_domains, or start the server with the URL of a domain: {domains}")
    static let publicSuffix = FindingKind(
        "configuration.public-suffix",
        cause:
            "Passkeys of {host} are bound to {suffix}, a public suffix. Browsers reject that, because anyone can have a name there.",
        remedy: "Set relying_party_identifier to {host} or a domain above it that is yours.")
    static let originOutside = FindingKind(
        "configuration.origin-outside",
        cause:
            "The client {client} has the origin {origin}, which is outside {scopes}. Browsers reject passkeys there.",
        remedy: "Serve the page below {scopes}, or add {origin} to related_origins of the client.")
    static let relatedOriginsMany = FindingKind(
        "configuration.related-origins",
        cause: "The related origins of {host} have {count} names below public suffixes. Browsers read five: {labels}",
        remedy: "Remove some from related_origins, or give them a domain of their own in custom_domains.")
    static let callbackPlain = FindingKind(
        "configuration.callback-plain",
        cause: "The client {client} has the callback {callback}, where codes travel unencrypted.",
        remedy: "Use https:// there. See it with: thumbturn clients show '{client}'")
    static let callbackLocal = FindingKind(
        "configuration.callback-local", severity: .warning,
        cause: "The client {client} has the callback {callback}, which is on the machine of whoever signs in.",
        remedy:
            "Remove it from callbacks, unless developers use this server. See it with: thumbturn clients show '{client}'"
    )
    static let developmentSetting = FindingKind(
        "configuration.development", severity: .warning,
        cause: "A setting is from the time when the server was on a developer's machine.",
        remedy: "Change {path}, which you see with: thumbturn config show --data '{data}'")
    static let mailOff = FindingKind(
        "configuration.mail-off", severity: .warning, cause: "{consequence} The server sends no mail.",
        remedy: "Start the server with --mail (docs/operations/mail.md), or change {path} of the configuration.")
    static let messagesOff = FindingKind(
        "configuration.messages-off", severity: .warning,
        cause: "{consequence} The server sends no text messages.",
        remedy:
            "Start the server with --messages (docs/operations/messages.md), or change {path} of the configuration.")
    static let urlPlain = FindingKind(
        "url.plain", cause: "The server's URL {url} is plain HTTP, where browsers have no passkeys.",
        remedy: "Get a certificate, and start the server with --url https://{host}.")
    static let deviceKeysEnding = FindingKind(
        "device-keys.ending", severity: .warning,
        cause:
            "The device keys of the client {client} end at {until}. Days left: {days}. Accounts with one and without a passkey: {count}.",
        remedy:
            "thumbturn users list --device-keys --data '{data}' – lists them. More time is a later device_keys_until of the client."
    )
    static let deviceKeysEnded = FindingKind(
        "device-keys.ended", severity: .warning,
        cause:
            "The device keys of the client {client} ended at {until}. Accounts with one and without a passkey: {count}.",
        remedy:
            "thumbturn users list --device-keys --data '{data}' – lists them. They sign in another way, or with an invitation."
    )
    static let clockBehind = FindingKind(
        "clock.behind", cause: "The machine's clock says {now}, and the database was used at {then}.",
        remedy:
            "Set the machine's clock: timedatectl set-ntp true. If it is right: thumbturn clock accept --data '{data}'")
}
