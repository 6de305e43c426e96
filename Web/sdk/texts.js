// SPDX-License-Identifier: Apache-2.0

/**
 * The texts that users read: what happened, and what to do. `reasons` has a text for each reason, `situations` has those of
 * failures that can be described more exactly.
 */
export const LANGUAGES = {
  en: {
    reasons: {
      canceled: ["No passkey was used.", "Try again. If none was offered, this device has none for this account."],
      aborted: ["The request was stopped.", "Try again."],
      noPasskeyHere: ["There is no passkey for this account here.", "Use another passkey, or sign up."],
      alreadyRegistered: ["This device already has a passkey for this account.", "Use that one."],
      accountExists: ["This account already exists.", "Sign in instead."],
      invalidProfile: ["One of the entries can't be used.", "Check what you entered, and try again."],
      accountBlocked: ["This account is blocked.", "Ask support why. Another try won't help."],
      accountToBeDeleted: ["This account is about to be deleted.", "To keep it, sign in on the page of your account."],
      notSignedIn: ["You are not signed in.", "Sign in, and try again."],
      signInTooOld: ["It has been a while since you signed in.", "Confirm with your passkey, and repeat this."],
      wrongAccount: ["This passkey belongs to another account.", "Use a passkey of the account that this is about."],
      notSupported: ["This browser can't use passkeys here.", "Use another browser or device."],
      insecureContext: ["Passkeys need a secure connection.", "Open this page with https."],
      wrongDomain: ["Passkeys can't be used at this address.", "Open this page at its usual address."],
      originNotAllowed: ["This application isn't set up correctly.", "Tell the people who run it. Another try won't help."],
      misconfigured: ["This application isn't set up correctly.", "Tell the people who run it. Another try won't help."],
      timedOut: ["This took too long.", "Try again. If it happens again, turn off the password manager."],
      network: ["The server can't be reached.", "Check the connection, and try again."],
      server: ["The server didn't accept this.", "Try again. If it happens again, contact support."],
    },
    situations: {
      notCreated: ["No passkey was created.", "Try again when you are ready. Nothing was saved."],
      unfocused: ["The browser didn't ask for a passkey.", "Click the button again."],
      deviceTrouble: ["The device couldn't use a passkey just now.", "Try again. If it happens again, restart the browser."],
      otherRequest: ["Another passkey request of this page is open.", "Close it, and try again."],
      noPIN: ["The security key has no PIN.", "Set a PIN for it, or use another device."],
      email: ["The email address is missing or not valid.", "Check it, and try again."],
      username: ["The username is missing or not valid.", "Check it, and try again."],
      phoneNumber: ["The phone number is missing or not valid.", "Enter it with the country code, and try again."],
      noIdentifier: ["There is nothing to sign in with.", "Enter an email address or a username, and try again."],
      signUpDisabled: ["New accounts can't be created here.", "Sign in, or ask for an invitation."],
      lastPasskey: ["This is the account's only passkey.", "Add another one before you remove it."],
      passkeyTooNew: ["This passkey is too new for that.", "Use one that you have had for three days."],
      lastSettledPasskey: ["This is the only passkey that you have had for three days.", "Remove it when another one is as old."],
      confirmationRequired: ["This needs a passkey that you have had for three days.", "Sign in with one, and repeat this."],
      tooManyPasskeys: ["The account has too many passkeys.", "Remove one first."],
      expired: ["This took too long.", "Try again."],
      tooManyRequests: ["There were too many attempts.", "Wait a minute, and try again."],
      serverTrouble: ["The server has a problem.", "Try again in a moment."],
      unreadable: ["Something other than the server responded.", "Check the connection, and try again."],
    },
  },
  de: {
    reasons: {
      canceled: ["Es wurde kein Passkey verwendet.",
        "Versuchen Sie es erneut. Wurde keiner angeboten, hat dieses Gerät keinen für dieses Konto."],
      aborted: ["Der Vorgang wurde beendet.", "Versuchen Sie es erneut."],
      noPasskeyHere: ["Hier gibt es keinen Passkey für dieses Konto.",
        "Verwenden Sie einen anderen Passkey, oder legen Sie ein Konto an."],
      alreadyRegistered: ["Dieses Gerät hat schon einen Passkey für dieses Konto.", "Verwenden Sie diesen."],
      accountExists: ["Dieses Konto gibt es schon.", "Melden Sie sich an."],
      invalidProfile: ["Eine der Angaben geht so nicht.", "Prüfen Sie Ihre Eingabe, und versuchen Sie es erneut."],
      accountBlocked: ["Dieses Konto ist gesperrt.", "Fragen Sie den Support nach dem Grund. Ein neuer Versuch hilft nicht."],
      accountToBeDeleted: ["Dieses Konto wird bald gelöscht.",
        "Um es zu behalten, melden Sie sich auf der Seite Ihres Kontos an."],
      notSignedIn: ["Sie sind nicht angemeldet.", "Melden Sie sich an, und versuchen Sie es erneut."],
      signInTooOld: ["Ihre Anmeldung liegt eine Weile zurück.", "Bestätigen Sie mit Ihrem Passkey, und wiederholen Sie das."],
      wrongAccount: ["Dieser Passkey gehört zu einem anderen Konto.",
        "Verwenden Sie einen Passkey des Kontos, um das es geht."],
      notSupported: ["Dieser Browser kann hier keine Passkeys verwenden.",
        "Verwenden Sie einen anderen Browser oder ein anderes Gerät."],
      insecureContext: ["Passkeys brauchen eine sichere Verbindung.", "Öffnen Sie diese Seite mit https."],
      wrongDomain: ["Unter dieser Adresse funktionieren Passkeys nicht.", "Öffnen Sie die Seite unter ihrer üblichen Adresse."],
      originNotAllowed: ["Diese Anwendung ist nicht richtig eingerichtet.",
        "Sagen Sie es denen, die sie betreiben. Ein neuer Versuch hilft nicht."],
      misconfigured: ["Diese Anwendung ist nicht richtig eingerichtet.",
        "Sagen Sie es denen, die sie betreiben. Ein neuer Versuch hilft nicht."],
      timedOut: ["Das hat zu lange gedauert.",
        "Versuchen Sie es erneut. Hilft das nicht, schalten Sie den Passwortmanager aus."],
      network: ["Der Server ist nicht erreichbar.", "Prüfen Sie die Verbindung, und versuchen Sie es erneut."],
      server: ["Der Server hat das nicht angenommen.",
        "Versuchen Sie es erneut. Hilft das nicht, wenden Sie sich an den Support."],
    },
    situations: {
      notCreated: ["Es wurde kein Passkey erstellt.", "Versuchen Sie es erneut, wenn Sie so weit sind. Gespeichert wurde nichts."],
      unfocused: ["Der Browser hat nicht nach einem Passkey gefragt.", "Drücken Sie noch einmal auf den Knopf."],
      deviceTrouble: ["Das Gerät konnte gerade keinen Passkey verwenden.",
        "Versuchen Sie es erneut. Hilft das nicht, starten Sie den Browser neu."],
      otherRequest: ["Auf dieser Seite ist noch eine andere Passkey-Abfrage offen.",
        "Schließen Sie sie, und versuchen Sie es erneut."],
      noPIN: ["Der Sicherheitsschlüssel hat keine PIN.", "Legen Sie eine PIN fest, oder verwenden Sie ein anderes Gerät."],
      email: ["Die E-Mail-Adresse fehlt oder ist nicht gültig.", "Prüfen Sie sie, und versuchen Sie es erneut."],
      username: ["Der Benutzername fehlt oder ist nicht gültig.", "Prüfen Sie ihn, und versuchen Sie es erneut."],
      phoneNumber: ["Die Telefonnummer fehlt oder ist nicht gültig.",
        "Geben Sie sie mit Ländervorwahl an, und versuchen Sie es erneut."],
      noIdentifier: ["Es fehlt eine Angabe, mit der Sie sich anmelden können.",
        "Geben Sie eine E-Mail-Adresse oder einen Benutzernamen an, und versuchen Sie es erneut."],
      signUpDisabled: ["Hier können keine neuen Konten angelegt werden.",
        "Melden Sie sich an, oder bitten Sie um eine Einladung."],
      lastPasskey: ["Das ist der einzige Passkey des Kontos.", "Fügen Sie einen anderen hinzu, bevor Sie ihn entfernen."],
      passkeyTooNew: ["Dieser Passkey ist dafür zu neu.", "Nehmen Sie einen, den Sie seit drei Tagen haben."],
      lastSettledPasskey: ["Nur diesen Passkey haben Sie seit drei Tagen.", "Entfernen Sie ihn, wenn ein anderer so alt ist."],
      confirmationRequired: ["Das braucht einen Passkey, den Sie seit drei Tagen haben.", "Melden Sie sich mit ihm an, und wiederholen Sie das."],
      tooManyPasskeys: ["Das Konto hat zu viele Passkeys.", "Entfernen Sie zuerst einen."],
      expired: ["Das hat zu lange gedauert.", "Versuchen Sie es erneut."],
      tooManyRequests: ["Das waren zu viele Versuche.", "Warten Sie eine Minute, und versuchen Sie es erneut."],
      serverTrouble: ["Der Server hat ein Problem.", "Versuchen Sie es gleich noch einmal."],
      unreadable: ["Statt des Servers hat etwas anderes geantwortet.",
        "Prüfen Sie die Verbindung, und versuchen Sie es erneut."],
    },
  },
};

// The language of the page's client, if it has the option.
export const chosen = {};

/** The texts in the language of the client's option, of the page, or of the browser: the first of them that there is. */
export function currentTexts() {
  const wanted = [chosen.language, globalThis.document?.documentElement?.lang, ...globalThis.navigator?.languages ?? []];
  const known = wanted.map((tag) => tag?.toLowerCase().split("-")[0]).find((language) => Object.hasOwn(LANGUAGES, language));
  return LANGUAGES[known ?? "en"];
}
