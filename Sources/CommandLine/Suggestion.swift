// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The known word that a mistyped or unknown one probably stands for.
package enum Suggestion {
    /// Returns a sentence with a leading space, or an empty string if no word is near.
    package static func text(for word: String, among known: [String]) -> String {
        NearestText.find(word, among: known).map { " Did you mean \($0)?" } ?? ""
    }

    /// Returns a sentence that names an option with its value.
    static func text(for word: String, among options: [CommandOption]) -> String {
        let names = options.map(\.name)
        let other = otherOptions[word]?.first(where: names.contains)
        guard let name = other ?? NearestText.find(word, among: names) else { return "" }
        return options.first { $0.name == name }.map { " Did you mean \($0.usage)?" } ?? ""
    }

    /// Returns a sentence that names a command.
    static func text(for word: String, among commands: [Command]) -> String {
        let other = otherCommands[word].flatMap { name in commands.contains { $0.verb == name } ? name : nil }
        return other.map { " Did you mean \($0)?" } ?? text(for: word, among: commands.map(\.verb))
    }

    /// The names of these options in other programs, with the names here in the order of preference.
    private static let otherOptions: [String: [String]] = [
        "--port": ["--listen"], "-p": ["--listen"], "--bind": ["--listen"], "--address": ["--listen"],
        "--host": ["--listen", "--url"], "--hostname": ["--url"], "--domain": ["--url"], "--issuer": ["--url"],
        "--base-url": ["--url"], "--public-url": ["--url"], "--cert": ["--tls-cert"], "--certificate": ["--tls-cert"],
        "--key": ["--tls-key"], "--data-dir": ["--data"], "--dir": ["--data"], "--folder": ["--data"],
        "--db": ["--database"], "--config-file": ["--config"], "-c": ["--config"], "--verbose": ["--log-level"],
        "-v": ["--log-level"], "--debug": ["--log-level"], "--proxy": ["--trusted-proxy"],
        "--redirect-uri": ["--callback"], "--redirect": ["--callback"], "--redirect-url": ["--callback"],
        "--web-origin": ["--origin"], "--app-type": ["--type"], "--force": ["--yes"], "-f": ["--yes"], "-y": ["--yes"],
        "--expires": ["--valid-for"], "--ttl": ["--valid-for"],
    ]

    /// The names of these commands in other programs.
    private static let otherCommands = [
        "start": "serve", "run": "serve", "server": "serve", "init": "setup", "configure": "apply", "import": "apply",
        "export": "config", "apps": "clients", "applications": "clients", "accounts": "users", "log": "events",
        "audit": "events", "ps": "status", "health": "status", "explain": "why", "rm": "remove", "delete": "remove",
        "create": "add", "new": "add", "ls": "list", "get": "show",
    ]
}
