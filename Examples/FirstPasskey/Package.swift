// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

let libraries: [Target.Dependency] = [
    .product(name: "WebAuthnFoundation", package: "thumbturn"),
    .product(name: "SoftwareAuthenticator", package: "thumbturn"),
]
let package = Package(
    name: "first-passkey", platforms: [.macOS("13.5")],
    dependencies: [.package(name: "thumbturn", path: "../..")],
    targets: [.executableTarget(name: "FirstPasskey", dependencies: libraries)]
)
