// SPDX-License-Identifier: Apache-2.0

/// A question for a code that the server has sent to a new user.
public struct CodeRequest: Hashable, Sendable {
    /// The address that the code was sent to.
    public let address: ContactAddress
    /// Whether the last code for this address was wrong.
    public let isRepeated: Bool

    /// Describes a question, for tests and previews. Real ones come from a sign-up.
    public init(address: ContactAddress, isRepeated: Bool = false) {
        self.address = address
        self.isRepeated = isRepeated
    }
}

extension PasskeyClient {
    /// Asks the user for a code, and returns it. What it throws ends the sign-up: a ``PasskeyError`` as it is, anything
    /// else as ``PasskeyError/canceled``.
    public typealias CodeEntry = @MainActor @Sendable (CodeRequest) async throws -> String
}

/// The proof of the addresses of a new user, as far as it has come.
@MainActor
struct AddressProof {
    let user: NewUser
    let entry: PasskeyClient.CodeEntry?
    /// By the server's names of the identifiers.
    private(set) var codes: [String: String] = [:]

    init(of user: NewUser, asking entry: PasskeyClient.CodeEntry?) {
        self.user = user
        self.entry = entry
    }

    /// Throws if the server wants codes that nobody asks the user for.
    func requireEntry(for names: [String]) throws(PasskeyError) {
        guard names.isEmpty || entry != nil else { throw .verificationMissing }
    }

    /// Asks for each code that the server wants.
    mutating func ask(for names: [String]) async throws(PasskeyError) {
        try requireEntry(for: names)
        for name in names {
            guard let address = user.address(named: name), let entry else { throw .unexpectedResponse }
            let request = CodeRequest(address: address, isRepeated: codes[name] != nil)
            do {
                codes[name] = try await entry(request).withoutBlanks
            } catch {
                throw error as? PasskeyError ?? .canceled
            }
        }
    }
}

extension NewUser {
    fileprivate func address(named name: String) -> ContactAddress? {
        switch name {
        case "email": email.map(ContactAddress.email)
        case "phone", "phone_number": phoneNumber.map(ContactAddress.phoneNumber)
        default: nil
        }
    }
}

extension PasskeyError {
    fileprivate static var verificationMissing: PasskeyError {
        .misconfigured(
            code: "sign-in.verification-missing",
            message: "New users of the connection confirm their address. Give signUp a closure that asks for the code.",
            reference: nil)
    }
}
