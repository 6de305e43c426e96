// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// What text messages say.
    struct TextMessages: Sendable {
        let test: Sentence
        let passkeyAdded: Sentence
        let deviceKeyAdded: Sentence
        let passwordReset: Sentence
        let newBrowser: Sentence
        let code: @Sendable (_ host: String, _ code: String, _ minutes: String) -> String
        let accountExists: Sentence
        let notice: @Sendable (_ sentence: String, _ link: String) -> String
    }
}

extension Strings.TextMessages {
    static let english = Strings.TextMessages(
        test: { "\($0): Text messages to this number arrive. This was only a test, and there is nothing to do." },
        passkeyAdded: { "\($0): A passkey was added to your account." },
        deviceKeyAdded: { "\($0): A device key was added to your account." },
        passwordReset: { "\($0): The password of your account was reset by mail." },
        newBrowser: { "\($0): A new browser signed in to your account." },
        code: { "\($0): Your code is \($1). It works for \($2) minutes. Never tell it to anyone." },
        accountExists: {
            "\($0): You already have an account with this number. Sign in with it. If you didn't sign up, there is nothing to do."
        },
        notice: { "\($0) If this wasn't you, stop it within three days: \($1)" })

    static let german = Strings.TextMessages(
        test: { "\($0): Nachrichten an diese Nummer kommen an. Das war nur ein Test, es ist nichts zu tun." },
        passkeyAdded: { "\($0): Ihrem Konto wurde ein Passkey hinzugefügt." },
        deviceKeyAdded: { "\($0): Ihrem Konto wurde ein Geräteschlüssel hinzugefügt." },
        passwordReset: { "\($0): Das Passwort Ihres Kontos wurde per E-Mail zurückgesetzt." },
        newBrowser: { "\($0): Ein neuer Browser wurde in Ihrem Konto angemeldet." },
        code: { "\($0): Ihr Code ist \($1). Er gilt \($2) Minuten. Sagen Sie ihn niemandem." },
        accountExists: {
            "\($0): Für diese Nummer gibt es schon ein Konto. Melden Sie sich damit an. Wenn Sie das nicht waren, ist nichts zu tun."
        },
        notice: { "\($0) Wenn Sie das nicht waren, stoppen Sie es innerhalb von drei Tagen: \($1)" })
}
