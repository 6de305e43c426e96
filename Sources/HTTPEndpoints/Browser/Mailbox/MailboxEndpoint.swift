// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import HostedPages
import OpenIDProvider

/// A mail that was written into a folder instead of being sent.
package struct KeptMail: Hashable, Sendable {
    package let id: String
    package let to: String
    package let subject: String
    package let text: String
    package let sentAt: String

    package init(id: String, to: String, subject: String, text: String, sentAt: String) {
        self.id = id
        self.to = to
        self.subject = subject
        self.text = text
        self.sentAt = sentAt
    }
}

/// `/mailbox`: the mail of a server on the developer's own machine. It shows links with which passwords are set, so it
/// exists only where no other machine reaches it.
enum MailboxEndpoint {
    static let rows = [page]

    private static let family = Family(
        dialect: .page, isServed: { $0.services.options.mailbox != nil && hosts.contains($0.host.host) })
    /// Only this machine has these names. Those of the configuration may lead elsewhere.
    private static let hosts: Set = ["localhost", "127.0.0.1", "[::1]"]

    private static let page = Row(
        .get, "/mailbox", in: family, by: .anyone, taking: .nothing, id: "mailbox",
        summary: "Shows the mail that a server for development has kept", success: .page, failing: [404]
    ) { request in
        let mails = request.services.options.mailbox?() ?? []
        return request.browser.response(
            MailboxPage(
                mails: mails.map {
                    MailboxPage.Mail(to: $0.to, subject: $0.subject, text: $0.text, sentAt: $0.sentAt)
                }))
    }
}
