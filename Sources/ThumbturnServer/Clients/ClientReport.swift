// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

/// What an application needs to know of the server, and what to paste into it.
struct ClientReport {
    private let client: Client
    /// The origin of the server's host.
    private let origin: WebOrigin
    private let secret: String?

    /// - Parameter secret: The secret in plain text, if it was just made.
    init(_ client: Client, at origin: WebOrigin, secret: String? = nil) {
        self.client = client
        self.origin = origin
        self.secret = secret
    }

    var json: JSONObject {
        var json: JSONObject = ["client_id": .string(client.id), "name": .string(client.name)]
        json["client_secret"] = .optional(secret)
        json["app_type"] = .string(client.applicationType.rawValue)
        json["issuer"] = .string("\(origin)/")
        json["callbacks"] = .array(client.callbacks.map { .string($0.text) })
        json["web_origins"] = .array(client.webOrigins.map { .string("\($0)") })
        return json
    }

    var text: String {
        var rows = [("name", client.name), ("type", client.applicationType.shortName), ("client ID", client.id)]
        if let secret {
            rows.append(("secret", secret))
        } else if client.authentication.secret != nil {
            rows.append(("secret", "stored as a hash only; it can't be shown"))
        }
        rows.append(("issuer", "\(origin)/"))
        rows += client.callbacks.map { ("callback", $0.text) } + client.webOrigins.map { ("origin", "\($0)") }
        let table = rows.map { "\($0.0.padded(to: 11))\(TerminalText.safe($0.1, limit: 400))\n" }.joined()
        let note = secret == nil ? "" : "\nKeep the secret now: it is stored as a hash and can't be shown again.\n"
        return "\(table)\(note)\n\(snippet)"
    }

    private var snippet: String {
        switch client.applicationType {
        case .spa: page
        case .native: client.mobile.apple == nil ? nativeSettings : application
        default: environment
        }
    }

    private var page: String {
        """
        Paste this into your page (docs/guides/add-passkeys-to-a-web-app.md):

          <script type="module">
            import { Thumbturn } from "\(origin)/sdk/thumbturn.js";
            const auth = new Thumbturn({ url: "\(origin)", clientId: "\(client.id)" });
            // await auth.signUp({ email }), await auth.signIn(), await auth.user()
          </script>

        """
    }

    private var environment: String {
        """
        Settings for an OpenID Connect library (docs/guides/use-as-openid-provider.md):

          OIDC_ISSUER=\(origin)/
          OIDC_CLIENT_ID=\(client.id)
          OIDC_CLIENT_SECRET=\(secret ?? "the secret that was printed when the client was added")
          OIDC_REDIRECT_URI=\(client.callbacks.first?.text ?? "one of the callbacks")
          OIDC_SCOPE="openid profile email"

        Discovery is at \(origin)/.well-known/openid-configuration.

        """
    }

    /// The server's host, with its port if it has one.
    private var domain: Substring { origin.description.drop { $0 != "/" }.dropFirst(2) }

    private var application: String {
        """
        Paste this into your app (docs/guides/ios.md):

          // import Thumbturn
          let client = PasskeyClient(domain: "\(domain)", clientID: "\(client.id)")
          // try await client.signUp(email: email), try await client.signIn(), try await client.user()

        In Xcode, add the capability Associated Domains with webcredentials:\(origin.host).
        \(isUnreachable ?? association)

        """
    }

    private var association: String {
        """
        Devices read Apple's copy of this file, which must name the app:
          curl \(origin)/.well-known/apple-app-site-association
        """
    }

    private var nativeSettings: String {
        let callback = client.callbacks.first.map { "\n  callback   \($0.text)" } ?? ""
        return """
            Settings for Auth0's SDKs or an OpenID Connect library (docs/guides/use-auth0-sdks.md):

              domain     \(domain)
              client ID  \(client.id)\(callback)
              scope      openid profile email offline_access

            \(passkeysInApps)

            """
    }

    private var passkeysInApps: String {
        let howTo = """
            To use passkeys inside the app, add it with --ios TEAM.BUNDLE, or add its bundle or package to the member "mobile" of
            the client. docs/operations/configuration.md has the form; start from thumbturn config show.
            """
        return [client.mobile.android == nil ? howTo : nil, isUnreachable].compactMap(\.self).joined(separator: "\n")
    }

    private var isUnreachable: String? {
        origin.isLoopback
            ? "A phone can't reach \(origin). Give the server a public https URL before you use one." : nil
    }
}

extension Client.ApplicationType {
    /// The word for the type on the command line.
    var shortName: String {
        switch self {
        case .regularWeb: "web"
        case .nonInteractive: "machine"
        default: rawValue
        }
    }
}
