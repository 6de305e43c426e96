// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages for a user who has proven an address that an account had unconfirmed.
    struct Review: Sendable {
        let title: String
        let lead: Phrase
        let hint: String
        let deviceKey: String
        let browser: String
        let application: String
        let added: Phrase
        /// For an account with a passkey.
        let foreignTitle: String
        let foreignLead: Phrase
        let own: Message
        let foreign: Message
        let foreignWithoutNew: Message
        let usePasskey: String
        let startNew: String

        static let english = Review(
            title: "Check what can get into your account",
            lead: {
                "Somebody created this account with \($0) before anyone had confirmed the address. If that wasn’t you, they may still get in."
            },
            hint: "Whatever is ticked is removed. Keep only what you recognize.",
            deviceKey: "Device key", browser: "Signed-in browser", application: "Connected app",
            added: { "Added \($0)" },
            foreignTitle: "An account with this address exists",
            foreignLead: { "It has a passkey, and nobody has confirmed \($0) for it." },
            own: Message(
                "If it is yours", remedy: "Sign in with its passkey, and confirm the address in your account."),
            foreign: Message(
                "If it isn’t",
                remedy:
                    "Start a new account with the address. The other one loses the address and keeps everything else."),
            foreignWithoutNew: Message("If it isn’t", remedy: "Ask for help, or use another address."),
            usePasskey: "Use your passkey", startNew: "Start a new account")

        static let german = Review(
            title: "Prüfen Sie den Zugang zu Ihrem Konto",
            lead: {
                "Jemand hat dieses Konto mit \($0) angelegt, bevor die Adresse bestätigt war. Wenn Sie das nicht waren, hat vielleicht noch jemand Zugang."
            },
            hint: "Was angekreuzt ist, wird entfernt. Behalten Sie nur, was Sie kennen.",
            deviceKey: "Geräteschlüssel", browser: "Angemeldeter Browser", application: "Verbundene App",
            added: { "Hinzugefügt am \($0)" },
            foreignTitle: "Es gibt ein Konto mit dieser Adresse",
            foreignLead: { "Es hat einen Passkey, und niemand hat \($0) dafür bestätigt." },
            own: Message(
                "Wenn es Ihres ist",
                remedy: "Melden Sie sich mit seinem Passkey an, und bestätigen Sie die Adresse in Ihrem Konto."),
            foreign: Message(
                "Wenn nicht",
                remedy:
                    "Legen Sie mit der Adresse ein neues Konto an. Das bisherige verliert die Adresse und behält alles Übrige."
            ),
            foreignWithoutNew: Message(
                "Wenn nicht", remedy: "Bitten Sie um Hilfe, oder verwenden Sie eine andere Adresse."),
            usePasskey: "Passkey verwenden", startNew: "Neues Konto anlegen")
    }
}
