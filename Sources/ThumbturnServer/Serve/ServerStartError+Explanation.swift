// SPDX-License-Identifier: Apache-2.0

package import HTTPServer

extension ServerStartError {
    /// The message for the terminal. Completes a sentence.
    package var explanation: String { explanation(naming: "--listen") }

    /// The message for the terminal, with the option that the address comes from.
    package func explanation(naming option: String) -> String {
        switch self {
        case .alreadyStarted: "it has already been started."
        case .addressMalformed(let host): "\(host) is not an IP address. Use one such as 127.0.0.1 or ::."
        case .notListening(let host, let port, let reason):
            Self.explanation(of: reason, host: host, port: port, option: option)
        case .loopUnavailable(let reason): "the system provides no event loop: \(reason)."
        case .certificateMissing: "it has no certificate. Give --tls-cert and --tls-key."
        case .tls(let error): error.explanation
        }
    }

    private static func explanation(of reason: ErrorText, host: String, port: UInt16, option: String) -> String {
        let address = HTTPServerConfiguration.ListenAddress(host: host, port: port)
        return switch reason.kind {
        case .addressInUse:
            "\(address) is already in use. Stop the program that listens there, or choose another port with \(option)."
        case .permissionDenied:
            "port \(port) is reserved for privileged programs. Choose a port from 1024 up with \(option) and put a proxy in "
                + "front, or allow the port with setcap cap_net_bind_service=+ep on the program's file."
        case .addressUnavailable:
            "this machine has no address \(host). Choose one of its addresses with \(option), or 0.0.0.0 or [::] for all."
        case .other: "it can't listen on \(address): \(reason). Choose another address with \(option)."
        }
    }
}

extension TLSError {
    /// The message for the terminal and the log. Completes a sentence.
    package var explanation: String {
        switch self {
        case .contextUnavailable(let reason): "OpenSSL can't set up TLS: \(reason)."
        case .certificateUnreadable(let file, let reason):
            "\(file) is not a PEM certificate (\(reason)). Use the file with the certificate and its chain."
        case .certificateExpired(let file, let time):
            "the certificate \(file) expired at \(time). Renew it, or choose another with --tls-cert."
        case .certificateNotYetValid(let file, let time):
            "the certificate \(file) is not valid before \(time). Check this machine's clock, or use another certificate."
        case .hostWithoutCertificate(let host, let files):
            "no certificate names the configured domain \(host) (\(files.joined(separator: ", "))). Add one that does with "
                + "another --tls-cert and --tls-key, or remove the domain."
        case .privateKeyUnreadable(let file, let reason):
            "\(file) is not a PEM private key (\(reason)). Use the file with the certificate's key."
        case .privateKeyEncrypted(let file):
            "the key \(file) is protected by a passphrase, which the server can't ask for. Decrypt it: "
                + "openssl pkey -in \(file) -out new.pem"
        case .privateKeyMismatch(let certificate, let key):
            "the key \(key) does not belong to the certificate \(certificate). Use the key that the certificate was issued for."
        case .notConfigured: "this server has no certificate. Give --tls-cert and --tls-key."
        }
    }
}
