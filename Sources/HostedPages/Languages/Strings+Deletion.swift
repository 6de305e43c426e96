// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// What the pages say that delete an account and keep it.
    struct Deletion: Sendable {
        /// The part of the account page.
        let section: Account.Section
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
        let keepTitle: String
        let erased: Phrase
        /// For a date that is not known.
        let erasedSoon: String
        let keep: String
    }
}

extension Strings.Deletion {
    static let english = Strings.Deletion(
        section: Strings.Account.Section(
            title: "Delete account", lead: "It is erased three days after you ask. Until then a passkey brings it back."
        ),
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
        keepTitle: "This account is about to be deleted", erased: { "It is erased on \($0)." },
        erasedSoon: "It is erased within three days.", keep: "Keep account")

    static let german = Strings.Deletion(
        section: Strings.Account.Section(
            title: "Konto löschen",
            lead: "Drei Tage später ist es endgültig weg. Bis dahin holt ein Passkey es zurück."),
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
            remedy: "Soll auch das weg, was sie gespeichert haben, löschen Sie es zuerst dort."),
        confirm: "Konto löschen", stay: "Konto behalten",
        tooOld: Strings.Message(
            "Ihre Anmeldung ist zu lange her.",
            remedy:
                "Fügen Sie Ihrem Konto zuerst einen Passkey hinzu. Er beweist, dass Sie selbst das Konto löschen."),
        keepTitle: "Dieses Konto wird bald gelöscht", erased: { "Am \($0) wird es endgültig gelöscht." },
        erasedSoon: "In höchstens drei Tagen wird es endgültig gelöscht.", keep: "Konto behalten")
}
