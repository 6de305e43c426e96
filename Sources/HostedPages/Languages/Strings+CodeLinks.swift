// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages that the link in a mail with a code opens.
    struct CodeLink: Sendable {
        let signInTo: Sentence
        let signIn: String
        let signInLead: String
        let confirmLead: String
        let signUpLead: String
        let passwordLead: String
        let password: String
        let confirm: String
        let wrongPassword: String
        let tooManyAttempts: Message
        let codeTitle: String
        let codeLead: String
        /// Who never asks for the code.
        let warning: @Sendable (_ name: String) -> Message
        let doneTitle: String
        let confirmed: String
        let signedUp: String
        let unusable: Message

        static let english = CodeLink(
            signInTo: { "Sign in to \($0)?" }, signIn: "Sign in?",
            signInLead: "Continue only if you have just asked for this yourself.",
            confirmLead: "Continue only if you have entered this address here yourself.",
            signUpLead: "Continue only if you have signed up here yourself.",
            passwordLead: "Enter the password that you chose when you signed up. It shows that the account is yours.",
            password: "The password that you chose", confirm: "Confirm",
            wrongPassword: "This is not the password that was chosen.",
            tooManyAttempts: Message("There were too many wrong passwords.", remedy: "Try again in a few minutes."),
            codeTitle: "Enter this code where you started",
            codeLead: "You opened the link in another browser. Go back to the page that waits for a code.",
            warning: {
                Message("Only you should have asked for it.", remedy: "Nobody from \($0) asks you for this code.")
            },
            doneTitle: "Your email address is confirmed", confirmed: "You can close this page.",
            signedUp: "You can sign in now.",
            unusable: Message(
                "This link doesn’t work any longer.",
                remedy: "It works once, and only for a short time. Ask for a new one where you started."))

        static let german = CodeLink(
            signInTo: { "Bei \($0) anmelden?" }, signIn: "Anmelden?",
            signInLead: "Fahren Sie nur fort, wenn Sie das gerade selbst angefordert haben.",
            confirmLead: "Fahren Sie nur fort, wenn Sie diese Adresse hier selbst eingegeben haben.",
            signUpLead: "Fahren Sie nur fort, wenn Sie hier selbst ein Konto angelegt haben.",
            passwordLead:
                "Geben Sie das Passwort ein, das Sie beim Anlegen des Kontos gewählt haben. Es zeigt, dass das Konto Ihnen "
                + "gehört.",
            password: "Das Passwort, das Sie gewählt haben", confirm: "Bestätigen",
            wrongPassword: "Das ist nicht das Passwort, das gewählt wurde.",
            tooManyAttempts: Message(
                "Es gab zu viele falsche Passwörter.", remedy: "Versuchen Sie es in ein paar Minuten noch einmal."),
            codeTitle: "Geben Sie diesen Code dort ein, wo Sie begonnen haben",
            codeLead:
                "Sie haben den Link in einem anderen Browser geöffnet. Gehen Sie zurück zu der Seite, die auf einen Code "
                + "wartet.",
            warning: {
                Message(
                    "Nur Sie selbst sollten ihn angefordert haben.",
                    remedy: "Niemand von \($0) fragt Sie nach diesem Code.")
            },
            doneTitle: "Ihre E-Mail-Adresse ist bestätigt", confirmed: "Sie können diese Seite schließen.",
            signedUp: "Sie können sich jetzt anmelden.",
            unusable: Message(
                "Dieser Link gilt nicht mehr.",
                remedy:
                    "Er gilt einmal und nur für kurze Zeit. Fordern Sie dort, wo Sie begonnen haben, einen neuen an."))
    }
}
