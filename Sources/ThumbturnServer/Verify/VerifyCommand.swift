// SPDX-License-Identifier: Apache-2.0

import CommandLine
import WebAuthnVerification
import WireFormats

/// `thumbturn verify`.
enum VerifyCommand {
    static let command = Command(
        name: "verify", summary: "verifies WebAuthn responses and explains the verdicts",
        operands: "FILE…|-|--batch DIR",
        description: """
            Reads cases (a response, and what the relying party knew when it came) and prints one line of JSON for each: id,
            verdict (accept, reject, or unavailable if OpenSSL lacks the algorithm), step, code, reason, output. A file
            holds one case or an array of cases; - is standard input.

            Exits with 0 if nothing was rejected, 1 if something was, 2 if a case or the command line is malformed.
            """,
        options: [
            CommandOption(name: "--batch", value: "DIR", summary: "verify every .json file in a folder"),
            CommandOption(
                name: "--check", summary: "compare with the expected verdicts; exit with 0 if all firm ones match"),
            CommandOption(name: "--explain", summary: "print each ceremony decoded, as text instead of JSON"),
            CommandOption(name: "--at", value: "TIME", summary: "the time for cases without one (default: now)"),
            CommandOption(name: "--metadata", value: "BLOB", summary: "verify trust with this FIDO metadata BLOB"),
            CommandOption(name: "--roots", value: "PEM", summary: "the root certificates for the metadata's signature"),
            CommandOption(
                name: "--metadata-host", value: "HOST", summary: "the host that the signing certificate must name"),
            CommandOption(name: "--revoked", value: "PEM", summary: "revocation lists for the metadata's certificates"),
            CommandOption(name: "--refuse-stale", summary: "reject metadata that is past its nextUpdate"),
        ],
        examples: [
            "thumbturn verify --explain Examples/wrong-origin.json",
            "thumbturn-tools authenticator create --vault vault.json --case \\",
            "    <creation-options.json >case.json && thumbturn verify case.json",
        ],
        run: run)

    @Sendable
    private static func run(_ arguments: CommandArguments, console: Console) throws(CommandFailure) -> ExitStatus {
        var settings = VerificationSettings()
        if let text = arguments.value("--at") {
            guard let time = Timestamp(text) else {
                throw .malformed("--at takes a time such as 2026-01-01T00:00:00Z, not \(text).")
            }
            settings.time = time
        }
        let metadataStatus = try MetadataReading.apply(arguments, to: &settings, console: console)
        let sources = try sources(arguments, console: console, isMetadataGiven: metadataStatus != nil)
        if metadataStatus == .failure { return .failure }
        var run = VerificationRun(settings: settings, console: console)
        run.isExplaining = arguments.contains("--explain")
        for source in sources {
            run.judge(source)
        }
        return run.finish(isChecking: arguments.contains("--check"))
    }

    private static func sources(
        _ arguments: CommandArguments, console: Console, isMetadataGiven: Bool
    ) throws(CommandFailure) -> [VerificationRun.Source] {
        var sources: [VerificationRun.Source] = []
        for folder in arguments.allValues("--batch") {
            for path in try Files.jsonFiles(in: folder) {
                sources.append(.init(name: path, bytes: try Files.read(path)))
            }
        }
        for operand in arguments.operands {
            sources.append(
                operand == "-"
                    ? .init(name: "standard input", bytes: console.readInput())
                    : .init(name: operand, bytes: try Files.read(operand)))
        }
        guard !sources.isEmpty || isMetadataGiven else {
            throw .malformed("verify needs a FILE, - for standard input, or --batch DIR. See thumbturn help verify.")
        }
        return sources
    }
}
