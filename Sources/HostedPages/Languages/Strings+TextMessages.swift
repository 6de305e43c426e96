// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// What text messages say.
    struct TextMessages: Sendable {
        let test: Sentence
        let passkeyAdded: Sentence
        let passwordReset: Sentence
        let newBrowser: Sentence
        let notice: @Sendable (_ sentence: String, _ link: String) -> String
    }
}

extension Strings.TextMessages {
    static let english = Strings.TextMessages(
        test: { "\($0): Text messages to this number arrive. This was only a test, and there is nothing to do." },
        passkeyAdded: { "\($0): A passkey was added to your account." },
        passwordReset: { "\($0): The password of your account was reset by mail." },
        newBrowser: { "\($0): A new browser signed in to your account." },
        notice: { "\($0) If this wasn't you, stop it within three days: \($1)" })

    static let german = Strings.TextMessages(
        test: { "\($0): Nachrichten an diese Nummer kommen an. Das war nur ein Test, es ist nichts zu tun." },
        passkeyAdded: { "\($0): Ihrem Konto wurde ein Passkey hinzugefügt." },
        passwordReset: { "\($0): Das Passwort Ihres Kontos wurde per E-Mail zurückgesetzt." },
        newBrowser: { "\($0): Ein neuer Browser wurde in Ihrem Konto angemeldet." },
        notice: { "\($0) Wenn Sie das nicht waren, stoppen Sie es innerhalb von drei Tagen: \($1)" })
}
