// SPDX-License-Identifier: Apache-2.0

import Configuration
import HTTPContract
import HTTPServer
import IdentityModel
import OpenIDProvider
import RateLimiting
import SignIn
import WebAuthnMessages
import WireFormats

/// A request at a served host, with the time and the client and user as far as they are known.
///
/// It is a class, like the values that it is made of: it goes through every stage of a request, and a copy would retain
/// and release each of its parts.
final class RequestContext {
    let incoming: IncomingRequest
    let host: ServedHost
    let time: Timestamp
    /// `nil` until they are loaded, or while the first keys are being generated.
    var loadedKeys: HostKeys?
    /// `nil` until it is identified.
    var client: Client?
    /// `nil` until the user is authenticated.
    var user: UserID?
    /// The response with which a device registered a passkey. It has to forget the passkey if no account gets it.
    var registration: CredentialResponse?
    /// The fields of the response, whatever it is.
    var responseFields = HTTPFields()
    /// The problem that a page shows or a redirect carries, for the log.
    var pageProblem: HTTPProblem?
    /// The limit that the request was counted against last.
    var limit = RateLimitStatus.unlimited

    init(_ incoming: IncomingRequest) throws(RequestFailure) {
        self.incoming = incoming
        time = incoming.services.now()
        host = try incoming.servedHost()
    }

    var services: Services { incoming.services }
    var request: HTTPRequest { incoming.request }
    var reference: String { incoming.reference }
    var configuration: ConfigurationSnapshot { incoming.hosts.configuration }
    var peer: PeerAddress { incoming.source.client }
    var address: String { incoming.address }
    var issuer: Issuer { host.issuer }

    var keys: HostKeys {
        get throws(RequestFailure) {
            guard let loadedKeys else { throw .starting }
            return loadedKeys
        }
    }

    /// The URL of the request as the client sees it.
    var url: String { issuer.url.dropLast() + request.path }

    /// The sender of the request. New accounts are counted by /24 of IPv4 and /64 of IPv6, which one sender may have
    /// the whole of.
    private(set) lazy var sender = RequestSender(
        address: address, signUpNetwork: Array(peer.bytes.prefix(peer.isIPv4 ? 3 : 8)),
        origin: CrossOriginPolicy.origin(of: request), reference: reference,
        userAgent: request.headers["User-Agent"].map { TerminalText.safe($0, limit: 256) },
        languages: request.headers["Accept-Language"],
        browserMarks: cookies.knownAccounts)

    /// The ceremonies of a surface. Each has a key of its own, so that a session of one is not accepted at the other.
    func ceremonies(on surface: CeremonySurface = .clients) throws(RequestFailure) -> CeremonyService {
        incoming.ceremonies(on: surface, with: try keys)
    }

    /// The server's own cookies among those of the request.
    private(set) lazy var cookies = BrowserCookies(of: request, isSecure: configuration.url.scheme == .https)

    /// A header field of the request. Several fields of one name are joined (RFC 9110, section 5.3), so that the server
    /// and a proxy in front of it see the same value.
    func field(_ name: String) -> String? {
        let values = request.headers.values(for: name)
        return values.count > 1 ? values.joined(separator: ", ") : values.first
    }

    /// Reads the body.
    func body<Body: RequestBody>(_ type: Body.Type, form: BodyForm) throws(BodyRejection) -> Body {
        let types = request.headers.values(for: "Content-Type")
        guard types.count <= 1 else { throw .contentTypeUnknown }
        return try Body.read(request.body, type: types.first, form: form)
    }

    /// The absolute URL of a path with a name in it.
    func url(of path: Path, naming name: String) -> String {
        issuer.url.dropLast() + path.naming(name)
    }
}

extension IncomingRequest {
    func ceremonies(on surface: CeremonySurface, with keys: HostKeys) -> CeremonyService {
        let seal = CeremonySeal(key: surface == .hostedPages ? keys.pages : keys.session, surface: surface)
        return CeremonyService(
            accounts: services.accounts, seal: seal, surface: surface, reference: reference,
            queue: services.verificationQueue,
            report: { [services] report in
                services.charge(report.work, to: self.source.client, kind: self.limitKind)
                services.options.verified?(report)
            },
            decoyHash: services.decoyHash, verification: SignUpVerification(services.codes))
    }
}
