// SPDX-License-Identifier: Apache-2.0

extension Strings {
    static let english = Strings(
        date: { "\($0.month(from: EnglishNames.months)) \($0.day), \($0.year)" },
        general: General(
            continuing: "Continue", notNow: "Not now", optional: "optional", cancel: "Cancel", reference: "Reference",
            back: { "Back to \($0)" }, runBy: { "Questions? Ask whoever runs \($0)." },
            needsScript: Message(
                "JavaScript is turned off.",
                remedy:
                    "Passkeys need it: only a script can ask your device. Turn it on for this site and reload the page."
            ),
            continueTo: { "to continue to \($0)" }),
        signIn: SignIn(
            title: "Sign in", forAccount: "to see and change your account", forDevice: "to connect your device",
            button: "Sign in with a passkey",
            hint: "Your device asks for your fingerprint, your face or its PIN.",
            missingPasskey: "Don’t have your passkey here?", otherDevice: "Use another device",
            otherDeviceHint: "Scan a code with the phone that has your passkey, or use a security key.",
            support: "Get help", signUpQuestion: "New here?", signUp: "Create an account"),
        signUp: SignUp(
            title: "Create your account", email: "Email address", phone: "Phone number",
            phoneHint: "With the country code, such as +1 555 0100.", alternativesHint: "One of these is enough.",
            username: "Username", name: "Name",
            alternatives: { joined($0.prefix(1) + $0.dropFirst().map { $0.lowercased() }, by: "or") },
            signInQuestion: "Already have an account?", signIn: "Sign in",
            accountExists: Message("There is already an account with this.", remedy: "Sign in instead."),
            changeAddress: "Change this",
            profileTitle: "What should we call you?", profileLead: "You can change this at any time.",
            nameHint: "First and last name, or just what people call you.", save: "Save and continue"),
        passkey: Passkey(
            createTitle: "Create a passkey?",
            createLead: "With a passkey you sign in the way you unlock this device. There is no password to remember.",
            forAccount: { "For \($0)" },
            benefits: [
                Message("Quick", remedy: "One look or one touch, and you are in."),
                Message("Safe", remedy: "It works on this site only, so a fake site can’t steal it."),
                Message("Private", remedy: "Your fingerprint and your face never leave your device."),
            ],
            create: "Continue",
            skipHint:
                "Then this browser is the only way into your account: once you are signed out here, you can’t get back "
                + "in. Until then, you can add a passkey in your account.",
            addTitle: "Sign in faster next time?",
            addLead:
                "You signed in with another device. Add a passkey here, and next time you won’t need the other one.",
            add: "Add a passkey here", requiredTitle: "Add a passkey first",
            requiredLead:
                "The app asks you to sign in again, and your account has no passkey yet. Add one, then sign in "
                + "with it."),
        password: .english, newPassword: .english, reset: .english,
        codes: .english, review: .english, notice: .english,
        selection: Selection(
            title: "Choose an account", proceed: { "Continue as \($0)" },
            open: { "Open the account of \($0)" }, another: "Use another account",
            anotherHint: "Sign in with a different passkey.",
            onlyWayIn: Message(
                "This browser is the only way into this account.",
                remedy:
                    "It has no passkey. If you sign in with another account here, you can’t get back into this one. "
                    + "Add a passkey to it first, in your account."),
            confirmTitle: { "Continue in \($0)?" },
            confirmLead:
                "An application on this device wants to sign in as you. Continue only if you have just started to sign in there. "
                + "Otherwise close this page."),
        consent: Consent(
            title: { "Allow \($0) to access your account?" }, lead: { "\($0) will be able to:" },
            signedInAs: { "Signed in as \($0)" }, redirect: { "You’ll be taken to \($0)" }, allow: "Allow",
            deny: "Don’t allow",
            scopes: [
                "openid": Message("Recognize you", remedy: "It gets an ID for your account, never your passkey."),
                "profile": Message("See your profile", remedy: "Your name and your picture."),
                "email": Message("See your email address", remedy: "And whether it is confirmed."),
                "phone": Message("See your phone number", remedy: "And whether it is confirmed."),
                "address": Message("See your postal address", remedy: ""),
                "online_access": Message("Stay signed in", remedy: "It keeps this access until you sign out here."),
                "offline_access": Message("Stay signed in", remedy: "It keeps this access while you are away."),
            ],
            revocable: "You can remove access in your account at any time."),
        device: Device(
            title: "Connect a device", lead: "Enter the code that your TV, console or other device shows.",
            code: "Code", confirmTitle: "Is this your device?", confirmLead: { "\($0) wants to sign in as you." },
            sameCode: "Your device must show this code:",
            warning: Message(
                "Continue only if the code is on a device in front of you.",
                remedy: "If someone sent it to you, they are trying to get into your account."),
            allow: "Yes, connect it", deny: "No, cancel", doneTitle: "Your device is connected",
            doneLead: "You can go back to it and close this page.", deniedTitle: "The device was not connected",
            deniedLead: "Nobody got access. You can close this page."),
        logout: Logout(
            title: "Sign out?", lead: { "Signed in as \($0)." },
            asked: { "\($0) asks to sign you out. You are signed in as \($1)." }, confirm: "Sign out",
            confirmLoss: "Sign out and lose the account", stay: "Stay signed in",
            doneTitle: "You are signed out", doneLead: "You can close this page.", backTo: { "Back to \($0)" }),
        account: EnglishNames.account, accountPassword: .english, addresses: .english,
        deviceKeys: .english, deletion: .english,
        setUp: SetUp(
            title: "Set up your server",
            lead: "You are about to become its owner. Your passkey is the key to everything here.",
            code: "One-time code", codeHint: "The terminal that started the server shows it.",
            create: "Create your passkey", finishedTitle: "This server is set up",
            finishedLead: "It has an owner, so there is nothing left to do here. If that is you, go to your account.",
            codeMismatch: Message(
                "This is not the current code.",
                remedy: "Compare it with the terminal. Each start of the server shows a new code."),
            codeExpired: Message(
                "This code has expired.", remedy: "Run thumbturn setup on the server, which shows a new one."),
            identifierMalformed: Message(
                "This isn’t a complete email address or user name.", remedy: "Check what you entered, and try again."),
            accountExists: Message(
                "There is already an account with this.", remedy: "Use another one for the owner’s account.")),
        home: EnglishNames.home,
        invitation: EnglishNames.invitation, script: ScriptMessages(EnglishNames.script),
        response: Response(title: "One moment …", lead: { "You are on your way back to \($0)." }),
        address: Address(
            title: "Passkeys don’t work at this address",
            lead: "They belong to a name, and this address is a number. The server has a name on this machine.",
            open: { "Open \($0)" }),
        callback: EnglishNames.callback, nextSteps: EnglishNames.nextSteps,
        errors: EnglishNames.errors, mails: .english, mailNotices: .english,
        textMessages: .english)
}

private enum EnglishNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]

    static let account = Strings.Account(
        title: "Your account", passkeys: "Passkeys", passkeysLead: "Each of these can sign you in.",
        unnamed: "Passkey", noPasskeys: "You have no passkey yet.",
        onlyWayIn: Strings.Message(
            "This browser is the only way into your account.",
            remedy: "It has no passkey. If you sign out, you’ll lose this account. Add a passkey now."),
        provider: { "Saved in \($0)" },
        created: { "Created \($0)" }, lastUsed: { "Last used \($0)" }, neverUsed: "Never used",
        thisDevice: "Signed in with this", synced: "Synced", deviceBound: "One device only", rename: "Rename",
        renameLabel: { "Rename \($0)" }, newName: "New name", save: "Save", remove: "Remove",
        removeLabel: { "Remove \($0)" }, removeQuestion: { "Remove \($0)?" },
        removesHere: "You can’t sign in with it any more, and sessions that it opened end.",
        removesSynced:
            "It stops working on all devices that it is synced to. Some devices delete it automatically.",
        removesDeviceBound: "It stays on its device until you delete it there, but it no longer works here.",
        onlyPasskey:
            "Only this one opens your account. Add another on a second device, so that losing one doesn’t lock you out.",
        youngPasskeys: "A passkey that you added in the last three days can’t replace an older one yet.",
        youngSession: Strings.Message(
            "You signed in with a passkey that was added in the last three days.",
            remedy: "To add or remove passkeys, sign in with an older one."),
        weakSession: Strings.Message(
            "This sign-in can’t add a passkey.",
            remedy:
                "Sign in with a passkey that your account has had for three days. "
                + "If you have just chosen a new password, one can be added after three days."),
        add: "Add a passkey", browserOn: { "\($0) on \($1)" },
        full: "You’ve reached the limit of 20 passkeys. Remove one before you add another.", sessions: "Sessions",
        sessionsLead: "The browsers where you are signed in.", thisBrowser: "This browser",
        signedIn: { "Signed in \($0)" }, lastActive: { "Active \($0)" }, signOut: "Sign out",
        signOutLabel: { "Sign out \($0)" }, signOutOthers: "Sign out everywhere else",
        olderSessions: { "Older sessions that are not listed: \($0)" },
        olderSignIns: { "Older sign-ins in apps and on devices that are not listed: \($0)" },
        applications: Strings.Account.Section(
            title: "Connected apps", lead: "They can act for you until you disconnect them."),
        devices: Strings.Account.Section(
            title: "Connected devices", lead: "Devices without a browser that you let in with a code."),
        allowed: { "Connected \($0)" },
        revoke: "Disconnect", revokeLabel: { "Disconnect \($0)" }, profile: "Profile", name: "Name",
        verified: "Confirmed", unverified: "Not confirmed", notices: notices)

    static let notices = Strings.Notices(
        setUp: Strings.Message("Your server is set up.", remedy: "This is your account. You own the server."),
        passkeyAdded: Strings.Message("Passkey added.", remedy: "You can sign in with it from now on."),
        passkeyRenamed: Strings.Message("Passkey renamed.", remedy: ""),
        passkeyRemoved: Strings.Message("Passkey removed.", remedy: "It no longer works here."),
        passwordSet: Strings.Message("Password saved.", remedy: "You can sign in with it from now on."),
        passwordRemoved: Strings.Message("Password removed.", remedy: "Only your passkeys sign in now."),
        passwordRestored: Strings.Message("Password brought back.", remedy: "You can sign in with it again."),
        passkeysOnly: Strings.Message(
            "Only passkeys sign in now.", remedy: "The password is kept, but signs nobody in."),
        passwordAllowed: Strings.Message("Password allowed.", remedy: "You can sign in with it again."),
        addressConfirmed: Strings.Message(
            "Confirmed.", remedy: "You hear there of changes to your account from now on."),
        addressAdded: Strings.Message("Confirmed.", remedy: "Below you see from when it counts."),
        addressChanged: Strings.Message(
            "Changed and confirmed.", remedy: "The old one hears of changes to your account for a few more days."),
        sessionEnded: Strings.Message("Signed out there.", remedy: "That browser has to sign in again."),
        otherSessionsEnded: Strings.Message(
            "Signed out everywhere else.",
            remedy: "Only this browser is still signed in. Apps and devices have to ask you again."),
        newerSessionsEnded: Strings.Message(
            "Signed out where you signed in lately.",
            remedy:
                "What is older than three days stays signed in. To end that too, sign in with a passkey that you have had for "
                + "as long."),
        clientDisconnected: Strings.Message("App disconnected.", remedy: "Its access to your account has ended."),
        deviceDisconnected: Strings.Message("Device disconnected.", remedy: "It has to ask you again."),
        accountKept: Strings.Message(
            "Your account stays.", remedy: "Apps that it was signed out of have to ask you again."),
        profileSaved: Strings.Message("Profile saved.", remedy: "Apps see the change when you next sign in."))

    static let home = Strings.Home(
        title: { "Your account at \($0)" },
        lead: "See which passkeys open your account, where you are signed in, and which apps you let in.",
        signIn: "Sign in", account: "Go to your account", device: "Connect a device",
        demo: "Open the sample application", newTitle: "This server is not set up yet",
        newLead: "The terminal that started it shows an address with a one-time code. Open that address to create the "
            + "owner’s account.",
        newCode: { "The code works for an hour. For a new one, run \($0) on the server." },
        enterCode: "Enter the code", developers: "For developers", issuer: { "The issuer is \($0)." },
        discovery: "The OpenID Provider’s metadata", description: "The interface, as OpenAPI",
        readiness: "Whether the server is ready",
        mailbox: "Mailbox", mailboxLead: "This mail was kept on this machine, and not sent.",
        mailboxEmpty: "No mail was written yet. Whatever this server would send appears here.")

    static let callback = Strings.Callback(
        title: "The sign-in worked", signedIn: { "\($0) signed in to \($1)." }, ended: { "A user signed in to \($0)." },
        code: "The application gets this code. It works once, and for a minute:",
        exchange: "It exchanges the code for tokens:",
        exchangeHint: { "\($0) is the text that the application made the code_challenge from." },
        failureTitle: "The sign-in didn’t work", failureLead: "The application gets this error instead of a code:",
        unknownTitle: "There is no app here",
        unknownLead: "A sign-in ended at this page, which does nothing with it. Go back to the app and try again.")

    static let nextSteps = Strings.NextSteps(
        title: "Next steps", add: "Add your application",
        addDetail: {
            "\($0) prints its client ID and what to paste into it. The guides in docs/guides go on from there."
        },
        tryOut: "Try a sign-in",
        tryDetail: "As an application’s user, up to the code and the command that exchanges it.",
        trySignOut: "Sign out here, then sign in with your passkey.", second: "Add a second passkey",
        secondDetail: "On another device, so that losing one doesn’t lock you out.")

    static let invitation = Strings.Invitation(
        title: "Add a passkey",
        lead: "You are invited to add a passkey to your account. Your device asks for your fingerprint, your face or "
            + "its PIN. There is nothing to type.",
        existingTitle: "These can already sign in to your account",
        existingLead: "Don’t recognize all of this? Then someone else may have added it. Remove it, or they can use "
            + "your account.",
        removeExisting: "Remove all of it when I add my passkey", add: "Add a passkey", passkey: "A passkey",
        namedPasskey: "The passkey “{name}”", created: "added {date}", device: "with {device}",
        lastUsed: "last used {date}", neverUsed: "never used", sessions: "Devices and apps that are signed in: {count}",
        deviceKey: "A device key of {device}",
        unverified: "{identifier}, which has not been confirmed",
        incomplete: Strings.Message("The link is incomplete.", remedy: "Open it exactly as it was sent to you."),
        expired: Strings.Message("This invitation has expired.", remedy: "Ask for a new one."),
        consumed: Strings.Message(
            "This invitation was already used.",
            remedy: "If you used it, sign in with your passkey. If not, ask for a new one."),
        accountBlocked: Strings.Message("This account is blocked.", remedy: "Ask whoever invited you."),
        accountToBeDeleted: Strings.Message("This account is about to be deleted.", remedy: "Ask whoever invited you."),
        accountUnknown: Strings.Message("This account no longer exists.", remedy: "Ask whoever invited you."),
        done: Strings.Message("Your passkey is ready.", remedy: "From now on you can sign in with it."),
        account: "Go to your account")

    static let script = Strings.Script(
        waiting: "Waiting for your device …", reference: "Reference",
        notSignedIn: Strings.Message(
            "No passkey was used.",
            remedy: "You canceled, or this device has no passkey for this site. Try again, or use another device."),
        notCreated: Strings.Message(
            "No passkey was created.", remedy: "It was canceled, or it took too long. You can try again."),
        timedOut: Strings.Message("That took too long.", remedy: "Your device didn’t respond in time. Try again."),
        alreadyRegistered: Strings.Message(
            "This device already has your passkey.", remedy: "Sign in with it. To add another one, use another device."),
        unknownPasskey: Strings.Message(
            "This passkey isn’t known here.",
            remedy: "It may have been removed from your account. Delete it from your device, and choose another one."),
        wrongDomain: Strings.Message(
            "Passkeys don’t work at this address.",
            remedy: "Open this page at the address that you usually use, or tell the site’s operator."),
        unsupported: Strings.Message(
            "This browser doesn’t support passkeys.",
            remedy: "Update it, or open the page in Safari, Chrome, Edge or Firefox."),
        insecure: Strings.Message(
            "This connection is not secure.", remedy: "Browsers allow passkeys only with https. Check the address."),
        keyWithoutPIN: Strings.Message(
            "Your security key has no PIN yet.", remedy: "Set one in your system’s settings, then try again."),
        expired: Strings.Message("This page has expired.", remedy: "Reload it and try again."),
        tooMany: Strings.Message("Too many attempts.", remedy: "Wait a minute, then try again."),
        rejected: Strings.Message(
            "This passkey was not accepted.", remedy: "Try again. If it happens again, use another passkey."),
        accountBlocked: Strings.Message(
            "Your account is blocked.", remedy: "Ask the operator of this site. Another passkey doesn’t help."),
        otherAccount: Strings.Message(
            "This passkey is for another account.",
            remedy: "Choose the passkey of the account that you entered, or empty the field."),
        tooManyPasskeys: Strings.Message(
            "Your account has reached the limit of 20 passkeys.", remedy: "Remove one in your account first."),
        network: Strings.Message("The server can’t be reached.", remedy: "Check your connection, then try again."),
        server: Strings.Message(
            "Something went wrong on our side.",
            remedy: "Try again in a moment. If you ask for help, quote the reference."))

    static let errors = Strings.Errors(
        invalidRequest: Strings.Message(
            "This request isn’t valid.", remedy: "Go back to the app and sign in from there again."),
        expired: Strings.Message(
            "This sign-in has expired.",
            remedy: "It was open for too long, or began in another browser. Start again in the app."),
        unknownClient: Strings.Message(
            "This app isn’t known here.", remedy: "Check the link. If the app is yours, check its client ID."),
        redirectMismatch: Strings.Message(
            "This app asked to return to an address that it hasn’t registered.",
            remedy: "To protect you, we stop here. If the app is yours, register its redirect URI."),
        notFound: Strings.Message("There is no such page.", remedy: "Check the address, or go back."),
        tooMany: Strings.Message("Too many attempts.", remedy: "Wait a minute, then try again."),
        unavailable: Strings.Message("The service is busy.", remedy: "Try again in a moment."),
        server: Strings.Message(
            "Something went wrong on our side.",
            remedy: "Try again in a moment. If you ask for help, quote the reference."),
        codeUnknown: Strings.Message(
            "This code isn’t valid.", remedy: "Check it, or get a new one: codes expire quickly."),
        linkUnusable: Strings.Message(
            "This link doesn’t work any longer.",
            remedy: "A link works once, for an hour. Ask for a new one on the page where you sign in."),
        codeUsed: Strings.Message("This code was used already.", remedy: "Get a new one on your device."),
        forbidden: Strings.Message(
            "You can’t do this with this account.", remedy: "Sign in with another one, or ask the operator."),
        fieldRequired: "Please fill this in.", malformed: "Leave out the characters that change the direction of text.",
        emailMalformed: "This email address isn’t complete.",
        phoneMalformed: "Start with + and the country code.",
        usernameMalformed: "Use fewer characters, and only letters, digits and . _ -",
        identifierTaken: "There is already an account with this. Sign in instead.",
        oneIdentifier: "Fill in at least one of these.", nameTooLong: "This is too long.")
}
