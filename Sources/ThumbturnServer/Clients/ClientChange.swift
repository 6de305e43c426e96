// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// An addition or a removal of an application, with its report.
struct ClientChange {
    let server: AdministeredServer
    let administrator: Administrator
    let console: Console

    /// Adds the application, warns about it, and returns the report for a host's origin.
    func add(_ draft: ClientDraft, at origin: WebOrigin) async throws(CommandFailure) -> ClientReport {
        let warnings = try await CommandFailure.mapFailure(to: "The client was not added") {
            do {
                return try await ClientAddition(server: server)(draft, at: origin, by: administrator)
            } catch AdministrationFailure.invalid(let problems) {
                throw CommandFailure.malformed(draft.report(of: problems))
            }
        }
        for warning in warnings {
            console.printError(
                "warning: \(ClientDraft.source(of: warning.path)): \(TerminalText.safe(warning.message, limit: 400)) "
                    + TerminalText.safe(warning.remedy, limit: 400))
        }
        let client = try await find(draft.id)
        let offer = try await CommandFailure.mapFailure(to: "The passkeys can't be counted") {
            try await RelyingPartyOfferSearch(server: server, suffixes: .listed)(for: client)
        }
        if let offer { console.printError(offer.text) }
        for connection in client.closedConnections {
            console.printError(
                "warning: Users of the connection \(TerminalText.safe(connection)) can't sign in with it. "
                    + "Add \(client.client.id) to the connection's enabled_clients.")
        }
        return ClientReport(client, at: origin, secret: draft.secret)
    }

    /// Removes the application that a text names, and prints what ends.
    func remove(_ name: String, asksFirst: Bool) async throws(CommandFailure) {
        let client = try await find(name).client
        let shown = "\(TerminalText.safe(client.name)) (\(client.id))"
        if asksFirst {
            console.printError(
                "Users can't sign in with \(shown) any longer, and its refresh tokens stop working.")
            guard console.confirms("Remove it?") else { throw .failed("Nothing was removed.") }
        }
        let grants = try await CommandFailure.mapFailure(to: "The client was not removed") {
            do {
                return try await ClientRemoval(server: server)(client.id, by: administrator)
            } catch AdministrationFailure.invalid(let problems) {
                let failure = ConfigurationFailure(problems: problems)
                throw CommandFailure.malformed(failure.report(of: "The configuration without \(client.id)"))
            }
        }
        console.print("Removed \(shown).")
        console.print("Users can't sign in with it any longer, and its refresh tokens stop working.")
        if grants > 0 { console.print("Its grants for APIs were removed with it: \(grants).") }
        console.print("Access tokens that other APIs accept are valid until they expire.")
    }

    func find(_ text: String) async throws(CommandFailure) -> ConfiguredClient {
        try await CommandFailure.mapFailure(to: "The clients can't be read") {
            try await ClientSearch(server: server)(text)
        }
    }
}

extension ClientDraft {
    fileprivate func report(of problems: [ConfigurationProblem]) -> String {
        // A fault of an origin is a fault of the callbacks that were made from it, too.
        let given = problems.filter { !callbacks.isEmpty || Self.source(of: $0.path) != "--callback" }
        return "The client can't be added. Nothing was changed.\n"
            + (given.isEmpty ? problems : given).map { problem in
                "  \(Self.source(of: problem.path)): \(TerminalText.safe(problem.message, limit: 300)) "
                    + TerminalText.safe(problem.remedy, limit: 300)
            }.joined(separator: "\n")
    }

    /// Returns the part of the command line that a path in the file stands for.
    fileprivate static func source(of path: String) -> String {
        if path.hasPrefix(ClientAddition.apiPath) { return "--api" }
        let path = path.dropFirst(ClientAddition.clientPath.count + 1)
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

extension RelyingPartyOffer {
    fileprivate var text: String {
        let file = String(
            decoding: JSONValue.object(["custom_domains": [.object(document)]]).serialized(), as: UTF8.self)
        return """
            There are no passkeys yet, so they can still be bound to \(domain), for all its hosts:
              echo '\(file.replacing("'", with: #"'\''"#))' | thumbturn apply -
            """
    }
}
