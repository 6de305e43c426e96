// SPDX-License-Identifier: Apache-2.0

import Configuration
import WireFormats

/// The apps of a client on phones, which may use passkeys of the server.
package struct MobileApplications: Sendable {
    package struct AppleApplication: Sendable {
        package let team: String
        package let bundle: String

        package init(team: String, bundle: String) {
            self.team = team
            self.bundle = bundle
        }
    }

    package struct AndroidApplication: Sendable {
        package let package: String
        /// The SHA-256 fingerprints of the certificates that sign it.
        package let fingerprints: [String]

        package init(package: String, fingerprints: [String]) {
            self.package = package
            self.fingerprints = fingerprints
        }
    }

    private let apple: AppleApplication?
    private let android: AndroidApplication?

    package init(apple: AppleApplication? = nil, android: AndroidApplication? = nil) {
        self.apple = apple
        self.android = android
    }

    package var isEmpty: Bool { apple == nil && android == nil }

    /// The member `mobile` of a client.
    var json: JSONObject? {
        guard !isEmpty else { return nil }
        var json = JSONObject()
        json["ios"] = apple.map {
            ["team_id": .string($0.team), "app_bundle_identifier": .string($0.bundle)]
        }
        json["android"] = android.map {
            [
                "app_package_name": .string($0.package),
                "sha256_cert_fingerprints": .array($0.fingerprints.map(JSONValue.string)),
            ]
        }
        return json
    }

    /// Returns the callbacks of the browser sign-in of the SDK for Apple's systems.
    func callbacks(at origin: WebOrigin) -> [String] {
        guard let bundle = apple?.bundle else { return [] }
        let path = "/ios/\(bundle)/callback"
        return ["\(origin)\(path)", "\(bundle)://\(origin.host)\(path)"]
    }
}
