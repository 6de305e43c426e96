// SPDX-License-Identifier: Apache-2.0

package import Configuration
import HostedPages
package import IdentityModel
package import Outbox
package import SignIn
import WireFormats

/// Makes messages of what the outbox keeps of a mail, in the language of its reader and the colors of the brand.
package struct MailRendering: Sendable {
    /// Why no message can be made.
    package enum Failure: Error, Hashable, Sendable {
        case sealedWithAnotherKey
        case addressNotUsable(reason: String)
        case contentNotUsable(reason: String)
    }

    private let seal: MailSeal
    private let sender: Mailbox
    private let configuration: @Sendable () -> ConfigurationSnapshot

    package init(
        seal: MailSeal, sender: Mailbox, configuration: @escaping @Sendable () -> ConfigurationSnapshot
    ) {
        self.seal = seal
        self.sender = sender
        self.configuration = configuration
    }

    /// Whether somebody is to get the mail. Whatever can't be opened is not dropped in silence.
    package func isWanted(_ item: OutboxItem) -> Bool { seal.open(item)?.content != .nothing }

    package func message(of item: OutboxItem) throws(Failure) -> MailMessage {
        guard let order = seal.open(item) else { throw .sealedWithAnotherKey }
        let address: MailAddress
        do {
            // Once more, whatever has stored it.
            address = try MailAddress(order.address)
        } catch {
            throw .addressNotUsable(reason: "\(error)")
        }
        let context = context(of: order)
        guard let content = content(of: order)?.content(in: context) else {
            throw .contentNotUsable(reason: "A link of the mail can't be read.")
        }
        do {
            return try MailMessage(
                id: MessageID(id: item.id.rawValue, host: order.host), date: item.createdAt, from: sender, to: address,
                subject: content.subject,
                body: .init(text: content.text, html: content.html, language: context.language.rawValue))
        } catch {
            throw .contentNotUsable(reason: "\(error)")
        }
    }

    /// The kind of mail, for events and the log. It names nobody.
    package func kind(of item: OutboxItem) -> String { seal.open(item)?.content.kind ?? "unknown" }

    /// The address of a mail, for operators.
    package func address(of item: OutboxItem) -> String? { seal.open(item)?.address }

    private func context(of order: MailOrder) -> MailContext {
        let configuration = configuration()
        let tenant = configuration.tenant
        let branding = configuration.branding(for: nil)
        let brand = Brand(
            name: tenant.friendlyName ?? order.host, accent: branding.primaryColor,
            background: branding.backgroundColor)
        let support =
            tenant.supportURL.flatMap { MailLink(url: $0.text) }
            ?? tenant.supportEmail.flatMap(PageLink.init(mail:)).flatMap { MailLink($0) }
        // Those of the reader, or else those of the operator's users.
        let languages = order.languages + tenant.enabledLocales
        let language = Language.negotiated(locales: languages.joined(separator: " "), acceptLanguage: nil)
        return MailContext(language: language, brand: brand, host: order.host, support: support)
    }

    private func content(of order: MailOrder) -> (any Mail)? {
        switch order.content {
        case .passwordReset(let link, let seconds):
            MailLink(url: link).map { PasswordResetMail(link: $0, validMinutes: seconds / 60) }
        case .passkeyInstead(let link): MailLink(url: link).map(PasskeyInsteadMail.init)
        case .unconfirmedReset: UnconfirmedResetMail()
        case .stoppedReset: StoppedResetMail()
        case .notice(let notice, let links): NoticeMail(notice, links: links).map { $0 as any Mail }
        case .code(let code, let purpose, let minutes, let link):
            CodeMail(code: code, minutes: minutes, purpose: .init(purpose), link: link.flatMap { MailLink(url: $0) })
        case .signUpConfirmation(let link, let minutes):
            MailLink(url: link).map { SignUpConfirmationMail(link: $0, validMinutes: minutes) }
        case .accountExists:
            MailLink(url: "\(configuration().url.at(order.host))\(PageLink(.account).text)").map(
                AccountExistsMail.init(account:))
        case .addressInUse: AddressInUseMail()
        case .test: TestMail()
        case .nothing: nil
        }
    }
}

extension CodeMail.Purpose {
    fileprivate init(_ purpose: SentCode.Purpose) {
        self =
            switch purpose {
            case .signIn: .signIn
            case .signUp: .signUp
            case .address: .confirmAddress
            }
    }
}

extension MailRendering.Failure: CustomStringConvertible {
    package var description: String {
        switch self {
        case .sealedWithAnotherKey: "The mail was stored under another master key."
        case .addressNotUsable(let reason), .contentNotUsable(let reason): reason
        }
    }
}

extension MailOrder.Content {
    fileprivate var kind: String {
        switch self {
        case .passwordReset: "password-reset"
        case .passkeyInstead: "passkey-instead"
        case .unconfirmedReset: "unconfirmed-reset"
        case .stoppedReset: "stopped-reset"
        case .notice(let notice, _): "notice-of-\(notice.event.name)"
        case .code(_, let purpose, _, _): "code-for-\(purpose.rawValue)"
        case .signUpConfirmation: "sign-up-confirmation"
        case .accountExists: "account-exists"
        case .addressInUse: "address-in-use"
        case .test: "test"
        case .nothing: "nothing"
        }
    }
}
