// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages that the links of a notice open.
    struct Notice: Sendable {
        /// What the page asks, says and does about one thing.
        struct Subject: Sendable {
            let title: String
            let lead: @Sendable (_ time: HTML) -> HTML
            let doneTitle: String
            let doneLead: String
        }

        let passkey: Subject
        let deviceKey: Subject
        let password: Subject
        /// For a password in whose place another one comes back.
        let replacedPassword: Subject
        let sessions: Subject
        let stop: String
        let notAgain: String
        let ownTitle: String
        let ownLead: String
        let unusable: Message
        let nothingLeft: Message
        let objectionsSpent: Message

        static let english = Notice(
            passkey: Subject(
                title: "Take the passkey away?",
                lead: {
                    "The passkey that was added on \($0) is removed. Whoever signed in with it, or with what added it, is signed out."
                },
                doneTitle: "The passkey is removed",
                doneLead: "Nobody signs in with it any more."),
            deviceKey: Subject(
                title: "Take the device key away?",
                lead: {
                    "The device key that was added on \($0) is removed. Whoever signed in with it, or with what added it, is signed out."
                },
                doneTitle: "The device key is removed",
                doneLead: "Nobody signs in with it any more."),
            password: Subject(
                title: "Take the password away?",
                lead: { "The password that was chosen on \($0) is removed. Whoever signed in with it is signed out." },
                doneTitle: "The password is removed", doneLead: "Nobody signs in with it any more."),
            replacedPassword: Subject(
                title: "Take the new password away?",
                lead: {
                    "The password that was chosen on \($0) is removed, and whoever signed in with it is signed out. The one before signs in again."
                },
                doneTitle: "The password before is back", doneLead: "Nobody signs in with the new one any more."),
            sessions: Subject(
                title: "Sign the new browser out?",
                lead: { "Every browser and application that has signed in since \($0) is signed out, yours too." },
                doneTitle: "It is signed out", doneLead: "So is every browser that has signed in since."),
            stop: "Stop this",
            notAgain:
                "If someone else may know your password or read your mail, change the password of your mailbox, too, and "
                + "sign in with a passkey.",
            ownTitle: "Thank you", ownLead: "Then there is nothing to do. Nothing was changed.",
            unusable: Message(
                "This link doesn’t work any longer.",
                remedy:
                    "It works for three days, while the account has this address. If something is wrong, ask for help."),
            nothingLeft: Message(
                "There is nothing left to stop.",
                remedy:
                    "It was taken back already, or it is older than three days. If something is wrong, ask for help."),
            objectionsSpent: Message(
                "Mail alone can’t stop any more.",
                remedy:
                    "It has stopped two changes in 30 days. Sign in with a passkey to stop more, or ask for help at once."
            ))

        static let german = Notice(
            passkey: Subject(
                title: "Passkey zurücknehmen?",
                lead: {
                    "Der Passkey, der am \($0) hinzugefügt wurde, wird entfernt. Wer sich damit angemeldet hat oder mit dem, was ihn hinzugefügt hat, wird abgemeldet."
                },
                doneTitle: "Der Passkey ist entfernt", doneLead: "Damit kann sich niemand mehr anmelden."),
            deviceKey: Subject(
                title: "Geräteschlüssel zurücknehmen?",
                lead: {
                    "Der Geräteschlüssel, der am \($0) hinzugefügt wurde, wird entfernt. Wer sich damit angemeldet hat oder mit dem, was ihn hinzugefügt hat, wird abgemeldet."
                },
                doneTitle: "Der Geräteschlüssel ist entfernt", doneLead: "Damit kann sich niemand mehr anmelden."),
            password: Subject(
                title: "Passwort zurücknehmen?",
                lead: {
                    "Das Passwort, das am \($0) gewählt wurde, wird entfernt. Wer sich damit angemeldet hat, wird abgemeldet."
                },
                doneTitle: "Das Passwort ist entfernt", doneLead: "Damit kann sich niemand mehr anmelden."),
            replacedPassword: Subject(
                title: "Neues Passwort zurücknehmen?",
                lead: {
                    "Das Passwort, das am \($0) gewählt wurde, wird entfernt, und wer sich damit angemeldet hat, wird abgemeldet. Das bisherige gilt wieder."
                },
                doneTitle: "Das bisherige Passwort gilt wieder",
                doneLead: "Mit dem neuen kann sich niemand mehr anmelden."),
            sessions: Subject(
                title: "Neuen Browser abmelden?",
                lead: {
                    "Alle Browser und Anwendungen, die sich seit dem \($0) angemeldet haben, werden abgemeldet, auch Ihre."
                },
                doneTitle: "Er ist abgemeldet", doneLead: "Ebenso alle Browser, die sich seitdem angemeldet haben."),
            stop: "Stoppen",
            notAgain:
                "Wenn jemand Ihr Passwort kennen oder Ihre E-Mails lesen könnte, ändern Sie auch das Passwort Ihres "
                + "Postfachs, und melden Sie sich mit einem Passkey an.",
            ownTitle: "Danke", ownLead: "Dann ist nichts zu tun. Es wurde nichts geändert.",
            unusable: Message(
                "Dieser Link gilt nicht mehr.",
                remedy:
                    "Er gilt drei Tage, solange das Konto diese Adresse hat. Wenn etwas nicht stimmt, lassen Sie sich helfen."
            ),
            nothingLeft: Message(
                "Es gibt nichts mehr zu stoppen.",
                remedy:
                    "Es wurde schon zurückgenommen, oder es ist älter als drei Tage. Wenn etwas nicht stimmt, lassen Sie sich "
                    + "helfen."),
            objectionsSpent: Message(
                "E-Mail allein kann nichts mehr stoppen.",
                remedy:
                    "Damit wurden in 30 Tagen schon zwei Änderungen gestoppt. Melden Sie sich mit einem Passkey an, oder lassen "
                    + "Sie sich sofort helfen."))
    }
}
