// SPDX-License-Identifier: Apache-2.0

import HTTPContract
package import HTTPServer
package import RateLimiting
package import WireFormats

extension RequestContext {
    /// Counts the request against the limit of its address.
    func takeAddressLimit() throws(RequestFailure) {
        limit = services.limits.take(incoming.limitKind, network: peer.network, at: services.uptime())
        guard limit.isAllowed else { throw .limitExceeded(limit) }
    }

    /// Counts the request against the limit of a key.
    func take(_ kind: RateLimits.Kind, key: String) throws(RequestFailure) {
        let status = services.limits.take(kind, key: key, at: services.uptime())
        // The response reports the last limit.
        if status.limit != nil { limit = status }
        guard status.isAllowed else { throw .limitExceeded(status) }
    }

    /// Counts the request against the limits of the IPv6 networks that one customer or one site may have, whose
    /// addresses are as many as it likes.
    func takeNetworkLimits(_ kind: RateLimits.Kind) throws(RequestFailure) {
        guard !peer.isIPv4 else { return }
        for length in [7, 6] {
            let status = services.limits.take(kind, network: peer.bytes.prefix(length), at: services.uptime())
            guard status.isAllowed else { throw .limitExceeded(status) }
        }
    }

    /// Counts an attempt to enter a code against the limit of its address.
    func takeCodeLimit(_ kind: RateLimits.Kind) throws(RequestFailure) {
        limit = services.limits.take(kind, network: peer.network, at: services.uptime())
        guard limit.isAllowed else { throw .limitExceeded(limit) }
    }
}

extension Services {
    /// The work that each request's own unit pays for, in multiples of one ES256 signature check. An ordinary sign-in
    /// takes one, a registration with an attested key about seven.
    private static let workPerRequest = 10

    /// Charges the work beyond that to the limit of the address. The work is done, so it is charged even at the limit.
    func charge(_ work: Int, to address: PeerAddress, kind: RateLimits.Kind) {
        limits.charge(kind, network: address.network, at: uptime(), count: work / Self.workPerRequest)
    }
}

extension HTTPResponse {
    /// Sets Auth0's rate limit fields, and `retry-after` if the limit was exceeded.
    package mutating func setRateLimitFields(_ status: RateLimitStatus, at now: Timestamp) {
        guard let limit = status.limit else { return }
        headers["x-ratelimit-limit"] = String(limit)
        headers["x-ratelimit-remaining"] = String(status.remaining)
        headers["x-ratelimit-reset"] = String(now.secondsSince1970 + Int64(status.secondsUntilFull))
        if !status.isAllowed { headers["retry-after"] = String(status.retryAfter) }
    }
}

extension HTTPFields {
    /// Adds fields that are not present yet.
    mutating func add(_ other: HTTPFields) {
        for field in other.fields where self[field.name] == nil { append(field.name, value: field.value) }
    }
}
