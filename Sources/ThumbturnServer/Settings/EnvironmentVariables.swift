// SPDX-License-Identifier: Apache-2.0

import WireFormats

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The environment variables of the process.
package enum ProcessEnvironment {
    package static var variables: [String: String] { ProcessInfo.processInfo.environment }
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
            "\(TerminalText.safe(name)) is not a setting and has no effect." + Suggestion.text(for: name, among: known)
        }
    }
}
