// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import IdentityModel
import WireFormats

/// What those ask who keep the server running. It is answered at every host, by any way in.
struct HealthEndpoints: Sendable {
    let services: Services

    func live() -> HTTPResponse {
        .json(200, ["status": "ok"])
    }

    /// Whether a sign-in could be stored now: reading would still work when the disk is full.
    func ready() async throws(Refusal) -> HTTPResponse {
        do {
            try await services.storage.withTransaction { _ in }
        } catch {
            throw Refusal(unexpected: error)
        }
        return .json(200, ["status": "ok"])
    }
}
