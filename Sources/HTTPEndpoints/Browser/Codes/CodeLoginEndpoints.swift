// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

/// `/login/code…`: signs a user in with a code, where the connection has any and the client asks for no passkey.
///
/// 1. `/login/code/send` has the code sent, and says the same for every address.
/// 2. `/login/code` takes it, in the browser that asked. It works without a script, and survives a reload.
/// 3. `/login/code/review` shows what is in an account in which nobody had proven the address.
enum CodeLoginEndpoints {
    static let rows = [askPage, ask, page, submit]

    private static let askPage = Row(
        .get, "/login/code/send", in: .pages, by: .signIn, taking: .nothing, id: "askForCodePage",
        summary: "Returns the page that asks where to send a code", success: .page, failing: [400]
    ) { request in
        guard let page = try request.caller.askCodePage else { return try request.caller.redirect(to: .signIn) }
        if let question = try await request.caller.question { return question }
        return request.caller.response(page)
    }

    private static let ask = Row(
        .post, "/login/code/send", in: .pages, by: .signIn, taking: .jsonOrForm(PasswordFormBody.self),
        id: "askForCode", summary: "Has a code sent", success: .nextPage, failing: [429], countedAs: .ceremonyStart
    ) { request in
        let (signIn, name) = (request.caller, request.input.identifier)
        guard var page = try signIn.askCodePage else { return try signIn.redirect(to: .signIn) }
        page.identifier = name.isEmpty ? nil : name
        guard let kind = Identifier.Kind(meantBy: name, among: signIn.codeWays) else {
            return signIn.response(page)
        }
        do {
            var codes = CodeProgress()
            codes.address = name
            codes.signIn = try await signIn.sendCode(to: name, as: kind)
            return try signIn.redirect(to: .code, after: codes)
        } catch SignInFailure.limitExceeded(let status) {
            let problem = HTTPProblem(SignInFailure.limitExceeded(status))
            request.context.pageProblem = problem
            page.isTooMany = true
            return signIn.response(page, status: problem.status)
        } catch SignInFailure.profile(.identifierMalformed) {
            return signIn.response(page, status: 400)
        }
    }

    private static let page = Row(
        .get, "/login/code", in: .pages, by: .signIn, taking: .nothing, id: "codePage",
        summary: "Returns the page that asks for the code", success: .page, failing: [400]
    ) { request in
        guard let page = try request.caller.codePage else { return try request.caller.redirect(to: .codeSend) }
        return request.caller.response(page)
    }

    private static let submit = Row(
        .post, "/login/code", in: .pages, by: .signIn, taking: .jsonOrForm(CodeFormBody.self), id: "signInWithCode",
        summary: "Signs a user in with a code", success: .nextPage, failing: [403, 429]
    ) { request in
        guard var page = try request.caller.codePage else { return try request.caller.redirect(to: .codeSend) }
        do {
            return try await request.caller.take(code: request.input.code)
        } catch SignInFailure.code(.mismatch(let mismatch, let kind)) {
            if mismatch == .spent, let earlier = try await request.caller.earlierResponse { return earlier }
            let problem = HTTPProblem(SignInFailure.code(.mismatch(mismatch, by: kind)))
            request.context.pageProblem = problem
            page.fault = .wrong
            return request.caller.response(page, status: problem.status)
        }
    }
}

extension OpenedSignIn {
    /// The page, or `nil` where no codes are sent.
    fileprivate var askCodePage: AskCodePage? {
        get throws {
            let ways = codeWays
            guard !ways.isEmpty else { return nil }
            var page = AskCodePage(token: token, signIn: PageLink(path: try path(of: .signIn)))
            page.identifiers = ways.map(IdentifierField.Kind.init)
            page.by = ways.map(CodeDelivery.init)
            if case .client(let opened) = self { page.identifier = opened.request.loginHint }
            return page
        }
    }

    /// The page, or `nil` if no code was asked for.
    fileprivate var codePage: CodePage? {
        get throws {
            guard codes.signIn != nil else { return nil }
            var page = CodePage(token: token, address: codes.address)
            let kind: Identifier.Kind = codes.address.contains("@") ? .email : .phoneNumber
            page.by = CodeDelivery(kind)
            page.isCertain = allowsAccountsWithoutPasskey && connection?.signsUp(with: kind) == true
            page.minutes = configuration.tenant.codes.lifetime / 60
            page.again = codes.address
            page.signIn = PageLink(path: try path(of: .signIn))
            return page
        }
    }
}
