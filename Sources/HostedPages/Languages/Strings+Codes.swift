// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The pages that send codes and ask for them.
    struct Codes: Sendable {
        typealias Sent = @Sendable (_ address: HTML, _ minutes: String) -> HTML

        let mail: String
        let text: String
        let send: String
        let askTitle: String
        let mailLead: String
        let textLead: String
        let askLeadForAny: String
        let title: String
        let confirmEmailTitle: String
        let confirmPhoneTitle: String
        let sent: Sent
        /// For a page that doesn't say whether there is an account.
        let sentIfKnown: Sent
        let code: String
        let unwantedMail: String
        let another: String
        let otherWay: String
        let otherEmail: String
        let otherPhone: String
        let wrong: String
        let tooMany: Message
        /// For the page that offers a passkey afterwards.
        let addLead: String
        let link: CodeLink

        func use(_ delivery: CodeDelivery) -> String { delivery == .mail ? mail : text }
        func askLead(_ delivery: CodeDelivery) -> String { delivery == .mail ? mailLead : textLead }
        func confirmTitle(_ delivery: CodeDelivery) -> String {
            delivery == .mail ? confirmEmailTitle : confirmPhoneTitle
        }
        func otherAddress(_ delivery: CodeDelivery) -> String { delivery == .mail ? otherEmail : otherPhone }

        static let english = Codes(
            mail: "Email me a code", text: "Text me a code", send: "Send a code",
            askTitle: "Sign in with a code",
            mailLead: "We send you a code by email, which you enter on the next page.",
            textLead: "We send you a code by text message, which you enter on the next page.",
            askLeadForAny: "We send you a code by email or text message, which you enter on the next page.",
            title: "Enter the code", confirmEmailTitle: "Confirm your email address",
            confirmPhoneTitle: "Confirm your phone number",
            sent: { "We sent a code to \($0). It works for \($1) minutes, in this browser." },
            sentIfKnown: {
                "We sent a code to \($0), if there is an account for it. It works for \($1) minutes, in this browser."
            },
            code: "Code", unwantedMail: "Nothing there yet? Look among unwanted mail, too.",
            another: "Send another code", otherWay: "Use another way", otherEmail: "Use another address",
            otherPhone: "Use another number",
            wrong: "This code is wrong or has expired. Check it, or have another one sent.",
            tooMany: Message("Too many codes were sent.", remedy: "Try again in an hour."),
            addLead:
                "Add a passkey, and next time your fingerprint, your face or your device’s PIN signs you in, without a code.",
            link: .english)

        static let german = Codes(
            mail: "Code per E-Mail erhalten", text: "Code per SMS erhalten", send: "Code schicken",
            askTitle: "Mit einem Code anmelden",
            mailLead: "Wir schicken Ihnen einen Code per E-Mail. Auf der nächsten Seite geben Sie ihn ein.",
            textLead: "Wir schicken Ihnen einen Code per SMS. Auf der nächsten Seite geben Sie ihn ein.",
            askLeadForAny:
                "Wir schicken Ihnen einen Code per E-Mail oder SMS. Auf der nächsten Seite geben Sie ihn ein.",
            title: "Code eingeben", confirmEmailTitle: "E-Mail-Adresse bestätigen",
            confirmPhoneTitle: "Telefonnummer bestätigen",
            sent: { "Wir haben einen Code an \($0) geschickt. Er gilt \($1) Minuten, in diesem Browser." },
            sentIfKnown: {
                "Wir haben einen Code an \($0) geschickt, wenn es dafür ein Konto gibt. Er gilt \($1) Minuten, in diesem Browser."
            },
            code: "Code", unwantedMail: "Noch nichts da? Sehen Sie auch beim Spam nach.",
            another: "Neuen Code schicken", otherWay: "Anders anmelden", otherEmail: "Andere Adresse verwenden",
            otherPhone: "Andere Nummer verwenden",
            wrong: "Dieser Code ist falsch oder abgelaufen. Prüfen Sie ihn, oder lassen Sie sich einen neuen schicken.",
            tooMany: Message(
                "Es wurden zu viele Codes verschickt.", remedy: "Versuchen Sie es in einer Stunde noch einmal."),
            addLead:
                "Mit einem Passkey melden Sie sich nächstes Mal mit Fingerabdruck, Gesicht oder Geräte-PIN an, ohne Code.",
            link: .german)
    }
}
