// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import OpenIDProvider
import SignIn

extension AdministeredServer {
    /// The server of a command whose act its user hears of, if the server was last started with mail. The master key seals
    /// what waits.
    static func telling(
        storage: any Storage, settings: ServerSettings
    ) async throws(CommandFailure) -> AdministeredServer {
        let start = try await CommandFailure.mapFailure(to: "The server's last start can't be read") {
            try await storage.read { try $0.serverStart.find() }
        }
        guard start?.sendsMail == true else { return AdministeredServer(storage: storage, url: settings.url) }
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        // What an administrator does is taken back by none of the user's mailboxes, so there are no links.
        let notices = Notices(mail: MailSeal(key: master.sealingKey(for: .outgoingMail))) { _, _ in nil }
        return AdministeredServer(storage: storage, url: settings.url, notices: notices)
    }
}
