// SPDX-License-Identifier: Apache-2.0

package import HTTPContract
import HTTPServer
import IdentityModel
import SignIn
import WireFormats

/// The health checks, for operators and load balancers.
package enum HealthEndpoints {
    package static let livenessPath: Path = "/health/live"
    package static let readinessPath: Path = "/health/ready"

    static let rows = [liveness, readiness]

    private static let liveness = Row(
        get: livenessPath, in: Family(failures: [429]), reaching: .everyHost, id: "isAlive",
        summary: "Reports whether the process is running", success: .document
    ) { request in
        response(to: request)
    }

    private static let readiness = Row(
        get: readinessPath, in: Family(failures: [503]), reaching: .everyHost, id: "isReady",
        summary: "Reports whether the server is ready for requests",
        success: .json("The server is ready.", .anyObject)
    ) { request in
        try await requireStorage(of: request.services)
        return response(to: request)
    }

    private static func response(to request: IncomingRequest) -> HTTPResponse {
        var response = HTTPResponse.json(["status": "ok"])
        if let inspected = InspectedRequest(request) { response.headers[InspectedRequest.field] = inspected.text }
        return response
    }

    /// Checks that a sign-in could be stored now. The storage does not notice a full disk without writing, so a recent
    /// failure to store a request counts too.
    private static func requireStorage(of services: Services) async throws {
        guard !services.storageHealth.isRecent(at: services.now()) else {
            throw SignInFailure.storageUnavailable(reason: "a request could not be stored a moment ago")
        }
        try await services.storage.checkWritable()
    }
}
