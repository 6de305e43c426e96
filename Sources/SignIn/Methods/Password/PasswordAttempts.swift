// SPDX-License-Identifier: Apache-2.0

import IdentityModel
import RateLimiting
import WireFormats

/// The limits on wrong passwords: for a name from one network, for a name from everywhere, and for a network.
///
/// Each attempt is counted before its password is verified, so that attempts at the same time don't pass together. A
/// right password is given back. None of these limits affects a passkey. A browser in which the account's owner has signed
/// in goes on after them, with a limit of its own.
struct PasswordAttempts: Sendable {
    let limits: RateLimits
    let uptime: @Sendable () -> UInt64

    /// An attempt that was counted.
    struct Attempt: Sendable {
        fileprivate let keys: [(kind: RateLimits.Kind, key: String)]
        fileprivate let countedAt: UInt64
    }

    /// Counts an attempt. The name is taken as it was read, whether or not there is an account.
    func count(
        _ name: Identifier.Kind, normalized: String, in connection: String, from sender: RequestSender
    ) throws(SignInFailure) -> Attempt {
        let network = "\(sender.signUpNetwork)"
        let account = "\(connection)\u{0}\(name.rawValue):\(normalized)"
        let keys: [(RateLimits.Kind, String)] = [
            (.passwordOfNetwork, network), (.passwordOfNameAndNetwork, "\(account)\u{0}\(network)"),
            (.passwordOfName, account),
        ]
        return try count(keys)
    }

    /// Counts an attempt in a browser that is known to an account.
    func count(in known: KnownBrowsers.Mark) throws(SignInFailure) -> Attempt {
        try count([(.passwordInKnownBrowser, Base64URL.encode(known.browser))])
    }

    private func count(_ keys: [(RateLimits.Kind, String)]) throws(SignInFailure) -> Attempt {
        let time = uptime()
        for (index, (kind, key)) in keys.enumerated() {
            let status = limits.take(kind, key: key, at: time)
            guard !status.isAllowed else { continue }
            for (kind, key) in keys.prefix(index) { limits.giveBack(kind, key: key, at: time) }
            throw kind == .passwordOfNetwork ? .limitExceeded(status) : .password(.tooManyAttempts(status))
        }
        return Attempt(keys: keys, countedAt: time)
    }

    /// Takes an attempt back, because the password was right or was not verified.
    func giveBack(_ attempt: Attempt) {
        let time = uptime()
        for (kind, key) in attempt.keys { limits.giveBack(kind, key: key, at: time) }
    }
}
