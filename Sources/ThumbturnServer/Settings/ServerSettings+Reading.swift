// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import HTTPEndpoints
import IdentityModel
import RateLimiting
import WireFormats

extension ServerSettings {
    /// The problems of the settings.
    package struct Failure: Error {
        package let problems: [SettingProblem]
        /// The path of the configuration, whose problems are reported together with these.
        var configurationFile: String?

        var commandFailure: CommandFailure { .malformed(report) }

        var report: String {
            "The settings are invalid.\n" + problems.map { "  \($0)" }.joined(separator: "\n")
        }
    }

    /// Reads the settings of `thumbturn serve` from its arguments.
    package static func read(
        _ words: [String], environment: [String: String]
    ) throws(Failure) -> ServerSettings {
        let arguments: CommandArguments
        do throws(CommandFailure) {
            arguments = try CommandArguments(words, options: options)
        } catch {
            let remedy = error.help.map { "See thumbturn help \($0)." } ?? ""
            throw Failure(problems: [SettingProblem(source: "serve", message: error.message, remedy: remedy)])
        }
        return try read(arguments, environment: environment)
    }

    /// Reads the settings of a command. Options win over the environment.
    ///
    /// - Parameter names: The settings that the command needs; all of them if empty.
    static func read(
        _ arguments: CommandArguments, environment: [String: String], names: Set<String> = []
    ) throws(Failure) -> ServerSettings {
        var draft = SettingsDraft()
        var problems: [SettingProblem] = []
        for setting in table where names.isEmpty || names.contains(setting.name) {
            let (source, texts) = setting.given(in: arguments, environment: environment)
            for text in texts {
                do throws(ValueRejection) {
                    guard !text.isEmpty else { throw ValueRejection("is empty", remedy: "Write \(setting.value).") }
                    try setting.read(text, &draft)
                } catch {
                    let shown = setting.isSecret ? "This" : "\"\(TerminalText.safe(text))\""
                    problems.append(
                        SettingProblem(source: source, message: "\(shown) \(error.message).", remedy: error.remedy))
                }
            }
        }
        let settings = ServerSettings(draft)
        let check = SettingsCheck(settings: settings, draft: draft, isWhole: names.isEmpty)
        problems += check.problems(besides: Set(problems.map(\.source)))
        guard problems.isEmpty else {
            throw Failure(problems: problems, configurationFile: settings.configurationFile)
        }
        return settings
    }

    /// Reads the settings that a command needs, from its options, the process's environment and the file with that of
    /// the server. After this, the command is the owner of the server's data.
    static func read(for arguments: CommandArguments, _ names: Set<String>) throws(CommandFailure) -> ServerSettings {
        let environment = try EnvironmentFile.standard.environment(for: arguments)
        let settings: ServerSettings
        do {
            settings = try read(arguments, environment: environment, names: names)
        } catch {
            throw error.commandFailure
        }
        try FolderOwner.become(for: settings)
        return settings
    }

    /// Reads all settings and checks the configuration file that they name. Reports the problems of both together,
    /// before anything is opened. After this, the command is the owner of the server's data.
    static func readWithConfiguration(for arguments: CommandArguments) throws(CommandFailure) -> ServerSettings {
        let environment = try EnvironmentFile.standard.environment(for: arguments)
        let settings: ServerSettings?
        let path: String?
        var reports: [String] = []
        do throws(Failure) {
            let read = try read(arguments, environment: environment)
            (settings, path) = (read, read.configurationFile)
        } catch {
            (settings, path) = (nil, error.configurationFile)
            reports.append(error.report)
        }
        if let path, FileAccess.canRead(path) {
            let problems = try ConfigurationFile(at: path).findings.problems
            if !problems.isEmpty { reports.append(ConfigurationFailure(problems: problems).report(of: path)) }
        }
        guard let settings, reports.isEmpty else { throw .malformed(reports.joined(separator: "\n")) }
        try FolderOwner.become(for: settings)
        return settings
    }
}

extension ServerSetting {
    /// Returns the given values and their source.
    fileprivate func given(
        in arguments: CommandArguments, environment: [String: String]
    ) -> (source: String, texts: [String]) {
        if let option, arguments.contains(option) {
            let values = arguments.allValues(option)
            return (option, isList ? values.flatMap(Self.items) : values.suffix(1))
        }
        guard let text = environment[self.environment], !text.isEmpty else { return (self.environment, []) }
        return (self.environment, isList ? Self.items(text) : [text])
    }

    private static func items(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map { item in
            String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }
}

/// Environment variables that look like settings but are not. Most are misspelled.
enum UnknownVariables {
    private static let prefix = "THUMBTURN_"
    /// The variables that Kubernetes sets in every container for a service called thumbturn.
    private static let kubernetesPrefixes = ["THUMBTURN_SERVICE_", "THUMBTURN_PORT"]

    static func warnings(_ environment: [String: String]) -> [String] {
        let known = ServerSettings.table.map(\.environment)
        return environment.keys.sorted().filter { name in
            name.hasPrefix(prefix) && !known.contains(name) && !kubernetesPrefixes.contains(where: name.hasPrefix)
        }.map { name in
            // The prefix, which all have, makes none of them nearer.
            let near = NearestText.find(
                String(name.dropFirst(prefix.count)), among: known.map { String($0.dropFirst(prefix.count)) })
            let suggestion = near.map { " Did you mean \(prefix)\($0)?" } ?? ""
            return "\(TerminalText.safe(name)) is not a setting and has no effect." + suggestion
        }
    }
}
