// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import WireFormats

extension ClientDraft {
    init(_ arguments: CommandArguments) throws(CommandFailure) {
        guard let name = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed(
                "clients add takes one NAME, in quotation marks if it has spaces. See thumbturn help clients add.")
        }
        let mobile = try MobileApplications(arguments)
        let showsCode = arguments.contains("--device")
        let written: Kind? = try arguments.word("--type")
        guard let kind = written ?? (mobile.isEmpty && !showsCode ? nil : .native) else {
            throw .malformed("clients add needs --type spa, web or native. See thumbturn help clients add.")
        }
        guard (mobile.isEmpty && !showsCode) || kind == .native else {
            throw .malformed("--ios, --android and --device are for --type native. See thumbturn help clients add.")
        }
        self.init(name: name, kind: kind, id: arguments.value("--id"))
        // A trailing slash is common and harmless.
        origins = arguments.allValues("--origin").map { $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
        callbacks = arguments.allValues("--callback")
        self.mobile = mobile
        self.showsCode = showsCode
        api = arguments.value("--api")
        if let missingOption, mobile.isEmpty, !showsCode { throw .malformed(missingOption) }
    }

    /// What is missing for a client of this kind, or `nil`.
    private var missingOption: String? {
        switch kind {
        case .spa where pageOrigins.isEmpty:
            "A client of the type spa needs --origin URL, the origin of its pages, such as http://localhost:5173."
        case .web where callbacks.isEmpty:
            "A client of the type web needs --callback URL, where the server's pages return to."
        case .native where callbacks.isEmpty:
            "A client of the type native needs --ios TEAM.BUNDLE, such as ABCDE12345.com.example.notes, or --android "
                + "PACKAGE=SHA256 for passkeys in an app, or --device for one that shows a code, or --callback URI, where the "
                + "server's pages return to."
        default: nil
        }
    }
}

extension MobileApplications {
    fileprivate init(_ arguments: CommandArguments) throws(CommandFailure) {
        self.init(
            apple: try arguments.value("--ios").map(AppleApplication.init(text:)),
            android: try AndroidApplication(texts: arguments.allValues("--android")))
    }
}

extension MobileApplications.AppleApplication {
    /// Reads a team and a bundle identifier as the association file has them: `ABCDE12345.com.example.notes`.
    fileprivate init(text: String) throws(CommandFailure) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty }) else {
            throw .malformed(
                "--ios: \(TerminalText.safe(text)) is not a team ID and a bundle identifier, such as "
                    + "ABCDE12345.com.example.notes.")
        }
        self.init(team: String(parts[0]), bundle: String(parts[1]))
    }
}

extension MobileApplications.AndroidApplication {
    /// Reads one package with the certificates that sign it, each as `com.example.notes=14:6D:…`. `nil` without any.
    fileprivate init?(texts: [String]) throws(CommandFailure) {
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
        self.init(package: pairs[0][0], fingerprints: pairs.map { $0[1] })
    }
}
