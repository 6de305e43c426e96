// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer

extension Exchange {
    /// Counts the request against a limit, and refuses it if that is reached.
    mutating func take(_ kind: RateLimits.Kind, _ key: String, _ services: Services) throws(Refusal) {
        let verdict = services.limits.take(kind, key: key, at: services.uptime())
        // The tightest limit is the one to tell.
        if verdict.limit != nil { limit = verdict }
        guard verdict.isAllowed else { throw Refusal(tooMany: verdict) }
    }
}

extension Services {
    /// Counts a request against the limit of its address.
    func take(_ route: Route?, from address: PeerAddress) throws(Refusal) -> RateLimits.Verdict {
        let verdict = limits.take(route?.limit ?? .anything, from: address, at: uptime())
        guard verdict.isAllowed else { throw Refusal(tooMany: verdict) }
        return verdict
    }
}

extension Route {
    fileprivate var limit: RateLimits.Kind {
        switch self {
        case .passkeyRegister, .passkeyChallenge, .invitationChallenge, .invitationVerification: .ceremonyStart
        case .token, .revocation: .token
        default: .anything
        }
    }
}

extension Refusal {
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
