// SPDX-License-Identifier: Apache-2.0

import HostedPages
import Testing
import WireFormats

extension Page {
    /// The tags of the page in English.
    fileprivate var tags: [Tag] {
        MarkupReader.tags(of: String(decoding: rendered(in: .sample).html, as: UTF8.self))
    }

    /// The forms by the path that they are posted to, each with its fields and their values.
    fileprivate var forms: [String: [String: String]] {
        var forms: [String: [String: String]] = [:]
        var path: String?
        for tag in tags {
            if tag.name == "form" { path = tag["action"] }
            if tag.name == "/form" { path = nil }
            guard let path, tag.name == "input" || tag.name == "button", let name = tag["name"] else { continue }
            forms[path, default: [:]][name] = tag["value"] ?? ""
        }
        return forms
    }

    fileprivate func field(_ name: String) -> Tag? { tags.first { $0.name == "input" && $0["name"] == name } }
}

struct `Pages for codes` {
    private func codePage(_ purpose: CodePage.Purpose) -> CodePage {
        var page = CodePage(token: .state("x"), address: "a…@example.com")
        page.purpose = purpose
        page.again = "ada@example.com"
        page.session = "sealed"
        return page
    }

    @Test func `what was entered to sign in is where a code can be sent`() throws {
        var passkey = SignInPage(token: .state("x"))
        passkey.code = PageLink(.codeSend, parameters: [("state", "x")])
        var password = PasswordPage(token: .state("x"))
        password.code = passkey.code
        for page in [passkey, password] as [any Page] {
            let button = try #require(page.tags.first { $0["formaction"] == "/login/code/send" })
            #expect(button.name == "button" && button["formnovalidate"] != nil)
        }
        #expect(passkey.tags.contains { $0.name == "a" && $0["href"] == "/login/code/send?state=x" })
        #expect(!SignInPage(token: .state("x")).tags.contains { $0["formaction"] != nil })
    }

    @Test func `return on the page for a password signs in with it`() throws {
        var page = PasswordPage(token: .state("x"))
        page.code = PageLink(.codeSend)
        let first = try #require(page.tags.first { $0.name == "button" })
        #expect(first["formaction"] == nil)
    }

    @Test(arguments: [
        ([CodeDelivery.mail], "Email me a code"), ([.text], "Text me a code"), ([.mail, .text], "Send a code"),
    ])
    func `the button says how the code comes`(by: [CodeDelivery], expected: String) {
        var page = AskCodePage(token: .state("x"), signIn: nil)
        page.by = by
        #expect(page.tags.contains { $0.name == "span" && $0.text == expected })
    }

    @Test func `the field takes the code from the phone, and blanks between the digits`() throws {
        let field = try #require(codePage(.signIn).field("code"))
        #expect(field["autocomplete"] == "one-time-code" && field["inputmode"] == "numeric")
        #expect(field["autofocus"] != nil && field["required"] != nil)
        #expect(try #require(field["maxlength"].flatMap { Int($0) }) >= 12)
    }

    @Test func `only a page that may do so says that there is an account`() {
        var page = codePage(.signIn)
        let sentence = "if there is an account"
        #expect(page.tags.contains { $0.text.contains(sentence) })
        page.isCertain = true
        #expect(!page.tags.contains { $0.text.contains(sentence) })
    }

    @Test(arguments: [
        (CodePage.Purpose.signIn, "/login/code", "/login/code/send"), (.signUp, "/signup/code", "/signup/code"),
        (.address, "/account/address/code", "/account/address/send"),
    ])
    func `the code and the request for another go where they belong`(
        _ row: (purpose: CodePage.Purpose, path: String, again: String)
    ) throws {
        let forms = codePage(row.purpose).forms
        #expect(try #require(forms[row.path])["code"] == "")
        let again = try #require(forms[row.again])
        #expect(again["identifier"] == "ada@example.com" && again["session"] == "sealed" && again["again"] == "1")
    }

    @Test func `without the whole address, no other code is offered`() {
        var page = codePage(.signIn)
        page.again = nil
        #expect(page.forms.keys.sorted() == ["/login/code"])
    }

    @Test func `a wrong code is said at the field`() throws {
        var page = codePage(.signIn)
        page.fault = .wrong
        #expect(try #require(page.field("code"))["aria-invalid"] == "true")
        page.fault = .tooMany
        #expect(try #require(page.field("code"))["aria-invalid"] == nil)
        #expect(page.tags.contains { $0["role"] == "alert" })
    }
}

struct `Pages of links` {
    @Test(arguments: [
        LinkPage.Purpose.signIn(to: nil), .signIn(to: "Trip Planner"), .confirmAddress, .signUp(needsPassword: false),
        .signUp(needsPassword: true),
    ])
    func `a link is used by one button, and by nothing else`(_ purpose: LinkPage.Purpose) throws {
        let page = LinkPage(link: "secret", purpose: purpose)
        #expect(page.tags.count { $0.name == "button" } == 1)
        let fields = try #require(page.forms["/link"])
        #expect(fields["t"] == "secret")
        #expect((fields["password"] != nil) == (purpose == .signUp(needsPassword: true)))
    }

    @Test func `a sign-in names its application`() {
        #expect(
            LinkPage(link: "x", purpose: .signIn(to: "Trip Planner")).title(in: Language.english.strings)
                == "Sign in to Trip Planner?")
        #expect(LinkPage(link: "x", purpose: .signIn(to: nil)).title(in: Language.english.strings) == "Sign in?")
    }

    @Test(arguments: [("123456", "123 456"), ("1234", "1234"), ("12345678", "1234 5678")])
    func `a code to type is in two halves`(code: String, expected: String) {
        #expect(LinkCodePage(code: code, application: nil).tags.contains { $0.text == expected })
    }

    @Test func `the warning about a code names who could pretend to need it`() {
        func says(_ name: String, _ application: String?) -> Bool {
            LinkCodePage(code: "123456", application: application).tags.contains {
                $0.text.contains("Nobody from \(name)")
            }
        }
        #expect(says("Trip Planner", "Trip Planner"))
        #expect(says("Northwind", nil))
    }
}

struct `Pages for a proven address` {
    private let time = Timestamp(secondsSince1970: 0)

    @Test func `each thing that can get into the account is ticked as proposed`() {
        let entries = [true, false].map {
            ReviewPage.Entry(id: "\($0)", kind: .password, addedAt: time, isTicked: $0)
        }
        let page = ReviewPage(token: .state("x"), address: "a", entries: entries)
        let boxes = page.tags.filter { $0["type"] == "checkbox" }
        #expect(boxes.map { $0["name"] } == ["remove:true", "remove:false"])
        #expect(boxes.filter { $0["checked"] != nil }.map { $0["name"] } == ["remove:true"])
    }

    @Test(arguments: [true, false])
    func `a new account with the address is offered only where it is possible`(_ isOffered: Bool) {
        let page = ForeignAccountPage(
            token: .state("x"), address: "a", signIn: PageLink(.signIn), offersNewAccount: isOffered)
        #expect(page.forms["/login/code/review"]?["choice"] == (isOffered ? "new" : nil))
        #expect(page.tags.contains { $0.text.contains("Start a new account") } == isOffered)
    }

    @Test(arguments: [
        (AccountAddress.State.unconfirmed, true, true), (.unconfirmed, false, false), (.confirmed, true, false),
        (.counting(from: Timestamp(secondsSince1970: 0)), true, false),
    ])
    func `an address can be confirmed where that is missing and possible`(
        _ row: (state: AccountAddress.State, canConfirm: Bool, isOffered: Bool)
    ) throws {
        var address = AccountAddress(.email, value: "ada@example.com", state: row.state)
        address.canConfirm = row.canConfirm
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.addresses = [address]
        let buttons = page.tags.filter { $0["aria-label"] == "Confirm your email address" }
        #expect(buttons.count == (row.isOffered ? 1 : 0))
        #expect(page.tags.contains { $0["href"] == "/account/address?kind=email" })
    }

    @Test func `an account without an address has none to confirm`() {
        var page = AccountPage(token: .csrf("x"), name: nil, identifiers: [])
        page.addresses = [AccountAddress(.phone, value: nil, state: .unconfirmed)]
        #expect(!page.tags.contains { $0["aria-label"] == "Confirm your phone number" })
        #expect(page.tags.contains { $0["aria-label"] == "Add a phone number" })
    }

    @Test func `a passkey that confirms a new address is asked for that address`() throws {
        let page = ChangeAddressPage(token: .csrf("x"), kind: .email, provenBy: .passkey, isChange: true)
        #expect(try #require(page.field("identifier"))["data-send"] == "begin finish")
        #expect(page.forms["/account/address"]?["act"] == "change-email")
        #expect(page.forms["/account/address"]?["kind"] == "email")
    }

    @Test(arguments: [SetPasswordPage.Proof.currentPassword, .nothing])
    func `a new address without a passkey needs no script`(_ proof: SetPasswordPage.Proof) {
        let page = ChangeAddressPage(token: .csrf("x"), kind: .email, provenBy: proof, isChange: true)
        #expect(page.script(in: Language.english.strings) == nil)
        #expect((page.field("current_password") != nil) == (proof == .currentPassword))
    }
}
