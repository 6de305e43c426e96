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
        return response(to: request, reporting: ["outbox_due_seconds": .object(try await due(in: request.services))])
    }

    /// For how long the item of each kind has been due that is due longest, in whole steps of ten minutes.
    ///
    /// It is only reported: if a mail server is down, users sign in all the same, and a load balancer must not take the
    /// server out of service. Anyone may ask, and must not learn from the time of one mail whether a request has caused it.
    private static func due(in services: Services) async throws -> JSONObject {
        let time = services.now()
        let due = try await services.storage.read { snapshot in
            try OutboxItem.Kind.allCases.map { ($0, try snapshot.outbox.longestDue($0, at: time)) }
        }
        var report = JSONObject()
        for (kind, start) in due {
            let seconds = start.map { max(0, time.secondsSince1970 - $0.secondsSince1970) } ?? 0
            report[kind.rawValue] = .number(JSONNumber(seconds - seconds % 600))
        }
        return report
    }

    private static func response(
        to request: IncomingRequest, reporting report: JSONObject = JSONObject()
    ) -> HTTPResponse {
        var body: JSONObject = ["status": "ok"]
        for member in report.members { body[member.name] = member.value }
        var response = HTTPResponse.json(.object(body))
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
