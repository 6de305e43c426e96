// SPDX-License-Identifier: Apache-2.0

extension Strings {
    static let german = Strings(
        date: { "\($0.day). \($0.month(from: GermanNames.months)) \($0.year)" },
        general: General(
            continuing: "Weiter", notNow: "Jetzt nicht", optional: "optional", cancel: "Abbrechen",
            reference: "Referenz", back: { "Zurück zu \($0)" },
            runBy: { "Fragen? Wenden Sie sich an den Betreiber von \($0)." },
            needsScript: Message(
                "JavaScript ist ausgeschaltet.",
                remedy:
                    "Passkeys brauchen es: Nur ein Skript kann Ihr Gerät fragen. Schalten Sie es für diese Seite ein und "
                    + "laden Sie neu."),
            continueTo: { "um \($0) zu nutzen" }),
        signIn: SignIn(
            title: "Anmelden", forAccount: "um Ihr Konto zu sehen und zu ändern",
            forDevice: "um Ihr Gerät zu verbinden", button: "Mit Passkey anmelden",
            hint: "Ihr Gerät fragt nach Fingerabdruck, Gesicht oder PIN.",
            missingPasskey: "Passkey nicht zur Hand?", otherDevice: "Anderes Gerät verwenden",
            otherDeviceHint:
                "Scannen Sie einen Code mit dem Smartphone, das Ihren Passkey hat, oder nehmen Sie einen "
                + "Sicherheitsschlüssel.",
            support: "Hilfe bekommen", signUpQuestion: "Neu hier?", signUp: "Konto anlegen"),
        signUp: SignUp(
            title: "Konto anlegen", email: "E-Mail-Adresse", phone: "Telefonnummer",
            phoneHint: "Mit Ländervorwahl, zum Beispiel +49 30 901820.", alternativesHint: "Eine Angabe genügt.",
            username: "Benutzername", name: "Name",
            alternatives: { joined($0, by: "oder") }, signInQuestion: "Sie haben schon ein Konto?", signIn: "Anmelden",
            accountExists: Message("Dafür gibt es schon ein Konto.", remedy: "Melden Sie sich stattdessen an."),
            changeAddress: "Ändern",
            profileTitle: "Wie dürfen wir Sie nennen?", profileLead: "Das können Sie jederzeit ändern.",
            nameHint: "Vor- und Nachname, oder einfach Ihr Rufname.", save: "Speichern und weiter"),
        passkey: Passkey(
            createTitle: "Passkey erstellen?",
            createLead: "Mit einem Passkey melden Sie sich an, wie Sie dieses Gerät entsperren – ganz ohne Passwort.",
            forAccount: { "Für \($0)" },
            benefits: [
                Message("Schnell", remedy: "Ein Blick oder eine Berührung genügt."),
                Message("Sicher", remedy: "Er gilt nur für diese Seite. Gefälschte Seiten gehen leer aus."),
                Message("Privat", remedy: "Fingerabdruck und Gesicht bleiben auf Ihrem Gerät."),
            ],
            create: "Weiter",
            skipHint:
                "Dann ist dieser Browser der einzige Weg in Ihr Konto: Sobald Sie hier abgemeldet sind, kommen Sie nicht "
                + "mehr hinein. Bis dahin können Sie in Ihrem Konto einen Passkey hinzufügen.",
            addTitle: "Nächstes Mal schneller anmelden?",
            addLead:
                "Sie haben sich mit einem anderen Gerät angemeldet. Mit einem Passkey auf diesem Gerät brauchen Sie "
                + "das andere nicht mehr.",
            add: "Passkey hier hinzufügen", requiredTitle: "Zuerst einen Passkey hinzufügen",
            requiredLead:
                "Die App möchte, dass Sie sich noch einmal anmelden, und Ihr Konto hat noch keinen Passkey. Fügen "
                + "Sie einen hinzu, und melden Sie sich dann damit an."),
        password: .german, newPassword: .german, reset: .german,
        codes: .german, review: .german, notice: .german,
        selection: Selection(
            title: "Konto auswählen", proceed: { "Weiter als \($0)" }, open: { "Konto von \($0) öffnen" },
            another: "Anderes Konto verwenden",
            anotherHint: "Mit einem anderen Passkey anmelden.",
            onlyWayIn: Message(
                "Dieser Browser ist der einzige Weg in dieses Konto.",
                remedy:
                    "Es hat keinen Passkey. Wenn Sie sich hier mit einem anderen Konto anmelden, kommen Sie in dieses "
                    + "nicht mehr hinein. Fügen Sie ihm zuerst in Ihrem Konto einen Passkey hinzu."),
            confirmTitle: { "Weiter in \($0)?" },
            confirmLead:
                "Eine Anwendung auf diesem Gerät möchte sich für Sie anmelden. Fahren Sie nur fort, wenn Sie das gerade dort "
                + "begonnen haben. Schließen Sie sonst diese Seite."),
        consent: Consent(
            title: { "\($0) Zugriff erlauben?" }, lead: { "\($0) möchte:" },
            signedInAs: { "Angemeldet als \($0)" }, redirect: { "Danach geht es weiter zu \($0)" },
            allow: "Erlauben", deny: "Nicht erlauben",
            scopes: [
                "openid": Message(
                    "Sie wiedererkennen", remedy: "Die App erhält eine Kennung Ihres Kontos, nie Ihren Passkey."),
                "profile": Message("Ihr Profil sehen", remedy: "Ihr Name und Ihr Bild."),
                "email": Message("Ihre E-Mail-Adresse sehen", remedy: "Und ob sie bestätigt ist."),
                "phone": Message("Ihre Telefonnummer sehen", remedy: "Und ob sie bestätigt ist."),
                "address": Message("Ihre Postanschrift sehen", remedy: ""),
                "online_access": Message(
                    "Angemeldet bleiben", remedy: "Der Zugriff bleibt, bis Sie sich hier abmelden."),
                "offline_access": Message(
                    "Angemeldet bleiben", remedy: "Der Zugriff bleibt, auch wenn Sie nicht da sind."),
            ],
            revocable: "Das können Sie in Ihrem Konto jederzeit zurücknehmen."),
        device: Device(
            title: "Gerät verbinden", lead: "Geben Sie den Code ein, den Ihr Fernseher oder ein anderes Gerät zeigt.",
            code: "Code", confirmTitle: "Ist das Ihr Gerät?",
            confirmLead: { "\($0) möchte sich mit Ihrem Konto anmelden." },
            sameCode: "Ihr Gerät muss diesen Code zeigen:",
            warning: Message(
                "Fahren Sie nur fort, wenn das Gerät mit diesem Code vor Ihnen steht.",
                remedy: "Hat Ihnen jemand den Code geschickt, will er in Ihr Konto."),
            allow: "Ja, verbinden", deny: "Nein, abbrechen", doneTitle: "Ihr Gerät ist verbunden",
            doneLead: "Sie können dort weitermachen und diese Seite schließen.",
            deniedTitle: "Das Gerät wurde nicht verbunden",
            deniedLead: "Niemand hat Zugriff erhalten. Sie können diese Seite schließen."),
        logout: Logout(
            title: "Abmelden?", lead: { "Angemeldet als \($0)." },
            asked: { "\($0) möchte Sie abmelden. Sie sind als \($1) angemeldet." }, confirm: "Abmelden",
            confirmLoss: "Abmelden und Konto verlieren",
            stay: "Angemeldet bleiben", doneTitle: "Sie sind abgemeldet", doneLead: "Sie können diese Seite schließen.",
            backTo: { "Zurück zu \($0)" }),
        account: GermanNames.account, accountPassword: .german, addresses: .german,
        deviceKeys: .german, deletion: .german,
        setUp: SetUp(
            title: "Server einrichten",
            lead: "Sie werden jetzt Eigentümer dieses Servers. Nur mit Ihrem Passkey kommen Sie hier hinein.",
            code: "Einmalcode", codeHint: "Er steht im Terminal, in dem der Server gestartet wurde.",
            create: "Passkey erstellen", finishedTitle: "Dieser Server ist eingerichtet",
            finishedLead:
                "Er hat einen Eigentümer, hier ist nichts mehr zu tun. Sind Sie es, dann öffnen Sie Ihr Konto.",
            codeMismatch: Message(
                "Das ist nicht der aktuelle Code.",
                remedy: "Vergleichen Sie ihn mit dem Terminal. Jeder Start des Servers zeigt einen neuen."),
            codeExpired: Message(
                "Dieser Code ist abgelaufen.",
                remedy: "Führen Sie auf dem Server thumbturn setup aus. Das zeigt einen neuen."),
            identifierMalformed: Message(
                "Das ist keine vollständige E-Mail-Adresse und kein Benutzername.",
                remedy: "Prüfen Sie Ihre Eingabe, und versuchen Sie es erneut."),
            accountExists: Message(
                "Dafür gibt es schon ein Konto.", remedy: "Nehmen Sie für das Konto des Eigentümers etwas anderes.")),
        home: GermanNames.home,
        invitation: GermanNames.invitation, script: ScriptMessages(GermanNames.script),
        response: Response(title: "Einen Moment …", lead: { "Es geht zurück zu \($0)." }),
        address: Address(
            title: "Unter dieser Adresse funktionieren Passkeys nicht",
            lead:
                "Passkeys gehören zu einem Namen, und diese Adresse ist eine Nummer. Der Server hat auf diesem Rechner "
                + "einen Namen.",
            open: { "\($0) öffnen" }),
        callback: GermanNames.callback, nextSteps: GermanNames.nextSteps,
        errors: GermanNames.errors, mails: .german, mailNotices: .german,
        textMessages: .german)
}

private enum GermanNames {
    static let months = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
        "Dezember",
    ]

    static let account = Strings.Account(
        title: "Ihr Konto", passkeys: "Passkeys", passkeysLead: "Mit jedem davon können Sie sich anmelden.",
        unnamed: "Passkey", noPasskeys: "Sie haben noch keinen Passkey.",
        onlyWayIn: Strings.Message(
            "Dieser Browser ist der einzige Weg in Ihr Konto.",
            remedy:
                "Es hat keinen Passkey. Sobald Sie hier abgemeldet sind, kommen Sie nicht mehr hinein. Fügen Sie jetzt "
                + "einen hinzu."),
        provider: { "Gespeichert in \($0)" },
        created: { "Erstellt am \($0)" }, lastUsed: { "Zuletzt genutzt am \($0)" }, neverUsed: "Noch nie genutzt",
        thisDevice: "Hiermit angemeldet", synced: "Synchronisiert", deviceBound: "Nur auf einem Gerät",
        rename: "Umbenennen", renameLabel: { "\($0) umbenennen" }, newName: "Neuer Name", save: "Speichern",
        remove: "Entfernen", removeLabel: { "\($0) entfernen" }, removeQuestion: { "\($0) entfernen?" },
        removesHere: "Sie können sich damit nicht mehr anmelden. Sitzungen, die er geöffnet hat, enden.",
        removesSynced:
            "Er gilt auf keinem Gerät mehr, mit dem er synchronisiert ist. Manche Geräte löschen ihn von selbst.",
        removesDeviceBound: "Er bleibt auf seinem Gerät, bis Sie ihn dort löschen, öffnet aber nichts mehr.",
        onlyPasskey: "Nur dieser öffnet Ihr Konto. Fügen Sie auf einem zweiten Gerät einen hinzu, damit Sie sich nicht "
            + "aussperren, wenn Sie eines verlieren.",
        youngPasskeys:
            "Ein Passkey, den Sie in den letzten drei Tagen hinzugefügt haben, kann einen älteren noch nicht "
            + "ersetzen.",
        youngSession: Strings.Message(
            "Sie haben sich mit einem Passkey angemeldet, der in den letzten drei Tagen hinzugefügt wurde.",
            remedy: "Um Passkeys hinzuzufügen oder zu entfernen, melden Sie sich mit einem älteren an."),
        weakSession: Strings.Message(
            "Mit dieser Anmeldung können Sie keinen Passkey hinzufügen.",
            remedy:
                "Melden Sie sich mit einem Passkey an, der seit drei Tagen zum Konto gehört. "
                + "Wenn Sie gerade ein neues Passwort gewählt haben, geht es nach drei Tagen."),
        add: "Passkey hinzufügen", browserOn: { "\($0) auf \($1)" },
        full: "Sie haben 20 Passkeys, mehr geht nicht. Entfernen Sie einen, bevor Sie einen neuen hinzufügen.",
        sessions: "Sitzungen", sessionsLead: "Browser, in denen Sie angemeldet sind.",
        thisBrowser: "Dieser Browser", signedIn: { "Angemeldet: \($0)" }, lastActive: { "Aktiv: \($0)" },
        signOut: "Abmelden", signOutLabel: { "\($0) abmelden" }, signOutOthers: "Überall sonst abmelden",
        olderSessions: { "Ältere Sitzungen, die hier nicht stehen: \($0)" },
        olderSignIns: { "Ältere Anmeldungen in Apps und auf Geräten, die hier nicht stehen: \($0)" },
        applications: Strings.Account.Section(
            title: "Verbundene Apps", lead: "Sie können für Sie handeln, bis Sie sie trennen."),
        devices: Strings.Account.Section(
            title: "Verbundene Geräte", lead: "Geräte ohne Browser, die Sie mit einem Code zugelassen haben."),
        allowed: { "Verbunden: \($0)" }, revoke: "Trennen", revokeLabel: { "\($0) trennen" }, profile: "Profil",
        name: "Name", verified: "Bestätigt", unverified: "Nicht bestätigt", notices: notices)

    static let notices = Strings.Notices(
        setUp: Strings.Message(
            "Ihr Server ist eingerichtet.", remedy: "Das ist Ihr Konto. Der Server gehört Ihnen."),
        passkeyAdded: Strings.Message("Passkey hinzugefügt.", remedy: "Ab jetzt können Sie sich damit anmelden."),
        passkeyRenamed: Strings.Message("Passkey umbenannt.", remedy: ""),
        passkeyRemoved: Strings.Message("Passkey entfernt.", remedy: "Er funktioniert hier nicht mehr."),
        passwordSet: Strings.Message("Passwort gespeichert.", remedy: "Ab jetzt können Sie sich damit anmelden."),
        passwordRemoved: Strings.Message("Passwort entfernt.", remedy: "Jetzt melden nur Ihre Passkeys Sie an."),
        passwordRestored: Strings.Message(
            "Passwort zurückgeholt.", remedy: "Sie können sich wieder damit anmelden."),
        passkeysOnly: Strings.Message(
            "Jetzt gelten nur Passkeys.", remedy: "Das Passwort bleibt gespeichert, meldet aber niemanden an."),
        passwordAllowed: Strings.Message(
            "Passwort wieder erlaubt.", remedy: "Sie können sich wieder damit anmelden."),
        addressConfirmed: Strings.Message(
            "Bestätigt.", remedy: "Ab jetzt erfahren Sie dort von Änderungen an Ihrem Konto."),
        addressAdded: Strings.Message("Bestätigt.", remedy: "Unten sehen Sie, ab wann sie gilt."),
        addressChanged: Strings.Message(
            "Geändert und bestätigt.", remedy: "Die alte erfährt noch ein paar Tage von Änderungen an Ihrem Konto."),
        sessionEnded: Strings.Message("Dort abgemeldet.", remedy: "Der andere Browser muss sich neu anmelden."),
        otherSessionsEnded: Strings.Message(
            "Überall sonst abgemeldet.",
            remedy: "Nur dieser Browser ist noch angemeldet. Apps und Geräte brauchen Ihre Zustimmung noch einmal."),
        newerSessionsEnded: Strings.Message(
            "Abgemeldet, wo Sie sich zuletzt angemeldet haben.",
            remedy:
                "Was älter als drei Tage ist, bleibt angemeldet. Um auch das zu beenden, melden Sie sich mit einem Passkey "
                + "an, den Sie so lange haben."),
        clientDisconnected: Strings.Message("App getrennt.", remedy: "Der Zugriff auf Ihr Konto ist beendet."),
        deviceDisconnected: Strings.Message("Gerät getrennt.", remedy: "Es muss Sie erneut fragen."),
        accountKept: Strings.Message(
            "Ihr Konto bleibt.", remedy: "Apps, die abgemeldet wurden, brauchen Ihre Zustimmung noch einmal."),
        profileSaved: Strings.Message(
            "Profil gespeichert.", remedy: "Apps sehen die Änderung bei Ihrer nächsten Anmeldung."))

    static let home = Strings.Home(
        title: { "Ihr Konto bei \($0)" },
        lead: "Sehen Sie, welche Passkeys Ihr Konto öffnen, wo Sie angemeldet sind und welche Apps Zugriff haben.",
        signIn: "Anmelden", account: "Zu Ihrem Konto", device: "Gerät verbinden",
        demo: "Beispielanwendung öffnen", newTitle: "Dieser Server ist noch nicht eingerichtet",
        newLead:
            "Das Terminal, in dem er gestartet wurde, zeigt eine Adresse mit einem Einmalcode. Öffnen Sie sie, um das "
            + "Konto des Eigentümers anzulegen.",
        newCode: { "Der Code gilt eine Stunde. Einen neuen zeigt \($0) auf dem Server." },
        enterCode: "Code eingeben", developers: "Für Entwickler", issuer: { "Der Issuer ist \($0)." },
        discovery: "Die Metadaten des OpenID-Providers", description: "Die Schnittstelle, als OpenAPI",
        readiness: "Ob der Server bereit ist",
        mailbox: "Postfach",
        mailboxLead: "Diese E-Mails sind auf diesem Rechner geblieben und wurden nicht verschickt.",
        mailboxEmpty: "Noch wurde keine E-Mail geschrieben. Was dieser Server verschicken würde, erscheint hier.")

    static let callback = Strings.Callback(
        title: "Die Anmeldung hat geklappt", signedIn: { "\($0) ist bei \($1) angemeldet." },
        ended: { "Jemand hat sich bei \($0) angemeldet." },
        code: "Die Anwendung erhält diesen Code. Er gilt einmal und für eine Minute:",
        exchange: "Damit holt sie sich die Tokens:",
        exchangeHint: { "\($0) ist der Text, aus dem die Anwendung die code_challenge gebildet hat." },
        failureTitle: "Die Anmeldung hat nicht geklappt",
        failureLead: "Statt eines Codes erhält die Anwendung diesen Fehler:", unknownTitle: "Hier ist keine App",
        unknownLead: "Eine Anmeldung endete auf dieser Seite, die nichts damit anfängt. Gehen Sie zurück zur App, und "
            + "versuchen Sie es noch einmal.")

    static let nextSteps = Strings.NextSteps(
        title: "Nächste Schritte", add: "Ihre Anwendung hinzufügen",
        addDetail: {
            "\($0) gibt ihre Client-ID aus, und was Sie in sie einfügen. Von dort führen die Anleitungen in docs/guides weiter."
        },
        tryOut: "Eine Anmeldung ausprobieren",
        tryDetail: "Als Nutzer einer Anwendung, bis zum Code und dem Befehl, der ihn eintauscht.",
        trySignOut: "Melden Sie sich hier ab und mit Ihrem Passkey wieder an.", second: "Zweiten Passkey hinzufügen",
        secondDetail: "Auf einem anderen Gerät, damit Sie sich nicht aussperren, wenn Sie eines verlieren.")

    static let invitation = Strings.Invitation(
        title: "Passkey hinzufügen",
        lead:
            "Sie sind eingeladen, Ihrem Konto einen Passkey hinzuzufügen. Ihr Gerät fragt nach Fingerabdruck, Gesicht "
            + "oder PIN. Sie müssen nichts eintippen.",
        existingTitle: "Damit kann man sich schon in Ihrem Konto anmelden",
        existingLead: "Kommt Ihnen etwas davon fremd vor? Dann hat es vielleicht jemand anderes hinzugefügt. Entfernen "
            + "Sie es, sonst kann er Ihr Konto nutzen.",
        removeExisting: "Alles davon entfernen, wenn ich meinen Passkey hinzufüge", add: "Passkey hinzufügen",
        passkey: "Ein Passkey", namedPasskey: "Der Passkey „{name}“", created: "hinzugefügt am {date}",
        device: "mit {device}", lastUsed: "zuletzt genutzt am {date}", neverUsed: "noch nie genutzt",
        sessions: "Angemeldete Geräte und Apps: {count}", deviceKey: "Ein Geräteschlüssel von {device}",
        unverified: "{identifier}, nicht bestätigt",
        incomplete: Strings.Message(
            "Der Link ist unvollständig.", remedy: "Öffnen Sie ihn genau so, wie Sie ihn erhalten haben."),
        expired: Strings.Message("Diese Einladung ist abgelaufen.", remedy: "Bitten Sie um eine neue."),
        consumed: Strings.Message(
            "Diese Einladung wurde schon benutzt.",
            remedy: "Waren Sie es, melden Sie sich mit Ihrem Passkey an. Wenn nicht, bitten Sie um eine neue."),
        accountBlocked: Strings.Message(
            "Dieses Konto ist gesperrt.", remedy: "Fragen Sie, wer Sie eingeladen hat."),
        accountToBeDeleted: Strings.Message(
            "Dieses Konto wird bald gelöscht.", remedy: "Fragen Sie, wer Sie eingeladen hat."),
        accountUnknown: Strings.Message(
            "Dieses Konto gibt es nicht mehr.", remedy: "Fragen Sie, wer Sie eingeladen hat."),
        done: Strings.Message("Ihr Passkey ist bereit.", remedy: "Ab jetzt können Sie sich damit anmelden."),
        account: "Zu Ihrem Konto")

    static let script = Strings.Script(
        waiting: "Warten auf Ihr Gerät …", reference: "Referenz",
        notSignedIn: Strings.Message(
            "Es wurde kein Passkey genutzt.",
            remedy:
                "Der Vorgang wurde abgebrochen, oder dieses Gerät hat keinen Passkey für diese Seite. Versuchen Sie es erneut oder mit "
                + "einem anderen Gerät."),
        notCreated: Strings.Message(
            "Es wurde kein Passkey erstellt.",
            remedy: "Der Vorgang wurde abgebrochen oder hat zu lange gedauert. Sie können es erneut versuchen."),
        timedOut: Strings.Message(
            "Das hat zu lange gedauert.", remedy: "Ihr Gerät hat nicht rechtzeitig reagiert. Versuchen Sie es erneut."),
        alreadyRegistered: Strings.Message(
            "Dieses Gerät hat Ihren Passkey schon.",
            remedy: "Melden Sie sich damit an. Für einen weiteren nehmen Sie ein anderes Gerät."),
        unknownPasskey: Strings.Message(
            "Dieser Passkey ist hier nicht bekannt.",
            remedy:
                "Vielleicht wurde er aus Ihrem Konto entfernt. Löschen Sie ihn auf Ihrem Gerät, und wählen Sie einen anderen."
        ),
        wrongDomain: Strings.Message(
            "An dieser Adresse funktionieren Passkeys nicht.",
            remedy: "Öffnen Sie die Seite unter der gewohnten Adresse, oder sagen Sie dem Betreiber Bescheid."),
        unsupported: Strings.Message(
            "Dieser Browser unterstützt keine Passkeys.",
            remedy: "Aktualisieren Sie ihn, oder nehmen Sie Safari, Chrome, Edge oder Firefox."),
        insecure: Strings.Message(
            "Diese Verbindung ist nicht sicher.",
            remedy: "Browser erlauben Passkeys nur mit https. Prüfen Sie die Adresse."),
        keyWithoutPIN: Strings.Message(
            "Ihr Sicherheitsschlüssel hat noch keine PIN.",
            remedy: "Legen Sie sie in den Systemeinstellungen fest, und versuchen Sie es erneut."),
        expired: Strings.Message(
            "Diese Seite ist abgelaufen.", remedy: "Laden Sie sie neu, und versuchen Sie es erneut."),
        tooMany: Strings.Message("Zu viele Versuche.", remedy: "Warten Sie eine Minute, und versuchen Sie es erneut."),
        rejected: Strings.Message(
            "Dieser Passkey wurde nicht angenommen.",
            remedy: "Versuchen Sie es erneut. Klappt es wieder nicht, nehmen Sie einen anderen Passkey."),
        accountBlocked: Strings.Message(
            "Ihr Konto ist gesperrt.", remedy: "Fragen Sie den Betreiber. Ein anderer Passkey hilft nicht."),
        otherAccount: Strings.Message(
            "Dieser Passkey gehört zu einem anderen Konto.",
            remedy: "Wählen Sie den Passkey des eingegebenen Kontos, oder leeren Sie das Feld."),
        tooManyPasskeys: Strings.Message(
            "Ihr Konto hat 20 Passkeys, mehr geht nicht.", remedy: "Entfernen Sie zuerst einen in Ihrem Konto."),
        network: Strings.Message(
            "Der Server ist nicht erreichbar.", remedy: "Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut."),
        server: Strings.Message(
            "Bei uns ist etwas schiefgegangen.",
            remedy: "Versuchen Sie es gleich noch einmal. Wenn Sie um Hilfe bitten, nennen Sie die Referenz."))

    static let errors = Strings.Errors(
        invalidRequest: Strings.Message(
            "Diese Anfrage ist nicht gültig.",
            remedy: "Gehen Sie zurück zur App, und melden Sie sich von dort noch einmal an."),
        expired: Strings.Message(
            "Diese Anmeldung ist abgelaufen.",
            remedy: "Sie war zu lange offen oder begann in einem anderen Browser. Beginnen Sie in der App von vorn."),
        unknownClient: Strings.Message(
            "Diese App ist hier nicht bekannt.",
            remedy: "Prüfen Sie den Link. Wenn es Ihre App ist, prüfen Sie ihre Client-ID."),
        redirectMismatch: Strings.Message(
            "Diese App möchte zu einer Adresse, die für sie nicht hinterlegt ist.",
            remedy: "Zu Ihrem Schutz geht es hier nicht weiter. Wenn es Ihre App ist, tragen Sie die Redirect-URI ein."),
        notFound: Strings.Message(
            "Diese Seite gibt es nicht.", remedy: "Prüfen Sie die Adresse, oder gehen Sie zurück."),
        tooMany: Strings.Message("Zu viele Versuche.", remedy: "Warten Sie eine Minute, und versuchen Sie es erneut."),
        unavailable: Strings.Message("Der Dienst ist ausgelastet.", remedy: "Versuchen Sie es gleich noch einmal."),
        server: Strings.Message(
            "Bei uns ist etwas schiefgegangen.",
            remedy: "Versuchen Sie es gleich noch einmal. Wenn Sie um Hilfe bitten, nennen Sie die Referenz."),
        codeUnknown: Strings.Message(
            "Dieser Code ist nicht gültig.",
            remedy: "Prüfen Sie ihn, oder holen Sie einen neuen: Codes laufen schnell ab."),
        linkUnusable: Strings.Message(
            "Dieser Link gilt nicht mehr.",
            remedy: "Ein Link gilt einmal, eine Stunde lang. Fordern Sie dort, wo Sie sich anmelden, einen neuen an."),
        codeUsed: Strings.Message(
            "Dieser Code wurde schon benutzt.", remedy: "Holen Sie auf Ihrem Gerät einen neuen."),
        forbidden: Strings.Message(
            "Das geht mit diesem Konto nicht.",
            remedy: "Melden Sie sich mit einem anderen an, oder fragen Sie den Betreiber."),
        fieldRequired: "Bitte ausfüllen.", malformed: "Bitte ohne Zeichen, die die Schreibrichtung ändern.",
        emailMalformed: "Das ist keine vollständige E-Mail-Adresse.",
        phoneMalformed: "Beginnen Sie mit + und der Ländervorwahl.",
        usernameMalformed: "Weniger Zeichen verwenden, und nur Buchstaben, Ziffern und . _ -",
        identifierTaken: "Dafür gibt es schon ein Konto. Melden Sie sich stattdessen an.",
        oneIdentifier: "Füllen Sie mindestens eines davon aus.", nameTooLong: "Das ist zu lang.")
}
