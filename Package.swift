// swift-tools-version: 6.2
// SPDX-License-Identifier: Apache-2.0

import PackageDescription

// On a Mac, an application that adds this package by its folder compiles it as its own, with whichever Xcode it has: a
// new warning must not break it, and it needs none of the server's libraries. `THUMBTURN_DEVELOPMENT` is for those who
// work on the package.
#if os(Linux)
    let isDeveloped = true
#else
    let isDeveloped = Context.environment["THUMBTURN_DEVELOPMENT"] != nil
#endif

// Continuous integration gains nothing from compiling single files, and without a module that is emitted by itself, all
// targets take a seventh less time. The continuous integration of an application that depends on this package sets CI
// as well.
let wholeModules: [SwiftSetting] =
    Context.environment["CI"] == nil || Context.environment["THUMBTURN_DEVELOPMENT"] == nil
    ? []
    : [
        .unsafeFlags(
            ["-whole-module-optimization", "-num-threads", "2", "-no-emit-module-separately-wmo"],
            .when(configuration: .debug))
    ]

let strict: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (isDeveloped ? [.treatAllWarnings(as: .error)] : []) + wholeModules

// A request calls many asynchronous functions of these modules. They stay on their caller's executor, because each
// change of executor takes a lock. The server's handlers are not among them: they begin on their event loop, wherever
// they are called.
let staysOnExecutor = SwiftSetting.enableUpcomingFeature("NonisolatedNonsendingByDefault")
let endpointModules: Set = [
    "IdentityModel", "OpenIDProvider", "SignIn", "Administration", "SQLiteStorage", "HTTPEndpoints",
]

// Doubles of Apple's frameworks, so that the SDK compiles and runs where these don't exist. On a Mac they would stand
// in front of the real ones; `os(Linux)` in a manifest is the machine that builds.
#if os(Linux)
    let appleDoubles: [(name: String, dependencies: [Target.Dependency])] = [
        ("AuthenticationServices", ["CryptoKit"]),
        ("Security", ["POSIX"]),
        ("LocalAuthentication", ["POSIX"]),
        ("CryptoKit", ["LocalAuthentication", "Security"]),
    ]
#else
    let appleDoubles: [(name: String, dependencies: [Target.Dependency])] = []
#endif
let appleFrameworks = appleDoubles.map { Target.Dependency.byName(name: $0.name) }

// One row per module: its name and what it may import. The direction of these arrows is the architecture
// (ARCHITECTURE.md).
let modules: [(name: String, dependencies: [Target.Dependency])] = [
    ("POSIX", []),
    ("WireFormats", ["POSIX"]),
    ("Cryptography", ["CLibcrypto", "POSIX", "WireFormats"]),
    (
        "PasswordHashing",
        [
            "CArgon2", .target(name: "CCrypt", condition: .when(platforms: [.linux])), "POSIX", "WireFormats",
            "Cryptography",
        ]
    ),
    ("KnownPasswords", ["CCommonPasswords", "POSIX", "Cryptography"]),
    ("HTTPServer", ["CLibuv", "CLibssl", "POSIX"]),
    ("JOSE", ["WireFormats", "Cryptography"]),
    ("WebAuthnMessages", ["WireFormats"]),
    ("WebAuthnVerification", ["WireFormats", "Cryptography", "JOSE", "WebAuthnMessages"]),
    ("WebAuthnFoundation", ["WireFormats", "WebAuthnMessages", "WebAuthnVerification"]),
    ("IdentityModel", ["POSIX", "WireFormats", "Cryptography", "WebAuthnMessages", "WebAuthnVerification"]),
    (
        "Configuration",
        ["POSIX", "WireFormats", "Cryptography", "WebAuthnMessages", "WebAuthnVerification", "IdentityModel"]
    ),
    ("RateLimiting", ["POSIX"]),
    ("ContentCompression", ["CBrotli", "CZlib"]),
    (
        "SignIn",
        [
            "POSIX", "WireFormats", "Cryptography", "PasswordHashing", "KnownPasswords", "JOSE", "WebAuthnMessages",
            "WebAuthnVerification", "IdentityModel", "Configuration", "RateLimiting",
        ]
    ),
    (
        "OpenIDProvider",
        [
            "POSIX", "WireFormats", "Cryptography", "PasswordHashing", "JOSE", "WebAuthnMessages", "ClientContract",
            "HTTPContract",
            "IdentityModel",
            "Configuration", "RateLimiting", "SignIn",
        ]
    ),
    (
        "Administration",
        [
            "POSIX", "WireFormats", "Cryptography", "PasswordHashing", "JOSE", "WebAuthnMessages",
            "WebAuthnVerification", "IdentityModel",
            "Configuration", "SignIn", "OpenIDProvider",
        ]
    ),
    (
        "SQLiteStorage",
        [
            "CSQLite", "CSQLiteLogBuffer", "POSIX", "WireFormats", "WebAuthnMessages", "WebAuthnVerification",
            "IdentityModel",
        ]
    ),
    ("Outbox", ["POSIX", "WireFormats", "Cryptography", "IdentityModel"]),
    ("ClientContract", ["WireFormats", "WebAuthnMessages"]),
    ("HTTPContract", ["WireFormats", "WebAuthnMessages", "ClientContract"]),
    ("HostedPages", ["CEmbeddedFiles", "POSIX", "WireFormats", "Cryptography"]),
    (
        "HTTPEndpoints",
        [
            "POSIX", "WireFormats", "Cryptography", "PasswordHashing", "KnownPasswords", "JOSE", "WebAuthnMessages",
            "WebAuthnVerification", "HTTPServer",
            "ClientContract", "HTTPContract",
            "IdentityModel", "Configuration", "SignIn", "OpenIDProvider", "RateLimiting", "HostedPages",
            "ContentCompression", "WebFiles",
        ]
    ),
    ("PublicSuffixes", ["CPSL"]),
    ("OutgoingTransfers", ["CCurl", "POSIX"]),
    ("SoftwareAuthenticator", ["POSIX", "Cryptography"]),
    ("WebFiles", ["CEmbeddedFiles", "WireFormats", "Cryptography"]),
    ("CommandLine", ["POSIX", "WireFormats"]),
    (
        "ThumbturnServer",
        [
            "POSIX", "WireFormats", "Cryptography", "PasswordHashing", "KnownPasswords", "JOSE", "WebAuthnMessages",
            "WebAuthnVerification", "HTTPServer",
            "ClientContract", "HTTPContract", "IdentityModel", "Configuration", "RateLimiting", "SignIn",
            "OpenIDProvider", "Administration", "HTTPEndpoints", "HostedPages", "SQLiteStorage", "PublicSuffixes",
            "Outbox",
            "OutgoingTransfers", "WebFiles", "CommandLine",
        ]
    ),
    (
        "ThumbturnTools",
        [
            "POSIX", "WireFormats", "Cryptography", "WebAuthnMessages", "WebAuthnVerification", "ClientContract",
            "HTTPContract", "IdentityModel", "Configuration", "PasswordHashing", "SQLiteStorage",
            "SoftwareAuthenticator",
            "CommandLine",
        ]
    ),
    ("Thumbturn", ["ClientContract", "WebAuthnMessages", "WireFormats"] + appleFrameworks),
    // Empty where there is no SwiftUI.
    ("ThumbturnUI", ["Thumbturn"]),
]

let programs: Set = ["ThumbturnServer", "ThumbturnTools"]

// The files of WebFiles are where a web developer looks for them.
let paths = ["WebFiles": "Web"]

// The tests of the Apple SDK run behind the doubles, and those of the others in a browser.
let testedElsewhere: Set = ["Thumbturn", "ThumbturnUI", "WebFiles"]

// Data files become part of the program, so that a moved binary does not lose them. Those of the server are in
// CEmbeddedFiles.
var resources: [String: [Resource]] = [
    "WebAuthnVerification": [.embedInCode("Resources/authenticator-names.json")]
]

// The folders of other modules that CEmbeddedFiles embeds, and what tests read by its path.
var excluded = [
    "HostedPages": ["Resources"], "WebFiles": ["sdk", "demo"],
    "SignInTests": ["Ladder/ladder-model.py", "Ladder/ladder-tables.py", "Ladder/ladder-tables.json"],
]

// Texts of the Apple SDK in other languages and its privacy manifest, of which SwiftPM makes nothing on Linux.
for module in ["Thumbturn", "ThumbturnUI"] {
    #if os(Linux)
        excluded[module] = ["Resources"]
    #else
        resources[module] = [.process("Resources")]
    #endif
}

// Tests may import more than their module does: they create their own certificates, keys and responses.
let extraTestDependencies: [String: [Target.Dependency]] = [
    "ContentCompression": ["CBrotliDecoding"],
    "Cryptography": ["COpenSSLAtExit"],
    "WebAuthnVerification": ["CBORWriting", "RejectionTables", "SoftwareAuthenticator"],
    "WebAuthnFoundation": ["SoftwareAuthenticator"],
    "OpenIDProvider": ["TestStorage", "TestSupport"],
    "Configuration": ["TestStorage"],
    "IdentityModel": ["TestStorage", "TestSupport"],
    "SignIn": ["SoftwareAuthenticator", "TestLimits", "TestStorage", "TestSupport"],
    "SQLiteStorage": ["TestSupport", "StorageConformance", "CPowerLossVFS"],
    "HTTPServer": ["TestSupport", "ServerHarness", "SoftwareAuthenticator"],
    "HTTPEndpoints": [
        "Administration", "Outbox", "RejectionTables", "TestStorage", "TestSupport", "ServerHarness", "SQLiteStorage",
        "SoftwareAuthenticator",
        "OutgoingTransfers", "ThumbturnServer",
    ],
    "Administration": ["StorageConformance", "TestStorage"],
    "HostedPages": ["TestSupport"],
    "KnownPasswords": ["TestSupport"],
    "CommandLine": ["TestSupport"],
    "HTTPContract": ["TestSupport"],
    "Outbox": ["TestStorage", "TestSupport"],
    "OutgoingTransfers": ["CLibssl", "HTTPServer", "ServerHarness", "TestSupport"],
    "PasswordHashing": ["TestLimits", "TestSupport"],
    "RateLimiting": ["HTTPServer", "TestSupport", "WireFormats"],
    "WireFormats": ["CBORWriting", "TestSupport"],
    "SoftwareAuthenticator": ["TestSupport", "WireFormats", "WebAuthnMessages", "WebAuthnVerification"],
    "ThumbturnServer": ["ServerHarness", "SoftwareAuthenticator", "TestConsole", "TestStorage", "TestSupport"],
    "ThumbturnTools": ["ServerHarness", "TestConsole", "TestSupport", "ThumbturnServer"],
]

/// A library of the system. Homebrew's are found with pkg-config; on Linux, the compiler finds them by itself.
///
/// SwiftPM asks pkg-config for every library of a package, and would advise users of an app that needs none of them to
/// install what is missing.
func systemLibrary(_ name: String, pkgConfig: String, brew: String) -> Target {
    #if os(Linux)
        .systemLibrary(name: name)
    #else
        isDeveloped
            ? .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.brew([brew])]) : .systemLibrary(name: name)
    #endif
}

var targets: [Target] = [
    systemLibrary("CSQLite", pkgConfig: "sqlite3", brew: "sqlite"),
    .target(name: "CSQLiteLogBuffer", dependencies: ["CSQLite"]),
    .target(name: "CEmbeddedFiles"),
    .target(name: "CCommonPasswords", exclude: ["common-passwords.bin"]),
    .systemLibrary(name: "CZlib"),
    systemLibrary("CBrotli", pkgConfig: "libbrotlienc", brew: "brotli"),
    systemLibrary("CArgon2", pkgConfig: "libargon2", brew: "argon2"),
    // The hashes of Unix passwords, which no system but Linux has in a library of its own.
    .systemLibrary(name: "CCrypt"),
    systemLibrary("CLibcrypto", pkgConfig: "libcrypto", brew: "openssl@3"),
    systemLibrary("CPSL", pkgConfig: "libpsl", brew: "libpsl"),
    // Without flags of pkg-config, which would link the library: it is loaded when it is first needed.
    .systemLibrary(
        name: "CCurl",
        providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]
    ),
    systemLibrary("CLibssl", pkgConfig: "libssl", brew: "openssl@3"),
    systemLibrary("CLibuv", pkgConfig: "libuv", brew: "libuv"),
    // A console that records what a command writes.
    .target(
        name: "TestConsole", dependencies: ["CommandLine", "POSIX"], path: "Tests/TestConsole", swiftSettings: strict),
    // Shared by many tests: temporary folders, clocks, gates, and reproducible random numbers.
    .target(
        name: "TestSupport", dependencies: ["POSIX", "WireFormats"], path: "Tests/TestSupport", swiftSettings: strict),
    // The limit of tests that could hang.
    .target(name: "TestLimits", path: "Tests/TestLimits", swiftSettings: strict),
    // The writer for CBOR that the server only reads.
    .target(name: "CBORWriting", dependencies: ["WireFormats"], path: "Tests/CBORWriting", swiftSettings: strict),
    // The outcomes of tampered ceremonies, which are the same in the verifier and over HTTP.
    .target(name: "RejectionTables", path: "Tests/RejectionTables", swiftSettings: strict),
    // The storage of tests that work with any, and one that counts its calls.
    .target(
        name: "TestStorage", dependencies: ["POSIX", "WireFormats", "IdentityModel", "SQLiteStorage", "TestSupport"],
        path: "Tests/TestStorage", swiftSettings: strict),
    // Checks that every storage of IdentityModel must pass.
    .target(
        name: "StorageConformance",
        dependencies: ["WireFormats", "WebAuthnMessages", "WebAuthnVerification", "IdentityModel"],
        path: "Tests/StorageConformance",
        swiftSettings: strict
    ),
    // The program as people run it: as a process, over sockets.
    .target(
        name: "ServerHarness",
        dependencies: [
            "CSQLite", "POSIX", "WireFormats", "Cryptography", "JOSE", "WebAuthnMessages", "ClientContract",
            "HTTPContract", "HTTPServer", "SoftwareAuthenticator", "TestSupport",
        ],
        path: "Tests/ServerHarness",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "ServerTrials",
        dependencies: ["ServerHarness", "WireFormats", "SoftwareAuthenticator"],
        path: "Tests/ServerTrials",
        swiftSettings: strict
    ),
    .testTarget(
        name: "ProgramTests",
        dependencies: [
            "ThumbturnServer", "CommandLine", "ServerHarness", "TestSupport", "POSIX", "WireFormats",
            "WebAuthnMessages",
            "ClientContract", "HTTPServer", "IdentityModel", "Configuration", "SignIn", "OpenIDProvider",
            "SoftwareAuthenticator",
        ],
        swiftSettings: strict
    ),
    .target(name: "CPowerLossVFS", dependencies: ["CSQLite"], path: "Tests/CPowerLossVFS"),
    .systemLibrary(name: "CBrotliDecoding", path: "Tests/CBrotliDecoding"),
    // Part of every test process, because all tests are linked into one.
    .target(name: "COpenSSLAtExit", dependencies: ["CLibcrypto"], path: "Tests/COpenSSLAtExit"),
    .target(name: "AllocationCounter", path: "Benchmarks/AllocationCounter"),
    .executableTarget(
        name: "CeremonyBenchmark",
        dependencies: [
            "AllocationCounter", "CBORWriting", "CLibcrypto", "POSIX", "WireFormats", "Cryptography",
            "WebAuthnMessages",
            "WebAuthnVerification", "SoftwareAuthenticator",
        ],
        path: "Benchmarks/CeremonyBenchmark",
        swiftSettings: strict
    ),
    .executableTarget(
        name: "HTTPServerBenchmark",
        dependencies: ["HTTPServer"],
        path: "Benchmarks/HTTPServerBenchmark",
        swiftSettings: strict
    ),
]

for module in modules {
    let settings = strict + (endpointModules.contains(module.name) ? [staysOnExecutor] : [])
    targets.append(
        programs.contains(module.name)
            ? .executableTarget(name: module.name, dependencies: module.dependencies, swiftSettings: settings)
            : .target(
                name: module.name, dependencies: module.dependencies, path: paths[module.name],
                exclude: excluded[module.name] ?? [], resources: resources[module.name] ?? [], swiftSettings: settings)
    )
    guard !testedElsewhere.contains(module.name) else { continue }
    targets.append(
        .testTarget(
            name: "\(module.name)Tests",
            dependencies: [.byName(name: module.name)]
                + module.dependencies
                + (extraTestDependencies[module.name] ?? []),
            exclude: excluded["\(module.name)Tests"] ?? [],
            swiftSettings: strict
        )
    )
}

for double in appleDoubles {
    targets.append(
        .target(
            name: double.name, dependencies: double.dependencies, path: "Sources/AppleDoubles/\(double.name)",
            swiftSettings: strict))
}
if !appleDoubles.isEmpty {
    targets += [
        // A device with its owner, behind the doubles.
        .target(
            name: "AppleSimulator",
            dependencies: ["Cryptography", "POSIX", "SoftwareAuthenticator", "WireFormats"] + appleFrameworks,
            path: "Tests/AppleSimulator", swiftSettings: strict),
        .testTarget(
            name: "AppleSimulatorTests",
            dependencies: [
                "AppleSimulator", "Cryptography", "POSIX", "SoftwareAuthenticator", "TestLimits", "TestSupport",
                "WireFormats",
            ] + appleFrameworks,
            swiftSettings: strict),
        .testTarget(
            name: "ThumbturnTests",
            dependencies: [
                "Thumbturn", "ThumbturnServer", "AppleSimulator", "ClientContract", "CommandLine", "HTTPServer",
                "POSIX",
                "ServerHarness", "SoftwareAuthenticator", "TestLimits", "TestSupport", "WebAuthnMessages",
                "WireFormats",
            ] + appleFrameworks,
            swiftSettings: strict),
    ]
}

// Linked against libFuzzer, which an ordinary build does not have: only Fuzzing/run asks for it.
if Context.environment["THUMBTURN_FUZZ"] != nil {
    targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "CBORWriting", "POSIX", "WireFormats", "Cryptography", "HTTPServer", "JOSE", "WebAuthnMessages",
                "WebAuthnVerification",
                "IdentityModel", "Configuration", "ClientContract", "HTTPContract", "OpenIDProvider", "SignIn",
                "HTTPEndpoints", "PasswordHashing",
            ],
            path: "Fuzzing/Targets",
            swiftSettings: strict
        )
    )
}

let package = Package(
    name: "thumbturn",
    // For its texts.
    defaultLocalization: "en",
    // On tvOS and watchOS, `Thumbturn` says that it doesn't compile there.
    platforms: [.macOS("13.5"), .iOS("16.6"), .macCatalyst("16.6"), .visionOS("1.0")],
    products: [
        .executable(name: "thumbturn", targets: ["ThumbturnServer"]),
        .executable(name: "thumbturn-tools", targets: ["ThumbturnTools"]),
        .library(name: "WebAuthnVerification", targets: ["WebAuthnVerification", "WebAuthnMessages", "WireFormats"]),
        .library(name: "WebAuthnFoundation", targets: ["WebAuthnFoundation"]),
        .library(name: "Thumbturn", targets: ["Thumbturn"]),
        .library(name: "ThumbturnUI", targets: ["ThumbturnUI"]),
        .library(name: "SoftwareAuthenticator", targets: ["SoftwareAuthenticator"]),
    ],
    targets: targets,
    swiftLanguageModes: [.v6]
)
