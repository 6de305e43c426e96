// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The password on the account page, and the pages that change it.
    struct AccountPassword: Sendable {
        /// The question before a change, what follows from it and when, and the button.
        struct Act: Sendable {
            let title: String
            let lead: String
            let consequences: [Message]
            let confirm: String
        }

        let section: Account.Section
        let missing: String
        let missingDetail: String
        let restorable: Phrase
        let active: String
        let setOn: Phrase
        let known: String
        let on: String
        let off: String
        let offDetail: String
        let offByOperator: String
        let set: String
        let change: String
        let remove: String
        let passkeysOnly: String
        let allow: String
        let restore: String
        let setNeedsPasskey: String
        let setFrom: Phrase
        let doWithoutNeedsPasskey: String
        let doWithoutFrom: Phrase
        let setTitle: String
        let setLead: String
        let changeTitle: String
        let changeLead: String
        let current: String
        let wrongCurrent: String
        let save: String
        let saveWithPasskey: String
        let useCurrent: String
        let back: String
        let removal: Act
        let restoration: Act
        let disabling: Act
        let enabling: Act
        let passkeyTooNew: Message
        let wayInRequired: Message
        let changedElsewhere: Message

        func toSet(_ requirement: HostedPages.AccountPassword.Requirement, in strings: Strings) -> HTML {
            switch requirement {
            case .settledPasskey(let time), .secondSettledPasskey(let time): setFrom(strings.deadline(time))
            case .passkey, .secondPasskey: HTML(setNeedsPasskey)
            }
        }

        func toDoWithout(_ requirement: HostedPages.AccountPassword.Requirement, in strings: Strings) -> HTML {
            switch requirement {
            case .settledPasskey(let time), .secondSettledPasskey(let time): doWithoutFrom(strings.deadline(time))
            case .passkey, .secondPasskey: HTML(doWithoutNeedsPasskey)
            }
        }
    }
}

extension Strings.AccountPassword {
    static let english = Strings.AccountPassword(
        section: Strings.Account.Section(
            title: "Password", lead: "A passkey is safer: nobody can guess it, and no fake site can steal it."),
        missing: "No password", missingDetail: "Only passkeys sign in to this account.",
        restorable: { "You have removed it. Until \($0) you can bring it back." },
        active: "Password", setOn: { "Set on \($0)" },
        known: "Attackers know this password. Change it, or let only passkeys sign in.", on: "Active",
        off: "Only passkeys sign in", offDetail: "The password is kept, but signs nobody in.",
        offByOperator: "Whoever runs this site has switched the password off.",
        set: "Set a password", change: "Change", remove: "Remove", passkeysOnly: "Only passkeys", allow: "Allow again",
        restore: "Bring back",
        setNeedsPasskey:
            "The password can be changed with a passkey, or in a browser that has been signed in for three days.",
        setFrom: { "With your passkey you can change this from \($0) on." },
        doWithoutNeedsPasskey:
            "With two passkeys that you have had for three days, the account can do without the password.",
        doWithoutFrom: { "From \($0) on, the account can do without the password." },
        setTitle: "Set a password",
        setLead: "As soon as it is saved, it signs you in where your passkey is not at hand. Your passkeys stay.",
        changeTitle: "Change your password",
        changeLead:
            "The new one counts at once. Browsers and apps that the old one signed in are signed out, but not this one.",
        current: "Current password", wrongCurrent: "This is not your current password.",
        save: "Save password", saveWithPasskey: "Save with your passkey",
        useCurrent: "Use your current password instead", back: "Back to your account",
        removal: Act(
            title: "Remove your password?", lead: "After that, only your passkeys sign in.",
            consequences: [
                Strings.Message(
                    "At once", remedy: "Browsers and apps that the password signed in are signed out."),
                Strings.Message("For 30 days", remedy: "A passkey brings the password back."),
            ], confirm: "Remove password"),
        restoration: Act(
            title: "Bring your password back?", lead: "It signs you in again, as it did before.",
            consequences: [
                Strings.Message("At once", remedy: "Whoever knows it can sign in, but can’t change your passkeys.")
            ], confirm: "Bring it back"),
        disabling: Act(
            title: "Let only passkeys sign in?", lead: "Your password is kept, but signs nobody in.",
            consequences: [
                Strings.Message(
                    "At once", remedy: "Browsers and apps that the password signed in are signed out."),
                Strings.Message("At any time", remedy: "With a passkey you can allow the password again."),
            ], confirm: "Use only passkeys"),
        enabling: Act(
            title: "Let the password sign in again?", lead: "Your passkeys stay as they are.",
            consequences: [
                Strings.Message("At once", remedy: "Whoever knows it can sign in, but can’t change your passkeys.")
            ], confirm: "Allow the password"),
        passkeyTooNew: Strings.Message(
            "This passkey is too new for that.", remedy: "It was added in the last three days. Use an older one."),
        wayInRequired: Strings.Message(
            "Two passkeys are needed for that.", remedy: "Both must have been in your account for three days."),
        changedElsewhere: Strings.Message(
            "The password has changed in the meantime.", remedy: "Go back to your account to see how it is now."))

    static let german = Strings.AccountPassword(
        section: Strings.Account.Section(
            title: "Passwort",
            lead: "Ein Passkey ist sicherer: Niemand kann ihn erraten, und keine gefälschte Website kann ihn stehlen."),
        missing: "Kein Passwort", missingDetail: "Nur Passkeys öffnen dieses Konto.",
        restorable: { "Sie haben es entfernt. Bis zum \($0) können Sie es zurückholen." },
        active: "Passwort", setOn: { "Gesetzt am \($0)" },
        known: "Angreifer kennen dieses Passwort. Ändern Sie es, oder verwenden Sie nur noch Passkeys.",
        on: "Aktiv",
        off: "Nur Passkeys", offDetail: "Das Passwort bleibt gespeichert, meldet aber niemanden an.",
        offByOperator: "Wer diese Website betreibt, hat das Passwort abgeschaltet.",
        set: "Passwort setzen", change: "Ändern", remove: "Entfernen", passkeysOnly: "Nur Passkeys",
        allow: "Wieder erlauben", restore: "Zurückholen",
        setNeedsPasskey:
            "Das Passwort lässt sich mit einem Passkey ändern, oder in einem Browser, der seit drei Tagen angemeldet ist.",
        setFrom: { "Mit Ihrem Passkey können Sie das ab \($0) ändern." },
        doWithoutNeedsPasskey: "Mit zwei Passkeys, die Sie seit drei Tagen haben, kommt das Konto ohne Passwort aus.",
        doWithoutFrom: { "Ab \($0) kommt das Konto ohne Passwort aus." },
        setTitle: "Passwort setzen",
        setLead:
            "Sobald es gespeichert ist, meldet es Sie an, wo Ihr Passkey nicht zur Hand ist. Ihre Passkeys bleiben.",
        changeTitle: "Passwort ändern",
        changeLead:
            "Das neue gilt sofort. Browser und Apps, die mit dem alten angemeldet wurden, werden abgemeldet, dieser "
            + "Browser nicht.",
        current: "Bisheriges Passwort", wrongCurrent: "Das ist nicht Ihr bisheriges Passwort.",
        save: "Passwort speichern", saveWithPasskey: "Mit Passkey speichern",
        useCurrent: "Stattdessen das bisherige Passwort verwenden", back: "Zurück zum Konto",
        removal: Act(
            title: "Passwort entfernen?", lead: "Danach melden nur Ihre Passkeys Sie an.",
            consequences: [
                Strings.Message(
                    "Sofort", remedy: "Browser und Apps, die mit dem Passwort angemeldet wurden, werden abgemeldet."),
                Strings.Message("30 Tage lang", remedy: "Ein Passkey holt das Passwort zurück."),
            ], confirm: "Passwort entfernen"),
        restoration: Act(
            title: "Passwort zurückholen?", lead: "Es meldet Sie wieder an, wie zuvor.",
            consequences: [
                Strings.Message(
                    "Sofort", remedy: "Wer es kennt, kann sich anmelden, aber Ihre Passkeys nicht ändern.")
            ], confirm: "Zurückholen"),
        disabling: Act(
            title: "Nur noch Passkeys verwenden?", lead: "Ihr Passwort bleibt gespeichert, meldet aber niemanden an.",
            consequences: [
                Strings.Message(
                    "Sofort", remedy: "Browser und Apps, die mit dem Passwort angemeldet wurden, werden abgemeldet."),
                Strings.Message("Jederzeit", remedy: "Mit einem Passkey können Sie das Passwort wieder erlauben."),
            ], confirm: "Nur Passkeys verwenden"),
        enabling: Act(
            title: "Passwort wieder erlauben?", lead: "Ihre Passkeys bleiben, wie sie sind.",
            consequences: [
                Strings.Message(
                    "Sofort", remedy: "Wer es kennt, kann sich anmelden, aber Ihre Passkeys nicht ändern.")
            ], confirm: "Passwort erlauben"),
        passkeyTooNew: Strings.Message(
            "Dieser Passkey ist dafür zu neu.",
            remedy: "Er wurde in den letzten drei Tagen hinzugefügt. Nehmen Sie einen älteren."),
        wayInRequired: Strings.Message(
            "Dafür sind zwei Passkeys nötig.", remedy: "Beide müssen seit drei Tagen im Konto sein."),
        changedElsewhere: Strings.Message(
            "Das Passwort hat sich inzwischen geändert.", remedy: "Gehen Sie zurück zum Konto und sehen Sie nach."))
}
