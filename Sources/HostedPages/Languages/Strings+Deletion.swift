// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The text of the pages that delete an account and keep it.
    struct Deletion: Sendable {
        /// The part of the account page.
        let section: Account.Section
        let leadWithoutPasskey: String
        let link: String
        let title: String
        let lead: @Sendable (_ name: HTML, _ date: HTML) -> HTML
        let ends: Message
        let restorable: Message
        let restorableByOperator: Message
        let apps: Message
        let confirm: String
        let stay: String
        let tooOld: Message
        let passkeyTooNew: Message
        /// For the owner of the server.
        let owner: Message
        let doneTitle: String
        let doneLead: String
        let keepTitle: String
        let erased: Phrase
        /// For an address that says nothing about an account.
        let unknownTitle: String
        let unknownLead: String
        let keep: String
    }
}

extension Strings.Deletion {
    static let english = Strings.Deletion(
        section: Strings.Account.Section(
            title: "Delete account", lead: "It is erased three days after you ask. Until then a passkey brings it back."
        ),
        leadWithoutPasskey:
            "It is erased three days after you ask. Until then only whoever runs this site can bring it back.",
        link: "Delete account …", title: "Delete your account?",
        lead: {
            "The account \($0) is erased on \($1), with its passkeys and everything that is known about you here."
        },
        ends: Strings.Message("You are signed out", remedy: "At once, in every browser and app."),
        restorable: Strings.Message(
            "You can change your mind", remedy: "Until then, one of your passkeys brings the account back."),
        restorableByOperator: Strings.Message(
            "You can’t undo it yourself",
            remedy: "Until then, only the operator of this site can bring the account back."),
        apps: Strings.Message(
            "Apps keep their data", remedy: "If what they have stored should go, too, delete it there first."),
        confirm: "Delete account", stay: "Keep account",
        tooOld: Strings.Message(
            "You signed in too long ago.",
            remedy: "Add a passkey to your account first. It proves that you are the one who deletes it."),
        passkeyTooNew: Strings.Message(
            "This passkey is too new for that.",
            remedy:
                "It was added in the last three days. Use an older one, so that nobody else can delete your account."),
        owner: Strings.Message(
            "This server loses its owner", remedy: "Whoever runs it can set it up again, with a code from the terminal."
        ),
        doneTitle: "Your account will be deleted", doneLead: "You are signed out everywhere.",
        keepTitle: "This account is about to be deleted", erased: { "It is erased on \($0)." },
        unknownTitle: "Keep your account",
        unknownLead: "If you have asked for its deletion, one of your passkeys brings it back.", keep: "Keep account")

    static let german = Strings.Deletion(
        section: Strings.Account.Section(
            title: "Konto löschen",
            lead: "Drei Tage danach wird es endgültig gelöscht. Bis dahin können Sie es mit einem Passkey behalten."),
        leadWithoutPasskey:
            "Drei Tage danach wird es endgültig gelöscht. Bis dahin kann nur der Betreiber dieser Seite es zurückholen.",
        link: "Konto löschen …", title: "Konto löschen?",
        lead: {
            "Das Konto \($0) wird am \($1) endgültig gelöscht, mit seinen Passkeys und allem, was hier über Sie bekannt ist."
        },
        ends: Strings.Message("Sie werden abgemeldet", remedy: "Sofort, in jedem Browser und jeder App."),
        restorable: Strings.Message(
            "Sie können es sich anders überlegen", remedy: "Bis dahin holt einer Ihrer Passkeys das Konto zurück."),
        restorableByOperator: Strings.Message(
            "Sie selbst können es nicht rückgängig machen",
            remedy: "Bis dahin kann nur der Betreiber dieser Seite das Konto zurückholen."),
        apps: Strings.Message(
            "Apps behalten ihre Daten",
            remedy: "Wenn auch deren Daten gelöscht werden sollen, löschen Sie sie zuerst dort."),
        confirm: "Konto löschen", stay: "Konto behalten",
        tooOld: Strings.Message(
            "Ihre Anmeldung ist zu lange her.",
            remedy:
                "Fügen Sie Ihrem Konto zuerst einen Passkey hinzu. Er beweist, dass Sie selbst das Konto löschen."),
        passkeyTooNew: Strings.Message(
            "Dieser Passkey ist dafür zu neu.",
            remedy:
                "Er wurde in den letzten drei Tagen hinzugefügt. Nehmen Sie einen älteren, damit niemand sonst Ihr Konto "
                + "löschen kann."),
        owner: Strings.Message(
            "Dieser Server verliert seinen Eigentümer",
            remedy: "Wer ihn betreibt, kann ihn neu einrichten, mit einem Code aus dem Terminal."),
        doneTitle: "Ihr Konto wird gelöscht", doneLead: "Sie sind überall abgemeldet.",
        keepTitle: "Dieses Konto wird bald gelöscht", erased: { "Am \($0) wird es endgültig gelöscht." },
        unknownTitle: "Konto behalten",
        unknownLead: "Wenn Sie es löschen wollten, holt einer Ihrer Passkeys es zurück.", keep: "Konto behalten")
}
