// SPDX-License-Identifier: Apache-2.0

import CommandLine
import Configuration
import IdentityModel
import WireFormats

/// `thumbturn config`.
enum ConfigCommand {
    static let command = Command(
        name: "config", summary: "shows the stored configuration",
        description: """
            The configuration says which domains, connections, clients and APIs the server serves. thumbturn apply and thumbturn
            clients change it.
            """,
        examples: ["thumbturn config show"],
        subcommands: [show])

    private static let show = Command(
        name: "config show", summary: "prints the stored configuration as a file that apply accepts",
        description: """
            Prints the stored configuration as JSON, in the form that thumbturn apply accepts again.

            It leaves out secrets. Where the file has no secret, apply keeps the stored one, so the file can be edited and applied
            to the same server. With --secrets it contains what is stored: of clients' secrets that is a salted hash, with which
            another server accepts the same secrets.

            Exits with 0 on success, 1 on failure, 2 if the command line is invalid.
            """,
        options: [
            CommandOption(
                name: "--secrets", summary: "print stored secrets and their hashes, too; keep the file private")
        ] + ServerSettings.options("data", "database"),
        examples: [
            "thumbturn config show >thumbturn.json", "# Edit thumbturn.json, then:", "thumbturn apply thumbturn.json",
        ]
    ) { arguments, console throws(CommandFailure) in
        guard arguments.operands.isEmpty else {
            throw .malformed("config show takes only options. See thumbturn help config show.")
        }
        let settings = try ServerSettings.read(for: arguments, ["data", "database"])
        let documents = try await StorageSelection.withExisting(settings) { storage, _ throws(CommandFailure) in
            try await CommandFailure.mapFailure(to: "The configuration can't be read") {
                try await storage.read { try $0.configuration.list() }
            }
        }
        if documents.isEmpty {
            console.printError("Nothing is configured yet. thumbturn serve creates a configuration when it starts.")
        }
        let shown = arguments.contains("--secrets") ? documents : documents.map(\.withoutSecrets)
        console.print(JSONValue.object(ConfigurationFile.json(of: shown)).indentedText)
        return .success
    }
}

extension ConfigurationDocument {
    /// The members that contain secrets. Most have no effect here, and were pasted with Auth0's objects.
    private static let secrets: Set<String> = ["client_secret", "signing_secret", "cname_api_key", "addons"]
    private static let secretOptions: Set<String> = ["configuration", "gateway_authentication"]

    /// The document without secrets and hashes of secrets.
    var withoutSecrets: ConfigurationDocument {
        var document = self
        document.json = json.without(Self.secrets)
        if let options = json["options"]?.objectValue {
            document.json["options"] = .object(options.without(Self.secretOptions))
        }
        if let own = json["thumbturn"]?.objectValue {
            let shown = own.without(["client_secret_hash"])
            document.json["thumbturn"] = shown.isEmpty ? nil : .object(shown)
        }
        return document
    }
}

extension JSONObject {
    fileprivate func without(_ names: Set<String>) -> JSONObject {
        JSONObject(members.filter { !names.contains($0.name) })
    }
}

extension JSONValue {
    /// The value with a line for each member and item. Characters that control a terminal are escaped.
    var indentedText: String { text(indent: "") }

    private func text(indent: String) -> String {
        let inner = indent + "  "
        switch self {
        case .object(let object) where !object.isEmpty:
            let lines = object.members.map { member in
                inner + JSONValue.string(member.name).line + ": " + member.value.text(indent: inner)
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        case .array(let items) where items.contains(where: \.isContainer):
            return "[\n" + items.map { inner + $0.text(indent: inner) }.joined(separator: ",\n") + "\n\(indent)]"
        case .array(let items) where !items.isEmpty:
            let short = "[" + items.map(\.line).joined(separator: ", ") + "]"
            guard short.count + indent.count > 100 else { return short }
            return "[\n" + items.map { inner + $0.line }.joined(separator: ",\n") + "\n\(indent)]"
        default: return line
        }
    }

    private var isContainer: Bool {
        switch self {
        case .object, .array: true
        default: false
        }
    }

    private var line: String { TerminalText.escapedJSON(String(decoding: serialized(), as: UTF8.self)) }
}
