// SPDX-License-Identifier: Apache-2.0

package import WireFormats

/// A notice to a client that a session has ended (OpenID Connect Back-Channel Logout 1.0): what an item of the kind
/// `logout` is about.
package struct LogoutNotice: Hashable, Sendable {
    package let client: String
    /// The client's URL, as it was configured when the session ended.
    package let url: String
    /// The host of the issuer.
    package let host: String
    package let user: UserID
    /// The session, as the client's tokens name it.
    package let session: BrowserSession.ID

    package init(to client: String, at url: String, about session: BrowserSession.ID, of user: UserID, host: String) {
        self.client = client
        self.url = url
        self.session = session
        self.user = user
        self.host = host
    }

    /// Reads the notice of an item. Returns `nil` if the item is something else.
    package init?(_ item: OutboxItem) {
        guard item.kind == .logout, let user = item.user,
            let content = (try? JSONReader.read(item.content))?.objectValue,
            let client = content["client"]?.stringValue, let url = content["url"]?.stringValue,
            let host = content["host"]?.stringValue, let session = content["session"]?.stringValue
        else { return nil }
        self.init(to: client, at: url, about: BrowserSession.ID(rawValue: session), of: user, host: host)
    }

    /// The item that is stored until the client accepts the notice.
    package func item(at time: Timestamp, id: OutboxItem.ID? = nil) -> OutboxItem {
        let content: JSONObject = [
            "client": .string(client), "url": .string(url), "host": .string(host),
            "session": .string(session.rawValue),
        ]
        return OutboxItem(
            .logout, to: receiver, about: user, content: JSONValue.object(content).serialized(), at: time, id: id)
    }

    /// The receiver, which has one limit of attempts: the scheme, host and port of the URL.
    package var receiver: String {
        guard let mark = url.firstRange(of: "://") else { return url }
        return String(url[..<mark.upperBound] + url[mark.upperBound...].prefix { !"/?".contains($0) })
    }
}
