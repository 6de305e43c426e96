// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/login/code/review`: a user who has proven an address sees what is in an account in which nobody had, and decides.
enum ReviewEndpoints {
    static let rows = [page, submit]

    private static let page = Row(
        .get, "/login/code/review", in: .pages, by: .signIn, taking: .nothing, id: "accountReviewPage",
        summary: "Returns the page that shows what can get into an account", success: .page, failing: [400]
    ) { request in
        let signIn = request.caller
        guard let found = try await signIn.review else { return try signIn.redirect(to: .codeSend) }
        guard !found.review.isHeld else {
            let link = PageLink(path: try signIn.path(of: .signIn))
            return signIn.response(
                ForeignAccountPage(
                    token: signIn.token, address: signIn.codes.address, signIn: link,
                    offersNewAccount: found.review.offersNewAccount))
        }
        return signIn.response(
            ReviewPage(token: signIn.token, address: signIn.codes.address, entries: signIn.entries(of: found)))
    }

    private static let submit = Row(
        .post, "/login/code/review", in: .pages, by: .signIn, taking: .jsonOrForm(ReviewFormBody.self),
        id: "reviewAccount", summary: "Signs the user in after the review", success: .nextPage
    ) { request in
        let signIn = request.caller
        guard let proof = signIn.proofOfSignIn else { return try signIn.redirect(to: .codeSend) }
        do {
            let decision: AddressReviews.Decision
            if request.input.startsNewAccount {
                decision = .newAccount
            } else {
                // What was added since the page was shown is not on it, and ends.
                decision = .keep(request.input.shown.subtracting(request.input.removed))
            }
            let judged = try await AddressReviews(request.services.codes).judge(
                decision, with: proof, client: signIn.clientID, organization: signIn.organization,
                by: request.context.sender, in: signIn.configuration)
            return try await signIn.complete(judged)
        } catch SignInFailure.code(.mismatch(let mismatch, _)) {
            if mismatch == .spent, let earlier = try await signIn.earlierResponse { return earlier }
            return try signIn.redirect(to: .codeSend)
        } catch SignInFailure.code(.identifierUnverified), SignInFailure.modifiedConcurrently {
            // A passkey has settled in the meantime, or another address was proven.
            return try signIn.redirect(to: .codeReview)
        }
    }
}

extension OpenedSignIn {
    /// The proof by a code of a sign-in, where such codes still sign in: one of a sign-up is for that alone.
    fileprivate var proofOfSignIn: AddressProof? {
        codes.proofs.first { proof in
            proof.purpose == .signIn && proof.address.connection == connection?.name
                && codeWays.contains(proof.address.kind)
        }
    }

    fileprivate var review: (review: AddressReview, opened: AddressReviews.Opened)? {
        get async throws {
            guard let proof = proofOfSignIn else { return nil }
            return try await AddressReviews(context.services.codes).find(proof, in: configuration)
        }
    }

    /// What the page lists. Everything is ticked: whoever has proven the address has added none of it. What there is no
    /// room for ends: whoever opens many sessions doesn't make the form too large to be sent.
    fileprivate func entries(
        of found: (review: AddressReview, opened: AddressReviews.Opened)
    ) -> [ReviewPage.Entry] {
        let (review, opened) = found
        var entries = review.passkeys.map { passkey in
            ReviewPage.Entry(
                id: passkey.id.rawValue, kind: .passkey(name: passkey.name), addedAt: passkey.origin.createdAt,
                isTicked: true)
        }
        if let password = review.password {
            entries.append(
                ReviewPage.Entry(
                    id: review.user.id.passwordWay.id, kind: .password, addedAt: password.setAt, isTicked: true))
        }
        entries += review.deviceKeys.map { key in
            ReviewPage.Entry(
                id: key.id.rawValue, kind: .deviceKey(device: key.deviceName), addedAt: key.createdAt, isTicked: true)
        }
        entries += opened.sessions.map { session in
            let name = BrowserName(userAgent: session.userAgent ?? "").text ?? session.address ?? "–"
            return ReviewPage.Entry(
                id: session.id.rawValue, kind: .browser(name: name), addedAt: session.createdAt, isTicked: true)
        }
        var families: Set<RefreshToken.Family> = []
        entries += opened.tokens.filter { families.insert($0.family).inserted }.map { token in
            let name = configuration.client(token.grant.client)?.name ?? token.grant.client
            return ReviewPage.Entry(
                id: token.family.rawValue, kind: .application(name: name), addedAt: token.grant.authenticatedAt,
                isTicked: true)
        }
        return Array(entries.prefix(ReviewPage.limit))
    }
}
