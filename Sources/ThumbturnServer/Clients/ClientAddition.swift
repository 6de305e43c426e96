// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// The addition of an application to the stored configuration.
struct ClientAddition {
    private let draft: ClientDraft
    private let storage: any Storage
    private let settings: ServerSettings
    private let console: Console

    init(_ draft: ClientDraft, storage: any Storage, settings: ServerSettings, console: Console) {
        self.draft = draft
        self.storage = storage
        self.settings = settings
        self.console = console
    }

    /// Adds the application, warns about it, and returns the report for a host's origin.
    func carryOut(at origin: WebOrigin) async throws(CommandFailure) -> ClientReport {
        var change = ConfigurationApplication.Settings(url: settings.url)
        change.command = "clients add"
        let known = try await APIChanges(storage: storage, settings: settings, console: console).all()
            .first { $0.api.identifier == draft.api }
        let application = ConfigurationApplication.adding(
            draft.json(at: origin, isLocal: settings.url.isLoopback, scopes: known?.api.scopes.map(\.value) ?? []),
            api: draft.api.map { APIDraft(audience: $0, name: "\(draft.name) API").json }, settings: change)
        let plan: ConfigurationPlan
        do {
            plan = try await application.apply(to: storage, at: .now())
        } catch let failure as ConfigurationFailure {
            throw .malformed(report(failure.problems))
        } catch ConfigurationChangeFailure.alreadyExists {
            throw .failed(
                "There is a client \(TerminalText.safe(draft.id)). Choose another --id, or leave it out.")
        } catch {
            throw CommandFailure("The client was not added", cause: error)
        }
        for warning in plan.findings.warnings where warning.path.hasPrefix(Self.place) {
            console.printError(
                "warning: \(Self.source(of: warning.path)): \(TerminalText.safe(warning.message, limit: 400)) "
                    + TerminalText.safe(warning.remedy, limit: 400))
        }
        let found = try await ClientSearch(storage: storage, settings: settings).find(draft.id)
        if let offer = try await RelyingPartyOffer.find(for: found.client, in: found.configuration, storage: storage) {
            console.printError(offer.text)
        }
        for connection in found.closedConnections {
            console.printError(
                "warning: Users of the connection \(TerminalText.safe(connection)) can't sign in with it. "
                    + "Add \(found.client.id) to the connection's enabled_clients.")
        }
        return found.report(at: origin, secret: draft.secret)
    }

    /// The path of the client in the file that is applied.
    private static let place = "clients[0]"

    private func report(_ problems: [ConfigurationProblem]) -> String {
        // A fault of an origin is a fault of the callbacks that were made from it, too.
        let given = problems.filter { draft.hasOwnCallbacks || Self.source(of: $0.path) != "--callback" }
        return "The client can't be added. Nothing was changed.\n"
            + (given.isEmpty ? problems : given).map { problem in
                "  \(Self.source(of: problem.path)): \(TerminalText.safe(problem.message, limit: 300)) "
                    + TerminalText.safe(problem.remedy, limit: 300)
            }.joined(separator: "\n")
    }

    /// Returns the part of the command line that a path in the file stands for.
    private static func source(of path: String) -> String {
        if path.hasPrefix("resource_servers[0]") { return "--api" }
        let path = path.dropFirst(place.count + 1)
        if path.hasPrefix("mobile.android") { return "--android" }
        return switch path.prefix(while: { $0 != "[" && $0 != "." }) {
        case "client_id": "--id"
        case "name": "NAME"
        case "callbacks", "allowed_logout_urls": "--callback"
        case "web_origins": "--origin"
        case "mobile": "--ios"
        case "refresh_token": "--api"
        default: TerminalText.safe(String(path))
        }
    }
}

/// The removal of an application from the stored configuration.
struct ClientRemoval {
    let storage: any Storage
    let settings: ServerSettings
    let console: Console

    /// Removes the application that a text names, and prints what ends.
    func carryOut(_ name: String, asksFirst: Bool) async throws(CommandFailure) {
        let client = try await ClientSearch(storage: storage, settings: settings).find(name).client
        let shown = "\(TerminalText.safe(client.name)) (\(client.id))"
        if asksFirst {
            console.printError(
                "Users can't sign in with \(shown) any longer, and its refresh tokens stop working.")
            guard console.confirms("Remove it?") else { throw .failed("Nothing was removed.") }
        }
        var change = ConfigurationApplication.Settings(url: settings.url)
        change.command = "clients remove"
        let plan: ConfigurationPlan
        do {
            plan = try await ConfigurationApplication.removing(client: client.id, settings: change)
                .apply(to: storage, at: .now())
        } catch let failure as ConfigurationFailure {
            throw .malformed(failure.report(of: "The configuration without \(client.id)"))
        } catch ConfigurationChangeFailure.notFound {
            throw .failed("The client \(client.id) was removed in the meantime.")
        } catch {
            throw CommandFailure("The client was not removed", cause: error)
        }
        console.print("Removed \(shown).")
        console.print("Users can't sign in with it any longer, and its refresh tokens stop working.")
        let grants = plan.changes.count { $0.key.kind == .clientGrant && $0.outcome == .removed }
        if grants > 0 { console.print("Its grants for APIs were removed with it: \(grants).") }
        console.print("Access tokens that other APIs accept are valid until they expire.")
    }
}
