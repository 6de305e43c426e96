// SPDX-License-Identifier: Apache-2.0

import Configuration
import IdentityModel
import PublicSuffixes
import WireFormats

/// `thumbturn apply`.
enum ApplyCommand {
    static let command = Command(
        name: "apply", summary: "makes what is stored agree with a configuration file",
        synopsis: "thumbturn apply FILE|- [OPTION…]",
        description: """
            Reads domains, connections, organizations, clients and resource servers, in the shapes of Auth0's Management API,
            and stores them as one unit. Applying a file twice changes nothing the second time. What is stored and not in the
            file stays, unless --prune is given. A server that runs takes the change up by itself.

            A line for each thing: + created, ~ changed, - removed, ? only stored, = unchanged.

            Ends with 0 if the file was applied, or could be; 2 if something is wrong with it: then nothing was changed.
            """,
        options: ServerSettings.options("url", "data", "database") + [
            CommandOption(name: "--dry-run", summary: "show what would change, and change nothing"),
            CommandOption(name: "--prune", summary: "remove what is stored and not in the file"),
            CommandOption(
                name: "--allow-orphaned", value: "N",
                summary: "give up exactly N passkeys whose relying party goes or changes"),
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, _ console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("apply needs one FILE, or - for standard input. See thumbturn help apply.")
        }
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database"])
        let bytes = try path == "-" ? console.readInput() : Files.read(path)
        let file = ConfigurationFile(bytes, suffixes: PublicSuffixRule(isListed: PublicSuffixes.isListed))
        let application = ConfigurationApplication(file, settings: try readOptions(arguments, url: settings.url))
        let isDryRun = arguments.contains("--dry-run")
        let mayCreate = !isDryRun && file.findings.problems.isEmpty
        let plan = try await StorageSelection.with(settings, mayCreate: mayCreate) { storage throws(CommandFailure) in
            try await carryOut(application, in: storage, isDryRun: isDryRun, named: path)
        }
        console.report(plan, isDryRun: isDryRun)
        return .success
    }

    private static func readOptions(
        _ arguments: CommandArguments, url: WebOrigin
    ) throws(CommandFailure) -> ConfigurationApplication.Settings {
        var settings = ConfigurationApplication.Settings(url: url)
        settings.command = "apply"
        settings.isPruning = arguments.contains("--prune")
        if let text = arguments.value("--allow-orphaned") {
            guard let count = Int(text), count >= 0 else {
                throw .malformed("--allow-orphaned takes a number, not \(text).")
            }
            settings.allowedOrphans = count
        }
        return settings
    }

    /// `storage` is `nil` where there is none yet and none is to be made.
    private static func carryOut(
        _ application: ConfigurationApplication, in storage: (any Storage)?, isDryRun: Bool, named path: String
    ) async throws(CommandFailure) -> ConfigurationPlan {
        do {
            guard let storage else { return try application.planForEmptyStore() }
            return try await isDryRun
                ? application.validatedPlan(in: storage) : application.apply(to: storage, at: .now())
        } catch let failure as ConfigurationFailure {
            throw .malformed(failure.report(of: path))
        } catch {
            throw .failed("\(path) was not applied: \(error)")
        }
    }
}

extension Console {
    /// Says what a plan does or did.
    func report(_ plan: ConfigurationPlan, isDryRun: Bool) {
        warn(plan.findings.warnings)
        for text in plan.lines { line(text) }
        switch (plan.isEmpty, isDryRun) {
        case (true, _): line("Nothing differs.")
        case (false, true): line("Nothing was changed: this was a dry run.")
        case (false, false): line("Applied.")
        }
    }
}

extension Console {
    func warn(_ warnings: [ConfigurationWarning]) {
        for warning in warnings {
            errorLine("warning: \(TerminalText.safe(warning.description, limit: 500))")
        }
    }
}

extension ConfigurationFailure {
    /// For the person at the terminal.
    func report(of path: String) -> String {
        "\(path) can't be applied, and nothing was changed.\n"
            + problems.map { "  \(TerminalText.safe($0.description, limit: 700))" }.joined(separator: "\n")
    }
}
