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

/// `/account/password…`: sets, changes, removes and restores the password of a signed-in user, and has only passkeys sign
/// in.
///
/// 1. Each act has a page that says what it changes, and from when.
/// 2. A passkey confirms it: `/account/confirmation` has the challenge for the act, and takes the response.
/// 3. In a session that the ladder trusts for it, the current password is enough to change it, without a script.
enum AccountPasswordPages {
    private static let link = PageLink(.accountPassword)

    private static let pages = Family(dialect: .page.account(on: link))
    private static let scripts = Family(dialect: .script.account(on: link), limit: .ceremonyStart)

    static let rows =
        [page, submit, challenge, finish]
        + [
            actPage(.remove, at: "/account/password/remove", link: PageLink(.accountPasswordRemoval)),
            actPage(.restore, at: "/account/password/restore", link: PageLink(.accountPasswordRestoration)),
            actPage(.usePasskeysOnly, at: "/account/password/disable", link: PageLink(.accountPasskeysOnly)),
            actPage(.usePassword, at: "/account/password/enable", link: PageLink(.accountPasswordReturn)),
        ]

    private static let page = Row(
        .get, "/account/password", in: pages, by: .visit(of: link, countedAs: .accountVisit), taking: .nothing,
        id: "accountPasswordPage", summary: "Returns the page on which users set and change their password",
        success: .page, failing: [400]
    ) { request in
        let parameters = try? QueryParameters(request.context.request.query)
        let page = try await request.caller.passwordPage(usingCurrentPassword: parameters?["by"] == "password")
        return page.map { request.browser.response($0) } ?? .seeOther(AccountPages.link.text)
    }

    /// The form with the current password, or of an account without a way in.
    private static let submit = Row(
        .post, "/account/password", in: pages, by: .form(of: link, needing: .anySignIn, countedAs: .myAccount),
        taking: .jsonOrForm(AccountPasswordBody.self), id: "submitAccountPassword",
        summary: "Sets the password, proven by the current one", success: .nextPage, failing: [401, 429]
    ) { request in
        guard var page = try await request.caller.passwordPage(usingCurrentPassword: true) else {
            return .seeOther(AccountPages.link.text)
        }
        // Without its script, the page that asks for a passkey posts its form, too.
        guard page.proof != .passkey else { return .seeOther(link.text) }
        let submission = PasswordSetting.Submission(
            password: request.input.password ?? "", currentPassword: request.input.currentPassword)
        do {
            _ = try await request.setting(submission, by: request.caller.owner, in: request.context.configuration)
            return .seeOther(AccountNotice.passwordSet.page.text)
        } catch let failure as SignInFailure {
            switch failure {
            // The account page says what is possible, also after a form that was sent twice.
            case .password(.confirmationRequired), .account(.tokenRevoked), .modifiedConcurrently:
                return .seeOther(AccountPages.link.text)
            default: break
            }
            guard page.explain(failure) else { throw failure }
            let problem = HTTPProblem(failure)
            request.context.pageProblem = problem
            return request.browser.response(page, status: problem.status)
        }
    }

    private static func actPage(_ act: PasswordActPage.Act, at path: Path, link: PageLink) -> Row {
        Row(
            .get, path, in: Family(dialect: .page.account(on: link)), by: .visit(of: link, countedAs: .accountVisit),
            taking: .nothing, id: "\(act)AccountPasswordPage",
            summary: "Returns the page that asks whether to \(act.summary)", success: .page, failing: [400]
        ) { request in
            // Another tab may have made the change.
            guard try await request.caller.password()?.allows(act) ?? false else {
                return .seeOther(AccountPages.link.text)
            }
            return request.browser.response(PasswordActPage(act, token: .csrf(request.caller.formToken)))
        }
    }

    // MARK: The confirmation

    private static let challenge = Row(
        .post, "/account/confirmation/challenge", in: scripts,
        by: .form(of: link, needing: .anySignIn, countedAs: .myAccount), taking: .json(AccountActBody.self),
        id: "beginAccountConfirmation", summary: "Begins the confirmation of an act by a passkey",
        success: .json("JSON.", .startedCeremony), failing: [401, 409]
    ) { request in
        let (owner, configuration) = (request.caller.owner, request.context.configuration)
        let act = try ConfirmedAct(named: request.input.act)
        if act == .setPassword {
            try await request.setting.check(request.input.password ?? "", for: owner, in: configuration)
        } else if let kind = act.addressKind {
            try await request.caller.checkAddress(request.input.identifier, as: kind)
        }
        let started = try await Confirmation(ceremonies: request.browser.ceremonies()).begin(
            act, by: owner, in: configuration)
        return .ceremony(started.options.json, session: started.session, reference: request.context.reference)
    }

    private static let finish = Row(
        .post, "/account/confirmation", in: scripts, by: .form(of: link, needing: .anySignIn, countedAs: .myAccount),
        taking: .json(AccountConfirmationBody.self), id: "finishAccountConfirmation",
        summary: "Does what a passkey has confirmed", success: .json("JSON.", .nextLocation), failing: [401, 404, 409]
    ) { request in
        let page = try await request.perform(try ConfirmedAct(named: request.input.act))
        return .json(["location": .string(page.text)])
    }
}

extension CheckedRequest where Caller == AccountRequest {
    fileprivate var setting: PasswordSetting {
        get throws { PasswordSetting(services.passwords, ceremonies: try browser.ceremonies()) }
    }
}

extension CheckedRequest where Caller == AccountRequest, Input == AccountConfirmationBody {
    /// Returns the page that says it, or the next one.
    fileprivate func perform(_ act: ConfirmedAct) async throws -> PageLink {
        let (owner, configuration) = (caller.owner, context.configuration)
        let proof = PasskeyProof(session: input.session, response: input.response)
        let passwords = PasswordManagement(services.passwords, ceremonies: try browser.ceremonies())
        let notice: AccountNotice
        switch act {
        case .setPassword:
            let submission = PasswordSetting.Submission(password: input.password ?? "", proof: proof)
            _ = try await setting(submission, by: owner, in: configuration)
            notice = .passwordSet
        case .removePassword:
            try await passwords.remove(of: owner, proving: proof, in: configuration)
            notice = .passwordRemoved
        case .restorePassword:
            _ = try await passwords.restore(of: owner, proving: proof, in: configuration)
            notice = .passwordRestored
        case .usePasskeysOnly:
            _ = try await passwords.setDisabled(true, of: owner, proving: proof, in: configuration)
            notice = .passkeysOnly
        case .usePassword:
            _ = try await passwords.setDisabled(false, of: owner, proving: proof, in: configuration)
            notice = .passwordAllowed
        case .changeEmail, .changePhone:
            let submission = AddressSetting.Submission(act.addressKind ?? .email, input.identifier, proof: proof)
            return try await caller.sendAddressCode(submission)
        case .removePasskey: throw SignInFailure.ceremony(.purposeMismatch)
        }
        return notice.page
    }
}

extension ConfirmedAct {
    fileprivate init(named name: String) throws {
        guard let act = Self(rawValue: name) else { throw SignInFailure.ceremony(.purposeMismatch) }
        self = act
    }
}

extension ConfirmedAct {
    /// The kind of address that is changed.
    fileprivate var addressKind: Identifier.Kind? {
        switch self {
        case .changeEmail: .email
        case .changePhone: .phoneNumber
        default: nil
        }
    }
}

extension PasswordActPage.Act {
    fileprivate var summary: String {
        switch self {
        case .remove: "remove the password"
        case .restore: "restore the removed password"
        case .usePasskeysOnly: "have only passkeys sign in"
        case .usePassword: "have the password sign in again"
        }
    }
}
