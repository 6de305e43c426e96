// SPDX-License-Identifier: Apache-2.0

/// A text message with exactly the values that it shows.
///
/// As in a mail, none of them is text that a user chose. A phone splits what is longer than 160 characters, or than 70 if
/// one of them is outside the alphabet of GSM 03.38.
package protocol TextMessage: Sendable {
    func text(in context: TextMessageContext) -> String
}

/// The context that all text messages to a user share.
package struct TextMessageContext: Sendable {
    package let language: Language
    /// The public host of the server.
    package let host: String

    package init(language: Language, host: String) {
        self.language = language
        self.host = host
    }

    var strings: Strings.TextMessages { language.strings.textMessages }
}

/// The text message of `thumbturn messages test`.
package struct TestMessage: TextMessage {
    package init() {}

    package func text(in context: TextMessageContext) -> String { context.strings.test(context.host) }
}

/// The text message about a change of an account that can be taken back.
package struct NoticeMessage: TextMessage {
    package enum Change: Hashable, Sendable, CaseIterable {
        case passkeyAdded
        case deviceKeyAdded
        case passwordReset
        case newBrowser
    }

    private let change: Change
    private let stop: MailLink

    package init(_ change: Change, stop: MailLink) {
        self.change = change
        self.stop = stop
    }

    package func text(in context: TextMessageContext) -> String {
        let words = context.strings
        let sentence =
            switch change {
            case .passkeyAdded: words.passkeyAdded
            case .deviceKeyAdded: words.deviceKeyAdded
            case .passwordReset: words.passwordReset
            case .newBrowser: words.newBrowser
            }
        return words.notice(sentence(context.host), stop.text)
    }
}
