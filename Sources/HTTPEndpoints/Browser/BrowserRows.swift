// SPDX-License-Identifier: Apache-2.0

/// The door of browsers: pages, their forms and the requests of their scripts.
///
/// `Requests` has what all of them share: cookies, sessions, the end of a sign-in, and the two dialects, which answer a
/// failure with a page or tell a script where the browser goes. Each feature has a folder with its rows.
enum BrowserRows {
    static let all =
        HomeEndpoint.rows + AuthorizationEndpoint.rows + LoginEndpoints.rows + PasswordLoginEndpoints.rows
        + PasswordResetEndpoints.rows + NoticeEndpoints.rows + MailboxEndpoint.rows + SignUpEndpoints.rows
        + OfferedPasskeyEndpoints.rows + ConsentEndpoints.rows + DeviceEndpoints.rows + AccountPages.rows
        + AccountPasswordPages.rows + AccountDeletionPages.rows + LogoutEndpoint.rows + SetupPages.rows
        + InvitationEndpoints.rows + CodeLoginEndpoints.rows + ReviewEndpoints.rows + LinkEndpoints.rows
        + AccountAddressPages.rows
        + WebFileEndpoint.rows
}
