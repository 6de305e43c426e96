// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// `thumbturn apply`.
enum ApplyCommand {
    static let command = Command(
        name: "apply", summary: "applies a configuration file",
        operands: "FILE|-",
        description: """
            Reads domains, connections, organizations, clients and resource servers in the format of Auth0's Management API
            (docs/operations/configuration.md) and stores them in one transaction. Applying a file again changes nothing. Stored
            entities that are missing from the file stay unless --prune is given. A running server picks up the change within
            seconds. The database must exist: thumbturn serve creates it when it starts, and applies a file with --config.

            A file that asks for something that needs mail is rejected if the server sends none, which THUMBTURN_MAIL says, or
            else the last start of the server. If neither is known, the file is applied.

            Prints a line for each entity: + created, ~ changed, - removed, ? only stored, = unchanged.

            thumbturn config show prints the stored configuration as such a file. To add just one application, use thumbturn
            clients add.

            Exits with 0 if the file was applied, or is valid in a dry run, 1 on failure, 2 if the file or the command line is
            invalid. An invalid file changes nothing.
            """,
        options: [
            CommandOption(name: "--dry-run", summary: "show what would change, without changing it"),
            CommandOption(name: "--prune", summary: "remove stored entities that are missing from the file"),
            CommandOption(
                name: "--allow-orphaned", value: "N",
                summary: "make exactly N passkeys unusable by removing or changing their relying party"),
        ] + ServerSettings.options("url", "data", "database"),
        examples: [
            "thumbturn apply thumbturn.json --dry-run", "thumbturn apply thumbturn.json",
            "# Edit what is stored", "thumbturn config show >thumbturn.json",
        ],
        run: run)

    @Sendable
    private static func run(
        _ arguments: CommandArguments, console: Console
    ) async throws(CommandFailure) -> ExitStatus {
        guard let path = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("apply needs one FILE, or - for standard input. See thumbturn help apply.")
        }
        // First, because the owner of the server's data may not be able to read the operator's file.
        let bytes = try path == "-" ? console.readInput() : Files.read(path)
        let settings = try ServerSettings.read(for: arguments, ["url", "data", "database", "mail"])
        let file = ConfigurationFile(bytes, suffixes: .listed)
        let options = try readOptions(arguments, url: settings.url)
        let isDryRun = arguments.contains("--dry-run")
        try await StorageSelection.with(settings, mayCreate: false) { storage, settings throws(CommandFailure) in
            // The parts that a file leaves out, such as secrets, may be in the database that isn't here.
            guard storage != nil || isDryRun else { throw .noDatabase(at: settings.database) }
            var options = options
            options.url = settings.url
            options.sendsMail = settings.sendsMail
            options.sendsMessages = settings.sendsMessages
            let application = ConfigurationApplication(file, settings: options)
            let plan = try await CommandFailure.mapFailure(to: "\(path) was not applied") {
                do {
                    // Without a database, the file is compared with an empty one.
                    guard let storage else { return try application.planForEmptyStore() }
                    let server = AdministeredServer(storage: storage, url: settings.url)
                    return try await isDryRun
                        ? ConfigurationPreview(server: server)(application)
                        : ConfigurationUpdate(server: server)(application, by: arguments.administrator)
                } catch AdministrationFailure.invalid(let problems) {
                    throw CommandFailure.malformed(ConfigurationFailure(problems: problems).report(of: path))
                } catch let failure as ConfigurationFailure {
                    throw CommandFailure.malformed(failure.report(of: path))
                }
            }
            console.report(plan)
            let place = "\(settings.url), in \(settings.database)"
            if storage == nil {
                console.print("Dry run: there is no database at \(settings.database) to change.")
            } else if plan.isEmpty {
                console.print("No changes to \(place).")
            } else {
                console.print(isDryRun ? "Dry run: nothing was changed of \(place)." : "Applied to \(place).")
            }
        }
        return .success
    }

    private static func readOptions(
        _ arguments: CommandArguments, url: WebOrigin
    ) throws(CommandFailure) -> ConfigurationApplication.Settings {
        var settings = ConfigurationApplication.Settings(url: url)
        settings.isPruning = arguments.contains("--prune")
        if let text = arguments.value("--allow-orphaned") {
            guard let count = Int(text), count >= 0 else {
                throw .malformed("--allow-orphaned takes a number, not \(text).")
            }
            settings.allowedOrphans = count
        }
        return settings
    }
}

extension Console {
    /// Prints the changes of a plan.
    func report(_ plan: ConfigurationPlan) {
        warn(plan.findings.warnings)
        for line in plan.lines { print(line) }
    }

    func warn(_ warnings: [ConfigurationWarning]) {
        for warning in warnings {
            printError("warning: \(TerminalText.safe(warning.description, limit: 500))")
        }
    }
}
