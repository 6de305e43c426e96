// SPDX-License-Identifier: Apache-2.0

/// The events that a server logs beside requests and the changes of operators, which are audit events.
/// `docs/operations/log.md` is made of them.
package enum LogEvent: String, CaseIterable, Sendable {
    case serverStarted = "server.started"
    case serverStopping = "server.stopping"
    case serverStopped = "server.stopped"
    case setupCodeIssued = "setup.code-issued"
    case configurationReloaded = "configuration.reloaded"
    case certificatesReloaded = "tls.reloaded"
    case certificatesNotReloaded = "tls.not-reloaded"
    case hostWithoutCertificate = "tls.host-without-certificate"
    case keysNotAnnounced = "keys.not-announced"
    case keysNotReloaded = "keys.not-reloaded"
    case clockUnconfirmed = "clock.unconfirmed"
    case clockJumped = "clock.jumped"
    case clockSteady = "clock.steady"
    case expiredRemoved = "housekeeping.removed-expired"
    case weakHashesWrapped = "housekeeping.wrapped-weak-hashes"
    case housekeepingFailed = "housekeeping.failed"
    case logoutDelivered = "logout.delivered"
    case logoutNotDelivered = "logout.not-delivered"
    case logoutAbandoned = "logout.abandoned"
    case mailNeeded = "mail.needed"
    case messagesNeeded = "messages.needed"
    case mailSent = "mail.sent"
    case mailNotSent = "mail.not-sent"
    case mailAbandoned = "mail.abandoned"
    case messageSent = "message.sent"
    case messageNotSent = "message.not-sent"
    case messageAbandoned = "message.abandoned"
    case outboxExpired = "outbox.expired"
    case outboxFailed = "outbox.failed"
    case originNotAllowed = "cors.origin-not-allowed"
    case counterRegressed = "passkey.counter-regressed"
    case failedOnDevice = "passkey.failed-on-device"
    case requestsSkipped = "log.requests-skipped"
    case linesLost = "log.lines-lost"

    package var level: LogRecord.Level {
        switch self {
        case .keysNotAnnounced, .keysNotReloaded, .clockJumped, .housekeepingFailed, .outboxFailed: .error
        case .certificatesNotReloaded, .hostWithoutCertificate, .logoutAbandoned, .mailNeeded, .messagesNeeded,
            .mailAbandoned,
            .messageAbandoned, .outboxExpired, .originNotAllowed, .counterRegressed, .linesLost:
            .warning
        case .serverStarted, .serverStopping, .serverStopped, .setupCodeIssued, .configurationReloaded,
            .certificatesReloaded,
            .clockUnconfirmed, .clockSteady, .expiredRemoved, .weakHashesWrapped, .logoutDelivered, .logoutNotDelivered,
            .mailSent, .mailNotSent, .messageSent, .messageNotSent, .failedOnDevice, .requestsSkipped:
            .info
        }
    }

    /// An explanation of what happened, and of what an operator should do about it, if anything.
    package var meaning: String {
        switch self {
        case .serverStarted: "The server accepts requests: its version, addresses, domains and limits."
        case .serverStopping: "A signal asked for the end. Requests that have begun are finished."
        case .serverStopped: "The last line of a server that ended as it should."
        case .setupCodeIssued:
            "The address for creating the owner's account was printed. The line has its page, not its code."
        case .configurationReloaded: "A change of the configuration is in force."
        case .certificatesReloaded: "New certificates are in use."
        case .certificatesNotReloaded:
            "The new certificates have the fault in `reason`; the previous ones stay in use. Correct the files before those expire."
        case .hostWithoutCertificate: "No certificate names this domain. Get one, or remove the domain."
        case .keysNotAnnounced:
            "The next signing key of the domain could not be stored; it is tried again in a minute. Look at `reason`."
        case .keysNotReloaded: "Signing keys that were changed could not be opened. Check the master key."
        case .clockUnconfirmed:
            "The clock is ahead of when the server last ran. If it is right, nothing has to be done."
        case .clockJumped: "The machine's clock jumped. Set it, or run `thumbturn clock accept` if it is right."
        case .clockSteady: "The clock is trusted again."
        case .expiredRemoved: "Expired data was removed: how many rows."
        case .weakHashesWrapped: "Imported hashes of passwords were too weak, and were hashed again: how many."
        case .housekeepingFailed:
            "Expired data could not be removed; it is tried again. Look at `reason`: often a full disk."
        case .logoutDelivered: "A client accepted the notice that a session ended."
        case .logoutNotDelivered: "A client did not accept a notice; it is sent again later. `reason` says why."
        case .logoutAbandoned:
            "A notice was given up after a day: the client believes that the session goes on. Check its URL."
        case .mailNeeded:
            "No mail is sent, and the setting at `path` needs it: `reason` says what users lack. Set `--mail`, or change the setting."
        case .messagesNeeded:
            "No text messages are sent, and the setting at `path` needs them: `reason` says what users lack. Set `--messages`, or change the setting."
        case .mailSent: "The mail server accepted a mail."
        case .mailNotSent: "The mail server did not accept a mail; it is sent again later. `reason` says why."
        case .mailAbandoned:
            "A mail was given up. `reason` says why; `thumbturn mail retry` sends it again when that is mended."
        case .messageSent: "The service for text messages accepted one."
        case .messageNotSent:
            "The service for text messages did not accept one; it is sent again later. `reason` says why."
        case .messageAbandoned:
            "A text message was given up. `reason` says why; `thumbturn messages retry` sends it again when that is mended."
        case .outboxExpired:
            "A mail or message was dropped, because its code or link expired before it could be sent. Look why what is sent waits."
        case .outboxFailed: "What is to be sent could not be read or stored. It stays queued. Look at `reason`."
        case .originNotAllowed:
            "A page that no client lists sent a request. If it is yours, `remedy` names the setting."
        case .counterRegressed: "A passkey's signature counter did not grow: there may be a copy. Ask its owner."
        case .failedOnDevice: "A browser or app reported that a ceremony ended on the device, and why."
        case .requestsSkipped: "How many lines of requests were left out, by kind."
        case .linesLost: "Lines that a slow disk or reader did not take in time were dropped: how many."
        }
    }
}
