// SPDX-License-Identifier: Apache-2.0

/// The text message with a code.
///
/// Unless it is read out, its last line binds the code to the server's pages, so that browsers fill it in there and nowhere else (WICG,
/// "Origin-bound one-time codes delivered via SMS").
package struct CodeMessage: TextMessage {
    private let code: String
    private let minutes: Int
    private let isReadOut: Bool

    package init(code: String, minutes: Int, isReadOut: Bool = false) {
        self.code = code
        self.minutes = minutes
        self.isReadOut = isReadOut
    }

    package func text(in context: TextMessageContext) -> String {
        // The last line has a host without a port.
        let host = context.host.prefix { $0 != ":" }
        // Digits that are set apart are read one by one.
        let shown = isReadOut ? code.map(String.init).joined(separator: " ") : code
        let text = context.strings.code(context.host, shown, "\(minutes)")
        return isReadOut ? text : "\(text)\n\n@\(host) #\(code)"
    }
}

/// The text message to a user who signs up with the number of their account.
package struct AccountExistsMessage: TextMessage {
    package init() {}

    package func text(in context: TextMessageContext) -> String { context.strings.accountExists(context.host) }
}
