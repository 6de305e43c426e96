// SPDX-License-Identifier: Apache-2.0

import WireFormats

/// The way in which the parameters of an authorization response reach the client.
package enum ResponseMode: String, CaseIterable, Sendable {
    case query
    case fragment
    /// OAuth 2.0 Form Post Response Mode.
    case formPost = "form_post"
    /// OAuth 2.0 Web Message Response Mode.
    case webMessage = "web_message"

    /// Whether a redirect carries the response. The other modes need a page.
    package var isRedirect: Bool { self == .query || self == .fragment }
}
