// SPDX-License-Identifier: Apache-2.0

import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A request in its place: who is asked, by whom, when, and what is known of the asker so far.
struct Exchange: Sendable {
    let request: HTTPRequest
    let reference: String
    let host: ServedHost
    let keys: HostKeys
    let directory: Directory
    let address: String
    let time: Timestamp
    /// What stands in the place of the route's name.
    let name: String?

    /// Once it has been identified.
    var client: Client?
    /// Once somebody has been authenticated.
    var user: UserID?
    /// The limit that the request was counted against last.
    var limit: RateLimits.Verdict

    var issuer: Issuer { host.issuer }

    /// The request's own address, as its client has written it.
    var url: String { issuer.url.dropLast() + request.path }

    func desk(_ services: Services) -> CeremonyDesk {
        CeremonyDesk(storage: services.storage, seal: CeremonySeal(key: keys.session), now: services.now)
    }

    /// Reads the body.
    func body<Body: RequestBody>(_ type: Body.Type, _ form: BodyForm = .json) throws(Refusal) -> Body {
        do throws(BodyRejection) {
            return try Body.read(request.body, type: request.headers["Content-Type"], form: form)
        } catch {
            throw Refusal(error)
        }
    }

    /// The absolute address of a route here.
    func address(of route: Route, naming name: String) -> String {
        issuer.url.dropLast() + route.path(naming: name)
    }
}
