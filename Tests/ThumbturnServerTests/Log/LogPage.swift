// SPDX-License-Identifier: Apache-2.0

import ThumbturnServer

/// The text of `docs/operations/log.md`.
enum LogPage {
    static let text: String = """
        # Log

        <!-- Generated from the program's table of events; a test compares. To regenerate it:
             THUMBTURN_WRITE_PAGES=1 scripts/test --filter LogPageTests -->

        `thumbturn serve` writes one line to standard error for each request and each event: JSON, or text on a terminal. Every line
        has `time`, `level` (`debug`, `info`, `warning`, `error`) and `event`. No line has a secret: values whose names are those of
        tokens, codes, cookies, keys or responses of ceremonies are replaced by `…`. [Deployment](deployment.md#log) says what is
        left out under load. The names below stay; fields may be added.

        ## Requests

        The event `request`, at level `info`, or `error` from status 500 on:

        | field | |
        |---|---|
        | `reference` | the request's name, which error responses and pages show too: `thumbturn why REFERENCE` explains it |
        | `method`, `path`, `status`, `duration_us` | without the query, which may hold secrets; microseconds from the whole request to the response |
        | `host`, `address` | the domain that was asked, and the client's address, from the proxy's headers if it is trusted |
        | `client`, `user` | the client ID and the user ID, if the request proved them |
        | `code`, `step`, `explanation` | of an error: its [code](../error-codes.md), the step of the ceremony that rejected it, and what happened |
        | `cause` | of a fault of the server: what failed |
        | `received`, `allowed` | the origin or URL that was sent, and those that are configured |
        | `skipped_before` | how many lines of this kind were left out before this one |

        ## Events

        | event | level | |
        |---|---|---|
        \(LogEvent.allCases.map(\.row).joined(separator: "\n"))

        ## Changes of operators

        Each change that somebody makes with a command is an audit event, which `thumbturn events list` shows, and a line of the same
        name in the log of a running server, at level `info`, with `actor`, `command` and `occurred_at`. Changes that users make are
        audit events, and not lines:

        | kind | |
        |---|---|
        \(auditEvents.map { "| `\($0)` | \($1) |" }.joined(separator: "\n"))

        """

    static let auditEvents: [(kind: String, meaning: String)] = [
        ("user.created", "an account was created"),
        ("user.blocked", "an account was blocked, which ended its sessions and tokens"),
        ("user.unblocked", "an account is open again"),
        ("user.removed", "an account was erased"),
        ("user.deletion-requested", "a user asked for the deletion of the account, which happens after three days"),
        ("user.deletion-canceled", "the account is kept, by its user or by an operator"),
        ("user.renamed", "a user changed the name"),
        ("user.invited", "an invitation was issued"),
        ("owner.appointed", "a user became the server's owner"),
        ("setup.code-issued", "an address for creating the owner's account was issued"),
        ("sign-in.completed", "a user signed in, with which client and passkey"),
        ("session.ended", "a browser's session ended, and by what"),
        ("session.ended-by-notice", "a mailed link signed out a new browser, and what signed in after it"),
        ("logout.undelivered", "a client never accepted the notice of a session's end"),
        ("client.disconnected", "a user or an operator withdrew what an application may do"),
        ("passkey.registered", "a passkey was added"),
        ("passkey.renamed", "a passkey got another name"),
        ("passkey.removed", "a passkey was removed"),
        ("passkey.superseded", "a passkey was replaced by another on the same device"),
        ("passkey.counter-regressed", "a signature counter did not grow: there may be a copy of the passkey"),
        ("device-key.registered", "a device key was added"),
        ("device-key.removed", "a device key was removed, by its user or an operator"),
        ("device-key.upgraded", "a passkey took the place of a device key"),
        ("password.set", "a password was set, by its user or an operator"),
        ("password.removed", "a password was removed, and can be restored for 30 days"),
        ("password.restored", "a removed password opens the account again"),
        ("password.purged", "a removed password was erased for good"),
        ("password.rehashed", "an imported hash was replaced, at a sign-in or in the background"),
        ("password.breached", "a user signed in with a password that attackers try first"),
        ("password.rejected-breached", "a right password was rejected, because attackers try it first"),
        ("password.reset", "a user set a forgotten password with a mailed link, which ended what it had opened"),
        ("password.reset-requested", "a link to set a forgotten password was sent"),
        ("identifier.verified", "an operator recorded that a user owns the account's address"),
        ("identifier.changed", "an account got another address, by its user or an operator"),
        (
            "identifier.released",
            "an account lost an address that nobody had proven for it: another account has proven it"
        ),
        ("code.exhausted", "twenty wrong one-time codes were entered for an account's address in a day"),
        ("way.undone", "a mailed link took back a passkey that was added, or a password that was reset"),
        ("mail.dead", "a mail was given up: why"),
        ("message.dead", "a text message was given up: why"),
        ("password.failed", "wrong passwords of an account: how many in an hour"),
        ("password.disabled", "the account opens with passkeys only"),
        ("password.enabled", "the password opens the account again"),
        ("registration.rejected", "a passkey was not accepted"),
        ("token.refreshed", "a refresh token was used"),
        ("token.reused", "a refresh token was used twice, which ended its family"),
        ("token.revoked", "a refresh token was revoked"),
        ("code.exchanged", "an authorization code was exchanged for tokens"),
        ("code.reused", "an authorization code was used twice, which ended its tokens"),
        ("device.authorized", "a user connected a device"),
        ("key.rotated", "a domain signs with a new key"),
        ("key.revoked", "a signing key was withdrawn, and its tokens with it"),
        ("clock.accepted", "an operator accepted the machine's clock"),
        ("configuration.applied", "the configuration was changed"),
    ]
}

extension LogEvent {
    fileprivate var row: String { "| `\(rawValue)` | \(level.rawValue) | \(meaning) |" }
}
