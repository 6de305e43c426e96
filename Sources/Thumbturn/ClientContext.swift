// SPDX-License-Identifier: Apache-2.0

import AuthenticationServices
import ClientContract

/// The facts that every part of a client knows.
struct ClientContext: Sendable {
    let url: String
    let host: String
    let clientID: String
    var options: PasskeyClient.Options

    init(domain: String, clientID: String, options: PasskeyClient.Options) {
        // A developer may paste the issuer.
        var text = domain
        while text.hasSuffix("/") { text.removeLast() }
        url = text.contains("://") ? text : "https://\(text)"
        host = url.split(separator: "/").last.map(String.init) ?? text
        self.clientID = clientID
        self.options = options
    }

    var client: ClientParameters { ClientParameters(id: clientID) }
    var issuer: String { url + "/" }
    /// The audience of the user's own account.
    var accountAudience: String { url + "/me/" }
    var isAuth0: Bool { options.service == .auth0 }
}
