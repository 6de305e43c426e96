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
extension CeremonyAPIEndpoints {
    static let passkeyRows = [list, rename, remove, signOut]

    private static let passkey: Path = "/api/auth/passkeys/{id}"

    private static let list = Row(
        .get, "/api/auth/passkeys", in: family, by: .signedInUser, taking: .nothing, id: "listOwnPasskeys",
        summary: "Lists the signed-in user's passkeys",
        success: .json("The passkeys, and what to signal to the device.", .anyObject)
    ) { request in
        let list = try await request.management.list(of: request.caller.owner, in: request.context.configuration)
        return .json([
            "passkeys": .array(list.passkeys.map { .object(AuthenticationMethodAnswer($0).json) }),
            "user": ["username": .string(request.caller.api.userName(of: list.user))], "signal": list.signal.json,
        ])
    }

    private static let rename = Row(
        .patch, passkey, in: family, by: .signedInUser, taking: .json(PasskeyNameBody.self), id: "renameOwnPasskey",
        summary: "Renames one of the user's passkeys", success: .json("Done.", .plainSuccess)
    ) { request in
        let renamed = try await request.management.rename(
            try await request.namedPasskey(), to: request.input.name, of: request.caller.owner,
            in: request.context.configuration)
        return .json(["success": true, "signal": renamed.signal.json])
    }

    private static let remove = Row(
        .delete, passkey, in: family, by: .signedInUser, taking: .nothing, id: "removeOwnPasskey",
        summary: "Removes one of the user's passkeys", success: .json("Done.", .plainSuccess), failing: [409]
    ) { request in
        let signal = try await request.management.remove(
            try await request.namedPasskey(), of: request.caller.owner, in: request.context.configuration)
        return .json(["success": true, "signal": signal.json])
    }

    private static let signOut = Row(
        .post, "/api/auth/sign-out", in: family, by: .ownPage, taking: .nothing, id: "endOwnSession",
        summary: "Ends the session of the cookie", success: .json("Done.", .plainSuccess)
    ) { request in
        let browser = request.browser
        if let session = try await browser.apiSession() { try await browser.signOut(session) }
        return HTTPResponse.json(["success": true]).settingCookies([browser.cookies.field(apiSession: "", lifetime: 0)])
    }
}

extension CheckedRequest where Caller == CeremonyAPIUser {
    fileprivate var management: PasskeyManagement { PasskeyManagement(accounts: services.accounts) }

    /// Returns the passkey that the path names by its ID or, as clients of this API do, by that of its credential.
    /// Other accounts' passkeys are unknown here.
    fileprivate func namedPasskey() async throws -> PasskeyID {
        let name = context.incoming.name ?? ""
        let list = try await management.list(of: caller.owner, in: context.configuration)
        let found = list.passkeys.first { passkey in
            let credential = passkey.origin.credentialID.bytes
            return [passkey.id.rawValue, Base64URL.encode(credential), Base64.encode(credential)].contains {
                ExactText($0) == ExactText(name)
            }
        }
        guard let found else { throw SignInFailure.passkey(.unknown) }
        return found.id
    }
}
