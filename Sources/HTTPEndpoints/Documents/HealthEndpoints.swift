// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import SignIn
import WireFormats

/// What those ask who keep the server running. It is answered at every host, by any way in.
struct HealthEndpoints: Sendable {
    let services: Services

    func live() -> HTTPResponse {
        .json(200, ["status": "ok"])
    }

    /// Whether a sign-in could be stored now. A transaction that writes nothing does not notice a full disk, so a request
    /// that could not be stored a moment ago counts too.
    func ready() async throws(HTTPProblem) -> HTTPResponse {
        guard !services.storageHealth.isRecent(at: services.now()) else {
            throw HTTPProblem(SignInFailure.storageUnavailable(reason: "a request could not be stored a moment ago"))
        }
        do {
            try await services.storage.withTransaction { _ in }
        } catch {
            throw HTTPProblem(unexpected: error)
        }
        return .json(200, ["status": "ok"])
    }
}
