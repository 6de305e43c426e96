// SPDX-License-Identifier: Apache-2.0

package import IdentityModel

extension AuthenticationFacts {
    /// The authentication context class: phishing-resistant, with a hardware key or without (OpenID Connect Extended
    /// Authentication Profile, section 2). Each method names what it proves in ``methods``, which decide.
    package var contextClass: String? {
        guard methods.contains("pop") else { return nil }
        return methods.contains("hwk") ? "phrh" : "phr"
    }
}

extension WayReference.Kind {
    /// The authentication context class of every sign-in with a way of this kind.
    package var contextClass: String? {
        switch self {
        case .passkey: "phr"
        case .password, .email, .phone: nil
        }
    }
}
