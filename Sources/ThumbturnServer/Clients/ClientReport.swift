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
        case .native: nativeSettings
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

    private var nativeSettings: String {
        let domain = origin.description.drop { $0 != "/" }.dropFirst(2)
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
        let isAssociated = client.mobile.apple != nil || client.mobile.android != nil
        var text =
            isAssociated
            ? "On Apple platforms, add webcredentials:\(origin.host) to the app's Associated Domains."
            : """
            To use passkeys inside the app, add its bundle or package to the member "mobile" of the client.
            docs/operations/configuration.md has the form; start from thumbturn config show.
            """
        if origin.isLoopback {
            text += "\nA phone can't reach \(origin). Give the server a public https URL before you use one."
        }
        return text
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
