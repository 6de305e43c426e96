// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import HTTPContract
import HTTPServer
import HostedPages
import WireFormats

extension IncomingRequest {
    /// Whether a browser navigates: the response is shown to the user, so it has to be a page, even if it is an error.
    var isNavigation: Bool {
        guard prefersPage else { return false }
        switch request.method {
        case .get, .head: return resource?.isPage ?? true
        case .post: return isForm && resource?.isPage == true
        default: return false
        }
    }

    /// Whether a local server is asked by its IP address, which is none of its hosts: passkeys can't be bound to an
    /// address.
    var isAtLocalAddress: Bool {
        guard hosts.configuration.url.isLoopback, let host = source.host?.host, hosts.hosts[host] == nil else {
            return false
        }
        return IPAddress(host.filter { !"[]".contains($0) })?.isLoopback == true
    }

    /// The page that a browser gets at the IP address of a local server, with a link to what it asked for.
    var addressPage: HTTPResponse? {
        guard isAtLocalAddress, prefersPage, request.method == .get else { return nil }
        let (tenant, server) = (hosts.configuration.tenant, hosts.configuration.url.description)
        let target = server + request.path + (request.query.map { "?" + $0 } ?? "")
        guard let link = PageLink(url: target) ?? PageLink(url: server) else { return nil }
        let language = Language.negotiated(locales: "", acceptLanguage: request.headers["Accept-Language"])
        let pageContext = PageContext(
            language: language, brand: Brand(name: tenant.friendlyName ?? hosts.configuration.url.host),
            host: hosts.configuration.url.host, nonce: Base64URL.encode(Randomness.bytes(16)))
        let page = AddressPage(link: link).rendered(in: pageContext)
        return .page(page.html, policy: page.policy.text, isFramed: false, status: 421)
    }

    /// Whether the sender is a browser that shows the response. Browsers list `text/html`, scripts and programs don't.
    var prefersPage: Bool {
        FieldList.members(of: request.headers.values(for: "Accept")).contains { member in
            let parts = member.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            return parts.first == "text/html" && !parts.dropFirst().contains("q=0")
        }
    }

    var isForm: Bool {
        let types = request.headers.values(for: "Content-Type")
        guard types.count == 1, let type = types.first else { return false }
        return type.prefix { $0 != ";" && $0 != " " }.lowercased() == "application/x-www-form-urlencoded"
    }
}

extension BrowserRequest {
    /// The page of a problem, with its status.
    func errorPage(_ problem: HTTPProblem) -> HTTPResponse {
        var response = errorPage(
            PageFault(problem.status), status: problem.status, detail: problem.description, for: context.client)
        for field in problem.headers.fields { response.headers.append(field.name, value: field.value) }
        response.headers["Vary"] = "Accept"
        return response
    }
}

extension PageFault {
    fileprivate init(_ status: HTTPStatus) {
        self =
            switch status.code {
            case 401, 403: .forbidden
            case 404: .notFound
            case 429: .tooMany
            case 503: .unavailable
            case 500...: .server
            default: .invalidRequest
            }
    }
}
