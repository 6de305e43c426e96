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

/// `/activate`: connects a device that shows a code (RFC 8628, section 3.3).
///
/// Users sign in before they enter a code, so that strangers can't try codes.
enum DeviceEndpoints {
    static let path: Path = "/activate"

    static let rows = [page, submit, confirmationPage, decide]

    /// Shows the field for the code, which the device's link may fill in.
    private static let page = Row(
        .get, path, in: .pages, by: .visit(of: { try $0.page(.device) }), taking: .nothing, id: "devicePage",
        summary: "Returns the page for the code that a device shows", success: .page, failing: [400]
    ) { request in
        request.caller.codePage(code: try request.context.enteredCode?.text)
    }

    private static let submit = Row(
        .post, path, in: .pages,
        by: .form(of: { codePage(filledIn: $0.userCode) }, needing: .anySignIn, countedAs: nil),
        taking: .jsonOrForm(UserCodeBody.self), id: "submitUserCode", summary: "Continues with the code of a device",
        success: .nextPage
    ) { request in
        guard let code = UserCode(entered: request.input.userCode) else {
            return request.caller.rejection(.unknown, of: request.input.userCode)
        }
        return .seeOther(link(to: .deviceConfirmation, with: code).text)
    }

    private static let confirmationPage = Row(
        .get, "/activate/confirm", in: .pages, by: .visit(of: { try $0.page(.deviceConfirmation) }), taking: .nothing,
        id: "deviceConfirmationPage", summary: "Returns the page with what a device asks for", success: .page,
        failing: [400]
    ) { request in
        let account = request.caller
        guard let code = try request.context.enteredCode else { return account.codePage() }
        switch try await account.find(code) {
        case .success(let found): return account.confirmPage(found, code: code)
        case .failure(let rejected): return account.rejection(rejected, of: code.text)
        }
    }

    private static let decide = Row(
        .post, "/activate/confirm", in: .pages,
        by: .form(of: { codePage(filledIn: $0.userCode) }, needing: .anySignIn, countedAs: nil),
        taking: .jsonOrForm(DeviceDecisionBody.self), id: "decideDevice",
        summary: "Stores the user's decision about a device", success: .nextPage
    ) { request in
        let (account, body) = (request.caller, request.input)
        guard let code = UserCode(entered: body.userCode) else { return account.rejection(.unknown, of: body.userCode) }
        switch try await account.find(code) {
        case .failure(let rejected): return account.rejection(rejected, of: code.text)
        case .success(let found):
            let rejected = try await account.approval.decide(
                found, isAllowed: body.isAllowed, by: account.session.record, at: request.services.expiryTime)
            if let rejected { return account.rejection(rejected, of: code.text) }
            return request.browser.response(DeviceDonePage(isConnected: body.isAllowed), for: found.client)
        }
    }

    private static func codePage(filledIn code: String) -> PageLink { link(to: .device, with: UserCode(entered: code)) }

    fileprivate static func link(to page: PagePath, with code: UserCode?) -> PageLink {
        PageLink(page, parameters: code.map { [("user_code", $0.text)] } ?? [])
    }
}

extension RequestContext {
    /// The code in the query.
    fileprivate var enteredCode: UserCode? {
        get throws { try QueryParameters(request.query)["user_code"].flatMap(UserCode.init(entered:)) }
    }

    fileprivate func page(_ page: PagePath) throws -> PageLink { DeviceEndpoints.link(to: page, with: try enteredCode) }
}

extension AccountRequest {
    fileprivate var approval: DeviceApproval {
        DeviceApproval(
            storage: context.services.storage, configuration: context.configuration, host: context.host.host)
    }

    /// Looks the code up. Each attempt counts against the limit of its address and that of its account.
    fileprivate func find(_ code: UserCode) async throws -> Result<DeviceApproval.Request, UserCodeRejection> {
        try context.takeCodeLimit(.userCode)
        try context.take(.accountUserCode, key: session.user.id.rawValue)
        let found = try await approval.find(code, for: session.user, at: context.services.expiryTime)
        if case .success(let request) = found { context.client = request.client }
        return found
    }

    // MARK: Pages

    fileprivate func codePage(code: String? = nil, fault: PageFault? = nil) -> HTTPResponse {
        var page = DeviceCodePage(token: .csrf(formToken), code: code)
        page.notice = fault.map { Notice($0, in: browser.language([])) }
        return browser.response(page, status: fault == nil ? 200 : 400)
    }

    fileprivate func confirmPage(_ request: DeviceApproval.Request, code: UserCode) -> HTTPResponse {
        let (client, authorization) = (request.client, request.authorization)
        var page = DeviceConfirmPage(
            token: .csrf(formToken), code: code.text, clientName: client.name, accountName: session.user.displayedName)
        page.clientLogo = client.logoURI.flatMap { PageLink(url: $0.text) }
        page.scopes = context.requestedScopes(
            authorization.scope, audience: authorization.audience, of: session.user)
        return browser.response(page, for: client)
    }

    fileprivate func rejection(_ rejection: UserCodeRejection, of code: String) -> HTTPResponse {
        context.pageProblem = HTTPProblem(rejection)
        switch rejection {
        case .unknown, .expired: return codePage(code: String(code.prefix(32)), fault: .codeUnknown)
        case .decided: return codePage(fault: .codeUsed)
        case .clientUnknown: return browser.errorPage(.unknownClient, status: 400)
        case .connectionNotAllowed, .signedOut: return browser.errorPage(.forbidden, status: 403)
        }
    }
}
