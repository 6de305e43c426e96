// SPDX-License-Identifier: Apache-2.0

extension Strings.MailNotices {
    static let german = Strings.MailNotices(
        time: "Wann", browser: "Browser", network: "Netzwerk", way: "Wie",
        byPasskey: "Mit einem Passkey", byPassword: "Mit dem Passwort", byMailedLink: "Mit einem Link per E-Mail",
        byCode: "Mit einem Einmalcode", byDeviceKey: "Mit einem Geräteschlüssel",
        byAdministrator: "Durch die Administration",
        ifNotMe: "Wenn Sie das nicht waren", ifNotRequested: "Wenn Sie nicht darum gebeten haben",
        askSupport: { "\($0), lassen Sie sich sofort helfen." },
        askHost: { "\($0), wenden Sie sich sofort an den Betreiber von \($1)." },
        stoppingTakesBack: { "\($0), nehmen Sie es zurück." },
        stoppingSignsOut: { "\($0), melden Sie diesen Browser ab." },
        stop: "Stoppen", ifMe: "Wenn Sie das waren, ist nichts zu tun. Sie können es uns sagen.",
        wasMe: "Das war ich", validity: { "Beide Links gelten bis zum \($0)." }, events: .german)
}

extension Strings.MailNotices.Events {
    private typealias Message = Strings.MailNotices.Message

    static let german = Strings.MailNotices.Events(
        passkeyAdded: Message(
            subject: { "Ihrem Konto bei \($0) wurde ein Passkey hinzugefügt" },
            detail: "Wer diesen Passkey hat, kann sich in Ihrem Konto anmelden."),
        passkeyRemoved: Message(
            subject: { "Ein Passkey wurde aus Ihrem Konto bei \($0) entfernt" },
            detail: "Damit kann sich niemand mehr anmelden."),
        passkeySuperseded: Message(
            subject: { "Ein Passkey Ihres Kontos bei \($0) wurde ersetzt" },
            detail: "Sein Gerät hat an seiner Stelle einen neuen erstellt. Beide gelten, bis Sie den alten entfernen."),
        passwordSet: Message(
            subject: { "Für Ihr Konto bei \($0) wurde ein Passwort gesetzt" },
            detail: "Bisher hatte Ihr Konto keines. Wer es kennt, kann sich anmelden."),
        passwordChanged: Message(
            subject: { "Das Passwort Ihres Kontos bei \($0) wurde geändert" },
            detail: "Das alte gilt nicht mehr."),
        passwordReset: Message(
            subject: { "Das Passwort Ihres Kontos bei \($0) wurde zurückgesetzt" },
            detail: "Mit einem Link aus einer E-Mail wurde ein neues gewählt. Das alte gilt nicht mehr."),
        passwordRemoved: Message(
            subject: { "Das Passwort Ihres Kontos bei \($0) wurde entfernt" },
            detail: "Es gilt nicht mehr."),
        passwordRestored: Message(
            subject: { "Das Passwort Ihres Kontos bei \($0) wurde zurückgeholt" },
            detail: "Es gilt wieder, wie zuvor."),
        passkeysOnly: Message(
            subject: { "Für Ihr Konto bei \($0) gelten jetzt nur Passkeys" },
            detail: "Das Passwort bleibt gespeichert, meldet aber niemanden an."),
        passwordAllowed: Message(
            subject: { "Ihr Passwort bei \($0) gilt wieder" },
            detail: "Es wurde wieder erlaubt. Wer es kennt, kann sich anmelden, aber Ihre Passkeys nicht ändern."),
        deviceKeyAdded: Message(
            subject: { "Ihrem Konto bei \($0) wurde ein Geräteschlüssel hinzugefügt" },
            detail: "Eine App auf dem Gerät mit diesem Schlüssel kann sich in Ihrem Konto anmelden."),
        deviceKeyRemoved: Message(
            subject: { "Ein Geräteschlüssel wurde aus Ihrem Konto bei \($0) entfernt" },
            detail: "Damit kann sich niemand mehr anmelden."),
        emailAdded: Message(
            subject: { "Zu Ihrem Konto bei \($0) wurde eine E-Mail-Adresse hinzugefügt" },
            detail: "Wer ihre E-Mails liest, kann sich vielleicht anmelden und erfährt ab jetzt von Änderungen."),
        phoneAdded: Message(
            subject: { "Zu Ihrem Konto bei \($0) wurde eine Telefonnummer hinzugefügt" },
            detail: "Wer ihre Nachrichten bekommt, kann sich vielleicht anmelden und erfährt ab jetzt von Änderungen."),
        phoneChanged: Message(
            subject: { "Die Telefonnummer Ihres Kontos bei \($0) wurde geändert" },
            detail: "Nachrichten zu Ihrem Konto gehen jetzt an eine andere Nummer."),
        newBrowser: Message(
            subject: { "Ein neuer Browser wurde in Ihrem Konto bei \($0) angemeldet" },
            detail: "Bisher wurde Ihr Konto in diesem Browser nicht genutzt, oder nicht mehr seit der letzten Änderung."
        ),
        accountToBeDeleted: { date in
            Message(
                subject: { "Ihr Konto bei \($0) wird gelöscht" },
                detail: "Am \(date) wird es endgültig gelöscht. Bis dahin holt ein Passkey es zurück.")
        },
        accountToBeDeletedForGood: { date, host in
            Message(
                subject: { "Ihr Konto bei \($0) wird gelöscht" },
                detail:
                    "Am \(date) wird es endgültig gelöscht. Bis dahin kann nur der Betreiber von \(host) es zurückholen."
            )
        },
        accountKept: Message(
            subject: { "Ihr Konto bei \($0) wird nicht gelöscht" },
            detail: "Die Löschung wurde abgebrochen."),
        addressChanged: { date in
            Message(
                subject: { "Die E-Mail-Adresse Ihres Kontos bei \($0) wurde geändert" },
                detail:
                    "E-Mails zu Ihrem Konto gehen jetzt an eine andere Adresse. Diese erfährt noch bis zum \(date) von "
                    + "Änderungen.")
        })
}
