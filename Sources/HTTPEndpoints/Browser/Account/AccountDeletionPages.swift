// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/account/delete`: has the account of a signed-in user erased, and `/account/keep`: says so, and signs in to keep
/// it.
enum AccountDeletionPages {
    private static let link = PageLink(.accountDeletion)

    private static let pages = Family(dialect: .page.account(on: link))
    private static let scripts = Family(dialect: .script.account(on: link), limit: .ceremonyStart)

    static let rows = [page, challenge, finish, submit, keepingPage]

    private static let page = Row(
        .get, "/account/delete", in: pages, by: .visit(of: link, countedAs: .accountVisit), taking: .nothing,
        id: "accountDeletionPage", summary: "Returns the page on which users delete their accounts", success: .page,
        failing: [400]
    ) { request in
        let (session, services) = (request.caller.session, request.services)
        var page = AccountDeletionPage(
            token: .csrf(request.caller.formToken), name: session.user.displayedName,
            deletesAt: request.context.time.advanced(by: AccountDeletion.delay))
        page.needsPasskey = try await request.deletion.needsPasskey(of: request.caller.owner)
        page.isRecent = AccountDeletion.isRecent(session.record.authenticatedAt, at: services.expiryTime)
        page.isOwner = try await ServerSetup(storage: services.storage).isOwner(session.user.id)
        return request.browser.response(page)
    }

    /// The passkey is asked for here, however long ago the sign-in was.
    private static let challenge = Row(
        .post, "/account/delete/challenge", in: scripts,
        by: .form(of: link, needing: .anySignIn, countedAs: .myAccount),
        taking: .json(AccountFormBody.self), id: "beginAccountDeletion",
        summary: "Begins the proof that the user has a passkey of the account",
        success: .json("JSON.", .startedCeremony), failing: [401, 409]
    ) { request in
        let started = try await request.deletion.begin(
            by: request.caller.owner, in: request.context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
    }

    private static let finish = Row(
        .post, "/account/delete/passkey", in: scripts, by: .form(of: link, needing: .anySignIn, countedAs: .myAccount),
        taking: .json(AccountCeremonyBody.self), id: "finishAccountDeletion",
        summary: "Ends the account's sessions and tokens, and has it erased after three days",
        success: .json("JSON.", .nextLocation), failing: [401, 409]
    ) { request in
        let (context, body) = (request.context, request.input)
        let ceremony = try request.browser.ceremonies().open(body.session, at: context.host.host)
        let proof = PasskeySignIn.Submission(
            ceremony: ceremony, response: body.response, client: CeremonyBinding.ownPages, sender: context.sender)
        let deletesAt = try await request.deletion(
            by: request.caller.owner, proving: proof, in: context.configuration)
        return HTTPResponse.json(["location": .string(Self.link(deletesAt: deletesAt, isDone: true).text)])
            .settingCookies(request.browser.cookies.fieldsRemovingSession)
    }

    /// The form of an account without a passkey.
    private static let submit = Row(
        .post, "/account/delete", in: pages, by: .form(of: link, needing: .anySignIn, countedAs: .myAccount),
        taking: .jsonOrForm(AccountFormBody.self), id: "deleteAccount",
        summary: "Does the same for an account without a passkey", success: .nextPage
    ) { request in
        let (deletion, owner) = (try request.deletion, request.caller.owner)
        // Without its script, the page of an account with a passkey posts its form, too.
        guard try await !deletion.needsPasskey(of: owner) else { return .seeOther(link.text) }
        do {
            let deletesAt = try await deletion(by: owner, proving: nil, in: request.context.configuration)
            return HTTPResponse.seeOther(Self.link(deletesAt: deletesAt, isDone: true, isByOperator: true).text)
                .settingCookies(request.browser.cookies.fieldsRemovingSession)
        } catch SignInFailure.account(.signInTooOld) {
            // The page says what is missing.
            return .seeOther(link.text)
        }
    }

    // MARK: Keeping the account

    private static let keepingPage = Row(
        .get, "/account/keep", in: .pages, by: .anyone, taking: .nothing, id: "accountKeepingPage",
        summary: "Returns the page on which users keep an account that is going to be erased", success: .page,
        failing: [400, 403]
    ) { request in
        let browser = request.browser
        let parameters = try QueryParameters(request.context.request.query)
        let isByOperator = parameters[Parameter.keeper] == Parameter.byOperator
        var (state, cookie) = (parameters[Parameter.ticket] ?? "", String?.none)
        if state.isEmpty, !isByOperator {
            (state, cookie) = try browser.pageTicket(for: AccountNotice.accountKept.page)
        }
        var page = AccountKeepingPage(
            token: isByOperator ? nil : .state(state),
            deletesAt: parameters[Parameter.time].flatMap { deletionTime($0, at: request.context.time) })
        page.isDone = page.deletesAt != nil && parameters[Parameter.done] != nil
        return browser.response(page).settingCookies([cookie])
    }

    /// The time in the address, which anyone can write.
    private static func deletionTime(_ text: String, at now: Timestamp) -> Timestamp? {
        guard let seconds = Int64(text), seconds > now.secondsSince1970 else { return nil }
        let time = Timestamp(secondsSince1970: seconds)
        return time <= now.advanced(by: AccountDeletion.delay) ? time : nil
    }

    /// The page that says when the account is erased.
    ///
    /// - Parameters:
    ///   - state: The page ticket of the sign-in that keeps the account; empty for a new one.
    ///   - isDone: Whether the user has just asked for the deletion.
    ///   - isByOperator: Whether only an operator can keep the account.
    static func link(
        state: String = "", deletesAt: Timestamp, isDone: Bool = false, isByOperator: Bool = false
    ) -> PageLink {
        var parameters = [(Parameter.time, "\(deletesAt.secondsSince1970)")]
        if isDone { parameters.append((Parameter.done, "1")) }
        if isByOperator { parameters.append((Parameter.keeper, Parameter.byOperator)) }
        if !state.isEmpty { parameters.append((Parameter.ticket, state)) }
        return PageLink(.accountKeeping, parameters: parameters)
    }

    private enum Parameter {
        static let time = "at"
        static let ticket = "state"
        static let done = "done"
        static let keeper = "by"
        static let byOperator = "operator"
    }
}

extension CheckedRequest where Caller == AccountRequest {
    fileprivate var deletion: AccountDeletion {
        get throws { AccountDeletion(ceremonies: try browser.ceremonies()) }
    }
}
