// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// An addition or a removal of an API, with its report.
struct APIChange {
    let server: AdministeredServer
    let administrator: Administrator
    let console: Console

    func add(_ draft: APIDraft) async throws(CommandFailure) {
        try await change(orFail: "The API was not added") {
            try await APIAddition(server: server)(draft, by: administrator)
        } source: { path in
            if path.contains("scopes") { return "--scope" }
            return path.hasSuffix("name") ? "--name" : "AUDIENCE"
        }
        console.print("Added the API \(TerminalText.safe(draft.audience, limit: 600)).")
    }

    /// Removes the API of an audience, and prints what ends.
    func remove(_ audience: String, asksFirst: Bool) async throws(CommandFailure) {
        let found = try await CommandFailure.mapFailure(to: "The APIs can't be read") {
            try await APISearch(server: server)(audience)
        }
        let shown = TerminalText.safe(audience, limit: 600)
        let names = found.clients.map { TerminalText.safe($0.name) }.joined(separator: ", ")
        let ends = "Nobody gets a token for it any longer" + (names.isEmpty ? "." : ", also not in \(names).")
        if asksFirst {
            console.printError("\(shown): \(ends)")
            guard console.confirms("Remove it?") else { throw .failed("Nothing was removed.") }
        }
        try await change(orFail: "The API was not removed") {
            try await APIRemoval(server: server)(found.api.identifier, by: administrator)
        } source: {
            TerminalText.safe($0)
        }
        console.print("Removed \(shown). \(ends)")
        console.print("The API itself accepts its tokens until they expire.")
    }

    /// - Parameter source: The part of the command line that a path in the file stands for.
    private func change(
        orFail failure: String, _ useCase: () async throws -> Void, source: (String) -> String
    ) async throws(CommandFailure) {
        try await CommandFailure.mapFailure(to: failure) {
            do {
                try await useCase()
            } catch AdministrationFailure.invalid(let found) {
                let problems = found.map { problem in
                    "\n  \(source(problem.path)): \(TerminalText.safe(problem.message, limit: 300)) "
                        + TerminalText.safe(problem.remedy, limit: 300)
                }
                throw CommandFailure.malformed("\(failure). Nothing was changed.\(problems.joined())")
            }
        }
    }
}

extension APIDraft {
    init(_ arguments: CommandArguments) throws(CommandFailure) {
        guard let audience = arguments.operands.first, arguments.operands.count == 1 else {
            throw .malformed("apis add takes one AUDIENCE, such as urn:notes:api. See thumbturn help apis add.")
        }
        self.init(
            audience: audience, name: arguments.value("--name") ?? audience, scopes: arguments.allValues("--scope"))
    }
}
