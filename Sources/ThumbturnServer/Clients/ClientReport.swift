// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import WebFiles
import WireFormats

/// The facts about the server that an application needs, and the text to paste into it.
struct ClientReport {
    private let client: Client
    /// The origin of the server's host.
    private let origin: WebOrigin
    /// The domain that the host's passkeys are bound to.
    private let relyingPartyID: String
    private let secret: String?

    /// - Parameter secret: The secret in plain text, if it was just made.
    init(_ client: ConfiguredClient, at origin: WebOrigin, secret: String? = nil) {
        self.client = client.client
        self.origin = origin
        relyingPartyID = client.relyingPartyID(at: origin.host)
        self.secret = secret
    }

    var json: JSONObject {
        var json: JSONObject = ["client_id": .string(client.id), "name": .string(client.name)]
        json["client_secret"] = .optional(secret)
        json["app_type"] = .string(client.applicationType.rawValue)
        json["issuer"] = .string("\(origin)/")
        json["callbacks"] = .array(client.callbacks.map { .string($0.text) })
        json["web_origins"] = .array(client.webOrigins.map { .string("\($0)") })
        json["audience"] = .optional(audience)
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
        if let audience { rows.append(("API", audience)) }
        let table = rows.map { "\($0.0.padded(to: 11))\(TerminalText.safe($0.1, limit: 400))\n" }.joined()
        let note = secret == nil ? "" : "\nKeep the secret now: it is stored as a hash and can't be shown again.\n"
        return "\(table)\(note)\n\(snippet)"
    }

    /// The API that the application calls.
    private var audience: String? { client.refreshTokens.audiences.first?.audience }

    private var snippet: String {
        switch client.applicationType {
        case .spa: page + check
        case .native:
            [
                client.mobile.apple == nil ? nil : appleApplication,
                client.mobile.android == nil ? nil : androidApplication,
                showsCode ? device : nil,
                client.mobile == MobileSettings()
                    ? (showsCode ? nil : nativeSettings) : isUnreachable.map { "\($0)\n" },
                audience == nil ? nil : String(check.dropFirst()),
            ].compactMap(\.self).joined(separator: "\n")
        default: environment + check
        }
    }

    /// The values that the application's API compares.
    private var check: String {
        guard let audience else { return "" }
        return """

            What your API compares (docs/guides/add-passkeys-to-a-web-app.md, the backend):

              issuer     \(origin)/
              audience   \(audience)
              keys       \(origin)/.well-known/jwks.json

            """
    }

    private var page: String {
        """
        Paste this into your page (docs/guides/add-passkeys-to-a-web-app.md):

          <script type="module">
            import { Thumbturn } from "\(origin)/sdk/thumbturn.js";
            const auth = new Thumbturn({ url: "\(origin)", clientId: "\(client.id)"\(audience.map { #", audience: "\#($0)""# } ?? "") });
            // await auth.signUp({ email }), await auth.signIn(), await auth.user()\(calls)
          </script>

        With a bundler, install the SDK from the server instead (docs/guides/react.md):

          npm install \(origin)/sdk/\(WebSDK.package.name)

        """
    }

    /// A token goes to the page's own origin, and to that of an audience that is a URL. Others have to be named.
    private var calls: String {
        guard audience != nil else { return "" }
        return """

                // await auth.fetch("/api/notes"); for an API on another origin, add apiOrigins: ["https://api.example.com"]
            """
    }

    private var environment: String {
        """
        Settings for an OpenID Connect library (docs/guides/use-as-openid-provider.md):

          OIDC_ISSUER=\(origin)/
          OIDC_CLIENT_ID=\(client.id)
          OIDC_CLIENT_SECRET=\(secret ?? "the secret that was printed when the client was added")
          OIDC_REDIRECT_URI=\(client.callbacks.first?.text ?? "one of the callbacks")
          OIDC_SCOPE="openid profile email"\(audience.map { "\n  OIDC_AUDIENCE=\($0)    # the parameter audience of the authorization request" } ?? "")

        Discovery is at \(origin)/.well-known/openid-configuration.

        """
    }

    /// The server's host, with its port if it has one.
    private var domain: Substring { origin.description.drop { $0 != "/" }.dropFirst(2) }

    private var appleApplication: String {
        let client =
            audience == nil
            ? #"let client = PasskeyClient(domain: "\#(domain)", clientID: "\#(client.id)")"#
            : """
            var options = PasskeyClient.Options()
              options.audience = "\(audience ?? "")"
              let client = PasskeyClient(domain: "\(domain)", clientID: "\(client.id)", options: options)
            """
        return """
            Paste this into your app (docs/guides/ios.md):

              // import Thumbturn
              \(client)
              // try await client.signUp(email: email), try await client.signIn(), try await client.user()

            In Xcode, add the capability Associated Domains with webcredentials:\(relyingPartyID)\(callbackDomain).
            Devices read Apple's copy of this file, which must name the app:
              curl \(association("apple-app-site-association"))

            """
    }

    private var androidApplication: String {
        """
        Paste this into your app (docs/guides/android.md):

          val passkeys = Passkeys("\(origin)", "\(client.id)")
          // passkeys.signUp(activity, email), passkeys.signIn(activity)

        Google reads this file, which must name the app:
          curl \(association("assetlinks.json"))

        """
    }

    /// The systems read the file at the host that passkeys are bound to.
    private func association(_ file: String) -> String {
        origin.host == relyingPartyID
            ? "\(origin)/.well-known/\(file)" : "https://\(relyingPartyID)/.well-known/\(file)"
    }

    private var callbackDomain: String {
        origin.host == relyingPartyID ? "" : ", and with webcredentials:\(origin.host) for the sign-in in the browser"
    }

    private var showsCode: Bool { client.grantTypes.contains(.deviceCode) }

    private var device: String {
        """
        The device asks for a code (docs/guides/use-as-openid-provider.md, devices without a browser):

          curl \(origin)/oauth/device/code -d client_id=\(client.id) \\
              -d scope="openid profile email offline_access"\(audience.map { " -d audience=\($0)" } ?? "")

        It shows verification_uri and user_code, and asks for tokens every few seconds until the user has agreed:

          curl \(origin)/oauth/token -d client_id=\(client.id) -d device_code=… \\
              -d grant_type=urn:ietf:params:oauth:grant-type:device_code

        """
    }

    private var nativeSettings: String {
        let callback = client.callbacks.first.map { "\n  callback   \($0.text)" } ?? ""
        let audience = audience.map { "\n  audience   \($0)" } ?? ""
        return """
            Settings for Auth0's SDKs or an OpenID Connect library (docs/guides/use-auth0-sdks.md):

              domain     \(domain)
              client ID  \(client.id)\(callback)\(audience)
              scope      openid profile email offline_access

            \(passkeysInApps)

            """
    }

    private var passkeysInApps: String {
        let howTo = """
            To use passkeys inside the app, add it with --ios TEAM.BUNDLE or --android PACKAGE=SHA256, or add its bundle or package
            to the member "mobile" of the client. docs/operations/configuration.md has the form; start from thumbturn config show.
            """
        return [howTo, isUnreachable].compactMap(\.self).joined(separator: "\n")
    }

    private var isUnreachable: String? {
        origin.isLoopback
            ? "A phone can't reach \(origin). Phones need a public https URL: \"On your desk\" in docs/guides/ios.md."
            : nil
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
