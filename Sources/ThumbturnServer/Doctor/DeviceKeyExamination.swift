// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// The device keys that end before all of their users have a passkey.
struct DeviceKeyExamination {
    /// So many days before the end, operators hear of it.
    private static let days = 30

    private(set) var findings: [Finding] = []

    init(
        _ stored: StoredInstallation, in configuration: ConfigurationSnapshot, settings: ServerSettings, now: Timestamp
    ) {
        for counts in stored.deviceKeys where counts.accountsLeft > 0 {
            let standing = DeviceKeyStanding(counts, in: configuration, at: now)
            guard let until = standing.until, standing.daysLeft ?? 0 <= Self.days else { continue }
            let client = TerminalText.safe(counts.client, limit: 300)
            findings.append(
                Finding(
                    standing.hasEnded ? .deviceKeysEnded : .deviceKeysEnding, at: client,
                    with: [
                        "client": client, "count": "\(counts.accountsLeft)", "until": "\(until)",
                        "days": "\(standing.daysLeft ?? 0)", "data": settings.dataDirectory,
                    ]))
        }
    }
}
