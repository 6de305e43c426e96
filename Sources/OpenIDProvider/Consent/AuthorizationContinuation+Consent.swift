// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
package import SignIn

/// Consents: what a user allows a client of others.
///
/// `AuthorizationStep` asks for one if the request goes beyond what is stored. The page shows the request's
/// `consentScope`; `allow` stores it with the code, and adds it to what was allowed before. `ConnectedApplications`
/// withdraws it.
extension AuthorizationContinuation {
    package enum ConsentOutcome: Sendable {
        case code(String)
        /// Another page comes first.
        case step(AuthorizationStep)
    }

    /// Continues after the user has allowed the client what it requests. The consent is stored with the code. It adds
    /// to what the user has allowed before.
    package func allow(
        _ transaction: AuthorizationTransaction, for session: ActiveSession
    ) async throws(OAuthFailure) -> ConsentOutcome {
        let (request, time) = (transaction.request, accounts.now())
        let consent = Consent(
            user: session.user.id, client: request.client, audience: request.audience, scope: request.consentScope,
            grantedAt: time)
        let step = decide(transaction, for: AuthorizationConditions.Session(session), consent: consent, at: time)
        guard step == .issueCode else { return .step(step) }
        guard let code = try await issueCode(for: request, session: session, consent: consent) else {
            return .step(decide(transaction, for: nil, consent: nil, at: time))
        }
        return .code(code)
    }

    /// Returns what the user has allowed the client before.
    func findConsent(
        of user: UserID, to request: AuthorizationRequest
    ) async throws(OAuthFailure) -> Consent? {
        do {
            return try await accounts.storage.read {
                try $0.consents.find(user: user, client: request.client, audience: request.audience)
            }
        } catch {
            throw OAuthFailure(error)
        }
    }
}
