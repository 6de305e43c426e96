// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages for passwords.
    struct Password: Sendable {
        let use: String
        let title: String
        let label: String
        let signIn: String
        let usePasskey: String
        /// Above the offer of a passkey.
        let addLead: String
        let wrong: Message
        let blocked: Message
        let breached: Message
        let tooManyAttempts: Message
        let tooBusy: Message

        static let english = Password(
            use: "Use your password", title: "Sign in with your password", label: "Password", signIn: "Sign in",
            usePasskey: "Use a passkey instead",
            addLead:
                "Add a passkey, and next time your fingerprint, your face or your device’s PIN signs you in. Nobody can "
                + "guess it or steal it from a site.",
            wrong: Message(
                "Wrong account or password.", remedy: "Check what you have entered, or sign in with a passkey."),
            blocked: Message(
                "This account is blocked.", remedy: "Whoever runs this site can tell you why."),
            breached: Message(
                "This password is known to attackers.",
                remedy: "It was stolen somewhere and is no longer accepted here. Sign in with a passkey."),
            tooManyAttempts: Message(
                "There were too many wrong passwords.",
                remedy: "Try again in a few minutes. A passkey works at any time."),
            tooBusy: Message("There is too much going on right now.", remedy: "Try again in a moment."))

        static let german = Password(
            use: "Passwort verwenden", title: "Mit Passwort anmelden", label: "Passwort", signIn: "Anmelden",
            usePasskey: "Stattdessen einen Passkey verwenden",
            addLead:
                "Mit einem Passkey melden Sie sich nächstes Mal mit Fingerabdruck, Gesicht oder Geräte-PIN an. Niemand "
                + "kann ihn erraten oder einer Website stehlen.",
            wrong: Message(
                "Konto oder Passwort ist falsch.",
                remedy: "Prüfen Sie Ihre Eingaben, oder melden Sie sich mit einem Passkey an."),
            blocked: Message(
                "Dieses Konto ist gesperrt.", remedy: "Wer diese Website betreibt, kann Ihnen sagen, warum."),
            breached: Message(
                "Angreifer kennen dieses Passwort.",
                remedy: "Es wurde irgendwo gestohlen und gilt hier nicht mehr. Melden Sie sich mit einem Passkey an."),
            tooManyAttempts: Message(
                "Es gab zu viele falsche Passwörter.",
                remedy: "Versuchen Sie es in ein paar Minuten noch einmal. Mit einem Passkey geht es jederzeit."),
            tooBusy: Message("Gerade ist zu viel los.", remedy: "Versuchen Sie es gleich noch einmal."))
    }
}
