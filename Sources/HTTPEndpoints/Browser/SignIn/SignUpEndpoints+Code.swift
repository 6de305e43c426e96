// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn

/// `/signup/code`: the step of a sign-up that proves its addresses, before a way in is asked for.
extension SignUpEndpoints {
    static let codePage = Row(
        .get, "/signup/code", in: .pages, by: .signIn, taking: .nothing, id: "signUpCodePage",
        summary: "Returns the page that asks for the code of a new account's address", success: .page, failing: [400]
    ) { request in
        guard let page = try request.caller.signUpCodePage else { return try request.caller.redirect(to: .signUp) }
        return request.caller.response(page)
    }

    static let submitCode = Row(
        .post, "/signup/code", in: .pages, by: .signIn, taking: .jsonOrForm(CodeFormBody.self),
        id: "submitSignUpCode", summary: "Proves an address of a new account", success: .nextPage,
        failing: [403, 429], countedAs: .ceremonyStart
    ) { request in
        let (context, signIn) = (request.context, request.caller)
        guard var page = try signIn.signUpCodePage, let kind = signIn.codes.unprovenKind else {
            return try signIn.redirect(to: .signUp)
        }
        do {
            var codes = signIn.codes
            guard !request.input.isAskingAgain else {
                codes.signUp = try await signIn.sendSignUpCodes()
                return try signIn.redirect(to: .signUpCode, after: codes)
            }
            codes.proofs += try await SignUpVerification(request.services.codes).exchange(
                [kind: request.input.code], of: codes.signUp.filter { $0.key == kind }, client: signIn.clientID,
                at: context.host.host, in: context.cookies.browserDigest ?? [], by: context.sender,
                under: context.configuration.tenant.codes)
            codes.signUp[kind] = nil
            return try signIn.redirect(to: codes.signUp.isEmpty ? .signUp : .signUpCode, after: codes)
        } catch let failure as SignInFailure {
            switch failure {
            case .code: page.fault = .wrong
            case .limitExceeded: page.fault = .tooMany
            default: throw failure
            }
            let problem = HTTPProblem(failure)
            context.pageProblem = problem
            return signIn.response(page, status: problem.status)
        }
    }
}

extension OpenedSignIn {
    /// Has codes sent to the addresses that are not proven yet.
    fileprivate func sendSignUpCodes() async throws -> [Identifier.Kind: SentCode.ID] {
        let connection: Connection
        let isStrict: Bool
        var profile = SignUpProfile()
        switch self {
        case .client(let opened):
            (connection, profile) = (opened.connection, opened.enteredProfile)
            isStrict = configuration.isSignUpStrict(for: opened.client, in: connection)
        case .ownPage:
            guard let found = configuration.connection(nil), let kind = codes.unprovenKind else { return [:] }
            connection = found
            profile.identifiers = [kind: codes.address]
            profile.proofs = codes.proofs
            isStrict = configuration.isSignUpStrict(onOwnPagesFor: connection)
        }
        return try await SignUpVerification(context.services.codes).begin(
            profile, for: clientID, at: context.host.host, in: context.cookies.browserDigest ?? [],
            dispatching: context.codeDispatch(), connection: connection, isStrict: isStrict,
            under: configuration.tenant.codes)
    }

    /// The page, or `nil` if no code was sent.
    fileprivate var signUpCodePage: CodePage? {
        get throws {
            guard let kind = codes.unprovenKind else { return nil }
            let address: String
            var page: CodePage
            switch self {
            case .client(let opened):
                address = opened.transaction.progress.identifiers[kind] ?? ""
                page = CodePage(token: token, address: address)
                page.signIn = try opened.identifierPage
            case .ownPage:
                address = codes.address
                page = CodePage(token: token, address: address)
                page.signIn = PageLink(path: try path(of: .signUp, after: CodeProgress()))
            }
            page.purpose = .signUp
            page.by = CodeDelivery(kind)
            page.isCertain = true
            page.minutes = configuration.tenant.codes.lifetime / 60
            page.again = address
            return page
        }
    }
}

extension CodeProgress {
    /// The kind of address whose code a sign-up asks for next.
    fileprivate var unprovenKind: Identifier.Kind? { [.email, .phoneNumber].first { signUp[$0] != nil } }
}

extension OpenedTransaction {
    /// What the user has entered so far, with the proofs of its addresses.
    var enteredProfile: SignUpProfile {
        var profile = SignUpProfile()
        profile.identifiers = transaction.progress.identifiers
        profile.proofs = transaction.progress.codes.proofs
        return profile
    }

    /// The page that asks for a code, if an address is not proven yet that has to be.
    var missingCodes: PageLink? {
        get throws {
            let missing = try SignUpVerification(context.services.codes).missing(
                enteredProfile, in: connection,
                isStrict: context.configuration.isSignUpStrict(for: client, in: connection))
            guard !missing.isEmpty else { return nil }
            // The setting is newer than the page.
            guard transaction.progress.codes.unprovenKind != nil else { return try identifierPage }
            return PageLink(path: try path(of: .signUpCode))
        }
    }

    /// Has codes sent to the addresses of a new account that have to be proven.
    func sendCodes(for profile: SignUpProfile) async throws -> CodeProgress {
        var codes = CodeProgress()
        codes.signUp = try await SignUpVerification(context.services.codes).begin(
            profile, for: client.id, at: context.host.host, in: context.cookies.browserDigest ?? [],
            dispatching: context.codeDispatch(), connection: connection,
            isStrict: context.configuration.isSignUpStrict(for: client, in: connection),
            under: context.configuration.tenant.codes)
        return codes
    }
}
