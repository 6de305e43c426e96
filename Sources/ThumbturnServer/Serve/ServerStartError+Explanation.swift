// SPDX-License-Identifier: Apache-2.0

package import HTTPServer

extension ServerStartError {
    /// For the person at the terminal: what happened, why, and what to do.
    package var explanation: String {
        switch self {
        case .alreadyStarted: "it was started before."
        case .addressMalformed(let host): "\(host) is no address. Write one such as 127.0.0.1 or ::."
        case .notListening(let host, let port, let reason): Self.explanation(host, port, reason)
        case .loopUnavailable(let reason): "the system has no event loop for it: \(reason)."
        case .certificateMissing: "it has no certificate. Give --tls-cert and --tls-key."
        case .tls(let error): error.explanation
        }
    }

    private static func explanation(_ host: String, _ port: UInt16, _ reason: ErrorText) -> String {
        let address = HTTPServerConfiguration.ListenAddress(host: host, port: port)
        return switch reason.kind {
        case .addressInUse:
            "\(address) is not free. Stop what listens there, or name another port with --listen."
        case .permissionDenied:
            "port \(port) is reserved for privileged programs. Name a port from 1024 on with --listen, with a proxy in "
                + "front, or allow this program the port: setcap cap_net_bind_service=+ep on its file."
        case .addressUnavailable:
            "this machine has no address \(host). Name one of its own with --listen, or 0.0.0.0 or [::] for all of them."
        case .other: "it can't listen on \(address): \(reason). Name another address with --listen."
        }
    }
}

extension TLSError {
    /// For the person at the terminal, and for the log.
    package var explanation: String {
        switch self {
        case .contextUnavailable(let reason): "OpenSSL can't speak TLS here: \(reason)."
        case .certificateUnreadable(let file, let reason):
            "\(file) holds no certificate in PEM form (\(reason)). Name the file with the certificate and its chain."
        case .certificateExpired(let file, let time):
            "the certificate \(file) expired at \(time). Renew it, or name another with --tls-cert."
        case .certificateNotYetValid(let file, let time):
            "the certificate \(file) is not valid before \(time). Check this machine's clock, or name another certificate."
        case .hostWithoutCertificate(let host, let files):
            "the domain \(host) is configured, and no certificate names it (\(files.joined(separator: ", "))). Get one that "
                + "does and give it as another --tls-cert and --tls-key, or remove the domain."
        case .privateKeyUnreadable(let file, let reason):
            "\(file) holds no private key in PEM form (\(reason)). Name the file with the certificate's key."
        case .privateKeyEncrypted(let file):
            "the key \(file) is protected by a passphrase, which nobody is there to type. Write it without one: "
                + "openssl pkey -in \(file) -out new.pem"
        case .privateKeyMismatch(let certificate, let key):
            "the key \(key) does not belong to the certificate \(certificate). Name the key that it was issued for."
        case .notConfigured: "this server has no certificate. Give --tls-cert and --tls-key."
        }
    }
}
