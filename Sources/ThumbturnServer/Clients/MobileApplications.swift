// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import WireFormats

/// The apps that a command line names, which may use passkeys of the server.
struct MobileApplications: Sendable {
    private let apple: (team: String, bundle: String)?
    private let android: (package: String, fingerprints: [String])?

    init(_ arguments: CommandArguments) throws(CommandFailure) {
        apple = try arguments.value("--ios").map(Self.appleApplication)
        android = try Self.androidApplication(arguments.allValues("--android"))
    }

    var isEmpty: Bool { apple == nil && android == nil }

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

    /// Reads a team and a bundle identifier as the association file has them: `ABCDE12345.com.example.notes`.
    private static func appleApplication(
        _ text: String
    ) throws(CommandFailure) -> (team: String, bundle: String) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw .malformed(
                "--ios: \(TerminalText.safe(text)) is not a team ID and a bundle identifier, such as "
                    + "ABCDE12345.com.example.notes.")
        }
        return (String(parts[0]), String(parts[1]))
    }

    /// Reads one package with the certificates that sign it, each as `com.example.notes=14:6D:…`.
    private static func androidApplication(
        _ texts: [String]
    ) throws(CommandFailure) -> (package: String, fingerprints: [String])? {
        guard !texts.isEmpty else { return nil }
        let pairs = texts.map {
            $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        }
        for (text, pair) in zip(texts, pairs) where pair.count != 2 || pair.contains("") {
            throw .malformed(
                "--android: \(TerminalText.safe(text)) is not a package and the SHA-256 fingerprint of the certificate that "
                    + "signs it, such as com.example.notes=14:6D:…, as keytool -list -v prints it.")
        }
        guard Set(pairs.map { $0[0] }).count == 1 else {
            throw .malformed(
                "--android: A client has one package. Add another client for \(TerminalText.safe(pairs[1][0])).")
        }
        return (pairs[0][0], pairs.map { $0[1] })
    }
}
