// SPDX-License-Identifier: Apache-2.0

import HostedPages
import WireFormats

/// Makes the text of a field from the field's name and from what it usually contains.
typealias TextSource = (_ field: String, _ usual: String) -> String

/// A page with all of its fields filled in.
struct PageSample: Sendable, CustomStringConvertible {
    let description: String
    let make: @Sendable (TextSource) -> any Page

    /// The page as users usually see it.
    var usual: any Page { make { _, usual in usual } }

    func rendered(_ text: TextSource = { _, usual in usual }, in context: PageContext = .sample) -> RenderedPage {
        make(text).rendered(in: context)
    }

    func html(_ text: TextSource = { _, usual in usual }, in context: PageContext = .sample) -> String {
        String(decoding: rendered(text, in: context).html, as: UTF8.self)
    }
}

extension PageContext {
    static var sample: PageContext { sample(.english) }

    static func sample(_ language: Language) -> PageContext {
        var context = PageContext(
            language: language, brand: Brand(name: "Northwind"), host: "auth.example.com", nonce: "bm9uY2U")
        context.support = PageLink(url: "https://example.com/help")
        return context
    }
}

extension PageSample {
    static let all = signIns + codes + signUps + decisions + accounts + addresses + passwords + responses

    private static let token = FormToken.state("c2VhbGVk")
    static let logo = PageLink(url: "https://images.example.com/logo.svg")

    private static func time(_ text: String) -> Timestamp { Timestamp(text) ?? Timestamp(secondsSince1970: 0) }

    private static let signIns = [
        PageSample(description: "sign-in") { text in
            var page = SignInPage(token: .state(text("state", "c2VhbGVk")))
            page.clientName = text("client", "Acme Photos")
            page.identifierHint = text("hint", "ada@example.com")
            page.signUp = PageLink(.signUp, parameters: [("state", text("state", "c2VhbGVk"))])
            return page
        },
        PageSample(description: "sign-in-button") { text in
            var page = SignInPage(token: token)
            page.clientName = text("client", "Acme Photos")
            page.challengeInterface = .button
            page.signUp = PageLink(.signUp)
            return page
        },
        PageSample(description: "sign-in-failed") { text in
            var page = SignInPage(token: token)
            page.challengeInterface = .autofill
            page.identifiers = [.email, .phone]
            page.notice = Notice(
                .failure, title: text("title", "This passkey was not accepted."),
                text: text("text", "Try again. If it happens again, use another passkey."),
                reference: text("reference", "9f2c41d07be3"))
            return page
        },
        PageSample(description: "sign-in-or-password") { text in
            var page = SignInPage(token: token)
            page.clientName = text("client", "Acme Photos")
            page.password = PageLink(.signInPassword)
            page.code = PageLink(.codeSend)
            return page
        },
        PageSample(description: "password") { text in
            var page = PasswordPage(token: token)
            page.code = PageLink(.codeSend)
            page.signIn = PageLink(.signIn)
            page.clientName = text("client", "Acme Photos")
            page.identifier = text("identifier", "ada@example.com")
            return page
        },
        PageSample(description: "password-wrong") { text in
            var page = PasswordPage(token: token)
            page.signIn = PageLink(.signIn)
            page.identifier = text("identifier", "ada@example.com")
            page.fault = .wrong
            return page
        },
        PageSample(description: "forgotten-password") { text in
            var page = ForgottenPasswordPage(token: token, signIn: PageLink(.signInPassword))
            page.identifier = text("identifier", "ada@example.com")
            page.isTooMany = true
            return page
        },
        PageSample(description: "reset-mail") { _ in ResetMailPage(signIn: PageLink(.signInPassword)) },
        PageSample(description: "reset-password") { text in
            var page = PasswordResetPage(
                link: text("link", "bGluaw"), accountName: text("identifier", "ada@example.com"),
                rules: NewPasswordRules())
            page.fault = .common
            page.isTooBusy = true
            return page
        },
        PageSample(description: "reset-password-done") { _ in PasswordResetDonePage() },
        PageSample(description: "stop-passkey") { text in
            StopPage(link: text("link", "bGluaw"), change: .passkey(addedAt: MailSample.time))
        },
        PageSample(description: "stop-password") { text in
            StopPage(link: text("link", "bGluaw"), change: .password(setAt: MailSample.time, comesBack: true))
        },
        PageSample(description: "stop-browser") { text in
            StopPage(link: text("link", "bGluaw"), change: .sessions(since: MailSample.time))
        },
        PageSample(description: "stopped") { _ in
            StoppedPage(change: .password(setAt: MailSample.time, comesBack: false))
        },
        PageSample(description: "own-change") { _ in OwnChangePage() },
        PageSample(description: "mailbox") { text in
            MailboxPage(mails: [
                MailboxPage.Mail(
                    to: text("to", "ada@example.com"), subject: text("subject", "Choose a new password"),
                    text: text("mail", "Open this:\nhttps://auth.example.com/password/reset?t=x"),
                    sentAt: text("time", "2026-11-28T02:00:00Z"))
            ])
        },
        PageSample(description: "add-passkey") { text in
            var page = AddPasskeyPage(token: token, identifier: text("identifier", "ada@example.com"))
            page.isCreatedConditionally = true
            return page
        },
        PageSample(description: "add-passkey-after-password") { text in
            var page = AddPasskeyPage(token: token, identifier: text("identifier", "ada@example.com"))
            page.isAfterPassword = true
            return page
        },
        PageSample(description: "add-passkey-after-code") { text in
            var page = AddPasskeyPage(token: token, identifier: text("identifier", "ada@example.com"))
            page.isAfterCode = true
            return page
        },
        PageSample(description: "add-first-passkey") { text in
            var page = AddPasskeyPage(token: token, identifier: text("identifier", "ada@example.com"))
            page.isRequired = true
            return page
        },
        PageSample(description: "select-account") { text in
            var page = SelectAccountPage(token: token, accountName: text("name", "Ada Lovelace"))
            page.clientName = text("client", "Acme Photos")
            page.accountDetail = text("detail", "ada@example.com")
            return page
        },
        PageSample(description: "confirm-account") { text in
            var page = SelectAccountPage(token: token, accountName: text("name", "Ada Lovelace"))
            page.clientName = text("client", "Acme Photos")
            page.isConfirmation = true
            return page
        },
        PageSample(description: "select-account-without-passkey") { text in
            var page = SelectAccountPage(token: token, accountName: text("name", "ada@example.com"))
            page.isOnlyWayIn = true
            return page
        },
    ]

    private static let signUps = [
        PageSample(description: "sign-up") { text in
            var page = SignUpPage(
                token: token,
                fields: [
                    IdentifierField(.email, need: .required, value: text("email", "ada@example"), fault: .malformed),
                    IdentifierField(.username, need: .required, value: text("username", "ada")),
                    IdentifierField(.phone, need: .optional, value: text("phone", "")),
                ])
            page.clientName = text("client", "Acme Photos")
            page.signIn = PageLink(.signIn)
            return page
        },
        PageSample(description: "create-passkey") { text in
            CreatePasskeyPage(token: token, identifier: text("identifier", "ada@example.com"), isSkippable: true)
        },
        PageSample(description: "create-passkey-or-password") { text in
            var page = CreatePasskeyPage(
                token: token, identifier: text("identifier", "ada@example.com"), isSkippable: true)
            page.password = PageLink(.signUpPassword)
            return page
        },
        PageSample(description: "sign-up-password") { text in
            var rules = NewPasswordRules()
            rules.characterTypes = NewPasswordRules.CharacterType.allCases
            rules.acceptsThree = true
            rules.blocksIdenticalCharacters = true
            rules.blocksSequentialCharacters = true
            var page = SignUpPasswordPage(
                token: token, identifier: text("identifier", "ada@example.com"), rules: rules)
            page.fault = .common
            page.address = PageLink(.signUp)
            page.passkey = PageLink(.signUp)
            page.notice = .tooBusy(in: .english)
            return page
        },
        PageSample(description: "profile") { text in
            ProfilePage(token: token, name: text("name", "Ada Lovelace"))
        },
        PageSample(description: "set-up") { text in
            SetupPage(
                token: .state(text("state", "c2VhbGVk")),
                identifiers: [
                    IdentifierField(.email, need: .alternative(isFirst: true), value: text("email", "")),
                    IdentifierField(.username, need: .alternative(isFirst: false), value: text("username", "")),
                ])
        },
        PageSample(description: "set-up-finished") { _ in SetupFinishedPage() },
        PageSample(description: "home") { text in home(text) },
        PageSample(description: "home-signed-in") { text in
            var page = home(text)
            page.isSignedIn = true
            return page
        },
        PageSample(description: "home-new") { text in
            var page = home(text)
            page.isSetUp = false
            return page
        },
        PageSample(description: "callback") { text in
            var code = CallbackPage.Code(text("code", "Q2xpZW50"), clientName: text("client", "Acme Photos"))
            code.accountName = text("name", "Ada Lovelace")
            code.exchange = text("exchange", "curl https://login.example.com/oauth/token -d code=Q2xpZW50")
            code.lacksVerifier = true
            return CallbackPage(.code(code))
        },
        PageSample(description: "callback-failed") { text in
            CallbackPage(
                .failure(
                    error: text("error", "access_denied"),
                    description: text("description", "The user did not allow the request.")))
        },
        PageSample(description: "callback-unknown") { _ in CallbackPage(.unknown) },
        PageSample(description: "address") { _ in
            AddressPage(link: PageLink(url: "https://localhost:8443/account?x=y") ?? PageLink(.account))
        },
        PageSample(description: "invitation") { _ in InvitationPage() },
    ]

    private static func home(_ text: TextSource) -> HomePage {
        var page = HomePage(issuer: text("issuer", "https://login.example.com/"))
        page.isForDevelopers = true
        page.documents = [(.description, PageLink(.account)), (.readiness, PageLink(.device))]
        return page
    }

    private static let decisions = [
        PageSample(description: "consent") { text in
            var page = ConsentPage(
                token: token, clientName: text("client", "Acme Photos"),
                accountName: text("account", "ada@example.com"),
                scopes: [
                    RequestedScope("openid"),
                    RequestedScope("email", value: text("value", "ada@example.com")),
                    RequestedScope("offline_access"),
                    RequestedScope("read:albums", description: text("scope", "See your albums")),
                    RequestedScope(text("scope name", "write:albums")),
                ])
            page.destination = text("destination", "photos.acme.example")
            return page
        },
        PageSample(description: "device-code") { text in
            var page = DeviceCodePage(token: .csrf("dG9rZW4"), code: text("code", "WDJB-MJHT"))
            page.notice = Notice(.codeUnknown, in: .english)
            return page
        },
        PageSample(description: "device-confirm") { text in
            var page = DeviceConfirmPage(
                token: .csrf("dG9rZW4"), code: text("code", "WDJB-MJHT"), clientName: text("client", "Acme TV"),
                accountName: text("account", "ada@example.com"))
            page.scopes = [RequestedScope("profile")]
            return page
        },
        PageSample(description: "device-done") { _ in DeviceDonePage(isConnected: true) },
        PageSample(description: "device-denied") { _ in DeviceDonePage(isConnected: false) },
        PageSample(description: "logout") { text in
            var page = LogoutPage(
                token: .csrf("dG9rZW4"), accountName: text("account", "ada@example.com"), stay: PageLink(.account))
            page.fields = [("request", text("request", "c2VhbGVk"))]
            return page
        },
        PageSample(description: "logout-without-passkey") { text in
            var page = LogoutPage(
                token: .csrf("dG9rZW4"), accountName: text("account", "ada@example.com"), stay: PageLink(.account))
            page.isOnlyWayIn = true
            return page
        },
        PageSample(description: "logged-out") { text in
            LoggedOutPage(
                clientName: text("client", "Acme Photos"), destination: PageLink(url: "https://photos.acme.example/"))
        },
    ]

    private static let accounts = [
        PageSample(description: "account") { text in
            var page = AccountPage(
                token: .csrf("dG9rZW4"), name: text("name", "Ada Lovelace"),
                identifiers: [AccountPage.Identifier(text("username", "ada"), isVerified: false)])
            page.addresses = [
                AccountAddress(.email, value: text("email", "ada@example.com"), state: .confirmed),
                AccountAddress(.phone, value: text("phone", "+1 555 0100"), state: .unconfirmed),
            ]
            page.passkeys = passkeys(text)
            page.sessions = sessions(text)
            page.olderSessionCount = 12
            page.applications = applications(text)
            page.devices = [
                DeviceEntry(
                    id: text("device id", "1"), applicationName: text("device client", "Acme TV"),
                    connectedAt: time("2026-10-02T19:30:00Z"), lastActiveAt: time("2026-11-19T20:15:00Z"))
            ]
            page.signal = ["current_user_details": ["name": .string(text("signal", "ada@example.com"))]]
            return page
        },
        PageSample(description: "account-device-keys") { text in
            var page = AccountPage(token: .csrf("dG9rZW4"), name: nil, identifiers: [])
            page.passkeys = passkeys(text)
            page.deviceKeys = deviceKeys(text)
            page.notice = Notice(.deviceKeyRemoved, in: .english)
            return page
        },
        PageSample(description: "account-device-key-alone") { text in
            var page = AccountPage(token: .csrf("dG9rZW4"), name: nil, identifiers: [])
            page.deviceKeys = [deviceKey("k1", "Ada’s iPhone", text)]
            page.deviceKeys[0].removal = .needsAnotherWay
            return page
        },
        PageSample(description: "account-full") { text in
            var page = AccountPage(token: .csrf("dG9rZW4"), name: nil, identifiers: [])
            page.passkeys = passkeys(text)
            page.addresses = [
                AccountAddress(
                    .email, value: text("email", "ada@example.com"),
                    state: .counting(from: time("2026-11-28T14:00:00Z"))),
                AccountAddress(.phone, value: nil, state: .unconfirmed),
            ]
            page.isFull = true
            page.password = AccountPassword(
                .active(setAt: time("2026-11-02T10:00:00Z"), isKnownToAttackers: false))
            page.password?.toDoWithout = .secondSettledPasskey(at: time("2026-11-24T14:00:00Z"))
            page.notice = Notice(.passkeyAdded, in: .english)
            return page
        },
        PageSample(description: "account-new") { text in
            var page = AccountPage(
                token: .csrf("dG9rZW4"), name: nil,
                identifiers: [AccountPage.Identifier(text("email", "ada@example.com"), isVerified: false)])
            page.isOnlyWayIn = true
            page.notice = Notice(.success, title: text("title", "Saved."), text: text("text", "Your name is changed."))
            page.nextSteps = NextSteps(
                origin: text("origin", "http://localhost:4200"), signIn: PageLink(.authorization))
            return page
        },
    ]

    private static let passwords =
        [
            PageSample(description: "set-password") { text in
                SetPasswordPage(
                    token: .csrf("dG9rZW4"), identifier: text("identifier", "ada@example.com"),
                    rules: NewPasswordRules(), provenBy: .passkey, isChange: false)
            },
            PageSample(description: "change-password") { text in
                var page = SetPasswordPage(
                    token: .csrf("dG9rZW4"), identifier: text("identifier", "ada@example.com"),
                    rules: NewPasswordRules(), provenBy: .currentPassword, isChange: true)
                page.currentFault = .wrong
                page.fault = .personal
                page.alternative = PageLink(.accountPassword)
                return page
            },
        ]
        + PasswordActPage.Act.allCases.map { act in
            PageSample(description: act.rawValue) { _ in PasswordActPage(act, token: .csrf("dG9rZW4")) }
        }

    private static func applications(_ text: TextSource) -> [ApplicationEntry] {
        var photos = ApplicationEntry(id: text("consent id", "1"), name: text("client", "Acme Photos"))
        photos.scopes = [
            RequestedScope("profile"), RequestedScope("read", description: text("scope", "See your albums")),
        ]
        photos.connectedAt = time("2026-09-30T08:00:00Z")
        var mail = ApplicationEntry(id: "2", name: text("own client", "Acme Mail"))
        mail.connectedAt = time("2026-11-01T06:45:00Z")
        mail.lastActiveAt = time("2026-11-20T07:05:00Z")
        return [photos, mail]
    }

    private static func passkeys(_ text: TextSource) -> [PasskeyEntry] {
        var phone = PasskeyEntry(id: text("passkey id", "p1"), createdAt: time("2026-03-03T10:00:00Z"))
        phone.name = text("passkey name", "Ada’s iPhone")
        phone.provider = text("provider", "Apple Passwords")
        phone.lastUsedAt = time("2026-11-21T18:30:00Z")
        phone.isOfThisSession = true
        phone.isSynced = true
        var key = PasskeyEntry(id: "p2", createdAt: time("2025-12-24T12:00:00Z"))
        key.provider = text("other provider", "YubiKey 5 Series")
        key.isKept = true
        return [phone, key]
    }

    private static func deviceKeys(_ text: TextSource) -> [DeviceKeyEntry] {
        var replaced = deviceKey(text("device key id", "k1"), "Ada’s iPhone", text)
        replaced.lastUsedAt = time("2026-11-21T18:30:00Z")
        replaced.isReplaced = true
        var young = deviceKey("k2", "Ada’s iPad", text)
        young.unconfirmedUntil = time("2026-11-28T14:00:00Z")
        var legacy = deviceKey("k3", "Pixel", text)
        legacy.isLegacy = true
        legacy.removal = .needsPasskey
        return [replaced, young, legacy]
    }

    private static func deviceKey(_ id: String, _ name: String, _ text: TextSource) -> DeviceKeyEntry {
        DeviceKeyEntry(
            id: id, deviceName: text("device name \(name)", name),
            applicationName: text("device key client \(name)", "Trip Planner"),
            createdAt: time("2026-03-03T10:00:00Z"))
    }

    private static func sessions(_ text: TextSource) -> [SessionEntry] {
        var here = SessionEntry(
            id: "s1", browser: text("this browser", "Safari on iPhone"), signedInAt: time("2026-11-20T07:00:00Z"),
            lastActiveAt: time("2026-11-22T09:00:00Z"))
        here.isThisBrowser = true
        let other = SessionEntry(
            id: text("session id", "s2"), browser: text("browser", "Firefox on Linux"),
            signedInAt: time("2026-11-01T07:00:00Z"), lastActiveAt: time("2026-11-19T09:00:00Z"))
        return [here, other]
    }

    private static let responses = [
        PageSample(description: "error") { text in
            var page = ErrorPage(.redirectMismatch, reference: text("reference", "9f2c41d07be3"))
            page.detail = text("detail", "redirect_uri: https://photos.acme.example/callback2")
            page.back = PageLink(url: "https://photos.acme.example/")
            page.backName = text("back", "Acme Photos")
            return page
        },
        PageSample(description: "error-expired") { text in
            ErrorPage(.expired, reference: text("reference", "9f2c41d07be3"))
        },
        PageSample(description: "form-post") { text in
            FormPostPage(
                clientName: text("client", "Acme Photos"),
                destination: PageLink(url: "https://photos.acme.example/cb") ?? PageLink(.signIn),
                parameters: [("code", text("code", "Y29kZQ")), (text("parameter", "state"), text("state", "xyz"))])
        },
        PageSample(description: "web-message") { text in
            let target = WebOrigin(of: "https://photos.acme.example")
            guard let target else { return ErrorPage(.server, reference: "") }
            return WebMessagePage(
                target: target,
                response: ["code": .string(text("code", "Y29kZQ")), "state": .string(text("state", "xyz"))])
        },
    ]
}
