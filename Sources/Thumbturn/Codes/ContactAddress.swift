// SPDX-License-Identifier: Apache-2.0

import ClientContract

/// An address of a user that can receive codes.
public enum ContactAddress: Hashable, Sendable {
    /// An email address.
    case email(String)
    /// A phone number in international format, such as `+4930123456`.
    case phoneNumber(String)

    /// The address as text.
    public var text: String {
        switch self {
        case .email(let text), .phoneNumber(let text): text
        }
    }

    var email: String? { if case .email(let text) = self { text } else { nil } }
    var phoneNumber: String? { if case .phoneNumber(let text) = self { text } else { nil } }

    /// Auth0's name of the connection that sends codes to addresses of this kind.
    var passwordlessConnection: String { email == nil ? "sms" : "email" }
    var methodType: AuthenticationMethodType { email == nil ? .phone : .email }
    /// The act that a passkey confirms.
    var changeAct: String { email == nil ? "change-phone" : "change-email" }
}

/// How a code reaches a phone number.
public enum CodeDelivery: Hashable, Sendable {
    /// In a text message.
    case text
    /// In a call.
    case voice

    /// The server's name of it.
    var method: String { self == .text ? "text" : "voice" }
}
