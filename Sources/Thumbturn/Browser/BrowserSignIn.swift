// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A sign-in on the server's pages: for accounts of another provider, and for whatever an application has no screens
/// for.
public struct BrowserSignIn: Hashable, Sendable {
    /// The connection to begin with, such as the name of another provider.
    public var connection: String?
    /// The identifier to fill in.
    public var loginHint: String?
    /// Whether to begin with a sign-up.
    public var signsUp = false
    /// Whether the pages share no cookies with Safari. Then the system asks for no consent, and no user is signed in
    /// already.
    public var isPrivate = false
    /// Further parameters of the authorization request.
    public var parameters: [String: String] = [:]
    /// The URL that the pages return to. The default is `https://<domain>/ios/<bundle identifier>/callback` from iOS
    /// 17.4 on, and before the same path under the bundle identifier as a scheme. Both have to be among the client's
    /// callbacks.
    public var callback: URL?

    /// Describes a sign-in on the server's pages.
    public init(connection: String? = nil, loginHint: String? = nil) {
        self.connection = connection
        self.loginHint = loginHint
    }
}

extension BrowserSignIn {
    func callback(in context: ClientContext, bundle: String?) -> URL? {
        if let callback { return callback }
        guard let bundle else { return nil }
        #if os(macOS)
            let platform = "macos"
        #else
            let platform = "ios"
        #endif
        let path = "\(context.host)/\(platform)/\(bundle)/callback"
        return URL(string: BrowserSession.allowsHTTPSCallbacks ? "https://\(path)" : "\(bundle)://\(path)")
    }
}
