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
struct DeviceEndpoints {
    let browser: BrowserRequest

    private var context: RequestContext { browser.context }

    private var approval: DeviceApproval {
        DeviceApproval(
            storage: browser.services.storage, configuration: context.configuration, host: context.host.host)
    }

    /// Shows the field for the code, which the device's link may fill in.
    func show() async throws(HTTPProblem) -> HTTPResponse {
        try browser.requireNavigation()
        let code = try enteredCode
        guard let account = try await AccountRequest(browser) else { return try signIn(for: code, at: .device) }
        return codePage(for: account, code: code?.text)
    }

    /// Continues with the entered code.
    func submit() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(UserCodeBody.self, form: .jsonOrForm)
        let code = UserCode(entered: body.userCode)
        guard let account = try await account(requiring: body.formToken) else {
            return try signIn(for: code, at: .device)
        }
        guard let code else { return rejection(.unknown, of: body.userCode, for: account) }
        return .seeOther(PageLink(.deviceConfirmation, parameters: [("user_code", code.text)]).text)
    }

    /// Shows what the device asks for.
    func confirm() async throws(HTTPProblem) -> HTTPResponse {
        try browser.requireNavigation()
        let code = try enteredCode
        guard let account = try await AccountRequest(browser) else {
            return try signIn(for: code, at: .deviceConfirmation)
        }
        guard let code else { return codePage(for: account) }
        switch try await find(code, for: account) {
        case .success(let request): return confirmPage(request, code: code, for: account)
        case .failure(let rejected): return rejection(rejected, of: code.text, for: account)
        }
    }

    /// Stores the decision.
    func decide() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(DeviceDecisionBody.self, form: .jsonOrForm)
        let code = UserCode(entered: body.userCode)
        guard let account = try await account(requiring: body.formToken) else {
            return try signIn(for: code, at: .device)
        }
        guard let code else { return rejection(.unknown, of: body.userCode, for: account) }
        let request: DeviceApproval.Request
        switch try await find(code, for: account) {
        case .success(let found): request = found
        case .failure(let rejected): return rejection(rejected, of: code.text, for: account)
        }
        let (approval, time) = (approval, browser.services.expiryTime)
        let rejected = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await approval.decide(request, isAllowed: body.isAllowed, by: account.session.record, at: time)
        }
        if let rejected { return rejection(rejected, of: code.text, for: account) }
        return browser.response(DeviceDonePage(isConnected: body.isAllowed), for: request.client)
    }

    /// Returns `nil` if the browser has no session. Throws unless the form is of the session's own page.
    private func account(requiring formToken: String) async throws(HTTPProblem) -> AccountRequest? {
        try browser.requireOwnOrigin()
        guard let account = try await AccountRequest(browser) else { return nil }
        try account.require(formToken: formToken)
        return account
    }

    // MARK: Codes

    private var enteredCode: UserCode? {
        get throws(HTTPProblem) {
            try QueryParameters(context.request.query)["user_code"].flatMap(UserCode.init(entered:))
        }
    }

    private func signIn(for code: UserCode?, at path: PagePath) throws(HTTPProblem) -> HTTPResponse {
        try browser.signIn(returningTo: PageLink(path, parameters: code.map { [("user_code", $0.text)] } ?? []))
    }

    /// Looks the code up. Each attempt counts against the limit of its address and that of its account.
    private func find(
        _ code: UserCode, for account: AccountRequest
    ) async throws(HTTPProblem) -> Result<DeviceApproval.Request, UserCodeRejection> {
        try context.takeCodeLimit(.userCode, from: browser.services)
        try context.take(.accountUserCode, key: account.session.user.id.rawValue, from: browser.services)
        let (approval, time) = (approval, browser.services.expiryTime)
        let found = try await mapFailure(to: HTTPProblem.init(_:)) { () throws(OAuthFailure) in
            try await approval.find(code, for: account.session.user, at: time)
        }
        if case .success(let request) = found { context.client = request.client }
        return found
    }

    // MARK: Pages

    private func codePage(
        for account: AccountRequest, code: String? = nil, fault: PageFault? = nil
    ) -> HTTPResponse {
        var page = DeviceCodePage(token: .csrf(account.formToken), code: code)
        page.notice = fault.map { Notice($0, in: browser.language([])) }
        return browser.response(page, status: fault == nil ? 200 : 400)
    }

    private func confirmPage(
        _ request: DeviceApproval.Request, code: UserCode, for account: AccountRequest
    ) -> HTTPResponse {
        let (client, authorization) = (request.client, request.authorization)
        var page = DeviceConfirmPage(
            token: .csrf(account.formToken), code: code.text, clientName: client.name,
            accountName: account.session.user.displayedName)
        page.clientLogo = client.logoURI.flatMap { PageLink(url: $0.text) }
        page.scopes = context.requestedScopes(
            authorization.scope, audience: authorization.audience, of: account.session.user)
        return browser.response(page, for: client)
    }

    private func rejection(
        _ rejection: UserCodeRejection, of code: String, for account: AccountRequest
    ) -> HTTPResponse {
        context.pageProblem = HTTPProblem(
            400, error: "invalid_request", code: "oauth.\(rejection.code)", description: rejection.description)
        switch rejection {
        case .unknown, .expired: return codePage(for: account, code: String(code.prefix(32)), fault: .codeUnknown)
        case .decided: return codePage(for: account, fault: .codeUsed)
        case .clientUnknown: return browser.errorPage(.unknownClient, status: 400)
        case .connectionNotAllowed, .signedOut: return browser.errorPage(.forbidden, status: 403)
        }
    }
}
