// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// A forgotten password, and the page of the mailed link.
    struct PasswordReset: Sendable {
        /// The link on the page for a password.
        let forgotten: String
        let forgottenTitle: String
        let forgottenLead: String
        let send: String
        let back: String
        let tooMany: Message
        let mailTitle: String
        let mailLead: String
        let mailHint: String
        let chooseTitle: String
        let chooseHint: String
        let save: String
        let doneTitle: String
        let doneLead: String

        static let english = PasswordReset(
            forgotten: "Forgot your password?", forgottenTitle: "Forgot your password?",
            forgottenLead: "Enter your email address. We send you a link with which you choose a new password.",
            send: "Send the link", back: "Back to sign-in",
            tooMany: Message("Too many links were asked for.", remedy: "Try again in a few minutes."),
            mailTitle: "Look into your mailbox",
            mailLead: "If an account has this address, a mail is on its way. Its link works once, for an hour.",
            mailHint: "If it doesn’t arrive in a few minutes, look for it among unwanted mail, or check the address.",
            chooseTitle: "Choose a new password",
            chooseHint: "Browsers that signed in with the password before are signed out.",
            save: "Save password", doneTitle: "Password saved", doneLead: "You can sign in with it now.")

        static let german = PasswordReset(
            forgotten: "Passwort vergessen?", forgottenTitle: "Passwort vergessen?",
            forgottenLead:
                "Geben Sie Ihre E-Mail-Adresse ein. Wir schicken Ihnen einen Link, mit dem Sie ein neues Passwort "
                + "wählen.",
            send: "Link schicken", back: "Zurück zur Anmeldung",
            tooMany: Message(
                "Es wurden zu viele Links angefordert.", remedy: "Versuchen Sie es in ein paar Minuten noch einmal."),
            mailTitle: "Sehen Sie in Ihr Postfach",
            mailLead:
                "Wenn ein Konto diese Adresse hat, ist eine E-Mail unterwegs. Ihr Link gilt einmal, eine Stunde lang.",
            mailHint:
                "Wenn sie in ein paar Minuten nicht ankommt, sehen Sie beim Spam nach, oder prüfen Sie die Adresse.",
            chooseTitle: "Neues Passwort wählen",
            chooseHint: "Browser, die sich mit dem bisherigen Passwort angemeldet haben, werden abgemeldet.",
            save: "Passwort speichern", doneTitle: "Passwort gespeichert",
            doneLead: "Sie können sich jetzt damit anmelden.")
    }
}
