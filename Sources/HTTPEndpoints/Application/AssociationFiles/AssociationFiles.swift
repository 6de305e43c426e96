// SPDX-License-Identifier: Apache-2.0

package import Configuration
import HTTPContract
package import HTTPServer
import IdentityModel
import WireFormats

/// The files that associate applications and other sites with a host, made from the configuration.
package struct AssociationFiles: Sendable {
    package enum File: CaseIterable, Sendable {
        case apple
        case android
        case relatedOrigins
        case passkeyEndpoints
    }

    private let host: String
    private let configuration: ConfigurationSnapshot

    package init(host: String, configuration: ConfigurationSnapshot) {
        self.host = host
        self.configuration = configuration
    }

    package func response(with file: File, to request: HTTPRequest) -> HTTPResponse {
        var response = CachedFile(content(of: file).serialized()).response(to: request)
        // Pages of related origins read whether they are listed. It is no secret.
        if file == .relatedOrigins { response.headers["Access-Control-Allow-Origin"] = "*" }
        return response
    }

    private func content(of file: File) -> JSONValue {
        switch file {
        case .apple: Self.apple(configuration.appleApplicationIDs(of: host))
        case .android: Self.android(configuration.androidApplications(of: host))
        case .relatedOrigins: Self.relatedOrigins(configuration.relatedOrigins(of: host))
        case .passkeyEndpoints: Self.passkeyEndpoints
        }
    }

    /// Lets the applications use the host's passkeys (`webcredentials`), and open links below Auth0's path for each.
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

    /// The listed origins only. Those within the domain need no listing, and browsers stop reading after a few domains
    /// (WebAuthn Level 3, section 5.11.1).
    private static func relatedOrigins(_ origins: [WebOrigin]) -> JSONValue {
        ["origins": .array(origins.map { string($0.description) })]
    }

    /// Passkeys are supported, without pages for them: both members, `enroll` and `manage`, are optional (A Well-Known
    /// URL for Relying Party Passkey Endpoints, section 3.1).
    private static let passkeyEndpoints: JSONValue = [:]

    private static func string(_ text: String) -> JSONValue { .string(text) }
}

// MARK: Rows

extension AssociationFiles {
    static let rows = [
        row(
            "/.well-known/apple-app-site-association", .apple, id: "appleAssociation",
            summary: "Lists the Apple applications that may use passkeys"),
        row(
            "/apple-app-site-association", .apple, id: "appleAssociationAtRoot",
            summary: "Lists the same applications at the path of older systems"),
        row(
            "/.well-known/assetlinks.json", .android, id: "androidAssociation",
            summary: "Lists the Android applications that may use passkeys",
            success: .json("A list of statements.", .array(of: .anyObject))),
        row(
            "/.well-known/webauthn", .relatedOrigins, id: "relatedOrigins",
            summary: "Lists the origins that may use this site's passkeys"),
        row(
            "/.well-known/passkey-endpoints", .passkeyEndpoints, id: "passkeyEndpoints",
            summary: "Returns the URLs for creating and managing passkeys"),
    ]

    private static func row(
        _ path: Path, _ file: File, id: String, summary: String, success: Operation.Success = .document
    ) -> Row {
        Row(
            .get, path, in: .documents, by: .anyone, taking: .nothing, id: id, summary: summary,
            success: success.revalidated()
        ) { request in
            let context = request.context
            return AssociationFiles(host: context.host.host, configuration: context.configuration).response(
                with: file, to: context.request)
        }
    }
}
