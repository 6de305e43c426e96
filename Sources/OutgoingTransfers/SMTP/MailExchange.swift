// SPDX-License-Identifier: Apache-2.0

import CCurl
import POSIX

/// One message on its way to a relay, on a connection of its own.
final class MailExchange: Exchange, @unchecked Sendable {
    private static let textLimit = 500

    private(set) var outcome = MailOutcome.unreachable(.closed)
    private let mail: OutgoingMail
    private let relay: MailRelay

    private var conversation = SMTPConversation()
    private var credentials: RelayCredentials?
    private var sentCount = 0
    /// When the time limit is reached, on the monotonic clock.
    private var deadline = UInt64.max
    private var isUnauthenticated = false
    private var isAddressRefused = false

    init(_ mail: OutgoingMail, to relay: MailRelay) {
        self.mail = mail
        self.relay = relay
    }

    // MARK: The message

    func prepare(_ handle: CurlHandle) throws(TransferError) {
        guard let url = relay.url else { throw .urlRejected }
        if let user = relay.user { credentials = try RelayCredentials(user) }
        deadline = uptimeNanoseconds() + UInt64(max(0, relay.timeout)) * 1_000_000
        try handle.setLimits(connecting: relay.connectTimeout, whole: relay.timeout)
        try handle.setTrust(
            inProtocols: relay.security == .tls ? "smtps" : "smtp", certificates: relay.trustedCertificates)
        try handle.set([(CURLOPT_URL, url), (CURLOPT_MAIL_FROM, mail.sender.text)])
        try handle.set(CURLOPT_MAIL_RCPT, to: [mail.recipient.text])
        try handle.set([
            (
                CURLOPT_USE_SSL,
                Int((relay.security == .plainAtLoopback ? CURLUSESSL_NONE : CURLUSESSL_ALL).rawValue)
            ),
            (CURLOPT_UPLOAD, 1),
            // libcurl takes leave of a relay when it closes the connection, and waits for the answer: with this, at the
            // end of this transfer, which knows how to shorten it.
            (CURLOPT_FORBID_REUSE, 1),
        ])
        try handle.require(
            thumbturn_curl_set_upload_size(handle.functions, handle.pointer, mail.message.count))
        if let credentials { try setCredentials(credentials, of: handle) }
    }

    private func setCredentials(_ credentials: RelayCredentials, of handle: CurlHandle) throws(TransferError) {
        try handle.set(CURLOPT_USERNAME, to: credentials.user)
        switch credentials.kind {
        case .password:
            try handle.set([
                (CURLOPT_PASSWORD, credentials.secret), (CURLOPT_LOGIN_OPTIONS, "AUTH=PLAIN;AUTH=LOGIN"),
            ])
        case .accessToken:
            try handle.set([
                (CURLOPT_XOAUTH2_BEARER, credentials.secret), (CURLOPT_LOGIN_OPTIONS, "AUTH=XOAUTH2"),
            ])
        }
    }

    func allows(_ address: IPAddress?) -> Bool {
        guard relay.security == .plainAtLoopback, address?.isLoopback != true else { return true }
        isAddressRefused = true
        return false
    }

    /// libcurl goes on without authentication if the relay doesn't offer it, or refuses `EHLO` and takes `HELO`.
    func begin() -> Bool {
        isUnauthenticated = relay.user != nil && !conversation.isAuthenticated
        guard !isUnauthenticated else { return false }
        conversation.beginMessage()
        return true
    }

    func provideUpload(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let part = mail.message[sentCount...].prefix(buffer.count)
        buffer.copyBytes(from: part)
        sentCount += part.count
        return part.count
    }

    // MARK: The answers

    func takeHead(_ line: UnsafeRawBufferPointer) -> Bool {
        conversation.take(line)
    }

    var isAnswered: Bool { conversation.isOver || isTimeUp }

    /// libcurl keeps the limit, but then waits for the answer to its leave.
    private var isTimeUp: Bool { uptimeNanoseconds() >= deadline }

    func end(_ ending: TransferEnding) {
        if let reply = conversation.last, conversation.isAccepted {
            // Whatever happened afterwards.
            outcome = .accepted(text: text(of: reply))
        } else {
            switch ending {
            case .failed(let error): outcome = .unreachable(error)
            case .finished(let handle, let code):
                outcome = refusal(code) ?? .unreachable(error(of: handle, code))
            }
        }
    }

    /// Returns what the relay's last reply means, if that ended the transfer.
    private func refusal(_ code: CURLcode) -> MailOutcome? {
        guard !isTimedOut(code), !conversation.isTooLong, let reply = conversation.last else { return nil }
        let text = text(of: reply)
        switch reply.status {
        case 400..<500: return .deferred(status: reply.status, text: text)
        case 500..<600: break
        default: return nil
        }
        switch reply.step {
        case .preparation, .sender: return .relayRefused(status: reply.status, text: text)
        case .recipient: return .recipientRefused(status: reply.status, text: text)
        case .data, .message, .leave: return .messageRefused(status: reply.status, text: text)
        }
    }

    private func isTimedOut(_ code: CURLcode) -> Bool {
        code == CURLE_OPERATION_TIMEDOUT || (isTimeUp && !conversation.isOver)
    }

    private func error(of handle: CurlHandle, _ code: CURLcode) -> TransferError {
        if conversation.isTooLong { return .responseTooLong }
        if isTimedOut(code) { return .timedOut }
        if isAddressRefused, code == CURLE_COULDNT_CONNECT { return .addressRefused }
        if isUnauthenticated || code == CURLE_LOGIN_DENIED { return .authenticationNotOffered }
        return handle.error(code)
    }

    private func text(of reply: SMTPConversation.Reply) -> String {
        let text = credentials?.removed(from: reply.text) ?? reply.text
        return String(String.UnicodeScalarView(text.unicodeScalars.prefix(Self.textLimit)))
    }
}
