// SPDX-License-Identifier: Apache-2.0

/// The name of a browser and its system, as users know them.
package struct BrowserName: Sendable {
    /// Such as "Firefox · Linux"; `nil` if neither is known.
    package let text: String?
    /// Both, if both are known.
    package let parts: (name: String, system: String)?

    /// Reads the user agent, which anyone can write. Only names of these tables are shown.
    package init(userAgent: String) {
        let bytes = Array(userAgent.utf8)
        let names = [Self.browsers, Self.systems].compactMap { table in
            table.first { bytes.contains(mark: $0.mark) }?.name
        }
        text = names.isEmpty ? nil : names.joined(separator: " · ")
        parts = names.count == 2 ? (names[0], names[1]) : nil
    }

    /// Most browsers name others, too. The first match counts.
    private static let browsers: [(mark: String, name: String)] = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"), ("Firefox/", "Firefox"),
        ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [(mark: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("CrOS", "ChromeOS"), ("Windows", "Windows"),
        ("Macintosh", "macOS"), ("Linux", "Linux"),
    ]
}

extension [UInt8] {
    /// Whether the mark is among the bytes. A search in text, which compares characters, took a seventh of the account
    /// page's time.
    fileprivate func contains(mark: String) -> Bool {
        indices.contains { self[$0] == mark.utf8.first && self[$0...].starts(with: mark.utf8) }
    }
}
