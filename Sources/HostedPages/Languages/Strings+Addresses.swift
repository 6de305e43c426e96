// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The email address and the phone number on the account page, and the page that changes them.
    struct Addresses: Sendable {
        /// What is said about one of the two.
        struct Words: Sendable {
            let section: Account.Section
            let missing: String
            let confirmLabel: String
            let addTitle: String
            let addLead: String
            let changeTitle: String
            let changeLead: String
            let newLabel: String
            let malformed: Message
        }

        let email: Words
        let phone: Words
        let unconfirmed: String
        let counts: Phrase
        let confirm: String
        let add: String
        let change: String
        let send: String
        let sendWithPasskey: String
        let taken: Message

        static let english = Addresses(
            email: Words(
                section: Account.Section(
                    title: "Email address", lead: "Codes and news about your account are sent here."),
                missing: "No email address", confirmLabel: "Confirm your email address",
                addTitle: "Add an email address",
                addLead: "We send a code there, which you enter on the next page.",
                changeTitle: "Change your email address",
                changeLead:
                    "We send a code to the new address, which you enter on the next page. The old one hears of the change.",
                newLabel: "New email address",
                malformed: Message("This email address isn’t complete.", remedy: "Check it, and try again.")),
            phone: Words(
                section: Account.Section(
                    title: "Phone number", lead: "Codes and news about your account are sent here, as text messages."),
                missing: "No phone number", confirmLabel: "Confirm your phone number", addTitle: "Add a phone number",
                addLead: "We send a code there, which you enter on the next page.",
                changeTitle: "Change your phone number",
                changeLead:
                    "We send a code to the new number, which you enter on the next page. The old one hears of the change.",
                newLabel: "New phone number",
                malformed: Message("This isn’t a complete phone number.", remedy: "Start with + and the country code.")),
            unconfirmed: "Show with a code that it is yours.",
            counts: { "It counts from \($0) on." }, confirm: "Confirm", add: "Add", change: "Change",
            send: "Send a code", sendWithPasskey: "Confirm with a passkey",
            taken: Message("Another account has this.", remedy: "Remove it there first, or use another one."))

        static let german = Addresses(
            email: Words(
                section: Account.Section(
                    title: "E-Mail-Adresse",
                    lead: "Hierhin gehen Codes und Nachrichten zu Ihrem Konto."),
                missing: "Keine E-Mail-Adresse", confirmLabel: "E-Mail-Adresse bestätigen",
                addTitle: "E-Mail-Adresse hinzufügen",
                addLead: "Wir schicken einen Code dorthin. Auf der nächsten Seite geben Sie ihn ein.",
                changeTitle: "E-Mail-Adresse ändern",
                changeLead:
                    "Wir schicken einen Code an die neue Adresse. Auf der nächsten Seite geben Sie ihn ein. Die alte erfährt "
                    + "von der Änderung.",
                newLabel: "Neue E-Mail-Adresse",
                malformed: Message(
                    "Das ist keine vollständige E-Mail-Adresse.", remedy: "Prüfen Sie sie, und versuchen Sie es erneut."
                )),
            phone: Words(
                section: Account.Section(
                    title: "Telefonnummer",
                    lead: "Hierhin gehen Codes und Nachrichten zu Ihrem Konto, per SMS."),
                missing: "Keine Telefonnummer", confirmLabel: "Telefonnummer bestätigen",
                addTitle: "Telefonnummer hinzufügen",
                addLead: "Wir schicken einen Code dorthin. Auf der nächsten Seite geben Sie ihn ein.",
                changeTitle: "Telefonnummer ändern",
                changeLead:
                    "Wir schicken einen Code an die neue Nummer. Auf der nächsten Seite geben Sie ihn ein. Die alte erfährt "
                    + "von der Änderung.",
                newLabel: "Neue Telefonnummer",
                malformed: Message(
                    "Das ist keine vollständige Telefonnummer.", remedy: "Beginnen Sie mit + und der Ländervorwahl.")),
            unconfirmed: "Zeigen Sie mit einem Code, dass sie Ihnen gehört.",
            counts: { "Sie gilt ab \($0)." }, confirm: "Bestätigen", add: "Hinzufügen", change: "Ändern",
            send: "Code schicken", sendWithPasskey: "Weiter mit Passkey",
            taken: Message(
                "Das gehört zu einem anderen Konto.",
                remedy: "Entfernen Sie es zuerst dort, oder nehmen Sie etwas anderes."))
    }
}
