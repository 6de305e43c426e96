// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// `/account`: shows signed-in users their passkeys, sessions and consents, and changes them.
enum AccountPages {
    static let link = PageLink(.account)

    private static let pages = Family(dialect: .page.account(on: link))
    private static let scripts = Family(dialect: .script.account(on: link), limit: .ceremonyStart)

    static let rows = [
        page, returnToPage, saveProfile, beginPasskey, finishPasskey, renamePasskey, removePasskey, removeDeviceKey,
        endSession, disconnectApplication, disconnectDevice, signOut,
    ]

    private static let page = Row(
        .get, "/account", in: pages, by: .visit(of: link, countedAs: .accountVisit), taking: .nothing,
        id: "accountPage", summary: "Returns the page of the signed-in user's account", success: .page, failing: [400]
    ) { request in
        let (context, account) = (request.context, request.caller)
        await BrowserSessions(accounts: context.services.accounts, host: context.host.host, kind: .pages).recordVisit(
            of: account.session, lifetimes: context.configuration.tenant)
        let parameters = try? QueryParameters(context.request.query)
        let notice = parameters?[AccountNotice.parameter].flatMap(AccountNotice.init)
        return account.browser.response(try await account.accountPage(saying: notice))
    }

    /// Browsers without scripts post the form that adds a passkey.
    private static let returnToPage = Row(
        .post, "/account", in: pages, by: .anyone, taking: .jsonOrForm(AccountFormBody.self), id: "accountForm",
        summary: "Returns to the page without a script", success: .nextPage, failing: [403]
    ) { _ in
        .seeOther(link.text)
    }

    // MARK: Forms

    private static let saveProfile = form(
        "/account/profile", needing: .anySignIn, id: "submitAccountProfile", summary: "Stores the user's name"
    ) { request in
        try await AccountProfile(accounts: request.accounts).setName(request.input.name, of: request.caller.owner)
        return .profileSaved
    }

    private static let renamePasskey = form(
        "/account/passkeys/rename", needing: .anySignIn, id: "renameAccountPasskey", summary: "Renames a passkey",
        failing: [404]
    ) { request in
        _ = try await PasskeyManagement(accounts: request.accounts).rename(
            PasskeyID(rawValue: request.id), to: request.input.name, of: request.caller.owner,
            in: request.context.configuration)
        return .passkeyRenamed
    }

    private static let removePasskey = form(
        "/account/passkeys/remove", needing: .recentSignIn, id: "removeAccountPasskey", summary: "Removes a passkey",
        failing: [404, 409]
    ) { request in
        _ = try await PasskeyManagement(accounts: request.accounts).remove(
            PasskeyID(rawValue: request.id), of: request.caller.owner, in: request.context.configuration)
        return .passkeyRemoved
    }

    private static let removeDeviceKey = form(
        "/account/device-keys/remove", needing: .recentSignIn, id: "removeAccountDeviceKey",
        summary: "Removes a device key", failing: [401, 409]
    ) { request in
        do {
            try await DeviceKeyManagement(ceremonies: request.browser.ceremonies()).remove(
                DeviceKey.ID(rawValue: request.id), of: request.caller.owner, in: request.context.configuration)
        } catch SignInFailure.deviceKey(.unknown) {
            // The same form, sent twice.
        } catch SignInFailure.account(.tokenRevoked), SignInFailure.modifiedConcurrently {
            // The account page says what there still is, also after a form that was sent twice.
            throw ThrownResponse(response: .seeOther(link.text))
        }
        return .deviceKeyRemoved
    }

    private static let endSession = form(
        "/account/sessions/remove", needing: .recentSignIn, id: "endAccountSession",
        summary: "Ends one of the user's sessions, or all others"
    ) { request in
        let (account, id) = (request.caller, request.id)
        let sessions = SessionManagement(accounts: request.accounts)
        // It stands for all sessions but this one.
        guard id != "others" else {
            let ended = try await sessions.endOthers(of: account.owner)
            return ended.isComplete ? .otherSessionsEnded : .newerSessionsEnded
        }
        // The page of the logout asks a user who couldn't sign in again.
        if id == account.session.record.id.rawValue, !account.session.canSignInAgain {
            throw ThrownResponse(response: .seeOther(PagePath.logout.rawValue))
        }
        try await sessions.end(BrowserSession.ID(rawValue: id), of: account.owner)
        return .sessionEnded
    }

    private static let disconnectApplication = form(
        "/account/consents/remove", needing: .anySignIn, id: "withdrawConsent",
        summary: "Disconnects a client from the user's account"
    ) { request in
        try await ConnectedApplications(accounts: request.accounts).disconnect(request.id, of: request.caller.owner)
        return .clientDisconnected
    }

    private static let disconnectDevice = form(
        "/account/devices/remove", needing: .anySignIn, id: "disconnectDevice",
        summary: "Disconnects a device from the user's account"
    ) { request in
        try await ConnectedApplications(accounts: request.accounts).disconnect(
            device: RefreshToken.Family(rawValue: request.id), of: request.caller.owner)
        return .deviceDisconnected
    }

    /// A form that changes the account, and returns to the page with a notice.
    private static func form(
        _ path: Path, needing freshness: Freshness, id: String, summary: String,
        failing failures: [Int] = [],
        change: @escaping @Sendable (CheckedRequest<AccountRequest, AccountFormBody>) async throws -> AccountNotice
    ) -> Row {
        Row(
            .post, path, in: pages, by: .form(of: link, needing: freshness, countedAs: .myAccount),
            taking: .jsonOrForm(AccountFormBody.self), id: id, summary: summary, success: .nextPage, failing: failures
        ) { request in
            .seeOther(try await change(request).page.text)
        }
    }

    private static let signOut = Row(
        .post, "/account/logout", in: pages, by: .formOrNobody, taking: .jsonOrForm(AccountFormBody.self),
        id: "signOut", summary: "Ends the session of the browser", success: .nextPage
    ) { request in
        let response = HTTPResponse.seeOther(PagePath.logout.rawValue)
        if let account = request.caller {
            // The page of the logout asks a user who couldn't sign in again.
            guard account.session.canSignInAgain else { return response }
            try await account.browser.signOut(account.session)
        }
        return response.settingCookies(request.browser.cookies.fieldsRemovingSession)
    }

    // MARK: Another passkey

    private static let beginPasskey = Row(
        .post, "/account/passkeys/challenge", in: scripts,
        by: .form(of: link, needing: .recentSignIn, countedAs: .myAccount), taking: .json(AccountFormBody.self),
        id: "beginAccountPasskey", summary: "Begins the registration of another passkey",
        success: .json("JSON.", .startedCeremony), failing: [401, 409]
    ) { request in
        var enrollment = EnrollmentRequest()
        enrollment.excludesExistingCredentials = true
        let started = try await BeginEnrollment(ceremonies: request.browser.ceremonies())(
            enrollment, by: request.caller.owner, in: request.context.configuration)
        return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
    }

    private static let finishPasskey = Row(
        .post, "/account/passkeys", in: scripts, by: .form(of: link, needing: .recentSignIn, countedAs: .myAccount),
        taking: .json(AccountCeremonyBody.self), id: "finishAccountPasskey",
        summary: "Finishes the registration of another passkey", success: .json("JSON.", .signaledLocation),
        failing: [401, 409]
    ) { request in
        let submission = FinishEnrollment.Submission(session: request.input.session, response: request.input.response)
        let enrolled = try await FinishEnrollment(ceremonies: request.browser.ceremonies())(
            submission, by: request.caller.owner, in: request.context.configuration)
        return .json(["location": .string(AccountNotice.passkeyAdded.page.text), "signal": enrolled.signal.json])
    }
}

extension CheckedRequest<AccountRequest, AccountFormBody> {
    fileprivate var accounts: AccountStorage { services.accounts }

    /// What the form is about.
    fileprivate var id: String { input.id ?? "" }
}
