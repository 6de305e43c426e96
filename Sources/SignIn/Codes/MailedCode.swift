// SPDX-License-Identifier: Apache-2.0

package import Configuration
import Cryptography
package import IdentityModel
import WireFormats

/// A link that stands for a code, as it was opened.
package struct MailedCode: Sendable {
    package let record: SentCode
    package let code: String

    /// The browser's page that waits for the code, if the link was opened in that browser.
    package let state: String?

    /// Whether the browser is the one that has asked.
    package func isOpened(in browser: [UInt8]?) -> Bool {
        guard case .browser(let digest) = record.binding, let browser else { return false }
        return constantTimeEqual(digest, to: browser)
    }
}

/// Opens links that stand for codes. Nothing is changed: mail scanners open links, too.
package struct MailedCodes: Sendable {
    private let codes: CodeServices

    package init(_ codes: CodeServices) {
        self.codes = codes
    }

    /// Rejects a link that was used, has expired, or is of another host, all with the same words.
    package func open(
        _ link: String, at host: String, in configuration: ConfigurationSnapshot
    ) async throws(SignInFailure) -> MailedCode {
        let time = codes.accounts.now()
        guard let (id, code) = codes.seal.open(link: link),
            let record = try await codes.accounts.read({ try $0.codes.find(id) }), record.host == host,
            record.spentAt == nil, record.expiresAt > time, record.tries < configuration.tenant.codes.tries
        else { throw .link(.unusable) }
        let content = record.content.flatMap { codes.seal.open($0, of: id) }
        return MailedCode(record: record, code: code, state: content?["state"]?.stringValue)
    }

    /// What was suspended, if the link is one of a sign-up through an application.
    package func suspended(_ link: MailedCode) -> SuspendedSignUp.Opened? {
        try? SuspendedSignUp.open(link.record, sealedBy: codes.seal)
    }
}
