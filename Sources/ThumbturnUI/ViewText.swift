// SPDX-License-Identifier: Apache-2.0

#if os(iOS) || os(macOS) || os(visionOS)
    import Foundation
    import Thumbturn

    /// Returns a text of this library in the language of the application, whose own table comes first. `%@` stands for
    /// a value.
    func viewText(_ key: String, _ value: String = "") -> String {
        UserText.text(key, in: .module).replacing("%@", with: value)
    }
#endif
