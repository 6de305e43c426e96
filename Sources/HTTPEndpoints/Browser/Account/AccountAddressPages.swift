// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn
import WireFormats

/// `/account/address…`: confirms and changes the email address and the phone number of a signed-in user.
///
/// 1. `/account/address` asks for another address, and `/account/address/send` confirms the current one. Both have a code
///    sent. Where the ladder demands it, a passkey confirms the change, by `/account/confirmation`, or the current password.
/// 2. `/account/address/code` takes the code. Then the address is the account's.
enum AccountAddressPages {
    private static let link = PageLink(.accountAddress)
    private static let pages = Family(dialect: .page.account(on: AccountPages.link))

    static let rows = [page, submit, send, codePage, submitCode]

    private static let page = Row(
        .get, "/account/address", in: pages,
        by: .visit(of: { AddressQuery($0).kind.address.page }, countedAs: .accountVisit), taking: .nothing,
        id: "accountAddressPage", summary: "Returns the page on which users change an address", success: .page,
        failing: [400]
    ) { request in
        let query = AddressQuery(request.context)
        let page = try await request.caller.addressPage(query.kind, usingPassword: query.usesPassword)
        return page.map { request.browser.response($0) } ?? .seeOther(AccountPages.link.text)
    }

    /// The form with the current password, or where the session is enough.
    private static let submit = Row(
        .post, "/account/address", in: pages,
        by: .form(of: AccountPages.link, needing: .recentSignIn, countedAs: .myAccount),
        taking: .jsonOrForm(AccountAddressBody.self), id: "submitAccountAddress",
        summary: "Has a code sent to another address", success: .nextPage, failing: [401, 409, 429]
    ) { request in
        let (account, body) = (request.caller, request.input)
        guard var page = try await account.addressPage(body.kind, usingPassword: true) else {
            return .seeOther(AccountPages.link.text)
        }
        // Without its script, the page that asks for a passkey posts its form, too.
        guard page.proof != .passkey else { return .seeOther(page.kind.page.text) }
        let submission = AddressSetting.Submission(
            body.kind, body.identifier,
            currentPassword: page.proof == .currentPassword ? body.currentPassword ?? "" : nil)
        do {
            return .seeOther(try await account.sendAddressCode(submission).text)
        } catch let failure as SignInFailure {
            page.value = body.identifier
            guard page.explain(failure) else { throw failure }
            let problem = HTTPProblem(failure)
            request.context.pageProblem = problem
            return request.browser.response(page, status: problem.status)
        }
    }

    /// Has a code sent to the current address, or another code.
    private static let send = Row(
        .post, "/account/address/send", in: pages,
        by: .form(of: AccountPages.link, needing: .recentSignIn, countedAs: .myAccount),
        taking: .jsonOrForm(AccountAddressBody.self), id: "confirmAccountAddress",
        summary: "Has a code sent to the account's address", success: .nextPage, failing: [401, 409, 429]
    ) { request in
        let (account, body) = (request.caller, request.input)
        let current = account.session.user[body.kind]?.value ?? ""
        let address = body.identifier.isEmpty ? current : body.identifier
        do {
            let submission = AddressSetting.Submission(body.kind, address)
            return .seeOther(try await account.sendAddressCode(submission).text)
        } catch SignInFailure.limitExceeded(let status) {
            let problem = HTTPProblem(SignInFailure.limitExceeded(status))
            request.context.pageProblem = problem
            var page = account.codePage(for: address, kind: body.kind, session: body.session ?? "")
            page.fault = .tooMany
            return request.browser.response(page, status: problem.status)
        } catch SignInFailure.password(.confirmationRequired), SignInFailure.code(.addressUnchanged),
            SignInFailure.profile
        {
            return .seeOther(body.kind.address.page.text)
        }
    }

    private static let codePage = Row(
        .get, "/account/address/code", in: pages, by: .visit(of: AccountPages.link, countedAs: .accountVisit),
        taking: .nothing, id: "accountAddressCodePage",
        summary: "Returns the page that asks for the code of an address",
        success: .page, failing: [400]
    ) { request in
        let query = AddressQuery(request.context)
        guard let id = SentCode.ID(text: query.session),
            let address = try await request.services.codes.address(of: id)
        else { return .seeOther(AccountPages.link.text) }
        return request.browser.response(
            request.caller.codePage(for: address.normalized, kind: address.kind, session: query.session))
    }

    private static let submitCode = Row(
        .post, "/account/address/code", in: pages,
        by: .form(of: AccountPages.link, needing: .anySignIn, countedAs: .myAccount),
        taking: .jsonOrForm(AccountAddressBody.self), id: "submitAccountAddressCode",
        summary: "Makes the address that the code was sent to the account's", success: .nextPage,
        failing: [401, 403, 409]
    ) { request in
        let (account, body) = (request.caller, request.input)
        guard let id = body.session.flatMap(SentCode.ID.init(text:)) else { return .seeOther(AccountPages.link.text) }
        do {
            return .seeOther(try await account.confirmAddress(body.code, of: id).page.text)
        } catch SignInFailure.code(.mismatch(let mismatch, let kind)) {
            // The same form, sent twice.
            if mismatch == .spent { return .seeOther(AccountPages.link.text) }
            let problem = HTTPProblem(SignInFailure.code(.mismatch(mismatch, by: kind)))
            request.context.pageProblem = problem
            let address = try await request.services.codes.address(of: id)
            var page = account.codePage(
                for: address?.normalized ?? "", kind: address?.kind ?? .email, session: body.session ?? "")
            page.fault = .wrong
            return request.browser.response(page, status: problem.status)
        }
    }
}

/// The query of the pages.
private struct AddressQuery {
    let kind: Identifier.Kind
    let usesPassword: Bool
    let session: String

    init(_ context: RequestContext) {
        let parameters = try? QueryParameters(context.request.query)
        kind = Identifier.Kind(page: parameters?[AccountAddress.Kind.parameter])
        usesPassword = parameters?["by"] == "password"
        session = parameters?["session"] ?? ""
    }
}

extension Identifier.Kind {
    fileprivate init(page name: String?) { self = name == AccountAddress.Kind.phone.rawValue ? .phoneNumber : .email }

    var address: AccountAddress.Kind { self == .phoneNumber ? .phone : .email }
}

extension AccountAddressBody {
    var kind: Identifier.Kind { Identifier.Kind(page: kindName) }
}

extension AccountRequest {
    private var setting: AddressSetting {
        get throws {
            let services = browser.services
            return AddressSetting(services.passwords, codes: services.codes, ceremonies: try browser.ceremonies())
        }
    }

    func checkAddress(_ text: String, as kind: Identifier.Kind) async throws {
        try await setting.check(text, as: kind, for: owner, in: context.configuration)
    }

    /// Has a code sent, and returns the page that asks for it.
    func sendAddressCode(_ submission: AddressSetting.Submission) async throws -> PageLink {
        let id = try await setting.begin(
            submission, by: owner, dispatching: context.codeDispatch(),
            boundTo: .browser(context.cookies.browserDigest ?? []), hasLink: true, in: context.configuration)
        return PageLink(
            .accountAddressCode,
            parameters: [(AccountAddress.Kind.parameter, submission.kind.address.rawValue), ("session", id.text)])
    }

    /// Stores the address that a code was sent to.
    func confirmAddress(_ text: String, of id: SentCode.ID) async throws -> AccountNotice {
        let kind = try await browser.services.codes.address(of: id)?.kind
        let hadOne = kind.flatMap { session.user[$0]?.isVerified } ?? false
        let new = try await setting(
            text, of: id, by: owner, enteredIn: context.cookies.browserDigest ?? [], in: context.configuration)
        guard new.unconfirmedUntil == nil else { return .addressAdded }
        return hadOne ? .addressChanged : .addressConfirmed
    }

    fileprivate func codePage(for address: String, kind: Identifier.Kind, session: String) -> CodePage {
        var page = CodePage(token: .csrf(formToken), address: address)
        page.purpose = .address
        page.by = CodeDelivery(kind)
        page.isCertain = true
        page.minutes = context.configuration.tenant.codes.lifetime / 60
        page.session = session
        // Another address was confirmed when its code was asked for, which is not repeated.
        if self.session.user[kind]?.value == address { page.again = address }
        return page
    }

    /// The addresses as the account page shows them.
    func addresses() async throws(SignInFailure) -> [AccountAddress] {
        guard let connection = context.configuration.connection(session.user.connection) else { return [] }
        let services = browser.services
        let kinds = [Identifier.Kind.email, .phoneNumber].filter {
            connection.identifiers.rules[$0] != nil && services.codes.reaches($0)
        }
        guard !kinds.isEmpty else { return [] }
        let choices = try await AddressChoices(of: owner, at: context.relyingPartyID, in: services.accounts)
        let time = services.accounts.now()
        return kinds.map { kind in
            let identifier = choices.user[kind]
            var address = AccountAddress(
                kind.address, value: identifier?.value, state: .init(identifier, at: time))
            let need = choices.needs[kind] ?? .passkey
            address.canConfirm = choices.confirmable.contains(kind) && isRecent
            address.canChange = need != .passkey
            return address
        }
    }

    /// The page that changes an address; `nil` if the user can't do that in this session.
    fileprivate func addressPage(
        _ kind: Identifier.Kind, usingPassword: Bool
    ) async throws(SignInFailure) -> ChangeAddressPage? {
        let services = browser.services
        guard services.codes.reaches(kind) else { return nil }
        let choices = try await AddressChoices(of: owner, at: context.relyingPartyID, in: services.accounts)
        let proof: SetPasswordPage.Proof
        var hasAlternative = false
        switch choices.needs[kind] ?? .passkey {
        case .nothing: proof = .nothing
        case .confirmation(let byPasskey, let byPassword):
            proof = byPassword && (usingPassword || !byPasskey) ? .currentPassword : .passkey
            hasAlternative = byPasskey && byPassword
        case .passkey: return nil
        }
        var page = ChangeAddressPage(
            token: .csrf(formToken), kind: kind.address, provenBy: proof, isChange: choices.user[kind] != nil)
        if hasAlternative {
            let parameters = [(AccountAddress.Kind.parameter, kind.address.rawValue)]
            page.alternative = PageLink(
                .accountAddress, parameters: parameters + (proof == .passkey ? [("by", "password")] : []))
        }
        return page
    }
}

extension AccountAddress.State {
    fileprivate init(_ identifier: Identifier?, at time: Timestamp) {
        guard identifier?.isVerified == true else {
            self = .unconfirmed
            return
        }
        self = identifier?.unconfirmedUntil.flatMap { $0 > time ? .counting(from: $0) : nil } ?? .confirmed
    }
}

extension ChangeAddressPage {
    /// Says what is wrong; `false` if the failure is not about what the user entered.
    fileprivate mutating func explain(_ failure: SignInFailure) -> Bool {
        switch failure {
        case .profile(.identifierMalformed): fault = .malformed
        case .code(.addressUnchanged): fault = .taken
        case .limitExceeded: fault = .tooMany
        case .password(.mismatch): currentFault = .wrong
        case .password(.tooManyAttempts): currentFault = .tooManyAttempts
        case .tooBusy: currentFault = .tooBusy
        default: return false
        }
        return true
    }
}
