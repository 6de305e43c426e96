// SPDX-License-Identifier: Apache-2.0

package import IdentityModel
package import WireFormats

/// Tells those who have a way into an account what was changed, so that its owner hears of what somebody else did.
///
/// 1. A use case makes a `ChangeNotice`, and inserts it in the transaction of the change: there is no change without it.
/// 2. Each verified address of the account gets one, and for the ladder's delay each that it had before. A phone gets
///    only what can be taken back.
/// 3. The links of a notice lead to a page. *This was me* does nothing. *Stop this* only takes away: `NoticeObjection`
///    asks the ladder, as the address.
package struct Notices: Sendable {
    /// The links of a notice.
    package struct Links: Hashable, Sendable {
        package let wasMe: String
        package let stop: String
        package let validUntil: Timestamp

        package init(wasMe: String, stop: String, validUntil: Timestamp) {
            self.wasMe = wasMe
            self.stop = stop
            self.validUntil = validUntil
        }
    }

    /// Nobody is told, because no mail is sent.
    package static let off = Notices(mail: nil) { _, _ in nil }

    private let mail: MailSeal?
    private let messages: MessageSeal?
    private let knownBrowsers: @Sendable () -> KnownBrowsers?
    private let links: @Sendable (_ link: NoticeLink, _ host: String) -> Links?

    /// - Parameters:
    ///   - mail: `nil` if no mail is sent.
    ///   - messages: `nil` if no text messages are sent.
    ///   - knownBrowsers: Recognizes browsers; `nil` if nobody is told of new ones.
    ///   - links: Makes the links for a host. Returns `nil` for a host that is not served.
    package init(
        mail: MailSeal?, messages: MessageSeal? = nil,
        knownBrowsers: @escaping @Sendable () -> KnownBrowsers? = { nil },
        links: @escaping @Sendable (_ link: NoticeLink, _ host: String) -> Links?
    ) {
        self.mail = mail
        self.messages = messages
        self.knownBrowsers = knownBrowsers
        self.links = links
    }

    /// Stores a mail or a message to each address that hears of changes to the account.
    package func insert(_ notice: ChangeNotice, about user: User, in transaction: any StorageTransaction) throws {
        for address in try hearing(of: user, at: notice.time, in: transaction) {
            let isReplaced = !user.identifiers.contains {
                $0.kind == address.kind && $0.normalized == address.normalized
            }
            try insert(notice, about: user, to: address, isReplaced: isReplaced, in: transaction)
        }
    }

    private func insert(
        _ notice: ChangeNotice, about user: User, to address: Identifier, isReplaced: Bool,
        in transaction: any StorageTransaction
    ) throws {
        // A replaced address takes no password back: an older one would come back. An unconfirmed one objects to nothing.
        let isUnconfirmed = address.unconfirmedUntil.map { $0 > notice.time } ?? false
        let isWeak = isUnconfirmed || isReplaced && notice.stoppable == .password
        let stoppable = isWeak ? nil : notice.stoppable
        let links = stoppable.flatMap { subject in
            self.links(NoticeLink(subject, of: user.id, toldTo: address, at: notice.time), notice.host)
        }
        let languages = user.languages(or: notice.languages)
        var told = notice
        (told.languages, told.stoppable) = (nil, nil)
        switch address.kind {
        case .email:
            guard let mail else { return }
            let order = MailOrder(.notice(told, links: links), to: address.value, at: notice.host, in: languages)
            try transaction.outbox.insert(mail.item(order, about: user.id, at: notice.time))
        case .phoneNumber:
            guard let messages, let links, let event = MessageOrder.StoppableEvent(notice.event) else { return }
            let order = MessageOrder(
                .notice(event, stop: links.stop), to: address.value, at: notice.host, in: languages)
            let item = messages.item(order, about: user.id, at: notice.time, until: links.validUntil)
            try transaction.outbox.insert(item)
        case .username: break
        }
    }

    /// The addresses that hear of changes to an account: its own, and those that were replaced a short time ago.
    private func hearing(
        of user: User, at time: Timestamp, in transaction: any StorageTransaction
    ) throws -> [Identifier] {
        let kinds: [Identifier.Kind] = (mail == nil ? [] : [.email]) + (messages == nil ? [] : [.phoneNumber])
        guard !kinds.isEmpty else { return [] }
        let current = user.identifiers.filter { $0.isVerified && $0.isUnique }
        let replaced = try transaction.replacedAddresses.list(of: user.id).filter { $0.until > time }.map(\.identifier)
        return (current + replaced.filter { old in !current.contains { $0.normalized == old.normalized } }).filter {
            kinds.contains($0.kind)
        }
    }
}

extension Notices {
    /// Tells of a sign-in in a browser in which the account was not used before, once a day.
    func insertNewBrowser(
        of signIn: SignIn, with records: AccompanyingRecords, for user: User, in transaction: any StorageTransaction
    ) throws {
        guard mail != nil || messages != nil, let session = records.session?.record, session.client == nil,
            !signIn.isNewAccount,
            let knownBrowsers = knownBrowsers(), records.replacedSession?.user != user.id,
            !knownBrowsers.knows(signIn.sender.browserMarks, of: user)
        else { return }
        let time = session.createdAt
        let day = DailyNotice(user: user, time: time)
        guard try !hearing(of: user, at: time, in: transaction).isEmpty,
            try !transaction.oneTime.isConsumed(day.id)
        else { return }
        try transaction.oneTime.consume(day.id, expiresAt: day.end)
        var notice = ChangeNotice(
            .newBrowser, at: time, host: session.host, way: ChangeNotice.Way(signIn.ways), by: signIn.sender)
        notice.stoppable = .sessions
        try insert(notice, about: user, in: transaction)
    }
}

/// The day on which an account has been told of a new browser.
private struct DailyNotice {
    private static let length: Int64 = 86_400

    let id: [UInt8]
    let end: Timestamp

    /// What the ways in have opened begins anew when it was ended, and so does the day.
    init(user: User, time: Timestamp) {
        let day = time.secondsSince1970 / Self.length
        id = [UInt8]("new browser \(day) \(user.tokenGeneration) \(user.id.rawValue)".utf8)
        end = Timestamp(secondsSince1970: (day + 1) * Self.length)
    }
}

extension User {
    private static let languageLimit = (characters: 128, tags: 5)

    /// The languages that the user understands: the one of the profile, or those of a browser, in its order.
    func languages(or accepted: String?) -> [String] {
        if let locale = metadata["locale"]?.stringValue { return [locale] }
        let (text, tags) = ((accepted ?? "").prefix(Self.languageLimit.characters), Self.languageLimit.tags)
        return text.split(separator: ",", maxSplits: tags).prefix(tags).map {
            String($0.prefix { $0 != ";" }.trimmingPrefix { $0 == " " })
        }
    }
}
