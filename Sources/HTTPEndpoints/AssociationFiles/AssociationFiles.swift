// SPDX-License-Identifier: Apache-2.0

package import Configuration
package import HTTPContract
package import HTTPServer
import IdentityModel
import WireFormats

/// The files that tie applications and other sites to a host, made from what is configured.
package enum AssociationFiles {
    /// Nil if the route is none of them, the host is not served, or the request is neither GET nor HEAD.
    package static func answer(
        _ route: Route, host: String, configuration: ConfigurationSnapshot, request: HTTPRequest
    ) -> HTTPResponse? {
        guard request.method == .get || request.method == .head, configuration.domain(at: host) != nil,
            let content = content(of: route, host: host, configuration: configuration)
        else { return nil }
        let file = CachedFile(content.serialized())
        return file.answer(to: request)
    }

    private static func content(of route: Route, host: String, configuration: ConfigurationSnapshot) -> JSONValue? {
        switch route {
        case .appleAssociation, .appleAssociationAtRoot: apple(configuration.appleApplicationIDs(of: host))
        case .androidAssociation: android(configuration.androidApplications(of: host))
        case .relatedOrigins: relatedOrigins(configuration.relatedOrigins(of: host))
        case .passkeyEndpoints: passkeyEndpoints
        default: nil
        }
    }

    /// The applications may use the host's passkeys (`webcredentials`), and get what is below the path that Auth0 has
    /// for links back to each.
    private static func apple(_ applications: [String]) -> JSONValue {
        let links = applications.map { application in
            let bundle = application.drop { $0 != "." }.dropFirst()
            return ["appID": string(application), "paths": [string("/ios/\(bundle)/*")]] as JSONValue
        }
        return [
            "applinks": ["apps": [], "details": .array(links)],
            "webcredentials": ["apps": .array(applications.map(string))],
        ]
    }

    private static func android(_ applications: [MobileSettings.AndroidApplication]) -> JSONValue {
        .array(
            applications.map { application in
                [
                    "relation": [
                        "delegate_permission/common.handle_all_urls", "delegate_permission/common.get_login_creds",
                    ],
                    "target": [
                        "namespace": "android_app", "package_name": string(application.packageName),
                        "sha256_cert_fingerprints": .array(application.fingerprints.map { string($0.description) }),
                    ],
                ]
            })
    }

    /// Only the sites that are listed for this: those within the domain need no listing, and browsers stop reading after
    /// a few domains (WebAuthn Level 3, section 5.11.1).
    private static func relatedOrigins(_ origins: [WebOrigin]) -> JSONValue {
        ["origins": .array(origins.map { string($0.description) })]
    }

    /// Both members, `enroll` and `manage`, are optional: this says that there are passkeys, and no pages for them
    /// (A Well-Known URL for Relying Party Passkey Endpoints, section 3.1).
    private static let passkeyEndpoints: JSONValue = [:]

    private static func string(_ text: String) -> JSONValue { .string(text) }
}
