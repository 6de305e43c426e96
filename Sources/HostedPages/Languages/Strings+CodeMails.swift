// SPDX-License-Identifier: Apache-2.0

extension Strings.Mails {
    /// The mails with codes, and those that a sign-up or a new address gets instead of one.
    struct Codes: Sendable {
        struct Words: Sendable {
            let subject: Strings.Sentence
            let lead: String
            let button: String
        }

        struct Existing: Sendable {
            let subject: Strings.Sentence
            let lead: String
            let remedy: String
            let button: String
            let unexpected: String
        }

        struct InUse: Sendable {
            let subject: Strings.Sentence
            let lead: String
            let remedy: String
            let unexpected: String
        }

        let signIn: Words
        let signUp: Words
        let confirmAddress: Words
        let alternative: String
        let codeValidity: Strings.Sentence
        let codeAndLinkValidity: Strings.Sentence
        let unexpected: String
        /// For a sign-up with a password.
        let confirmationLead: String
        let linkMinutes: Strings.Sentence
        let linkHours: Strings.Sentence
        let confirmationUnexpected: String
        let exists: Existing
        let inUse: InUse

        func words(for purpose: CodeMail.Purpose) -> Words {
            switch purpose {
            case .signIn: signIn
            case .signUp: signUp
            case .confirmAddress: confirmAddress
            }
        }
    }
}

extension Strings.Mails.Codes {
    static let english = Strings.Mails.Codes(
        signIn: Words(
            subject: { "Your code to sign in at \($0)" }, lead: "Enter this code where you are signing in.",
            button: "Sign in"),
        signUp: Words(
            subject: { "Confirm your email address at \($0)" },
            lead: "Enter this code where you are creating your account.", button: "Confirm address"),
        confirmAddress: Words(
            subject: { "Confirm your email address at \($0)" },
            lead: "Enter this code on the page of your account. It shows that the address is yours.",
            button: "Confirm address"),
        alternative: "Or open this link, preferably in the same browser.",
        codeValidity: { "The code works once, for \($0) minutes." },
        codeAndLinkValidity: { "The code or the link works once, for \($0) minutes." },
        unexpected: "If you didn’t ask for it, you can ignore this mail. Never tell anyone the code.",
        confirmationLead:
            "Someone signed up with this address and a password. If it was you, confirm the address. The page asks for the "
            + "password that you chose.",
        linkMinutes: { "The link works once, for \($0) minutes." },
        linkHours: { "The link works once, for \($0) hours." },
        confirmationUnexpected: "If it wasn’t you, there is nothing to do: nobody gets an account with your address.",
        exists: Existing(
            subject: { "You already have an account at \($0)" },
            lead: "Someone tried to sign up with this address. It belongs to your account already.",
            remedy: "If it was you, sign in with your passkey, or as you did before.", button: "Sign in",
            unexpected: "If it wasn’t you, there is nothing to do: your account stays as it is."),
        inUse: InUse(
            subject: { "Someone tried to use your address at \($0)" },
            lead:
                "Someone tried to use this address for another account. It belongs to yours, and nothing was changed.",
            remedy: "If it was you: an address belongs to one account only. Change it in this one first.",
            unexpected: "If it wasn’t you, there is nothing to do."))

    static let german = Strings.Mails.Codes(
        signIn: Words(
            subject: { "Ihr Code zum Anmelden bei \($0)" },
            lead: "Geben Sie diesen Code dort ein, wo Sie sich anmelden.",
            button: "Anmelden"),
        signUp: Words(
            subject: { "Bestätigen Sie Ihre E-Mail-Adresse bei \($0)" },
            lead: "Geben Sie diesen Code dort ein, wo Sie Ihr Konto anlegen.", button: "Adresse bestätigen"),
        confirmAddress: Words(
            subject: { "Bestätigen Sie Ihre E-Mail-Adresse bei \($0)" },
            lead: "Geben Sie diesen Code auf der Seite Ihres Kontos ein. Er zeigt, dass die Adresse Ihnen gehört.",
            button: "Adresse bestätigen"),
        alternative: "Oder öffnen Sie diesen Link, am besten im selben Browser.",
        codeValidity: { "Der Code gilt einmal und \($0) Minuten lang." },
        codeAndLinkValidity: { "Code oder Link gilt einmal und \($0) Minuten lang." },
        unexpected:
            "Wenn Sie ihn nicht angefordert haben, ignorieren Sie diese E-Mail. Sagen Sie den Code niemandem.",
        confirmationLead:
            "Jemand hat mit dieser Adresse und einem Passwort ein Konto angelegt. Wenn Sie das waren, bestätigen Sie die "
            + "Adresse. Die Seite fragt nach dem Passwort, das Sie gewählt haben.",
        linkMinutes: { "Der Link gilt einmal und \($0) Minuten lang." },
        linkHours: { "Der Link gilt einmal und \($0) Stunden lang." },
        confirmationUnexpected:
            "Wenn Sie das nicht waren, ist nichts zu tun: Niemand bekommt ein Konto mit Ihrer Adresse.",
        exists: Existing(
            subject: { "Sie haben schon ein Konto bei \($0)" },
            lead: "Jemand wollte mit dieser Adresse ein Konto anlegen. Sie gehört schon zu Ihrem Konto.",
            remedy: "Wenn Sie das waren, melden Sie sich mit Ihrem Passkey an, oder so wie bisher.", button: "Anmelden",
            unexpected: "Wenn Sie das nicht waren, ist nichts zu tun: Ihr Konto bleibt, wie es ist."),
        inUse: InUse(
            subject: { "Jemand wollte Ihre Adresse bei \($0) verwenden" },
            lead:
                "Jemand wollte diese Adresse für ein anderes Konto verwenden. Sie gehört zu Ihrem, und es wurde nichts "
                + "geändert.",
            remedy:
                "Wenn Sie das waren: Eine Adresse gehört nur zu einem Konto. Ändern Sie sie zuerst in diesem.",
            unexpected: "Wenn Sie das nicht waren, ist nichts zu tun."))
}
