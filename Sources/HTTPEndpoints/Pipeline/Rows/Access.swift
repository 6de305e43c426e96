// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer

/// The credential that an operation needs, and what its handler gets in its place.
struct Access<Caller, Input>: Sendable {
    enum Check: Sendable {
        /// Needs only the head of the request.
        case head(@Sendable (RequestContext) async throws -> Caller)
        /// The body has the credential, or a part of it.
        case input(@Sendable (RequestContext, Input) async throws -> Caller)
    }

    var security = Operation.Security.nothing
    var origin = OriginRule.any
    var failures: [Int] = []
    let check: Check
}

extension Access where Caller == Void {
    @inline(__always) static var anyone: Access { Access(check: .head { _ in }) }
}

/// The pages whose requests are accepted.
enum OriginRule: Sendable {
    case any
    /// Links of other sites lead here, but their pages can't load it: the response depends on the session, and its
    /// status, its size or its time would reveal whether there is one (Fetch Metadata).
    case navigation
    /// Only pages of the server. Browsers send the page's origin with forms and requests of scripts.
    case own
    /// The same for what browsers send no origin with, too, such as a GET request.
    case ownSite

    func check(_ context: RequestContext) throws {
        switch self {
        case .any: break
        case .navigation:
            guard let site = context.field("Sec-Fetch-Site"), site != "same-origin", site != "none",
                context.field("Sec-Fetch-Mode") != "navigate"
            else { return }
            throw RequestFailure.navigationMissing
        case .own: try requireOwnOrigin(context)
        case .ownSite:
            try requireOwnOrigin(context)
            guard ["same-origin", "none", nil].contains(context.field("Sec-Fetch-Site")) else {
                throw RequestFailure.originMismatch
            }
        }
    }

    private func requireOwnOrigin(_ context: RequestContext) throws {
        let own = context.configuration.origin(of: context.host.host).description
        guard let origin = context.field("Origin"), origin != own else { return }
        throw RequestFailure.originMismatch
    }
}
