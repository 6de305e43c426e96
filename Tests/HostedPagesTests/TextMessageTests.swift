// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing

struct `Text messages` {
    private static let link = "https://login.northwind-traders.com/notice/stop?t=a_b-C"
    private static let all: [any TextMessage] =
        [TestMessage(), CodeMessage(code: "123456", minutes: 10), AccountExistsMessage()]
        + NoticeMessage.Change.allCases.compactMap { change in
            MailLink(url: link).map { NoticeMessage(change, stop: $0) }
        }
    /// What phones send with seven bits (GSM 03.38), apart from Greek letters and control characters.
    private static let alphabet = Set(
        "@£$¥èéùìòÇØøÅåÆæßÉ\n !\"#¤%&'()*+,-./_0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
    )

    @Test(arguments: Language.allCases)
    func `each fits into one message without its link, in characters of seven bits, and begins with the host`(
        language: Language
    ) {
        for message in Self.all {
            let text = message.text(in: TextMessageContext(language: language, host: "login.northwind-traders.com"))
            #expect(
                text.replacing(Self.link, with: "").count <= 160 && Set(text).isSubset(of: Self.alphabet), "\(text)")
            #expect(text.hasPrefix("login.northwind-traders.com: "))
        }
    }

    @Test(arguments: Language.allCases)
    func `the last line of a code's message binds the code to the host`(language: Language) {
        let message = CodeMessage(code: "123456", minutes: 10)
        for host in ["auth.example.com", "auth.example.com:8443"] {
            let text = message.text(in: TextMessageContext(language: language, host: host))
            #expect(text.hasSuffix("\n\n@auth.example.com #123456"))
        }
    }

    @Test func `a code that is read out comes digit by digit, and without a line for browsers`() {
        let message = CodeMessage(code: "123456", minutes: 10, isReadOut: true)
        let text = message.text(in: TextMessageContext(language: .english, host: "auth.example.com"))
        #expect(text.contains("1 2 3 4 5 6") && !text.contains("@") && !text.contains("\n"))
    }

    @Test func `each is another text in another language`() {
        for message in Self.all {
            let texts = Language.allCases.map { message.text(in: TextMessageContext(language: $0, host: "a.example")) }
            #expect(Set(texts).count == texts.count)
        }
    }
}
