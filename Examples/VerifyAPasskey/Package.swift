// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// A package of its own, so that it sees what any other user of the library sees: the public declarations, and no more.
let package = Package(
    name: "verify-a-passkey",
    platforms: [.macOS("13.5")],
    dependencies: [.package(name: "thumbturn", path: "../..")],
    targets: [
        .executableTarget(
            name: "VerifyAPasskey",
            dependencies: [
                .product(name: "WebAuthnVerification", package: "thumbturn"),
                .product(name: "SoftwareAuthenticator", package: "thumbturn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
