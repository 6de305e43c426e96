// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// Lists, adds and removes the APIs of the stored configuration for operators.
struct APIChanges {
    let storage: any Storage
    let settings: ServerSettings
    let console: Console

    /// The APIs by audience, with the clients whose refresh tokens are for each.
    func all() async throws(CommandFailure) -> [(api: ResourceServer, clients: [Client])] {
        let configuration = try await CommandFailure.mapFailure(to: "The APIs can't be read") {
            let documents = try await storage.read { try $0.configuration.list() }
            return try ConfigurationSnapshot(documents: documents, url: settings.url)
        }
        let clients = configuration.clients.values.sorted { ($0.name, $0.id) < ($1.name, $1.id) }
        return configuration.resourceServers.values.sorted { $0.identifier < $1.identifier }.map { api in
            (api, clients.filter { $0.refreshTokens.audiences.contains { $0.audience == api.identifier } })
        }
    }

    func add(_ draft: APIDraft) async throws(CommandFailure) {
        let application = ConfigurationApplication.adding(api: draft.json, settings: change("apis add"))
        try await apply(application, failing: "The API was not added") { path in
            if path.contains("scopes") { return "--scope" }
            return path.hasSuffix("name") ? "--name" : "AUDIENCE"
        }
        console.print("Added the API \(TerminalText.safe(draft.audience, limit: 600)).")
    }

    /// Removes the API of an audience, and prints what ends.
    func remove(_ audience: String, asksFirst: Bool) async throws(CommandFailure) {
        let all = try await all()
        guard let found = all.first(where: { ExactText($0.api.identifier) == ExactText(audience) }) else {
            let known = all.map(\.api.identifier)
            throw .failed(
                "There is no API \(TerminalText.safe(audience)).\(Suggestion.text(for: audience, among: known)) "
                    + "List all APIs with thumbturn apis list.")
        }
        let shown = TerminalText.safe(audience, limit: 600)
        let names = found.clients.map { TerminalText.safe($0.name) }.joined(separator: ", ")
        let ends = "Nobody gets a token for it any longer" + (names.isEmpty ? "." : ", also not in \(names).")
        if asksFirst {
            console.printError("\(shown): \(ends)")
            guard console.confirms("Remove it?") else { throw .failed("Nothing was removed.") }
        }
        let application = ConfigurationApplication.removing(api: found.api.identifier, settings: change("apis remove"))
        try await apply(application, failing: "The API was not removed") { TerminalText.safe($0) }
        console.print("Removed \(shown). \(ends)")
        console.print("The API itself accepts its tokens until they expire.")
    }

    private func change(_ command: String) -> ConfigurationApplication.Settings {
        var change = ConfigurationApplication.Settings(url: settings.url)
        change.command = command
        return change
    }

    /// - Parameter source: The part of the command line that a path in the file stands for.
    private func apply(
        _ application: ConfigurationApplication, failing failure: String, source: (String) -> String
    ) async throws(CommandFailure) {
        do {
            _ = try await application.apply(to: storage, at: .now())
        } catch let rejected as ConfigurationFailure {
            let problems = rejected.problems.map { problem in
                "\n  \(source(problem.path)): \(TerminalText.safe(problem.message, limit: 300)) "
                    + TerminalText.safe(problem.remedy, limit: 300)
            }
            throw .malformed("\(failure). Nothing was changed.\(problems.joined())")
        } catch ConfigurationChangeFailure.alreadyExists {
            throw .failed("There is an API with this audience. thumbturn apis list shows it.")
        } catch ConfigurationChangeFailure.notFound {
            throw .failed("The API was removed in the meantime.")
        } catch {
            throw CommandFailure(failure, cause: error)
        }
    }
}
