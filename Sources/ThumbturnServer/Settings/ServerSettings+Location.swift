// SPDX-License-Identifier: Apache-2.0

package import CommandLine
import Configuration
package import IdentityModel
import WireFormats

extension ServerSettings {
    /// Returns the settings with the URL at which a server was last started on the storage, and whether it sends mail and
    /// text messages, unless these are given.
    package func located(by storage: any Storage) async throws(CommandFailure) -> ServerSettings {
        guard !isURLGiven || sendsMail == nil || sendsMessages == nil else { return self }
        let start = try await CommandFailure.mapFailure(to: "The server's URL can't be read") {
            try await storage.read { try $0.serverStart.find() }
        }
        guard let start else { return self }
        var settings = self
        settings.sendsMail = sendsMail ?? start.sendsMail
        settings.sendsMessages = sendsMessages ?? start.sendsMessages
        if !isURLGiven, let recorded = try? ServerURL(start.url) { settings.url = recorded.origin }
        return settings
    }

    /// Records that a server was started with these settings.
    func recordStart(in storage: any Storage, at time: Timestamp) async throws(CommandFailure) {
        let start = ServerStart(
            url: "\(url)", version: Version.current, startedAt: time, sendsMail: mail != .off,
            sendsMessages: messages != nil)
        try await CommandFailure.mapFailure(to: "The server's URL can't be stored, so commands need --url") {
            try await storage.withTransaction { try $0.serverStart.put(start) }
        }
    }
}
