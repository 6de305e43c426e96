// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn

/// The age that the sign-in of a session may have.
enum Freshness: Sendable {
    case anySignIn
    /// For what could lock the user out, or keep a thief in.
    case recentSignIn
}

/// A request of a browser needs a session, or a more recent sign-in. After it the browser returns to a page.
struct SignInRequired: Error {
    let destination: PageLink

    var location: String { destination.text }
}

extension Access where Caller == AccountRequest, Input == Void {
    /// The session of a browser that navigates to a page. Without one, the browser signs in, and returns.
    @inline(__always) static func visit(
        of page: @escaping @Sendable (RequestContext) throws -> PageLink, countedAs limit: RateLimits.Kind? = nil
    ) -> Access {
        Access(
            origin: .navigation, failures: [403],
            check: .head { context in
                guard let account = try await AccountRequest(context.browser) else {
                    throw SignInRequired(destination: try page(context))
                }
                if let limit { try context.take(limit, key: account.session.user.id.rawValue) }
                return account
            })
    }

    @inline(__always) static func visit(of page: PageLink, countedAs limit: RateLimits.Kind? = nil) -> Access {
        visit(of: { _ in page }, countedAs: limit)
    }
}

extension Access where Caller == AccountRequest, Input: SessionFormBody {
    /// The session of a browser, in a form or a script's request of the session's own page. Nothing has a default, so that
    /// no form goes without a check because nobody thought of it.
    @inline(__always) static func form(
        of page: @escaping @Sendable (Input) -> PageLink, needing freshness: Freshness,
        countedAs limit: RateLimits.Kind?
    ) -> Access {
        Access(
            origin: .own, failures: [403],
            check: .input { context, body in
                guard let account = try await AccountRequest(context.browser) else {
                    throw SignInRequired(destination: page(body))
                }
                try account.require(formToken: body.formToken)
                guard freshness == .anySignIn || account.isRecent else {
                    throw SignInRequired(destination: page(body))
                }
                if let limit { try context.take(limit, key: account.session.user.id.rawValue) }
                return account
            })
    }

    @inline(__always) static func form(
        of page: PageLink, needing freshness: Freshness, countedAs limit: RateLimits.Kind?
    ) -> Access {
        form(of: { _ in page }, needing: freshness, countedAs: limit)
    }
}

extension Access where Caller == AccountRequest?, Input: SessionFormBody {
    /// The same, or a browser without a session.
    @inline(__always) static var formOrNobody: Access {
        Access(
            origin: .own, failures: [403],
            check: .input { context, body in
                guard let account = try await AccountRequest(context.browser) else { return nil }
                try account.require(formToken: body.formToken)
                return account
            })
    }
}
