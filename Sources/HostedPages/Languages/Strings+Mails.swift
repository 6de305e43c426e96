// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The text of mails, apart from the notices.
    struct Mails: Sendable {
        /// Whom to ask: where there is a link to help, and where there is only the host.
        struct Help: Sendable {
            /// The link follows.
            let fromSupport: String
            let fromHost: Sentence
        }

        struct PasswordReset: Sendable {
            let subject: Sentence
            let lead: String
            let passkey: String
            let button: String
            let account: String
            let validity: Sentence
            let unexpected: String
        }

        struct UnconfirmedReset: Sendable {
            let subject: Sentence
            let lead: String
            let alternative: String
            let help: Help
            /// For an address that has been objected to.
            let stoppedLead: String
            let stoppedHelp: Help
            let unexpected: String
        }

        struct Test: Sendable {
            let subject: Sentence
            let lead: Sentence
            let origin: String
        }

        let support: String
        let sender: @Sendable (_ brand: String, _ host: String) -> String
        let passwordReset: PasswordReset
        let unconfirmedReset: UnconfirmedReset
        let codes: Codes
        let test: Test
    }
}

extension Strings.Mails {
    static let english = Strings.Mails(
        support: "Get help", sender: { "\($0) sent this mail from \($1)." },
        passwordReset: PasswordReset(
            subject: { "Choose a new password at \($0)" },
            lead: "Someone asked for a new password for your account. If it was you, choose one now.",
            passkey:
                "Someone asked for a new password for your account. It has a passkey: sign in with it, and set a password on "
                + "the page of your account. A mail alone can’t.",
            button: "Choose a new password", account: "Open your account",
            validity: { "The link works once, for \($0) minutes." },
            unexpected: "If it wasn’t you, there is nothing to do: your password stays as it is."),
        unconfirmedReset: UnconfirmedReset(
            subject: { "Someone asked for a new password at \($0)" },
            lead: "This address belongs to an account, but it was never confirmed. So no link can be sent to it.",
            alternative: "If you know your password or have a passkey, you can still sign in with it.",
            help: Help(
                fromSupport: "To have the address confirmed, or to get back in, ask for help.",
                fromHost: { "To have the address confirmed, or to get back in, ask whoever runs \($0)." }),
            stoppedLead:
                "Two new passwords of this account were taken back within 30 days. So no link is sent to this address for now.",
            stoppedHelp: Help(
                fromSupport: "To get back in, ask for help.", fromHost: { "To get back in, ask whoever runs \($0)." }),
            unexpected: "If it wasn’t you, there is nothing to do: the account stays as it is."),
        codes: .english,
        test: Test(
            subject: { "Mail from \($0) works" },
            lead: { "The server \($0) can send mail to this address." },
            origin: "Someone with access to the server sent this to try it out. There is nothing to do."))

    static let german = Strings.Mails(
        support: "Hilfe bekommen", sender: { "\($0) hat diese E-Mail von \($1) gesendet." },
        passwordReset: PasswordReset(
            subject: { "Neues Passwort bei \($0) wählen" },
            lead:
                "Jemand hat ein neues Passwort für Ihr Konto angefordert. Wenn Sie das waren, wählen Sie jetzt eines.",
            passkey:
                "Jemand hat ein neues Passwort für Ihr Konto angefordert. Es hat einen Passkey: Melden Sie sich damit an, "
                + "und setzen Sie das Passwort auf der Seite Ihres Kontos. Eine E-Mail allein kann das nicht.",
            button: "Neues Passwort wählen", account: "Konto öffnen",
            validity: { "Der Link gilt einmal und \($0) Minuten lang." },
            unexpected: "Wenn Sie das nicht waren, ist nichts zu tun: Ihr Passwort bleibt, wie es ist."),
        unconfirmedReset: UnconfirmedReset(
            subject: { "Jemand hat ein neues Passwort bei \($0) angefordert" },
            lead:
                "Diese Adresse gehört zu einem Konto, wurde aber nie bestätigt. Deshalb kann kein Link an sie gesendet "
                + "werden.",
            alternative:
                "Wenn Sie Ihr Passwort kennen oder einen Passkey haben, können Sie sich damit weiterhin anmelden.",
            help: Help(
                fromSupport:
                    "Um die Adresse bestätigen zu lassen oder wieder in Ihr Konto zu kommen, bitten Sie um Hilfe.",
                fromHost: {
                    "Um die Adresse bestätigen zu lassen oder wieder in Ihr Konto zu kommen, wenden Sie sich an den "
                        + "Betreiber von \($0)."
                }),
            stoppedLead:
                "Zwei neue Passwörter dieses Kontos wurden innerhalb von 30 Tagen zurückgenommen. Deshalb wird an diese "
                + "Adresse vorerst kein Link gesendet.",
            stoppedHelp: Help(
                fromSupport: "Um wieder in Ihr Konto zu kommen, bitten Sie um Hilfe.",
                fromHost: { "Um wieder in Ihr Konto zu kommen, wenden Sie sich an den Betreiber von \($0)." }),
            unexpected: "Wenn Sie das nicht waren, ist nichts zu tun: Das Konto bleibt, wie es ist."),
        codes: .german,
        test: Test(
            subject: { "E-Mails von \($0) kommen an" },
            lead: { "Der Server \($0) kann E-Mails an diese Adresse senden." },
            origin: "Jemand mit Zugang zum Server hat das ausprobiert. Es ist nichts zu tun."))
}
