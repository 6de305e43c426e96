// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let package = Package(
    name: "app-session", platforms: [.macOS("13.5")],
    dependencies: [.package(name: "thumbturn", path: "../..")],
    targets: [
        .executableTarget(
            name: "AppSession",
            dependencies: [
                .product(name: "Thumbturn", package: "thumbturn"), .product(name: "ThumbturnUI", package: "thumbturn"),
            ])
    ],
    swiftLanguageModes: [.v6]
)
