// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import SignIn
import WireFormats

/// A request in its place: who is asked, by whom, when, and what is known of the asker so far.
struct RequestContext: Sendable {
    let request: HTTPRequest
    let reference: String
    let host: ServedHost
    let keys: HostKeys
    let configuration: ConfigurationSnapshot
    let route: Route
    let peer: PeerAddress
    let time: Timestamp
    /// What stands in the place of the route's name.
    let name: String?

    /// Once it has been identified.
    var client: Client?
    /// Once somebody has been authenticated.
    var user: UserID?
    /// The limit that the request was counted against last.
    var limit: RateLimits.Verdict

    var address: String { peer.description }

    var issuer: Issuer { host.issuer }

    /// The request's own address, as its client has written it.
    var url: String { issuer.url.dropLast() + request.path }

    func ceremonies(_ services: Services) -> CeremonyService {
        var ceremonies = CeremonyService(
            storage: services.storage, seal: CeremonySeal(key: keys.session), queue: services.judging,
            now: { services.expiryTime })
        ceremonies.report = { [services, route, peer] work in services.charge(work, of: route, to: peer) }
        return ceremonies
    }

    /// A field of the request. One that is there several times is read as the list that it stands for (RFC 9110, section
    /// 5.3), so that what something in front has looked at is never passed over for another.
    func field(_ name: String) -> String? {
        let values = request.headers.values(for: name)
        return values.isEmpty ? nil : values.joined(separator: ", ")
    }

    /// Reads the body.
    func body<Body: RequestBody>(_ type: Body.Type, _ form: BodyForm = .json) throws(HTTPProblem) -> Body {
        do throws(BodyRejection) {
            let types = request.headers.values(for: "Content-Type")
            guard types.count <= 1 else { throw .contentTypeUnknown }
            return try Body.read(request.body, type: types.first, form: form)
        } catch {
            throw HTTPProblem(error)
        }
    }

    /// The absolute address of a route here.
    func address(of route: Route, naming name: String) -> String {
        issuer.url.dropLast() + route.path(naming: name)
    }
}
