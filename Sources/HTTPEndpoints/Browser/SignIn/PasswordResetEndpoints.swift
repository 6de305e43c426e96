// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/password/…`: a forgotten password is set with a mailed link.
///
/// 1. `/password/forgotten` asks for the address, and says the same for each.
/// 2. `/password/reset` is the page of the link. Mail scanners open it, too: only its form uses the link up.
enum PasswordResetEndpoints {
    static let rows = [forgottenPage, ask, resetPage, reset]

    private static let forgottenPage = Row(
        .get, "/password/forgotten", in: .pages, by: .signIn, taking: .nothing, id: "forgottenPasswordPage",
        summary: "Returns the page that asks for a mail to reset a password", success: .page, failing: [400]
    ) { request in
        guard let page = try request.caller.forgottenPasswordPage else { return try request.caller.passwordPage }
        return request.browser.response(page)
    }

    private static let ask = Row(
        .post, "/password/forgotten", in: .pages, by: .signIn, taking: .jsonOrForm(PasswordFormBody.self),
        id: "askForPasswordReset", summary: "Has a mail sent with a link that resets a password", success: .page,
        failing: [429]
    ) { request in
        let (browser, name) = (request.browser, request.input.identifier)
        guard var page = try request.caller.forgottenPasswordPage else { return try request.caller.passwordPage }
        page.identifier = name.isEmpty ? nil : name
        guard !name.isEmpty else { return browser.response(page) }
        do {
            try await request.caller.requestReset(for: name)
            return browser.response(ResetMailPage(signIn: page.signIn))
        } catch SignInFailure.limitExceeded(let status) {
            let problem = HTTPProblem(SignInFailure.limitExceeded(status))
            request.context.pageProblem = problem
            page.isTooMany = true
            return browser.response(page, status: problem.status)
        }
    }

    private static let resetPage = Row(
        .get, "/password/reset", in: .pages, by: .anyone, taking: .nothing, id: "passwordResetPage",
        summary: "Returns the page of a mailed link, which changes nothing", success: .page, failing: [403]
    ) { request in
        let link = (try? QueryParameters(request.context.request.query))?["t"] ?? ""
        return try await request.context.explainingLinks {
            request.browser.response(try await request.context.page(of: link))
        }
    }

    private static let reset = Row(
        .post, "/password/reset", in: .pages, by: .linkPage, taking: .jsonOrForm(PasswordResetBody.self),
        id: "resetPassword", summary: "Sets the password of the account that a mailed link is for", success: .page,
        failing: [403, 429]
    ) { request in
        let (context, browser, body) = (request.context, request.browser, request.input)
        return try await context.explainingLinks {
            do {
                try await context.passwordReset()(
                    body.password, with: body.link, at: context.host.host, by: context.sender,
                    in: context.configuration)
                return browser.response(PasswordResetDonePage())
            } catch let failure as SignInFailure {
                var page = try await context.page(of: body.link)
                switch failure {
                case .password(.notAcceptable(let fault, _)): page.fault = NewPasswordFault(fault)
                case .tooBusy: page.isTooBusy = true
                default: throw failure
                }
                let problem = HTTPProblem(failure)
                context.pageProblem = problem
                return browser.response(page, status: problem.status)
            }
        }
    }
}

extension Access where Caller == Void, Input: RequestBody {
    /// The page that a mailed link opens. The body has the link.
    @inline(__always) static var linkPage: Access {
        Access(origin: .own, failures: [403], check: .head { _ in })
    }
}

extension RequestContext {
    /// The use case at the host of the request.
    func passwordReset() throws -> PasswordReset {
        PasswordReset(
            services.passwords, mail: services.mail, links: MailedLinkSeal(key: try keys.session),
            limits: services.limits,
            uptime: services.uptime)
    }

    /// Whether pages lead users of a connection to a mail, whose addresses are known to it.
    func offersPasswordReset(in connection: Connection) -> Bool {
        services.options.sendsMail && configuration.resetsPasswords(in: connection)
            && connection.identifiers.active.contains(.email)
    }

    /// The pages that its mails lead to.
    var resetPages: PasswordReset.Pages {
        let origin = configuration.url.at(host.host)
        return PasswordReset.Pages(
            reset: { "\(origin)\(PageLink(.passwordReset, parameters: [("t", $0)]).text)" },
            account: "\(origin)\(PageLink(.account).text)")
    }

    /// What asks for a mail.
    func resetRequest(for name: String) -> PasswordReset.Request {
        PasswordReset.Request(
            address: name, languages: [browser.language([]).rawValue], sender: sender)
    }

    /// Says it with a page if a link doesn't work any longer: its user sees a browser, and no client.
    fileprivate func explainingLinks(_ respond: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            return try await respond()
        } catch SignInFailure.link(let rejection) {
            let problem = HTTPProblem(SignInFailure.link(rejection))
            pageProblem = problem
            return browser.errorPage(.linkUnusable, status: problem.status)
        }
    }

    fileprivate func page(of link: String) async throws -> PasswordResetPage {
        let opened = try await passwordReset().inspect(link, in: configuration)
        return PasswordResetPage(
            link: link, accountName: opened.user.identifiers.first?.value ?? "",
            rules: NewPasswordRules(opened.policy))
    }
}

extension OpenedSignIn {
    /// The page that asks for a password.
    fileprivate var passwordPage: HTTPResponse {
        get throws {
            switch self {
            case .client(let opened): try opened.redirect(to: .signInPassword)
            case .ownPage(let signIn):
                .seeOther(PageLink(.signInPassword, parameters: [("state", signIn.state)]).text)
            }
        }
    }

    /// `nil` where nobody signs in with a password, or no mail resets it.
    fileprivate var forgottenPasswordPage: ForgottenPasswordPage? {
        get throws {
            switch self {
            case .client(let opened):
                guard opened.offersPassword, context.offersPasswordReset(in: opened.connection),
                    let signIn = PageLink(path: try opened.path(of: .signInPassword))
                else { return nil }
                var page = ForgottenPasswordPage(token: opened.token, signIn: signIn)
                page.identifier = opened.transaction.progress.identifiers[Identifier.Kind.email]
                return page
            case .ownPage(let signIn):
                guard let connection = signIn.connectionForPasswords, context.offersPasswordReset(in: connection)
                else { return nil }
                return ForgottenPasswordPage(
                    token: .state(signIn.state),
                    signIn: PageLink(.signInPassword, parameters: [("state", signIn.state)]))
            }
        }
    }

    fileprivate func requestReset(for name: String) async throws {
        let (reset, request) = (try context.passwordReset(), context.resetRequest(for: name))
        switch self {
        case .client(let opened):
            try await reset.request(
                request, for: opened.admissionRequest, pages: context.resetPages, in: context.configuration)
        case .ownPage(let signIn):
            guard let connection = signIn.connectionForPasswords else { return }
            try await reset.request(
                request, onOwnPagesFor: connection.name, at: context.host.host, pages: context.resetPages,
                in: context.configuration)
        }
    }
}
