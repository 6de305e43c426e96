// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import WireFormats

/// How many users of a client still sign in with device keys, and until when they may.
struct DeviceKeyStanding: Sendable {
    private static let secondsOfDay: Int64 = 86_400

    let counts: DeviceKeyCounts
    /// The client's `device_keys_until`.
    let until: Timestamp?
    private let now: Timestamp

    /// - Parameter configuration: `nil` if it can't be read. A client that is no longer configured has no end either.
    init(_ counts: DeviceKeyCounts, in configuration: ConfigurationSnapshot?, at now: Timestamp) {
        self.counts = counts
        until = configuration?.client(counts.client)?.deviceKeysUntil
        self.now = now
    }

    var hasEnded: Bool { until.map { $0 <= now } ?? false }

    /// The days until the end, begun ones included; `nil` if there is no end, or if it has passed.
    var daysLeft: Int? {
        guard let until, !hasEnded else { return nil }
        let seconds = until.secondsSince1970 - now.secondsSince1970
        return Int((seconds + Self.secondsOfDay - 1) / Self.secondsOfDay)
    }

    var text: String {
        let end = until.map { until in
            daysLeft.map { "; until \(until) (days left: \($0))" } ?? "; ended at \(until)"
        }
        return "device keys of \(counts.client): \(counts.all) (legacy: \(counts.legacy)); "
            + "accounts without a passkey: \(counts.accountsLeft)\(end ?? "")"
    }

    var report: JSONObject {
        var report: JSONObject = ["client_id": .string(counts.client)]
        for (name, count) in [
            ("count", counts.all), ("legacy", counts.legacy), ("accounts_without_passkey", counts.accountsLeft),
        ] {
            report[name] = .number(JSONNumber(Int64(count)))
        }
        report["until"] = until.map { .time($0) }
        report["days_left"] = until.map { _ in .number(JSONNumber(Int64(daysLeft ?? 0))) }
        return report
    }
}
