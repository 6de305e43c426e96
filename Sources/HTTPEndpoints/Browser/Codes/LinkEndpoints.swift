// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WireFormats

/// `/link`: the page of a mailed link, which stands for a code. Showing it changes nothing, because mail scanners open
/// links: only its form uses the code up.
///
/// In the browser that asked, the form signs in or confirms. In another one the page shows the code, to be typed where it
/// was asked for. A link of a sign-up through an application works in every browser: its page asks for the password.
enum LinkEndpoints {
    static let rows = [page, submit]

    /// The link of a mail, at the origin of a host.
    static func link(to token: String, at origin: String) -> String {
        origin + PageLink(.link, parameters: [("t", token)]).text
    }

    private static let page = Row(
        .get, "/link", in: .pages, by: .anyone, taking: .nothing, id: "linkPage",
        summary: "Returns the page of a mailed link, which changes nothing", success: .page, failing: [403],
        countedAs: .linkOpening
    ) { request in
        let link = (try? QueryParameters(request.context.request.query))?["t"] ?? ""
        return try await request.context.explainingMailedCodes {
            let opened = try await request.context.open(link)
            guard let purpose = request.context.purpose(of: opened) else {
                return request.browser.response(
                    LinkCodePage(code: opened.code, application: request.context.application(of: opened)))
            }
            return request.browser.response(LinkPage(link: link, purpose: purpose))
        }
    }

    private static let submit = Row(
        .post, "/link", in: .pages, by: .linkPage, taking: .jsonOrForm(LinkFormBody.self), id: "useLink",
        summary: "Uses a mailed link up", success: .nextPage, failing: [403, 429], countedAs: .linkOpening
    ) { request in
        let (context, body) = (request.context, request.input)
        return try await context.explainingMailedCodes {
            let opened = try await context.open(body.link)
            guard let purpose = context.purpose(of: opened) else { throw SignInFailure.link(.unusable) }
            switch purpose {
            case .signIn: return try await context.signIn(with: opened)
            case .confirmAddress: return try await context.confirmAddress(with: opened)
            case .signUp:
                do {
                    try await context.suspendedSignUp(
                        body.password, with: opened, at: context.host.host, by: context.sender,
                        in: context.configuration)
                    return request.browser.response(LinkDonePage(.signUp))
                } catch let failure as SignInFailure {
                    guard let fault = LinkPage.Fault(failure) else { throw failure }
                    var page = LinkPage(link: body.link, purpose: purpose)
                    page.fault = fault
                    let problem = HTTPProblem(failure)
                    context.pageProblem = problem
                    return request.browser.response(page, status: problem.status)
                }
            }
        }
    }
}

extension RequestContext {
    fileprivate func open(_ link: String) async throws -> MailedCode {
        try await MailedCodes(services.codes).open(link, at: host.host, in: configuration)
    }

    fileprivate var suspendedSignUp: SuspendedSignUp {
        SuspendedSignUp(services.passwords, codes: services.codes, limits: services.signInLimits)
    }

    /// What the link does in this browser; `nil` if it shows its code.
    fileprivate func purpose(of link: MailedCode) -> LinkPage.Purpose? {
        if let suspended = MailedCodes(services.codes).suspended(link) {
            return .signUp(needsPassword: suspended.needsPassword)
        }
        guard link.isOpened(in: cookies.browserDigest) else { return nil }
        switch link.record.purpose {
        case .signIn: return link.state == nil ? nil : .signIn(to: application(of: link))
        case .address: return .confirmAddress
        case .signUp: return nil
        }
    }

    /// The application that the code is for.
    fileprivate func application(of link: MailedCode) -> String? {
        link.record.client.isEmpty ? nil : configuration.client(link.record.client)?.name
    }

    /// Goes on with the sign-in whose page waits for the code.
    fileprivate func signIn(with link: MailedCode) async throws -> HTTPResponse {
        guard let state = link.state else { throw SignInFailure.link(.unusable) }
        do {
            return try await OpenedSignIn(opening: state, in: browser).take(code: link.code, of: link.record.id)
        } catch SignInFailure.code(.mismatch) {
            throw SignInFailure.link(.unusable)
        }
    }

    /// Confirms the address of the user whose session this browser has.
    fileprivate func confirmAddress(with link: MailedCode) async throws -> HTTPResponse {
        guard let account = try await AccountRequest(browser) else {
            throw SignInRequired(destination: AccountPages.link)
        }
        do {
            let notice = try await account.confirmAddress(link.code, of: link.record.id)
            return .seeOther(notice.page.text)
        } catch SignInFailure.code(.mismatch) {
            throw SignInFailure.link(.unusable)
        }
    }

    /// Says with a page that a link doesn't work any longer, the same for every reason.
    fileprivate func explainingMailedCodes(_ respond: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            return try await respond()
        } catch SignInFailure.link(let rejection) {
            let problem = HTTPProblem(SignInFailure.link(rejection))
            pageProblem = problem
            return browser.errorPage(.codeLinkUnusable, status: problem.status)
        } catch SignInFailure.account(.exists) {
            let problem = HTTPProblem(SignInFailure.link(.unusable))
            pageProblem = problem
            return browser.errorPage(.codeLinkUnusable, status: problem.status)
        }
    }
}

extension LinkPage.Fault {
    fileprivate init?(_ failure: SignInFailure) {
        switch failure {
        case .password(.mismatch): self = .wrongPassword
        case .limitExceeded: self = .tooManyAttempts
        case .tooBusy: self = .tooBusy
        default: return nil
        }
    }
}
