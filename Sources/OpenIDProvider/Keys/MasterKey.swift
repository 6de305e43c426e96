// SPDX-License-Identifier: Apache-2.0

package import Cryptography

/// The server's root secret. All other keys are derived from it or sealed with a derived key.
package struct MasterKey: Hashable, Sendable {
    /// The purpose of a derived key. Each purpose has its own key.
    package enum Purpose: Hashable, Sendable {
        /// Seals the private keys of signing keys.
        case signingKeys
        /// Seals the sessions that clients of a host hold between two requests.
        case session(host: String, epoch: String)
        /// Seals the opaque access tokens of a host.
        case accessTokens(host: String, epoch: String)
        /// Seals what the pages of a host leave with browsers.
        case pages(host: String, epoch: String)
        /// Invents credentials of a relying party for user names. It stays the same for as long as the master key does.
        case decoys(relyingPartyID: String)
        /// Authenticates the nonces in proofs of possession for a host.
        case proofNonces(host: String)
        /// Marks the requests of an operator who inspects the server.
        case inspections
        /// Seals the passwords that were removed.
        case removedPasswords
        /// Seals the marks of browsers in which an account's owner has signed in.
        case knownBrowsers
        /// Seals the mail that waits to be sent.
        case outgoingMail
        /// Seals the text messages that wait to be sent.
        case outgoingMessages
        /// Hashes the one-time codes, which are too short for a hash without a key.
        case codes
        /// Seals what is kept with a one-time code, and the links that stand for one.
        case codeContents

        fileprivate var parts: [String] {
            switch self {
            case .signingKeys: ["signing-keys"]
            case .session(let host, let epoch): ["session", host, epoch]
            case .accessTokens(let host, let epoch): ["access-tokens", host, epoch]
            case .pages(let host, let epoch): ["pages", host, epoch]
            case .decoys(let relyingPartyID): ["decoys", relyingPartyID]
            case .proofNonces(let host): ["proof-nonces", host]
            case .inspections: ["inspections"]
            case .removedPasswords: ["removed-passwords"]
            case .knownBrowsers: ["known-browsers"]
            case .outgoingMail: ["outgoing-mail"]
            case .outgoingMessages: ["outgoing-messages"]
            case .codes: ["codes"]
            case .codeContents: ["code-contents"]
            }
        }
    }

    package static let byteCount = 32

    private let bytes: [UInt8]

    /// Returns `nil` unless there are 32 bytes.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else {
            return nil
        }
        self.bytes = bytes
    }

    /// Generates the bytes of a new master key. They must be stored apart from backups.
    package static func generateBytes() -> [UInt8] {
        Randomness.keyBytes(byteCount)
    }

    package func bytes(for purpose: Purpose) -> [UInt8] {
        HKDF.deriveKey(secret: bytes, info: purpose.info)
    }

    package func sealingKey(for purpose: Purpose) -> AEADKey {
        AEADKey.derived(secret: bytes, info: purpose.info)
    }
}

extension MasterKey.Purpose {
    /// The parts, each with its length in front, so that different purposes never have the same bytes.
    fileprivate var info: [UInt8] {
        parts.reduce(into: [UInt8]("thumbturn/1".utf8)) { info, part in
            let text = [UInt8](part.utf8)
            info += [UInt8(truncatingIfNeeded: text.count >> 8), UInt8(truncatingIfNeeded: text.count)] + text
        }
    }
}

extension MasterKey: CustomStringConvertible, CustomReflectable {
    package var description: String { "MasterKey" }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
