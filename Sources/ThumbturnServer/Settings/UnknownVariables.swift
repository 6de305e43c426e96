// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// Variables of the environment that look like settings and are none: most are misspelled.
enum UnknownVariables {
    private static let prefix = "THUMBTURN_"
    /// What Kubernetes sets in every container for a service that is called thumbturn.
    private static let ofKubernetes = ["THUMBTURN_SERVICE_", "THUMBTURN_PORT"]

    static func warnings(_ environment: [String: String]) -> [String] {
        let known = ServerSettings.table.map(\.environment)
        return environment.keys.sorted().filter { name in
            name.hasPrefix(prefix) && !known.contains(name) && !ofKubernetes.contains(where: name.hasPrefix)
        }.map { name in
            "\(TerminalText.safe(name)) is not a setting and has no effect." + Suggestion.text(for: name, among: known)
        }
    }
}
