// SPDX-License-Identifier: Apache-2.0

import Administration
import CommandLine
import Configuration
import IdentityModel
import WireFormats

extension CommandArguments {
    /// The operator who gave the command, as audit events name them.
    var administrator: Administrator { .command(command) }
}

extension AdministrationFailure {
    /// Returns the failure for the terminal.
    ///
    /// - Parameter subject: What was not done, for reasons that don't say it themselves.
    func commandFailure(of subject: String) -> CommandFailure {
        switch self {
        case .notFound(let object, let known): .failed(object.missingText(among: known))
        case .ambiguous(let object, let candidates): .failed(object.ambiguityText(among: candidates))
        case .alreadyExists(.client(let id)):
            .failed("There is a client \(TerminalText.safe(id)). Choose another --id, or leave it out.")
        case .alreadyExists(.user(let name, _)):
            .failed("Another account has \(TerminalText.safe(name)).")
        case .addressMalformed(let text): .failed("\(TerminalText.safe(text)) is no e-mail address.")
        case .alreadyExists:
            .failed("There is an API with this audience. thumbturn apis list shows it.")
        case .removedMeanwhile(let object): .failed(object.removalText)
        case .changedMeanwhile(let conflict): .failed("\(subject): \(conflict)")
        case .pageStartUnknown(let id):
            .failed(
                "There is no account \(TerminalText.safe(id.rawValue)) to continue after. It may have been deleted. "
                    + "List from the beginning.")
        case .userBlocked(let id):
            .failed(
                "\(id.shown) is blocked. Unblock it first: thumbturn users unblock '\(id.shown)'")
        case .userToBeDeleted(let id):
            .failed("\(id.shown) is going to be deleted. Keep it first: thumbturn users keep '\(id.shown)'")
        case .invalid(let problems):
            .malformed("\(subject). Nothing was changed.\n\(ConfigurationFailure(problems: problems).list)")
        case .storedConfigurationInvalid(let problems):
            CommandFailure(subject, cause: ConfigurationFailure(problems: problems))
        case .algorithmNotInUse(let name, let host, let algorithms):
            .failed(
                "No key of \(host) signs with \(TerminalText.safe(name)). "
                    + "Its algorithms are \(algorithms.joined(separator: " and ")).")
        case .masterKeyInUse:
            .failed(
                """
                THUMBTURN_MASTER_KEY is the key in use, so nothing was replaced.
                  Set it to a new one: openssl rand 32 | basenc --base64url | tr -d =
                """)
        case .keyRing(let failure): CommandFailure(subject, cause: failure)
        case .storageUnavailable(let reason): .failed("\(subject): \(reason)")
        }
    }
}

extension AdministeredObject {
    /// - Parameter known: The names of those that exist, if a similar one can be suggested.
    fileprivate func missingText(among known: [String]) -> String {
        switch self {
        case .user(let text, let connection):
            let place = connection.map { " in the connection \(TerminalText.safe($0))" } ?? ""
            return
                "There is no account \(TerminalText.safe(text))\(place). List all accounts with thumbturn users list."
        case .passkey(let id, let user):
            return "\(user.shown) has no passkey \(TerminalText.safe(id.rawValue)). See thumbturn users show."
        case .deviceKey(let id, let user):
            return "\(user.shown) has no device key \(TerminalText.safe(id.rawValue)). "
                + "See thumbturn users device-keys list."
        case .session(let id, let user):
            return "\(user.shown) has no browser session \(TerminalText.safe(id.rawValue)). See thumbturn users show."
        case .connection(let name):
            return "There is no connection \(TerminalText.safe(name)). The connections are "
                + "\(known.joined(separator: ", ")).\(Suggestion.text(for: name, among: known))"
        case .client(let text):
            return "There is no client \(TerminalText.safe(text)).\(Suggestion.text(for: text, among: known)) "
                + "List all clients with thumbturn clients list."
        case .api(let audience):
            return "There is no API \(TerminalText.safe(audience)).\(Suggestion.text(for: audience, among: known)) "
                + "List all APIs with thumbturn apis list."
        }
    }

    fileprivate func ambiguityText(among candidates: [AdministeredObject]) -> String {
        let lines = candidates.map { "\n  \($0.candidate)" }.joined()
        if case .user = self {
            return "\(name) names several accounts. Give an account ID or --connection.\(lines)"
        }
        return "\(name) names several clients. Give a client ID.\(lines)"
    }

    fileprivate var removalText: String {
        switch self {
        case .user: "The account \(name) was deleted in the meantime."
        case .client: "The client \(name) was removed in the meantime."
        case .api: "The API was removed in the meantime."
        case .passkey, .deviceKey, .session, .connection: "\(name) was removed in the meantime."
        }
    }

    private var candidate: String {
        guard case .user(_, let connection?) = self else { return name }
        return "\(name) in \(connection)"
    }

    private var name: String {
        switch self {
        case .user(let text, _), .connection(let text), .client(let text), .api(let text): TerminalText.safe(text)
        case .passkey(let id, _): TerminalText.safe(id.rawValue)
        case .deviceKey(let id, _): TerminalText.safe(id.rawValue)
        case .session(let id, _): TerminalText.safe(id.rawValue)
        }
    }
}

extension UserID {
    fileprivate var shown: String { TerminalText.safe(rawValue) }
}

extension ConfigurationFailure {
    /// Returns the message for the terminal.
    func report(of path: String) -> String { "\(path) can't be applied. Nothing was changed.\n\(list)" }

    fileprivate var list: String {
        problems.map { "  \(TerminalText.safe($0.description, limit: 700))" }.joined(separator: "\n")
    }
}
