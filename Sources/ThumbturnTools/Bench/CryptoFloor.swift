// SPDX-License-Identifier: Apache-2.0

import Configuration
import Cryptography
import POSIX

/// The cryptographic operations that a scenario requires, run on their own.
struct CryptoFloor: Sendable {
    /// One required operation.
    enum Part: Hashable, Sendable {
        /// Reading an ES256 key from stored bytes and verifying a signature with it.
        case passkeyVerification
        /// Reading the ES256 key of a registration.
        case passkeyReading
        /// Signing a token.
        case signature(TokenAlgorithm)
        /// Verifying the signature of a token.
        case verification(TokenAlgorithm)
        /// Verifying a password.
        case passwordVerification

        var text: String {
            switch self {
            case .passkeyVerification: "ES256 verification with a stored key"
            case .passkeyReading: "ES256 key read"
            case .signature(let algorithm): "\(algorithm.rawValue) signature"
            case .verification(let algorithm): "\(algorithm.rawValue) verification"
            case .passwordVerification: "Argon2id"
            }
        }
    }

    let parts: [Part]
    private let work: [@Sendable () -> Bool]
    private let hash: HashSample?

    /// - Parameter hash: `nil` unless the scenario verifies a password.
    init(of scenario: BenchScenario, tokens: IssuedAlgorithms, hash: HashSample? = nil) {
        self.hash = hash
        parts =
            switch scenario {
            case .signIn: [.passkeyVerification] + tokens.signatures.map(Part.signature)
            case .signUp: [.passkeyReading] + tokens.signatures.map(Part.signature)
            case .pageSignIn: [.passkeyVerification]
            case .refresh: tokens.signatures.map(Part.signature)
            case .userinfo: [tokens.accessToken].compactMap(\.self).map(Part.verification)
            case .passwordSignIn: [.passwordVerification] + tokens.signatures.map(Part.signature)
            case .challenge, .page, .authorize, .live, .passwordFlood: []
            }
        work = parts.compactMap(Self.work)
    }

    /// How often the floor is measured: every so many calls of an instrument that is called a hundred times per second.
    /// That keeps its own load small.
    var period: Int { hash == nil ? 10 : 50 }

    /// Runs all operations a few times and returns the CPU time of one pass, in microseconds. Returns `nil` if an
    /// operation fails.
    func measure() async -> Double? {
        guard let time = measureSignatures() else { return nil }
        guard let hash else { return time }
        return await hash.measure().map { $0 + time }
    }

    private func measureSignatures() -> Double? {
        let rounds = 4
        let start = Self.threadTime
        for _ in 0..<rounds {
            for part in work where !part() { return nil }
        }
        return (Self.threadTime - start) / Double(rounds)
    }

    /// A message as long as the signed part of a typical token.
    private static let message = [UInt8](repeating: UInt8(ascii: "a"), count: 700)

    /// Returns `nil` for what runs on a thread of its own.
    private static func work(_ part: Part) -> (@Sendable () -> Bool)? {
        switch part {
        case .passkeyVerification: return passkeyVerification()
        case .passwordVerification: return nil
        case .passkeyReading:
            let point = PrivateKey.generate(.elliptic(.p256)).publicKey.ellipticPoint ?? ([], [])
            return { (try? PublicKey.elliptic(.p256, x: point.x, y: point.y)) != nil }
        case .signature(let algorithm):
            let key = PrivateKey.generate(algorithm.keyKind)
            if algorithm == .es256 { return { !key.signRaw(message, digest: .sha256).isEmpty } }
            return { !key.sign(message, scheme: algorithm.scheme).isEmpty }
        case .verification(let algorithm):
            let key = PrivateKey.generate(algorithm.keyKind)
            let signature = key.sign(message, scheme: algorithm.scheme)
            guard let context = VerificationContext(key: key.publicKey, scheme: algorithm.scheme) else {
                return { false }
            }
            return { context.isValid(signature: signature, for: message) }
        }
    }

    private static func passkeyVerification() -> @Sendable () -> Bool {
        let key = PrivateKey.generate(.elliptic(.p256))
        let point = key.publicKey.ellipticPoint ?? ([], [])
        // Authenticator data is 37 bytes, and the hash of the client data 32.
        let signed = Array(message.prefix(69))
        let signature = key.sign(signed, scheme: .ecdsa(.sha256))
        return {
            let stored = try? PublicKey.elliptic(.p256, x: point.x, y: point.y)
            return stored?.isValid(signature: signature, for: signed, scheme: .ecdsa(.sha256)) ?? false
        }
    }

    /// The CPU time of this thread, in microseconds.
    static var threadTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }
}

extension TokenAlgorithm {
    fileprivate var keyKind: KeyKind {
        switch self {
        case .rs256: .rsa(bits: 2048)
        case .es256: .elliptic(.p256)
        case .edDSA: .edwards(.ed25519)
        }
    }

    fileprivate var scheme: SignatureScheme {
        switch self {
        case .rs256: .rsaPKCS1(.sha256)
        case .es256: .ecdsa(.sha256)
        case .edDSA: .eddsa
        }
    }
}
