// SPDX-License-Identifier: Apache-2.0

import Configuration
import Outbox
import WireFormats

extension ServerSettings {
    /// The sender of mail. Nobody reads what is sent to the default one, which an IP address as host doesn't have.
    var sender: Mailbox? {
        if let mailSender { return mailSender }
        guard let address = try? MailAddress("no-reply@\(url.host)") else { return nil }
        return try? Mailbox(name: nil, address: address)
    }

    /// The folder whose mail anyone who reaches the server may read; `nil` if that may be another machine.
    package var mailboxFolder: MailFolder? {
        guard case .folder(let path) = mail, url.isLoopback, listen.allSatisfy(\.address.isLoopback),
            trustedProxies.isEmpty
        else { return nil }
        return MailFolder(path: path)
    }
}
