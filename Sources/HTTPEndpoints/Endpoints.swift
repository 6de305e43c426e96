// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
package import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import POSIX
import WireFormats

/// The server's interface over HTTP.
package struct Endpoints: Sendable {
    let services: Services

    package init(_ services: Services) {
        self.services = services
    }

    /// Responds to a request: resolves its route, finds its context, takes its limit, calls its handler, turns a
    /// problem into a response, adds headers and writes the log.
    package func respond(to request: HTTPRequest, over connection: ConnectionDetails) async -> HTTPResponse {
        let start = uptimeNanoseconds()
        let handled = HandledRequest(IncomingRequest(request, over: connection, services: services))
        var response: HTTPResponse
        do throws(HTTPProblem) {
            response = try await handle(handled)
        } catch {
            handled.problem = error
            response = problemResponse(error, to: handled)
        }
        addHeaders(to: &response, for: handled)
        let nanoseconds = uptimeNanoseconds() &- start
        services.record(handled.record(of: response, duration: Int64(clamping: nanoseconds / 1000)))
        return response
    }

    /// Health checks are answered at every host and are not limited, and neither are the files of the page that a local
    /// server has at its IP address. All other requests need a host that is served.
    private func handle(_ handled: HandledRequest) async throws(HTTPProblem) -> HTTPResponse {
        let incoming = handled.incoming
        if let check = HealthEndpoints.Check(incoming.route) {
            _ = try incoming.method()
            var response = try await HealthEndpoints(services: services).run(check)
            if let inspected = InspectedRequest(incoming, services: services) {
                response.headers[InspectedRequest.field] = inspected.text
            }
            return response
        }
        if incoming.route == .asset, incoming.isAtLocalAddress {
            _ = try incoming.method()
            return try incoming.asset
        }
        let context = try RequestContext(incoming, at: services.now())
        handled.context = context
        try context.takeAddressLimit(from: services)
        return try await findHandler(context)
    }

    private func findHandler(_ context: RequestContext) async throws(HTTPProblem) -> HTTPResponse {
        let route = try context.incoming.requireRoute()
        if let preflight = context.incoming.preflightResponse { return preflight }
        let method = try context.incoming.method()
        context.loadedKeys = try await keys(for: route, at: context.host)
        return try await callHandler(of: route, method: method, for: context)
    }

    /// Requests for tokens and for the JWKS wait for a first RSA key that is still being generated. Others do not.
    private func keys(for route: Route, at host: ServedHost) async throws(HTTPProblem) -> HostKeys? {
        guard route.rules.needsAllKeys else { return services.keyRing.keys(of: host.host) }
        do {
            return try await services.keyRing.completeKeys(of: host.host)
        } catch {
            throw HTTPProblem(unexpected: error)
        }
    }

    private func problemResponse(_ problem: HTTPProblem, to handled: HandledRequest) -> HTTPResponse {
        let incoming = handled.incoming
        if problem.isStorageFailure, incoming.route != .readiness {
            services.storageHealth.recordFailure(at: services.now())
        }
        if let page = incoming.addressPage { return page }
        if let context = handled.context, incoming.isNavigation { return browser(context).errorPage(problem) }
        return ErrorResponses.response(
            to: problem, family: ResponseFamily(path: incoming.request.path), reference: incoming.reference)
    }

    private func addHeaders(to response: inout HTTPResponse, for handled: HandledRequest) {
        handled.incoming.addCrossOriginFields(to: &response, client: handled.context?.client?.id, services: services)
        if handled.incoming.requiresSecureTransport {
            response.headers["Strict-Transport-Security"] = "max-age=31536000"
        }
        if let limit = handled.limit {
            response.setRateLimitFields(limit, at: handled.context?.time ?? services.now())
        }
    }
}

// MARK: Handlers

extension Endpoints {
    private func callHandler(
        of route: Route, method: Operation.Method, for context: RequestContext
    ) async throws(HTTPProblem) -> HTTPResponse {
        let account = AccountEndpoints(services: services)
        let documents = DocumentEndpoints(services: services)
        switch (route, method) {
        case (.home, _): return try await HomeEndpoint(browser: browser(context)).respond()
        case (.passkeyRegister, _): return try await PasskeyEndpoints(services: services).register(context)
        case (.passkeyChallenge, _): return try await PasskeyEndpoints(services: services).challenge(context)
        case (.passkeyReport, _): return try ReportEndpoint(services: services).respond(to: context)
        case (.registrationOptions, _):
            return try await CeremonyAPIEndpoints(browser(context)).registrationOptions()
        case (.registrationVerification, _):
            return try await CeremonyAPIEndpoints(browser(context)).verifyRegistration()
        case (.authenticationOptions, _):
            return try await CeremonyAPIEndpoints(browser(context)).authenticationOptions()
        case (.authenticationVerification, _):
            return try await CeremonyAPIEndpoints(browser(context)).verifyAuthentication()
        case (.passkeyCheck, _): return try await CeremonyAPIEndpoints(browser(context)).check()
        case (.ownPasskeys, _): return try await CeremonyAPIPasskeys(browser(context)).list()
        case (.ownPasskey, .patch): return try await CeremonyAPIPasskeys(browser(context)).rename()
        case (.ownPasskey, _): return try await CeremonyAPIPasskeys(browser(context)).remove()
        case (.ownSignOut, _): return try await CeremonyAPIPasskeys(browser(context)).signOut()
        case (.token, _): return try await TokenEndpoint(services: services).respond(to: context)
        case (.revocation, _): return try await RevocationEndpoint(services: services).respond(to: context)
        case (.userInfo, _): return try await UserInfoEndpoint(services: services).respond(to: context)
        case (.discovery, _): return documents.discovery(context)
        case (.keys, _): return try documents.keys(context)
        case (.description, _): return documents.description()
        case (.ownAccount, _): return try await account.delete(context)
        case (.authenticationMethods, .post): return try await EnrollmentEndpoints(services: services).begin(context)
        case (.authenticationMethods, _): return try await account.list(context)
        case (.authenticationMethod, .patch): return try await account.rename(context)
        case (.authenticationMethod, .delete): return try await account.remove(context)
        case (.authenticationMethod, _): return try await account.find(context)
        case (.authenticationMethodVerification, _):
            return try await EnrollmentEndpoints(services: services).finish(context)
        case (.factors, _): return try await account.factors(context)
        case (.authorization, .post): return try await AuthorizationEndpoint(browser: browser(context)).post()
        case (.authorization, _): return try await AuthorizationEndpoint(browser: browser(context)).get()
        case (.pushedAuthorization, _):
            return try await PushedAuthorizationEndpoint(services: services).respond(to: context)
        case (.signIn, _): return try await LoginEndpoints(browser: browser(context)).show()
        case (.signInChallenge, _): return try LoginEndpoints(browser: browser(context)).challenge()
        case (.signInPasskey, _): return try await LoginEndpoints(browser: browser(context)).finish()
        case (.accountSelection, .post): return try await LoginEndpoints(browser: browser(context)).selectAccount()
        case (.accountSelection, _): return try await LoginEndpoints(browser: browser(context)).showAccounts()
        case (.continuation, _): return try await LoginEndpoints(browser: browser(context)).proceed()
        case (.signUp, .post): return try await SignUpEndpoints(browser: browser(context)).submit()
        case (.signUp, _): return try await SignUpEndpoints(browser: browser(context)).show()
        case (.signUpChallenge, _): return try await SignUpEndpoints(browser: browser(context)).challenge()
        case (.signUpPasskey, _): return try await SignUpEndpoints(browser: browser(context)).finish()
        case (.signUpSkip, _): return try await SignUpEndpoints(browser: browser(context)).skip()
        case (.signUpProfile, .post): return try await SignUpEndpoints(browser: browser(context)).submitProfile()
        case (.signUpProfile, _): return try await SignUpEndpoints(browser: browser(context)).showProfile()
        case (.consent, .post): return try await ConsentEndpoints(browser: browser(context)).submit()
        case (.consent, _): return try await ConsentEndpoints(browser: browser(context)).show()
        case (.deviceAuthorization, _):
            return try await DeviceAuthorizationEndpoint(services: services).respond(to: context)
        case (.offeredPasskey, .post): return try await OfferedPasskeyEndpoints(browser: browser(context)).finish()
        case (.offeredPasskey, _): return try await OfferedPasskeyEndpoints(browser: browser(context)).show()
        case (.offeredPasskeyChallenge, _):
            return try await OfferedPasskeyEndpoints(browser: browser(context)).challenge()
        case (.offeredPasskeySkip, _): return try await OfferedPasskeyEndpoints(browser: browser(context)).skip()
        case (.device, .post): return try await DeviceEndpoints(browser: browser(context)).submit()
        case (.device, _): return try await DeviceEndpoints(browser: browser(context)).show()
        case (.deviceConfirmation, .post): return try await DeviceEndpoints(browser: browser(context)).decide()
        case (.deviceConfirmation, _): return try await DeviceEndpoints(browser: browser(context)).confirm()
        case (.account, .get): return try await AccountPages(browser: browser(context)).show()
        case (.account, _): return try AccountPages(browser: browser(context)).returnToPage()
        case (.accountPasskeyChallenge, _): return try await AccountPages(browser: browser(context)).beginPasskey()
        case (.accountPasskeys, _): return try await AccountPages(browser: browser(context)).finishPasskey()
        case (.accountProfile, _): return try await AccountPages(browser: browser(context)).change(.profile)
        case (.accountPasskeyRename, _): return try await AccountPages(browser: browser(context)).change(.passkeyName)
        case (.accountPasskeyRemoval, _):
            return try await AccountPages(browser: browser(context)).change(.passkeyRemoval)
        case (.accountSessionRemoval, _):
            return try await AccountPages(browser: browser(context)).change(.sessionRemoval)
        case (.accountConsentRemoval, _):
            return try await AccountPages(browser: browser(context)).change(.applicationRemoval)
        case (.accountDeviceRemoval, _):
            return try await AccountPages(browser: browser(context)).change(.deviceRemoval)
        case (.accountDeletion, .post): return try await AccountDeletionPages(browser: browser(context)).submit()
        case (.accountDeletion, _): return try await AccountDeletionPages(browser: browser(context)).show()
        case (.accountDeletionChallenge, _):
            return try await AccountDeletionPages(browser: browser(context)).challenge()
        case (.accountDeletionPasskey, _): return try await AccountDeletionPages(browser: browser(context)).finish()
        case (.accountKeeping, _): return try AccountKeeping(browser: browser(context)).show()
        case (.accountSignOut, _): return try await AccountPages(browser: browser(context)).signOut()
        case (.logout, .post): return try await LogoutEndpoint(browser: browser(context)).post()
        case (.logout, _): return try await LogoutEndpoint(browser: browser(context)).get()
        case (.compatibleLogout, _): return try await LogoutEndpoint(browser: browser(context)).getCompatible()
        case (.asset, _): return try context.incoming.asset
        case (.sdkFile, _): return try WebFileEndpoint(context: context).sdkFile()
        case (.demo, _) where services.options.servesDemo: return WebFileEndpoint.demoPage
        case (.demoFile, _) where services.options.servesDemo:
            return try WebFileEndpoint(context: context).demoFile()
        case (.demo, _), (.demoFile, _): throw .unknownPath
        case (.setup, .post): return try SetupPages(browser: browser(context)).submit()
        case (.setup, _): return try await SetupPages(browser: browser(context)).show()
        case (.setupChallenge, _): return try await SetupPages(browser: browser(context)).challenge()
        case (.setupPasskey, _): return try await SetupPages(browser: browser(context)).finish()
        case (.invitation, _): return browser(context).response(InvitationPage())
        case (.invitationContents, _): return try await InvitationEndpoints(services: services).preview(context)
        case (.invitationChallenge, _): return try await InvitationEndpoints(services: services).begin(context)
        case (.invitationVerification, _): return try await InvitationEndpoints(services: services).finish(context)
        case (.appleAssociation, _), (.appleAssociationAtRoot, _): return context.associationFile(.apple)
        case (.androidAssociation, _): return context.associationFile(.android)
        case (.relatedOrigins, _): return context.associationFile(.relatedOrigins)
        case (.passkeyEndpoints, _): return context.associationFile(.passkeyEndpoints)
        case (.liveness, _), (.readiness, _): throw .unknownPath
        }
    }

    func browser(_ context: RequestContext) -> BrowserRequest {
        BrowserRequest(context, services: services)
    }
}
