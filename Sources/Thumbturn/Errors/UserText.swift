// SPDX-License-Identifier: Apache-2.0

package import Foundation

/// The texts that users read, in the language of the application.
///
/// The English text is the key. An application that wants other words, or another language, has the key in a table of
/// its own: `Thumbturn.xcstrings` in its main bundle comes before the catalogs of the libraries.
package enum UserText {
    /// The table in which an application has its own words.
    package static let table = "Thumbturn"

    static func thumbturn(_ key: String) -> String {
        #if canImport(Darwin)
            text(key, in: .module)
        #else
            // SwiftPM compiles no catalogs here.
            key
        #endif
    }

    /// Looks a text up in the application's table, then in a library's catalog.
    package static func text(_ key: String, in library: Bundle) -> String {
        let fallback = library.localizedString(forKey: key, value: key, table: nil)
        return Bundle.main.localizedString(forKey: key, value: fallback, table: table)
    }
}
