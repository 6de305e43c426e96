// SPDX-License-Identifier: Apache-2.0

import Configuration
package import IdentityModel
import RateLimiting
import WireFormats

/// What asks for a code.
package struct CodeRequest: Sendable {
    package let purpose: SentCode.Purpose
    package let address: SentCode.Address
    /// The client that asks; empty on the server's own pages.
    package let client: String
    package let host: String
    package let binding: SentCode.Binding
    package let sender: RequestSender
    /// The languages of the page or of the request.
    package let languages: [String]
    package var deliveryMethod = MessageOrder.DeliveryMethod.text
    /// Whether the mail has a link, too.
    package var hasLink = false
    /// Whether the mail has a link instead of a code.
    package var isByLink = false

    package init(
        _ purpose: SentCode.Purpose, to address: SentCode.Address, for client: String, at host: String,
        boundTo binding: SentCode.Binding, languages: [String], by sender: RequestSender
    ) {
        self.purpose = purpose
        self.address = address
        self.client = client
        self.host = host
        self.binding = binding
        self.languages = languages
        self.sender = sender
    }
}

/// How codes get to their reader.
package struct CodeDispatch: Sendable {
    package let sender: RequestSender
    /// The languages of the page or of the request.
    package let languages: [String]
    package var method: MessageOrder.DeliveryMethod

    package init(
        by sender: RequestSender, in languages: [String], method: MessageOrder.DeliveryMethod = .text
    ) {
        self.sender = sender
        self.languages = languages
        self.method = method
    }

    func request(of client: String, at host: String, boundTo binding: SentCode.Binding) -> SignUpVerification.Request {
        SignUpVerification.Request(dispatch: self, client: client, host: host, binding: binding)
    }
}

/// Who gets something because of a request for a code.
enum CodeRecipient: Sendable {
    /// The code goes to the address as its owner writes it.
    case code(to: String, of: User?)
    /// The address belongs to an account, which its owner is told.
    case accountExists(User, address: String)
    /// Another account was going to have the address of this one.
    case addressInUse(User, address: String)
    case nobody
}

/// A code that is going to be stored, with what is sent.
struct PreparedCode: Sendable {
    var record: SentCode
    let item: OutboxItem

    func store(in transaction: any StorageTransaction) throws {
        try transaction.codes.insert(record)
        try transaction.outbox.insert(item)
    }
}

extension CodeServices {
    /// Counts a code against its limits. A browser in which the account's owner has signed in goes on where others have to
    /// wait.
    func takeSending(of request: CodeRequest) async throws(SignInFailure) {
        let address = request.address
        let key = "\(address.connection)\u{0}\(address.kind.rawValue):\(address.normalized)"
        try take([(.codeOfNetwork, "\(request.sender.signUpNetwork)")])
        do throws(SignInFailure) {
            try take([(.codeOfAddress, key), (.dailyCodeOfAddress, key)])
        } catch {
            guard try await knownBrowser(of: request) != nil else { throw error }
            // All of them together, because whoever can sign in makes as many as they want.
            try take([(.codeInKnownBrowser, key)])
        }
    }

    /// Counts against all of these limits, or against none.
    private func take(_ keys: [(RateLimits.Kind, String)]) throws(SignInFailure) {
        let time = uptime()
        for (index, (kind, key)) in keys.enumerated() {
            let status = limits.take(kind, key: key, at: time)
            guard !status.isAllowed else { continue }
            for (kind, key) in keys.prefix(index) { limits.giveBack(kind, key: key, at: time) }
            throw .limitExceeded(status)
        }
    }

    private func knownBrowser(of request: CodeRequest) async throws(SignInFailure) -> KnownBrowsers.Mark? {
        guard case .browser = request.binding else { return nil }
        let marks = request.sender.browserMarks.map(knownBrowsers.read) ?? []
        guard !marks.isEmpty else { return nil }
        let time = accounts.now()
        return try await accounts.read { try $0.users.knownMark(of: marks, for: request.address, at: time) }
    }

    /// Makes a code and what is sent of it.
    ///
    /// - Parameters:
    ///   - content: What is needed when the code is entered.
    ///   - user: The signed-in user whose address it is going to be.
    func prepare(
        _ request: CodeRequest, to recipient: CodeRecipient, content: JSONObject? = nil, of user: UserID? = nil,
        under rules: CodeRules, at time: Timestamp
    ) -> PreparedCode {
        let (id, code) = (SentCode.ID.random(at: time), Self.random(digits: rules.digits))
        let expiresAt = time.advanced(by: rules.lifetime)
        let isSent = if case .code = recipient { true } else { false }
        // Where no code is sent, no code is right. The hash is computed all the same.
        let hash = hash(isSent ? code : "\u{0}" + code, of: id)
        var record = SentCode(
            id: id, for: request.purpose, to: request.address, client: request.client, host: request.host,
            binding: request.binding, hash: hash, until: expiresAt)
        record.user = user
        record.content = content.map { seal.seal($0, of: id) }
        let link = request.hasLink || request.isByLink ? self.link(seal.link(to: id, code: code), request.host) : nil
        return PreparedCode(
            record: record,
            item: item(
                code: code, link: link, for: request, to: recipient, minutes: rules.lifetime / 60, at: time,
                until: expiresAt))
    }

    private func item(
        code: String, link: String?, for request: CodeRequest, to recipient: CodeRecipient, minutes: Int,
        at time: Timestamp, until expiresAt: Timestamp
    ) -> OutboxItem {
        let languages: (User?) -> [String] = { user in
            (user?.metadata["locale"]?.stringValue.map { [$0] } ?? []) + request.languages
        }
        if request.address.kind == .phoneNumber, let messages {
            let order: MessageOrder
            var about: UserID?
            switch recipient {
            case .code(let number, let user):
                order = MessageOrder(
                    .code(code, minutes: minutes), to: number, at: request.host, in: languages(user),
                    by: request.deliveryMethod)
                about = user?.id
            case .accountExists(let user, let number), .addressInUse(let user, let number):
                order = MessageOrder(.accountExists, to: number, at: request.host, in: languages(user))
                about = user.id
            case .nobody:
                order = MessageOrder(.nothing, to: "", at: request.host, in: request.languages)
            }
            return messages.item(order, about: about, at: time, until: expiresAt)
        }
        let order: MailOrder
        var about: UserID?
        switch recipient {
        case .code(let address, let user):
            let content =
                request.isByLink
                ? MailOrder.Content.signUpConfirmation(link: link ?? "", minutes: minutes)
                : .code(code, purpose: request.purpose, minutes: minutes, link: link)
            order = MailOrder(content, to: address, at: request.host, in: languages(user))
            about = user?.id
        case .accountExists(let user, let address):
            order = MailOrder(.accountExists, to: address, at: request.host, in: languages(user))
            about = user.id
        case .addressInUse(let user, let address):
            order = MailOrder(.addressInUse, to: address, at: request.host, in: languages(user))
            about = user.id
        case .nobody:
            order = MailOrder(.nothing, to: "", at: request.host, in: request.languages)
        }
        return (mail ?? MailSeal(key: seal.key)).item(order, about: about, at: time, until: expiresAt)
    }
}

extension UserReading {
    /// The mark of a browser that is known to the account whose proven address this is. The accounts of the marks are read,
    /// and not that of the address: the time tells nothing about it.
    func knownMark(
        of marks: [KnownBrowsers.Mark], for address: SentCode.Address, at time: Timestamp
    ) throws -> KnownBrowsers.Mark? {
        try marks.first { mark in
            guard let user = try find(mark.user), user.tokenGeneration == mark.generation,
                user.connection == address.connection, let identifier = user[address.kind]
            else { return false }
            // Whoever has typed somebody's address is no browser of that address.
            return identifier.isVerified && identifier.normalized == address.normalized
                && identifier.unconfirmedUntil.map { $0 <= time } ?? true
        }
    }
}
