// SPDX-License-Identifier: Apache-2.0

import ClientContract
import HTTPContract
import HTTPServer
import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WebAuthnVerification
import WireFormats

/// The signed-in user's passkeys in the plain ceremony API, and the end of the session.
struct CeremonyAPIPasskeys {
    let request: CeremonyAPIRequest

    init(_ browser: BrowserRequest) throws(HTTPProblem) {
        request = try CeremonyAPIRequest(browser)
    }

    private var context: RequestContext { request.context }

    func list() async throws(HTTPProblem) -> HTTPResponse {
        let (management, owner) = try await management()
        let configuration = context.configuration
        let list = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await management.list(of: owner, in: configuration)
        }
        return .json([
            "passkeys": .array(list.passkeys.map { .object(AuthenticationMethodAnswer($0).json) }),
            "user": ["username": .string(request.userName(of: list.user))], "signal": list.signal.json,
        ])
    }

    func rename() async throws(HTTPProblem) -> HTTPResponse {
        let body = try context.body(PasskeyNameBody.self)
        let (management, owner) = try await management()
        let (id, configuration) = (try await passkey(of: owner, in: management), context.configuration)
        let renamed = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await management.rename(id, to: body.name, of: owner, in: configuration)
        }
        return .json(["success": true, "signal": renamed.signal.json])
    }

    func remove() async throws(HTTPProblem) -> HTTPResponse {
        let (management, owner) = try await management()
        let (id, configuration) = (try await passkey(of: owner, in: management), context.configuration)
        let signal = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await management.remove(id, of: owner, in: configuration)
        }
        return .json(["success": true, "signal": signal.json])
    }

    func signOut() async throws(HTTPProblem) -> HTTPResponse {
        if let session = try await request.browser.apiSession() { try await request.browser.signOut(session) }
        return HTTPResponse.json(["success": true]).settingCookies([
            request.browser.cookies.field(apiSession: "", lifetime: 0)
        ])
    }

    private func management() async throws(HTTPProblem) -> (PasskeyManagement, AccountOwner) {
        let owner = request.owner(of: try await request.requireSession())
        context.user = owner.user
        try context.take(.myAccount, key: owner.user.rawValue, from: request.services)
        return (PasskeyManagement(accounts: request.services.accounts), owner)
    }

    /// Returns the passkey that the path names by its ID or, as clients of this API do, by that of its credential.
    /// Other accounts' passkeys are unknown here.
    private func passkey(
        of owner: AccountOwner, in management: PasskeyManagement
    ) async throws(HTTPProblem) -> PasskeyID {
        let name = context.incoming.name ?? ""
        let configuration = context.configuration
        let list = try await mapFailure(to: HTTPProblem.plain) { () throws(SignInFailure) in
            try await management.list(of: owner, in: configuration)
        }
        let found = list.passkeys.first { passkey in
            let credential = passkey.origin.credentialID.bytes
            return [passkey.id.rawValue, Base64URL.encode(credential), Base64.encode(credential)].contains {
                ExactText($0) == ExactText(name)
            }
        }
        guard let found else {
            var problem = HTTPProblem(plain: .passkeyUnknown)
            problem.status = 404
            throw problem
        }
        return found.id
    }
}
