// SPDX-License-Identifier: Apache-2.0

extension Migration {
    /// Sessions from before are taken for those of the server's pages. Those of clients' own pages end with it, because
    /// their cookie has another name since.
    static let sessionClients = Migration(
        number: 11, title: "the client whose own pages a session is for",
        script: "ALTER TABLE browser_sessions ADD COLUMN client TEXT;")
}
