// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// The mail about a change of an account, which reaches a user who didn't make it.
package struct NoticeMail: Mail {
    /// By what a change was made.
    package enum Way: Hashable, Sendable, CaseIterable {
        case passkey
        case password
        case mailedLink
        case code
        case deviceKey
        case administrator
    }

    /// The links of a notice. Each opens a page that asks before it does anything.
    package struct Links: Hashable, Sendable {
        package let wasMe: MailLink
        package let stop: MailLink
        package let validUntil: Timestamp

        package init(wasMe: MailLink, stop: MailLink, validUntil: Timestamp) {
            self.wasMe = wasMe
            self.stop = stop
            self.validUntil = validUntil
        }
    }

    package let event: Event
    package let time: Timestamp
    package var place: ShortenedAddress?
    /// The browser and its system, of the names that the server has for them: anyone can write a user agent.
    package var browser: (name: String, system: String)?
    package var way: Way?
    /// `nil` where a link could take nothing back.
    package var links: Links?

    package init(_ event: Event, at time: Timestamp) {
        self.event = event
        self.time = time
    }

    package func subject(in context: MailContext) -> String {
        context.notices.message(about: event, in: context).subject(context.brand.name)
    }

    package func blocks(in context: MailContext) -> [MailBlock] {
        let message = context.notices.message(about: event, in: context)
        return [.paragraph(message.detail), .facts(facts(in: context))] + remedy(in: context)
    }

    private func facts(in context: MailContext) -> [(name: String, value: String)] {
        let words = context.notices
        let browser = browser.map { context.language.strings.account.browserOn($0.name, $0.system) }
        let facts = [
            (words.time, context.moment(time)), (words.browser, browser), (words.network, place?.text),
            (words.way, way.map(words.name)),
        ]
        return facts.compactMap { name, value in value.map { (name, $0) } }
    }

    private func remedy(in context: MailContext) -> [MailBlock] {
        let words = context.notices
        let condition = way == .administrator ? words.ifNotRequested : words.ifNotMe
        guard let links else { return context.help(words.help(after: condition)) }
        let stopping = event == .newBrowser ? words.stoppingSignsOut : words.stoppingTakesBack
        return [
            .paragraph(stopping(condition)), .button(words.stop, links.stop), .paragraph(words.ifMe),
            .link(words.wasMe, links.wasMe), .paragraph(words.validity(context.moment(links.validUntil))),
        ]
    }
}
