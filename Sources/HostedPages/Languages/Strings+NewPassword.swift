// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// A new password: the page of the sign-up, the rules, and what is wrong with one.
    struct NewPassword: Sendable {
        let title: String
        let use: String
        let usePasskey: String
        let create: String
        let label: String
        let atLeast: Sentence
        let lowercase: String
        let uppercase: String
        let number: String
        let special: String
        let allOf: @Sendable (_ types: [String]) -> String
        let threeOf: @Sendable (_ types: [String]) -> String
        let withoutIdentical: String
        let withoutSequences: String
        let tooShort: Message
        let tooLong: Message
        let composition: Message
        let common: Message
        let breached: Message
        let personal: Message
        let reused: Message

        func name(of type: NewPasswordRules.CharacterType) -> String {
            switch type {
            case .lowercase: lowercase
            case .uppercase: uppercase
            case .number: number
            case .special: special
            }
        }
    }
}

extension Strings.NewPassword {
    static let english = Strings.NewPassword(
        title: "Choose a password", use: "Use a password instead", usePasskey: "Use a passkey instead",
        create: "Create account", label: "New password", atLeast: { "At least \($0) characters." },
        lowercase: "a small letter", uppercase: "a capital letter", number: "a digit", special: "a symbol",
        allOf: { "It needs \(Strings.joined($0, by: "and"))." },
        threeOf: { "It needs three of these: \(Strings.joined($0, by: "and"))." },
        withoutIdentical: "No character three times in a row.", withoutSequences: "No sequence such as abc or 321.",
        tooShort: Strings.Message("This password is too short.", remedy: "Add a few characters."),
        tooLong: Strings.Message("This password is too long.", remedy: "256 characters are the most."),
        composition: Strings.Message(
            "This password lacks something that this site asks for.", remedy: "The field says what."),
        common: Strings.Message(
            "Many people use this password, or it is the name of this site.",
            remedy: "Attackers try it first. Choose another one."),
        breached: Strings.Message(
            "This password was stolen somewhere.", remedy: "Attackers know it. Choose another one."),
        personal: Strings.Message(
            "This password is too similar to your name or address.", remedy: "Choose another one."),
        reused: Strings.Message("You have had this password before.", remedy: "Choose another one."))

    static let german = Strings.NewPassword(
        title: "Passwort wählen", use: "Stattdessen ein Passwort verwenden",
        usePasskey: "Stattdessen einen Passkey verwenden", create: "Konto erstellen", label: "Neues Passwort",
        atLeast: { "Mindestens \($0) Zeichen." },
        lowercase: "ein Kleinbuchstabe", uppercase: "ein Großbuchstabe", number: "eine Ziffer",
        special: "ein Sonderzeichen", allOf: { "Nötig: \(Strings.joined($0, by: "und"))." },
        threeOf: { "Drei davon sind nötig: \(Strings.joined($0, by: "und"))." },
        withoutIdentical: "Kein Zeichen dreimal hintereinander.", withoutSequences: "Keine Folge wie abc oder 321.",
        tooShort: Strings.Message("Dieses Passwort ist zu kurz.", remedy: "Verlängern Sie es um ein paar Zeichen."),
        tooLong: Strings.Message("Dieses Passwort ist zu lang.", remedy: "Höchstens 256 Zeichen sind möglich."),
        composition: Strings.Message(
            "Diesem Passwort fehlt etwas, das diese Website verlangt.", remedy: "Am Feld steht, was nötig ist."),
        common: Strings.Message(
            "Dieses Passwort haben viele, oder es ist der Name dieser Website.",
            remedy: "Angreifer probieren es zuerst. Wählen Sie ein anderes."),
        breached: Strings.Message(
            "Dieses Passwort wurde irgendwo gestohlen.", remedy: "Angreifer kennen es. Wählen Sie ein anderes."),
        personal: Strings.Message(
            "Dieses Passwort ist Ihrem Namen oder Ihrer Adresse zu ähnlich.", remedy: "Wählen Sie ein anderes."),
        reused: Strings.Message("Dieses Passwort hatten Sie schon einmal.", remedy: "Wählen Sie ein anderes."))
}
