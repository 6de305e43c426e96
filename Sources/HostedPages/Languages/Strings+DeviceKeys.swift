// SPDX-License-Identifier: Apache-2.0

extension Strings {
    /// The device keys on the account page.
    struct DeviceKeys: Sendable {
        let section: Account.Section
        /// The application that has the key.
        let application: Phrase
        /// The mark of a key that an older version of the application made.
        let legacy: String
        /// From when an unconfirmed key counts.
        let counts: Phrase
        let replaced: String
        let onlyWayIn: String
        let needsPasskey: String
        let removes: Phrase
        let removed: Message

        static let english = DeviceKeys(
            section: Account.Section(
                title: "Device keys", lead: "Each of these signs you in to one app, on one device."),
            application: { "For \($0)" }, legacy: "From an older app version",
            counts: { "It counts fully from \($0) on. If you don’t recognize it, remove it." },
            replaced: "A passkey has taken its place. You can remove it.",
            onlyWayIn: "Nothing else opens your account. Add a passkey before you remove it.",
            needsPasskey: "To remove it, sign in with a passkey that your account has had for three days.",
            removes: { "\($0) can’t sign you in with it any more, and is signed out where it did." },
            removed: Message("Device key removed.", remedy: "That app signs in another way from now on."))

        static let german = DeviceKeys(
            section: Account.Section(
                title: "Geräteschlüssel", lead: "Jeder davon meldet Sie in einer App auf einem Gerät an."),
            application: { "Für \($0)" }, legacy: "Aus einer älteren App-Version",
            counts: { "Er gilt voll ab \($0). Wenn Sie ihn nicht kennen, entfernen Sie ihn." },
            replaced: "Ein Passkey hat ihn abgelöst. Sie können ihn entfernen.",
            onlyWayIn: "Nichts anderes öffnet Ihr Konto. Fügen Sie zuerst einen Passkey hinzu.",
            needsPasskey:
                "Um ihn zu entfernen, melden Sie sich mit einem Passkey an, der seit drei Tagen zum Konto gehört.",
            removes: { "\($0) kann Sie damit nicht mehr anmelden und wird dort, wo der Schlüssel es tat, abgemeldet." },
            removed: Message(
                "Geräteschlüssel entfernt.", remedy: "Ab jetzt meldet die App Sie auf andere Weise an."))
    }
}
