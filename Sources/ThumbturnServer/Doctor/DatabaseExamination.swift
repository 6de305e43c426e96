// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import OpenIDProvider
import WireFormats

/// An installation as its database describes it.
struct StoredInstallation: Sendable {
    var documents: [ConfigurationDocument]
    /// The server's URL: as it was given, or else where it was last started.
    var url: WebOrigin?
    var keys: [SigningKeyRecord]
    var clock: ClockRecord?
    var deviceKeys: [DeviceKeyCounts]
    /// Whether the server sends mail; `nil` if that isn't known.
    var sendsMail: Bool?
    /// The same for text messages.
    var sendsMessages: Bool?
}

extension ServerSettings {
    /// The IDs of the keys that a host publishes by now; none if the database can't be read.
    func publishedKeys(of host: String) -> Set<String> {
        var keys: [SigningKeyRecord] = []
        try? database.look { keys = try $0.signingKeys.list(host: host) }
        return Set(keys.filter { $0.stage != .revoked }.map(\.id))
    }
}

/// Reads the database, without changing it, and tries the master key on it.
struct DatabaseExamination {
    private(set) var findings: [Finding] = []
    /// `nil` if the database can't be read.
    private(set) var stored: StoredInstallation?

    private let settings: ServerSettings

    init(_ settings: ServerSettings, master: MasterKey?, now: Timestamp) {
        self.settings = settings
        guard settings.database.exists else {
            append(.databaseMissing)
            return
        }
        do {
            try read()
        } catch {
            appendFailure(error)
        }
        if let master { examineKeys(master) }
        if let clock = stored?.clock { examine(clock, now: now) }
    }

    private var path: String { "\(settings.database)" }

    private mutating func append(
        _ kind: FindingKind, because detail: String? = nil, with values: [String: String] = [:]
    ) {
        let all = ["file": path, "data": settings.dataDirectory].merging(values) { $1 }
        findings.append(Finding(kind, at: path, because: detail, with: all))
    }

    private mutating func read() throws {
        let (schema, known) = (try settings.database.storedSchema(), settings.database.kind.schema)
        guard schema == known else {
            append(
                schema > known ? .databaseNewer : .databaseOlder, with: ["schema": "\(schema)", "known": "\(known)"])
            return
        }
        let given = settings.isURLGiven ? settings.url : nil
        try settings.database.look { snapshot in
            let documents = try snapshot.configuration.list()
            let start = try snapshot.serverStart.find()
            let url = given ?? start.flatMap { try? ServerURL($0.url) }?.origin
            let configured = documents.filter { $0.kind == .customDomain }.map(\.id)
            let hosts = Set(configured.isEmpty ? [url?.host].compactMap(\.self) : configured)
            stored = StoredInstallation(
                documents: documents, url: url,
                keys: try hosts.sorted().flatMap { try snapshot.signingKeys.list(host: $0) },
                clock: try snapshot.clock.find(), deviceKeys: try snapshot.deviceKeys.count(),
                sendsMail: settings.sendsMail ?? start?.sendsMail,
                sendsMessages: settings.sendsMessages ?? start?.sendsMessages)
        }
    }

    private mutating func appendFailure(_ error: any Error) {
        switch error {
        case StorageError.damaged(let reason): append(.databaseDamaged, because: reason)
        case StorageError.incompatible(let reason): append(.databaseForeign, because: reason)
        case StorageError.unavailable(let reason): append(.databaseUnusable, because: reason)
        default: append(.databaseUnusable, because: "\(path) can't be used: \(error).")
        }
    }

    private mutating func examineKeys(_ master: MasterKey) {
        let place = settings.masterKey == nil ? settings.masterKeyPath : "THUMBTURN_MASTER_KEY"
        for key in stored?.keys ?? [] where key.stage != .revoked {
            do throws(KeyRingFailure) {
                try master.requireOpening(key)
            } catch {
                guard case .damaged(let id) = error else {
                    // One is enough: all are stored under the same key.
                    findings.append(Finding(.masterKeyMismatch, at: place, with: ["file": place]))
                    return
                }
                append(.signingKeyDamaged, with: ["key": id])
            }
        }
    }

    private mutating func examine(_ clock: ClockRecord, now: Timestamp) {
        guard now < clock.floor.advanced(by: -Int64(ExpiryClock.grace)) else { return }
        append(.clockBehind, with: ["now": "\(now)", "then": "\(clock.floor)"])
    }
}
