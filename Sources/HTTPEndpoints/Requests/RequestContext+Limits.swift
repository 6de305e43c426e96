// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer

extension RequestContext {
    /// Counts the request against a limit, and refuses it if that is reached.
    mutating func take(_ kind: RateLimits.Kind, _ key: String, _ services: Services) throws(HTTPProblem) {
        let verdict = services.limits.take(kind, key: key, at: services.uptime())
        // The tightest limit is the one to tell.
        if verdict.limit != nil { limit = verdict }
        guard verdict.isAllowed else { throw HTTPProblem(tooMany: verdict) }
    }
}

extension Services {
    /// Counts a request against the limit of its address.
    func take(_ route: Route?, from address: PeerAddress) throws(HTTPProblem) -> RateLimits.Verdict {
        let verdict = limits.take(route?.limit ?? .anything, from: address, at: uptime())
        guard verdict.isAllowed else { throw HTTPProblem(tooMany: verdict) }
        return verdict
    }
}

extension Services {
    /// The work that the unit of each request pays for, in multiples of one ES256 signature check. An ordinary sign-in has
    /// one, a registration with an attested key about seven.
    private static let workPerRequest = 10

    /// Counts the work beyond that against the limit of the address. It is done, so it is owed where the limit is reached.
    func charge(_ work: Int, of route: Route, to address: PeerAddress) {
        limits.charge(route.limit, to: address, at: uptime(), count: work / Self.workPerRequest)
    }
}

extension Route {
    fileprivate var limit: RateLimits.Kind {
        switch self {
        case .passkeyRegister, .passkeyChallenge, .invitationContents, .invitationChallenge, .invitationVerification:
            .ceremonyStart
        case .token, .revocation: .token
        default: .anything
        }
    }
}

extension HTTPProblem {
    init(tooMany verdict: RateLimits.Verdict) {
        self.init(
            429, "too_many_requests", code: "request.too-many",
            "Too many requests. Try again in \(verdict.retryAfter) s.")
        limit = verdict
    }
}

extension HTTPFields {
    /// Adds fields that are not there yet.
    mutating func add(_ other: HTTPFields) {
        for field in other.fields where self[field.name] == nil { append(field.name, field.value) }
    }
}
