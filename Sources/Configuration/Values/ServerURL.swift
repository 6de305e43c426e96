// SPDX-License-Identifier: Apache-2.0

/// The server's URL. Plain HTTP to other machines is valid only with a declared proxy, which is another setting.
package struct ServerURL: Hashable, Sendable {
    package let origin: WebOrigin
    /// Whether it is plain HTTP to another machine.
    package let isPlain: Bool

    package init(_ text: String) throws(ValueRejection) {
        // A trailing slash is common and harmless.
        let text = text.hasSuffix("/") ? String(text.dropLast()) : text
        let isPlain = text.hasPrefix("http://")
        let secure = try isPlain ? WebOrigin("https://" + text.dropFirst(7)) : WebOrigin(text)
        let host = try HostName(secure.host)
        origin = WebOrigin(scheme: isPlain ? .http : .https, host: host, port: secure.port)
        self.isPlain = isPlain && !origin.isLoopback
    }
}
