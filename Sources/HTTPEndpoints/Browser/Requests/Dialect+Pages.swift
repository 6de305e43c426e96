// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HostedPages
import OpenIDProvider
import RateLimiting
import SignIn

extension Dialect {
    /// Pages and forms: the browser gets a page that says what is wrong, or goes to the sign-in page and back.
    static let page = Dialect { error, context in
        switch error {
        case let required as SignInRequired:
            ThrownResponse(response: try context.browser.signIn(returningTo: required.destination))
        case let error as AuthorizationPageError: ThrownResponse(response: context.browser.errorPage(error))
        default: error
        }
    }

    /// Requests of a page's script, which is told where the sign-in page is.
    static let script = Dialect { error, context in
        // Without its script, a page posts its form to the same path.
        guard !context.incoming.isForm else { return try page.translate(error, context) }
        guard let required = error as? SignInRequired else { return error }
        return try context.browser.signInRequired(returningTo: required.destination)
    }

    /// The same for a page of the account. A session that ended in the meantime needs a new sign-in.
    func account(on page: PageLink) -> Dialect {
        Dialect(format: format) { [translate] error, context in
            guard let failure = error as? SignInFailure else { return try translate(error, context) }
            guard failure.isAboutSession else { return HTTPProblem(account: failure) }
            return try translate(SignInRequired(destination: page), context)
        }
    }
}

extension Family {
    /// Pages and their forms.
    static let pages = Family(dialect: .page)
    /// The requests of their scripts, which begin and finish ceremonies.
    static let scripts = Family(dialect: .script, limit: .ceremonyStart)
}

extension SignInFailure {
    /// Whether the user is not signed in any longer, or not recently enough.
    fileprivate var isAboutSession: Bool {
        switch self {
        case .account(.tokenRevoked), .account(.unknown), .account(.blocked), .account(.toBeDeleted),
            .account(.signInTooOld):
            true
        default: false
        }
    }
}
