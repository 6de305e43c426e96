// SPDX-License-Identifier: Apache-2.0

import Cryptography
import HTTPContract
import HTTPServer
import HostedPages
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// `/notice/…`: the links of the mails that tell users of changes to their accounts.
///
/// 1. `/notice/own` says that there is nothing to do, whatever its link.
/// 2. `/notice/stop` asks. Only its form takes something back.
enum NoticeEndpoints {
    static let rows = [ownPage, stopPage, stop]

    private static let ownPage = Row(
        .get, "/notice/own", in: .pages, by: .anyone, taking: .nothing, id: "ownChangePage",
        summary: "Returns the page for users who know of a change, which does nothing", success: .page
    ) { request in request.browser.response(OwnChangePage()) }

    private static let stopPage = Row(
        .get, "/notice/stop", in: .pages, by: .anyone, taking: .nothing, id: "stopPage",
        summary: "Returns the page of a link that takes a change back, which changes nothing", success: .page,
        failing: [403, 409]
    ) { request in
        let link = (try? QueryParameters(request.context.request.query))?["t"] ?? ""
        return try await request.context.explainingNotices {
            let change = try await request.context.noticeObjection().inspect(link)
            return request.browser.response(StopPage(link: link, change: StoppableChange(change)))
        }
    }

    private static let stop = Row(
        .post, "/notice/stop", in: .pages, by: .linkPage, taking: .jsonOrForm(LinkBody.self),
        id: "stopChange", summary: "Takes back what a notice is about", success: .page, failing: [403, 409]
    ) { request in
        let context = request.context
        return try await context.explainingNotices {
            let change = try await context.noticeObjection()(
                request.input.link, at: context.host.host, by: context.sender)
            return request.browser.response(StoppedPage(change: StoppableChange(change)))
        }
    }
}

extension RequestContext {
    fileprivate func noticeObjection() throws -> NoticeObjection {
        NoticeObjection(services.passwords, links: NoticeLinkSeal(key: try keys.session))
    }

    /// Says with a page why a link takes nothing back.
    fileprivate func explainingNotices(_ respond: () async throws -> HTTPResponse) async throws -> HTTPResponse {
        do {
            return try await respond()
        } catch let failure as SignInFailure {
            let fault: PageFault
            switch failure {
            case .link(.nothingLeft): fault = .nothingToStop
            case .link(.objectionsSpent): fault = .objectionsSpent
            case .link, .account: fault = .noticeUnusable
            default: throw failure
            }
            let problem = HTTPProblem(failure)
            pageProblem = problem
            return browser.errorPage(fault, status: problem.status)
        }
    }
}

extension StoppableChange {
    fileprivate init(_ change: NoticeObjection.Objectionable) {
        switch change {
        case .passkey(let time): self = .passkey(addedAt: time)
        case .deviceKey(let time): self = .deviceKey(addedAt: time)
        case .password(let time, let comesBack): self = .password(setAt: time, comesBack: comesBack)
        case .sessions(let start): self = .sessions(since: start)
        }
    }
}

extension Notices.Links {
    /// The links to this server's pages, at the origin of a host.
    init(_ link: NoticeLink, sealedWith key: AEADKey, at origin: String) {
        let parameters = [(name: "t", value: NoticeLinkSeal(key: key).seal(link))]
        self.init(
            wasMe: origin + PageLink(.noticeOwn).text,
            stop: origin + PageLink(.noticeStop, parameters: parameters).text,
            validUntil: link.expiresAt)
    }
}
