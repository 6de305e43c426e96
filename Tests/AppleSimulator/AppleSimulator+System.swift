// SPDX-License-Identifier: Apache-2.0

package import AuthenticationServices
import Foundation
import SoftwareAuthenticator

extension AppleSimulator: SimulatedSystem {
    @MainActor
    package func perform(
        _ requests: [ASAuthorizationRequest], presentation: SimulatedPresentation
    ) async throws -> (ASAuthorizationRequest, any ASAuthorizationCredential) {
        set { state in
            state.records.requests += requests.compactMap { RequestFacts($0, presentation: presentation) }
        }
        await Task.yield()
        try Task.checkCancellation()
        let id = try beginRequest(presentation)
        return try await withTaskCancellationHandler {
            defer { endRequest(id) }
            if let failure = takeNextFailure() { throw failure }
            return try await answer(requests, presentation: presentation)
        } onCancel: {
            endRequest(id)
        }
    }

    package func signal(_ signal: SimulatedSignal) async throws {
        set { $0.records.signals.append(signal) }
        guard state.acceptsSignals else { throw SystemErrors.failed("The signal was not accepted.") }
        switch signal {
        case .unknown(let relyingPartyID, let credentialID):
            try requireAssociation(relyingPartyID)
            authenticator.remove(Array(credentialID))
        case .allAccepted(let relyingPartyID, let userHandle, let credentialIDs):
            try requireAssociation(relyingPartyID)
            authenticator.keepOnly(
                credentialIDs.map { Array($0) }, relyingPartyID: relyingPartyID, userHandle: Array(userHandle))
        case .renamed(let relyingPartyID, let userHandle, let name):
            try requireAssociation(relyingPartyID)
            authenticator.rename(relyingPartyID: relyingPartyID, userHandle: Array(userHandle), to: name)
        case .unusedPassword(let domain, _):
            try requireAssociation(domain)
        }
    }

    @MainActor
    package func openWebSession(_ session: SimulatedWebSession) async throws -> URL {
        set { $0.records.webSessions.append(session) }
        await Task.yield()
        let state = state
        if case .https(let host, _)? = session.callback, !state.associatedDomains.contains(host) {
            throw ASWebAuthenticationSessionError(
                .canceledLogin,
                userInfo: [NSLocalizedFailureReasonErrorKey: "The callback's host is not an associated domain."])
        }
        do {
            let url = try await state.browser(session.url)
            try Task.checkCancellation()
            guard let url, session.callback?.matches(url) != false else {
                throw ASWebAuthenticationSessionError(.canceledLogin)
            }
            return url
        } catch is CancellationError {
            if state.reportsCanceledWebSessions { throw CancellationError() }
            throw UnreportedCancellation()
        }
    }

    func requireAssociation(_ domain: String) throws {
        guard state.associatedDomains.contains(domain) else { throw SystemErrors.notAssociated(domain) }
    }

    /// Shows a sheet and returns if its owner approves.
    func askOwner() async throws {
        set { $0.records.shownSheets += 1 }
        let answer = try await value { $0.person == .neverAnswers ? nil : $0.person }
        switch answer {
        case .approves: return
        case .letsItTimeOut: throw SystemErrors.timedOut
        case .dismisses, .neverAnswers: throw SystemErrors.canceled
        }
    }

    // MARK: - Requests

    @MainActor
    private func answer(
        _ requests: [ASAuthorizationRequest], presentation: SimulatedPresentation
    ) async throws -> (ASAuthorizationRequest, any ASAuthorizationCredential) {
        guard let request = chosen(among: requests) else { throw SystemErrors.authorization(code: 1003) }
        switch request {
        case let request as ASAuthorizationPlatformPublicKeyCredentialRegistrationRequest:
            return (request, try await register(request))
        case let request as ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest:
            return (request, try await register(request))
        case let request as ASAuthorizationAccountCreationPlatformPublicKeyCredentialRequest:
            return (request, try await createAccount(request))
        case let request as ASAuthorizationPlatformPublicKeyCredentialAssertionRequest:
            return (request, try await assert(request, presentation: presentation))
        case let request as ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest:
            return (request, try await assert(request))
        case let request as ASAuthorizationPasswordRequest:
            return (request, try await providePassword(presentation))
        default:
            throw SystemErrors.authorization(code: 1003)
        }
    }

    /// The request that fits what the owner wants to use, or else the first. Where passwords are offered, too, an owner
    /// who wants a passkey and has none takes one.
    private func chosen(among requests: [ASAuthorizationRequest]) -> ASAuthorizationRequest? {
        let state = state
        if let password = requests.first(where: { $0 is ASAuthorizationPasswordRequest }), hasPassword(state) {
            let isPasskeyThere = requests.contains { request in
                (request as? ASAuthorizationPlatformPublicKeyCredentialAssertionRequest).map {
                    hasPasskey(for: $0, state)
                } ?? false
            }
            if state.means == .savedPassword || state.means == .thisDevice && !isPasskeyThere { return password }
        }
        let isKeyWanted = state.means == .securityKey
        let fitting = requests.first { request in
            let isForKey =
                request is ASAuthorizationSecurityKeyPublicKeyCredentialRegistrationRequest
                || request is ASAuthorizationSecurityKeyPublicKeyCredentialAssertionRequest
            return isForKey == isKeyWanted
        }
        return fitting ?? requests.first
    }
}
