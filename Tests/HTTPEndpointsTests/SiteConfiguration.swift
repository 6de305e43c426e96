// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import Testing
import WireFormats

/// A configuration with two hosts, and clients with sites and applications.
enum SiteConfiguration {
    static let oneFingerprint = Array(repeating: "0A", count: 32).joined(separator: ":")
    static let otherFingerprint = Array(repeating: "FF", count: 32).joined(separator: ":")

    static let full: JSONValue = [
        "tenant": ["thumbturn": ["related_origins": ["https://example.net"]]],
        "custom_domains": [
            ["domain": "login.example.com", "thumbturn": ["related_origins": ["https://example.org"]]],
            ["domain": "login.example.net"],
        ],
        "clients": [
            [
                "client_id": "shop", "app_type": "spa", "web_origins": ["https://shop.example.com"],
                "allowed_origins": ["http://localhost:3000"],
            ],
            ["client_id": "blog", "app_type": "spa", "web_origins": ["https://blog.example.com"]],
            [
                "client_id": "phone", "app_type": "native",
                "mobile": [
                    "ios": ["team_id": "9JA89QQLNQ", "app_bundle_identifier": "com.example.App"],
                    "android": [
                        "app_package_name": "com.example.app", "sha256_cert_fingerprints": [.string(otherFingerprint)],
                    ],
                ],
            ],
            [
                "client_id": "tablet", "app_type": "native",
                "mobile": [
                    "ios": ["team_id": "86WQXF56BC", "app_bundle_identifier": "com.example.tablet-app"],
                    "android": [
                        "app_package_name": "com.example.app", "sha256_cert_fingerprints": [.string(oneFingerprint)],
                    ],
                ],
            ],
        ],
    ]

    static let empty: JSONValue = ["custom_domains": [["domain": "login.example.com"]]]

    static func configuration(_ json: JSONValue = full) throws -> ConfigurationSnapshot {
        let file = ConfigurationFile(json, suffixes: PublicSuffixRule { ["com", "net", "org"].contains($0) })
        #expect(file.findings.problems.map(\.description) == [])
        return try ConfigurationSnapshot(documents: file.documents, url: try WebOrigin("https://login.example.com"))
    }
}
