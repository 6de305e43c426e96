// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

extension AuthenticationFacts {
    /// The authentication context class: phishing-resistant, with a hardware key or without (OpenID Connect Extended
    /// Authentication Profile, section 2). Each method names what it proves in ``methods``, which decide, but for device
    /// keys: they prove possession, too, and that a message is for this server, but not that its user saw where it went.
    ///
    /// - Parameter ways: The ways in of the sign-in.
    package func contextClass(by ways: [WayReference]) -> String? {
        guard methods.contains("pop"), !ways.contains(where: { $0.kind == .deviceKey }) else { return nil }
        return methods.contains("hwk") ? "phrh" : "phr"
    }
}

extension WayReference.Kind {
    /// The authentication context class of every sign-in with a way of this kind.
    package var contextClass: String? {
        switch self {
        case .passkey: "phr"
        case .password, .email, .phone, .deviceKey: nil
        }
    }
}
