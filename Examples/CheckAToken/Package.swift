// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// Your package depends on https://github.com/apple/swift-crypto instead of the targets Crypto and COpenSSL, which have
// the part of its interface that the example uses, so that it is built without fetching anything.
let package = Package(
    name: "check-a-token",
    platforms: [.macOS("13.5")],
    targets: [
        .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto"),
        .target(name: "Crypto", dependencies: ["COpenSSL"]),
        .executableTarget(name: "CheckAToken", dependencies: ["Crypto"]),
    ],
    swiftLanguageModes: [.v6]
)
