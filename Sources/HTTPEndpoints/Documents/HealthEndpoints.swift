// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WireFormats

/// The health checks, for operators and load balancers.
struct HealthEndpoints: Sendable {
    enum Check: Sendable {
        case liveness
        case readiness

        private static let checks: [Route?: Check] = [.liveness: .liveness, .readiness: .readiness]

        init?(_ route: Route?) {
            guard let check = Self.checks[route] else { return nil }
            self = check
        }
    }

    let services: Services

    func run(_ check: Check) async throws(HTTPProblem) -> HTTPResponse {
        if check == .readiness { try await requireStorage() }
        return .json(["status": "ok"])
    }

    /// Checks that a sign-in could be stored now. A transaction that writes nothing does not notice a full disk, so a
    /// recent failure to store a request counts too.
    private func requireStorage() async throws(HTTPProblem) {
        guard !services.storageHealth.isRecent(at: services.now()) else {
            throw HTTPProblem(SignInFailure.storageUnavailable(reason: "a request could not be stored a moment ago"))
        }
        do {
            try await services.storage.withTransaction { _ in }
        } catch {
            throw HTTPProblem(unexpected: error)
        }
    }
}
