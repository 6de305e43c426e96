// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import IdentityModel
import OpenIDProvider
import SignIn

extension AdministeredServer {
    /// The server of a command whose act its user hears of, if the server sends mail. The master key seals what waits.
    static func telling(
        storage: any Storage, settings: ServerSettings
    ) throws(CommandFailure) -> AdministeredServer {
        guard settings.sendsMail == true else { return AdministeredServer(storage: storage, url: settings.url) }
        let master = try MasterKeyFile.load(settings, mayCreate: false)
        // What an administrator does is taken back by none of the user's mailboxes, so there are no links.
        let notices = Notices(mail: MailSeal(key: master.sealingKey(for: .outgoingMail))) { _, _ in nil }
        return AdministeredServer(storage: storage, url: settings.url, notices: notices)
    }
}
