// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// A client's settings for logout tokens: where they go, and which ends of a session cause one.
package struct BackchannelLogout: Hashable, Sendable {
    /// Why a session ended, in Auth0's words.
    package enum Initiator: String, CaseIterable, Sendable {
        /// The user signed out, at a client or on the server's pages. It can't be deselected.
        case logout = "rp-logout"
        /// A user or an operator ended the session, removed its passkey, or someone else signed in to the same browser.
        case sessionRevoked = "session-revoked"
        case accountDeleted = "account-deleted"
        /// The account was blocked or unblocked.
        case accountDeactivated = "account-deactivated"
        // The server has no such ends, or sends no notice about them.
        case identityProviderLogout = "idp-logout"
        case passwordChanged = "password-changed"
        case sessionExpired = "session-expired"
        case emailChanged = "email-identifier-changed"
        case phoneUnenrolled = "mfa-phone-unenrolled"

        /// Whether the server sends notices with this reason.
        var isSent: Bool {
            switch self {
            case .logout, .sessionRevoked, .accountDeleted, .accountDeactivated: true
            case .identityProviderLogout, .passwordChanged, .sessionExpired, .emailChanged, .phoneUnenrolled: false
            }
        }
    }

    private enum Mode: String, CaseIterable, Sendable {
        case all
        case custom
    }

    /// The URLs that receive logout tokens.
    package var urls: [AbsoluteURI] = []
    /// The selected reasons; `nil` for all.
    package var initiators: Set<Initiator>?

    package init() {}

    /// Returns the URLs that are informed of a session that ended for a reason.
    package func urls(for initiator: Initiator) -> [AbsoluteURI] {
        initiators.map { $0.contains(initiator) } ?? true ? urls : []
    }

    /// Whether a stored URL is still one of the client's.
    package func includes(_ url: String) -> Bool { urls.contains { $0.text == url } }

    /// Reads the settings from the member with the current name and from the one with the former name.
    static func read(from members: inout ConfigurationMembers) -> BackchannelLogout {
        var logout = BackchannelLogout()
        for name in ["oidc_logout", "oidc_backchannel_logout"] {
            members.object(name) { settings in
                let urls = settings.parsedList("backchannel_logout_urls", with: readURL) ?? []
                logout.urls += urls.filter { !logout.urls.contains($0) }
                settings.object("backchannel_logout_initiators") { logout.readInitiators(from: &$0) }
                settings.accept(.clientLogout)
            }
        }
        return logout
    }

    private mutating func readInitiators(from members: inout ConfigurationMembers) {
        let mode: Mode? = members.word("mode")
        let selected: [Initiator]? = members.words("selected_initiators")
        for initiator in selected ?? [] where !initiator.isSent {
            members.notePlanned(initiator.rawValue, of: "selected_initiators")
        }
        guard mode == .custom || (mode == nil && selected != nil) else { return }
        initiators = Set(selected ?? []).union([.logout])
    }

    /// Reads a URL that the server sends requests to. Whether plain HTTP is allowed depends on the server's own URL.
    private static func readURL(_ text: String) throws(ValueRejection) -> AbsoluteURI {
        let url = try AbsoluteURI(text)
        guard url.isWeb else {
            throw ValueRejection("is not a web address", remedy: "Start with https://.")
        }
        guard url.webOrigin != nil else {
            throw ValueRejection(
                "has a user name, or no valid host", remedy: "Write the scheme, the host and the path.")
        }
        return url
    }
}

extension ConfigurationSnapshot {
    /// Whether the server sends requests over plain HTTP: only while it is developed on this machine.
    package var allowsPlainRequests: Bool { url.scheme == .http && url.isLoopback }

    /// Whether the server sends requests to a URL.
    package func allowsRequests(to url: AbsoluteURI) -> Bool {
        url.isHTTPS || (allowsPlainRequests && url.isWeb && !url.isPlainHTTP)
    }
}
