// SPDX-License-Identifier: Apache-2.0

/// Untrusted text, made safe for a terminal or a log.
package enum TerminalText {
    /// Replaces invisible characters, such as control characters and direction marks, and truncates long text.
    package static func safe(_ text: String, limit: Int = 120) -> String {
        if text.utf8.count <= limit, text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        let visible = text.unicodeScalars.prefix(limit).map { $0.properties.isVisible ? Character($0) : "\u{FFFD}" }
        return String(visible) + (text.unicodeScalars.count > limit ? "…" : "")
    }
}

extension Unicode.Scalar.Properties {
    fileprivate var isVisible: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        default: true
        }
    }
}
